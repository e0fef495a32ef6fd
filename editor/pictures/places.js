import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, WidgetType } from '@codemirror/view';
import { PICTURE } from './markdown.js';
/** @import { ChangeSpec, EditorState } from '@codemirror/state' */
/** @import { Kept } from './upload.js' */

/**
 * @typedef {{ dom: HTMLElement, pos: number }} Place  Where files go that are on their way, and what is shown there
 *   meanwhile.
 */

/** @type {import('@codemirror/state').StateEffectType<Place>} */
export const addPlace = StateEffect.define({
  map: ({ dom, pos }, changes) => ({ dom, pos: changes.mapPos(pos, -1) }),
});

/** @type {import('@codemirror/state').StateEffectType<HTMLElement>} */
export const removePlace = StateEffect.define();

class Waiting extends WidgetType {
  /** @param {HTMLElement} dom */
  constructor(dom) {
    super();
    this.dom = dom;
  }

  /** @param {Waiting} other */
  eq(other) {
    return this.dom === other.dom;
  }

  toDOM() {
    return this.dom;
  }

  /** Its buttons are its own. */
  ignoreEvent() {
    return true;
  }
}

/** The places stand beside the text and never in it, so nothing of them is ever saved. */
export const places = StateField.define({
  create: () => /** @type {Place[]} */ ([]),
  update(present, { startState: { doc }, changes, effects }) {
    const filled = present.findIndex(({ dom }) =>
      effects.some((effect) => effect.is(removePlace) && effect.value === dom),
    );
    const end = (/** @type {Place} */ { pos }) => doc.lineAt(pos).to;
    let next = present
      .map((place, at) => {
        // What came later to the same line stays behind.
        const isLater = filled >= 0 && filled < at && end(present[filled]) === end(place);
        const pos = isLater ? changes.mapPos(end(place), 1) : changes.mapPos(place.pos, -1);
        return at === filled ? [] : { ...place, pos };
      })
      .flat();
    for (const effect of effects) if (effect.is(addPlace)) next = [...next, effect.value];
    return next;
  },
  provide: (field) =>
    EditorView.decorations.compute([field, 'doc'], (state) =>
      Decoration.set(
        state
          .field(field)
          .map(({ dom, pos }) =>
            Decoration.widget({ widget: new Waiting(dom), block: true, side: 1 }).range(
              state.doc.lineAt(pos).to,
            ),
          ),
        true,
      ),
    ),
});

/**
 * @param {EditorState} state
 * @param {number} pos
 * @param {Pick<Kept, 'markdown' | 'type'>[]} files
 * @returns {{ changes: ChangeSpec, at: number }} paragraphs behind the line of the place; pictures that came together
 *   become a gallery. `at`: where the first one begins
 */
export function insertion({ doc }, pos, files) {
  const { to } = doc.lineAt(pos);
  const [before, after] = [doc.sliceString(0, to), doc.sliceString(to)];
  const first =
    before.trim() === '' ? 0 : Math.max(0, 2 - (/\n{0,2}$/.exec(before)?.[0].length ?? 0));
  const last = after === '' ? 2 : Math.max(0, 2 - (/^\n*/.exec(after)?.[0].length ?? 0));
  let insert = '';
  files.forEach(({ markdown, type }, at) => {
    const isGallery = isPicture(type) && isPicture(files[at - 1]?.type);
    insert += (at === 0 ? '' : isGallery ? '\n' : '\n\n') + markdown;
  });
  const at = to + first;
  return { changes: { from: to, insert: '\n'.repeat(first) + insert + '\n'.repeat(last) }, at };
}

/** @param {string} line @returns {boolean} whether there is nothing but pictures in it */
function isOfPictures(line) {
  const rest = line.length < 20_000 ? line.replaceAll(PICTURE, '') : line;
  return rest !== line && rest.trim() === '';
}

/**
 * @param {EditorState} state
 * @returns {number} where the cursor is, or behind the pictures among which it is: those of an upload before
 */
export function behindPictures({ doc, selection }) {
  const { head } = selection.main;
  let line = doc.lineAt(head);
  if (!isOfPictures(line.text)) return head;
  while (line.number < doc.lines && isOfPictures(doc.line(line.number + 1).text))
    line = doc.line(line.number + 1);
  return line.to;
}

const isPicture = (type = '') => type.startsWith('image/');
