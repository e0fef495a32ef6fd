import { Decoration, ViewPlugin } from '@codemirror/view';
/** @import { EditorState, Line } from '@codemirror/state' */

const here = Decoration.line({ class: 'is-here' });
/** Lines of a paragraph to each side, at most. */
const MOST = 100;

/** Marks the lines of the paragraph in which one writes: the focus mode dims the others. */
export const paragraphHere = ViewPlugin.define(
  (view) => ({
    decorations: mark(view.state),
    update({ docChanged, selectionSet, state }) {
      if (docChanged || selectionSet) this.decorations = mark(state);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

/** @param {EditorState} state */
function mark({ doc, selection }) {
  const line = doc.lineAt(selection.main.head);
  const isBlank = (/** @type {Line} */ { text }) => text.trim() === '';
  let [first, last] = [line.number, line.number];
  if (!isBlank(line)) {
    while (first > Math.max(1, line.number - MOST) && !isBlank(doc.line(first - 1))) first--;
    while (last < Math.min(doc.lines, line.number + MOST) && !isBlank(doc.line(last + 1))) last++;
  }
  const ranges = [];
  for (let number = first; number <= last; number++) ranges.push(here.range(doc.line(number).from));
  return Decoration.set(ranges);
}
