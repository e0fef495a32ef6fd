import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
/** @import { ChangeSpec, EditorState, StateCommand, TransactionSpec } from '@codemirror/state' */

/**
 * @typedef {{ from: number, to: number }} Span
 * @typedef {ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>} SyntaxNode
 */

/** What stands around words, and how the syntax tree names it. @type {Record<string, { mark: string, node: string }>} */
export const marks = {
  bold: { mark: '**', node: 'StrongEmphasis' },
  italic: { mark: '_', node: 'Emphasis' },
  code: { mark: '`', node: 'InlineCode' },
  strike: { mark: '~~', node: 'Strikethrough' },
};

/** What begins a line before its words: quotes, lists, tasks, headings. */
const START = /^\s*(?:>\s?|(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|#{1,6}\s+)*/;

/** @param {string} name of `marks` @returns {StateCommand} */
export const toggleMark =
  (name) =>
  ({ state, dispatch }) => {
    dispatch(state.update(toggled(state, name), { scrollIntoView: true, userEvent: 'input' }));
    return true;
  };

/**
 * @param {EditorState} state
 * @param {string} name of `marks`
 * @returns {TransactionSpec} puts the mark around what is chosen, or around the word at the cursor; where it stands
 *   already, takes it away
 */
function toggled(state, name) {
  const { mark, node } = marks[name];
  return state.changeByRange((range) => {
    const { from, to } = range;
    const parts = range.empty ? wordAt(state, from) : partsOf(state, range);
    if (parts.length === 0) return aroundCursor(state, from, mark);
    const found = parts.map((part) => enclosing(state, part, node));
    /** @type {ChangeSpec[]} */
    const list = found.every(Boolean)
      ? found.flatMap((each) => outer(/** @type {SyntaxNode} */ (each)))
      : parts.flatMap((part, at) => (found[at] ? [] : around(state, part, mark, node)));
    const changes = state.changes(list);
    if (range.empty) {
      // At the end of its word, the cursor stays inside the mark.
      const side = from === parts[0].to && from !== parts[0].from ? -1 : 1;
      return { changes, range: EditorSelection.cursor(changes.mapPos(from, side)) };
    }
    const [anchor, head] = range.anchor === from ? [1, -1] : [-1, 1];
    return {
      changes,
      range: EditorSelection.range(
        changes.mapPos(range.anchor, from === to ? 1 : anchor),
        changes.mapPos(range.head, head),
      ),
    };
  });
}

/** A mark that is typed over what is chosen stands around it. */
export const surround = EditorView.inputHandler.of((view, from, to, text) => {
  if (from === to || !/^[*_`~=]$/.test(text) || view.composing) return false;
  view.dispatch({
    changes: [
      { from, insert: text },
      { from: to, insert: text },
    ],
    selection: { anchor: from + 1, head: to + 1 },
    userEvent: 'input.type',
  });
  return true;
});

/** @param {EditorState} state @param {Span} part @param {string} mark @param {string} node @returns {ChangeSpec[]} */
function around(state, { from, to }, mark, node) {
  // Code that has a backtick in it needs more of them around.
  const inside = node === 'InlineCode' && state.sliceDoc(from, to).includes('`');
  const [before, after] = inside ? ['`` ', ' ``'] : [mark, mark];
  return [
    { from, insert: before },
    { from: to, insert: after },
  ];
}

/** Without a word, the cursor stands between the marks; between empty ones, they go. */
function aroundCursor(/** @type {EditorState} */ state, /** @type {number} */ at, mark = '') {
  const { length } = mark;
  const isThere =
    state.sliceDoc(Math.max(0, at - length), at) === mark &&
    state.sliceDoc(at, at + length) === mark;
  return isThere
    ? {
        changes: { from: at - length, to: at + length },
        range: EditorSelection.cursor(at - length),
      }
    : { changes: { from: at, insert: mark + mark }, range: EditorSelection.cursor(at + length) };
}

/** @param {EditorState} state @param {number} at @returns {Span[]} */
function wordAt(state, at) {
  const word = state.wordAt(at);
  return word ? [word] : [];
}

/** @param {EditorState} state @param {Span} span @returns {Span[]} of each line in it, without what begins it and without blanks */
function partsOf({ doc }, { from, to }) {
  const parts = [];
  for (let at = from; at <= to;) {
    const line = doc.lineAt(at);
    const start = Math.max(from, line.from + (START.exec(line.text)?.[0].length ?? 0));
    const text = line.text.slice(Math.max(0, start - line.from), to - line.from);
    const words = text.trim();
    const first = start + text.length - text.trimStart().length;
    if (words) parts.push({ from: first, to: first + words.length });
    at = line.to + 1;
  }
  return parts;
}

/** @param {EditorState} state @param {Span} span @param {string} name @returns {SyntaxNode | null} the innermost around it */
export function enclosing(state, { from, to }, name) {
  const tree = ensureSyntaxTree(state, to, 50) ?? syntaxTree(state);
  for (const side of /** @type {const} */ ([1, -1]))
    for (
      let node = /** @type {SyntaxNode | null} */ (tree.resolveInner(side === 1 ? from : to, side));
      node;
      node = node.parent
    )
      if (node.name === name && node.from <= from && node.to >= to) return node;
  return null;
}

/** @param {SyntaxNode} node @returns {ChangeSpec[]} takes away its first and its last mark */
function outer({ firstChild, lastChild }) {
  if (!firstChild || !lastChild) return [];
  return [firstChild, lastChild].map(({ from, to }) => ({ from, to }));
}
