import { StateField } from '@codemirror/state';
import { Decoration, EditorView, MatchDecorator, ViewPlugin, WidgetType } from '@codemirror/view';
import { describe } from '../../public/admin/send.js';
import { word } from '../../public/admin/words.js';
import { escapeAlt, PICTURE, pictureAt } from './markdown.js';
/** @import { EditorState } from '@codemirror/state' */
/** @import { DecorationSet } from '@codemirror/view' */
/** @import { Picture } from './markdown.js' */

/** @typedef {{ url: string, alt: string, markdown: string }} Chosen */
/**
 * @typedef {(take: (...pictures: Chosen[]) => void, options?: { several?: boolean }) => void} Choose  opens the
 *   pictures of the blog
 */

/** What a picture shows, and what can be done with it: below its line while the cursor is in it. */
class Panel extends WidgetType {
  /** @param {Picture} picture @param {Choose} choose */
  constructor(picture, choose) {
    super();
    this.picture = picture;
    this.choose = choose;
  }

  /** @param {Panel} other */
  eq({ picture: { url, alt } }) {
    return url === this.picture.url && alt === this.picture.alt;
  }

  /** @param {EditorView} view */
  toDOM(view) {
    const dom = Object.assign(document.createElement('div'), { className: 'picture-panel' });
    const image = Object.assign(new Image(), { alt: '' });
    const field = Object.assign(document.createElement('input'), {
      placeholder: word('text.altText'),
      title: word('text.altTextHint'),
      maxLength: 1000,
      dir: 'auto',
      autocomplete: 'off',
      enterKeyHint: 'done',
    });
    field.setAttribute('aria-label', word('text.altText'));
    const button = (/** @type {string} */ key, /** @type {() => void} */ act) => {
      const made = Object.assign(document.createElement('button'), { type: 'button' });
      made.textContent = word(key);
      made.addEventListener('click', act);
      return made;
    };
    /** @type {Picture | null} */
    let described = null;
    const tellServer = () => {
      tell(described);
      described = null;
    };
    field.addEventListener('input', () => {
      change(view, { alt: field.value });
      described = pictureAt(view.state);
    });
    field.addEventListener('change', tellServer);
    field.addEventListener('keydown', (event) => {
      if (event.isComposing || !/^(?:Enter|Escape)$/.test(event.key)) return;
      event.preventDefault();
      tellServer();
      goOn(view, event.key === 'Enter');
    });
    const replace = () => this.choose((picture) => change(view, picture));
    dom.append(
      image,
      field,
      button('text.replace', replace),
      button('text.remove', () => remove(view)),
    );
    this.updateDOM(dom);
    return dom;
  }

  /** @param {HTMLElement} dom */
  updateDOM(dom) {
    const { url, alt } = this.picture;
    const image = /** @type {HTMLImageElement} */ (dom.querySelector('img'));
    const field = /** @type {HTMLInputElement} */ (dom.querySelector('input'));
    image.hidden = !/^(?:\/media\/|https?:\/\/)/.test(url);
    if (!image.hidden && image.getAttribute('src') !== url) image.src = url;
    // A blank at its end is not in the text yet.
    if (field.value.trim() !== alt) field.value = alt;
    return true;
  }

  ignoreEvent() {
    return true;
  }
}

/** @param {Choose} choose */
export const picturePanel = (choose) => [
  StateField.define({
    create: (state) => panelIn(state, choose),
    update: (present, { docChanged, selection, state }) =>
      docChanged || selection ? panelIn(state, choose) : present,
    provide: (field) => EditorView.decorations.from(field),
  }),
  missingAlt,
];

/** @param {EditorState} state @param {Choose} choose @returns {DecorationSet} */
function panelIn(state, choose) {
  const picture = state.selection.main.empty ? pictureAt(state) : null;
  if (!picture) return Decoration.none;
  const widget = new Panel(picture, choose);
  return Decoration.set(
    Decoration.widget({ widget, block: true, side: 1 }).range(state.doc.lineAt(picture.to).to),
  );
}

/**
 * Asks for the alt text of the picture at the cursor.
 * @param {EditorView} view
 * @returns {boolean} false: there is none
 */
export function focusAlt(view) {
  const field = view.dom.querySelector('.picture-panel input');
  if (field instanceof HTMLInputElement) field.focus();
  return field !== null;
}

/** @param {EditorView} view @param {{ alt?: string, url?: string }} next */
function change(view, { alt, url }) {
  const picture = pictureAt(view.state);
  if (!picture) return;
  const { altFrom, altTo, urlFrom } = picture;
  const words = url ? picture.alt || alt : alt;
  const changes = [
    { from: altFrom, to: altTo, insert: escapeAlt((words ?? '').trim()) },
    ...(url ? [{ from: urlFrom, to: urlFrom + picture.url.length, insert: url }] : []),
  ];
  view.dispatch({ changes, selection: { anchor: picture.from }, userEvent: 'input.type' });
}

/** The next time that it is used, the blog knows what it shows. @param {Picture | null} picture */
function tell(picture) {
  const name = /^\/media\/([^?#]+)$/.exec(picture?.url ?? '')?.[1];
  if (picture && name) describe(decodeURIComponent(name), picture.alt);
}

/** @param {EditorView} view */
function remove(view) {
  const picture = pictureAt(view.state);
  if (!picture) return;
  const { doc } = view.state;
  const line = doc.lineAt(picture.from);
  const isAlone = line.text.trim() === doc.sliceString(picture.from, picture.to);
  const { from, to } = isAlone
    ? { from: line.from, to: Math.min(doc.length, line.to + 1) }
    : picture;
  view.dispatch({ changes: { from, to }, userEvent: 'delete' });
  view.focus();
}

/**
 * To the next picture of the gallery that has no alt text, or back into the text.
 * @param {EditorView} view
 * @param {boolean} isDone
 */
function goOn(view, isDone) {
  const { doc } = view.state;
  const here = pictureAt(view.state);
  const line = doc.lineAt(here?.to ?? view.state.selection.main.head);
  const next = line.number < doc.lines ? doc.line(line.number + 1) : null;
  const other = isDone && next ? pictureAt(view.state, next.from) : null;
  if (other?.alt === '') {
    view.dispatch({ selection: { anchor: other.from }, scrollIntoView: true });
    return void focusAlt(view);
  }
  view.dispatch({
    selection: { anchor: next && isDone ? afterBlank(view.state, next.number) : line.to },
    scrollIntoView: true,
  });
  view.focus();
}

/** @param {EditorState} state @param {number} number of a line @returns {number} where one goes on writing */
function afterBlank({ doc }, number) {
  const line = doc.line(number);
  return line.text === '' && number < doc.lines ? doc.line(number + 1).from : line.from;
}

class Missing extends WidgetType {
  eq() {
    return true;
  }

  /** @param {EditorView} view */
  toDOM(view) {
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'alt-missing',
      textContent: word('text.addAltText'),
      tabIndex: -1,
    });
    button.addEventListener('click', () => {
      view.dispatch({ selection: { anchor: view.posAtDOM(button) } });
      focusAlt(view);
    });
    return button;
  }

  ignoreEvent() {
    return true;
  }
}

const finder = new MatchDecorator({
  regexp: PICTURE,
  decorate(add, _from, to, [, alt]) {
    if (alt.trim() === '') add(to, to, Decoration.widget({ widget: new Missing(), side: 1 }));
  },
});

/** Beside each picture that nobody has described yet. */
const missingAlt = ViewPlugin.define(
  (view) => ({
    marks: finder.createDeco(view),
    update(update) {
      this.marks = finder.updateDeco(update, this.marks);
    },
  }),
  { decorations: ({ marks }) => marks },
);
