import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { enclosing } from './marks.js';
import { isCode } from './lines.js';
/** @import { EditorState, StateCommand, TransactionSpec } from '@codemirror/state' */

const URL_ALONE = /^(?:https?:\/\/|mailto:)[^\s<>]+$/i;

/** Makes a link of what is chosen or of the word at the cursor; of a link, its words. @type {StateCommand} */
export const toggleLink = ({ state, dispatch }) => {
  const { main } = state.selection;
  const spec =
    unlinked(state) ?? linked(state, main.empty ? (state.wordAt(main.head) ?? main) : main);
  dispatch(state.update(spec, { scrollIntoView: true, userEvent: 'input' }));
  return true;
};

/** @param {EditorState} state @returns {TransactionSpec | null} null: the cursor is in no link */
function unlinked(state) {
  const { main } = state.selection;
  const node = enclosing(state, main, 'Link');
  if (!node) return null;
  const [open, close] = node.getChildren('LinkMark');
  const words = state.sliceDoc(open.to, close.from);
  const at = Math.min(node.from + words.length, Math.max(node.from, main.head - 1));
  return {
    changes: { from: node.from, to: node.to, insert: words },
    selection: main.empty
      ? EditorSelection.cursor(at)
      : EditorSelection.range(node.from, node.from + words.length),
  };
}

/**
 * @param {EditorState} state
 * @param {{ from: number, to: number }} span
 * @returns {TransactionSpec} with the cursor where something is missing
 */
function linked(state, { from, to }) {
  const words = state.sliceDoc(from, to);
  const isUrl = URL_ALONE.test(words);
  const insert = isUrl ? `[](${words})` : `[${words}]()`;
  const at = from + (words && !isUrl ? insert.length - 1 : 1);
  return { changes: { from, to, insert }, selection: EditorSelection.cursor(at) };
}

/** A URL that is pasted over words makes a link of them. */
export const pasteLink = EditorView.domEventHandlers({
  paste(event, view) {
    const url = event.clipboardData?.getData('text/plain').trim() ?? '';
    const { state } = view;
    const { main } = state.selection;
    const words = state.sliceDoc(main.from, main.to);
    if (main.empty || !URL_ALONE.test(url) || /\n|^https?:|[[\]]/.test(words) || isCode(state))
      return false;
    const address = url.replaceAll('(', '%28').replaceAll(')', '%29');
    // In a link there can be no other: it leads there now.
    const present = enclosing(state, main, 'Link')?.getChild('URL');
    const spec = present
      ? { changes: { from: present.from, to: present.to, insert: address } }
      : state.replaceSelection(`[${words}](${address})`);
    view.dispatch(spec, { userEvent: 'input.paste' });
    return true;
  },
});
