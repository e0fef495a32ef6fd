import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { EditorSelection } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
/** @import { ChangeSpec, EditorState, StateCommand, TransactionSpec } from '@codemirror/state' */

/**
 * @typedef {{ from: number, to: number }} Span
 * @typedef {ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>} SyntaxNode
 */

/**
 * @typedef {{ mark: string, node: string, within?: string }} Mark  `node`: as the syntax tree names it; `within`: in a
 * word, where the mark would be none
 */

/** What stands around words. @type {Record<string, Mark>} */
export const marks = {
  bold: { mark: '**', node: 'StrongEmphasis' },
  italic: { mark: '_', node: 'Emphasis', within: '*' },
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
  const { mark, node, within } = marks[name];
  return state.changeByRange((range) => {
    const { from } = range;
    const isBetween = range.empty && marksAround(state, range, mark, within).length > 0;
    const parts = range.empty ? wordAt(state, from) : partsOf(state, range);
    if (isBetween || parts.length === 0) return atCursor(state, range, mark);
    const found = parts.map((part) => {
      const around = enclosing(state, part, node);
      return around ? outer(around) : marksAround(state, part, mark, within);
    });
    const list = found.every((each) => each.length > 0)
      ? found.flat()
      : parts.flatMap((part, at) => (found[at].length > 0 ? [] : around(state, part, marks[name])));
    const changes = state.changes(list);
    if (range.empty) {
      // At the end of its word, the cursor stays inside the mark.
      const side = from === parts[0].to && from !== parts[0].from ? -1 : 1;
      return { changes, range: EditorSelection.cursor(changes.mapPos(from, side)) };
    }
    // What was chosen beside the words would hide the marks from the next press.
    const ends = [changes.mapPos(parts[0].from, 1), changes.mapPos(parts[parts.length - 1].to, -1)];
    const [anchor, head] = range.anchor === from ? ends : ends.reverse();
    return { changes, range: EditorSelection.range(anchor, head) };
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

/** @param {EditorState} state @param {Span} part @param {Mark} kind @returns {ChangeSpec[]} */
function around({ doc }, { from, to }, { mark, node, within }) {
  const beside = doc.sliceString(Math.max(0, from - 1), from) + doc.sliceString(to, to + 1);
  // Code that has a backtick in it needs more of them around.
  const inside = node === 'InlineCode' && doc.sliceString(from, to).includes('`');
  const plain = within && /[\p{L}\p{N}]/u.test(beside) ? within : mark;
  const [before, after] = inside ? ['`` ', ' ``'] : [plain, plain];
  return [
    { from, insert: before },
    { from: to, insert: after },
  ];
}

/**
 * Without a word, the cursor stands between the marks; between empty ones, they go.
 * @param {EditorState} state
 * @param {Span} cursor
 * @param {string} mark
 */
function atCursor(state, { from }, mark) {
  const changes = marksAround(state, { from, to: from }, mark);
  return changes.length > 0
    ? { changes, range: EditorSelection.cursor(from - mark.length) }
    : {
        changes: { from, insert: mark + mark },
        range: EditorSelection.cursor(from + mark.length),
      };
}

/**
 * Also such as are no marks by the rules of Markdown, like `**a.**b`.
 * @param {EditorState} state
 * @param {Span} span
 * @param {string} mark
 * @param {string} [within]
 * @returns {Span[]}
 */
function marksAround({ doc }, { from, to }, mark, within) {
  const { length } = mark;
  const spans = [
    { from: from - length, to: from },
    { from: to, to: to + length },
  ];
  const [before, after] = spans.map((span) => doc.sliceString(Math.max(0, span.from), span.to));
  const outside = doc.sliceString(Math.max(0, from - length - 1), Math.max(0, from - length));
  const isThere = before === after && outside !== mark[0] && (before === mark || before === within);
  return isThere ? spans : [];
}

/** @param {EditorState} state @param {number} at @returns {Span[]} */
function wordAt(state, at) {
  const word = state.wordAt(at);
  return word ? [word] : [];
}

/**
 * @param {EditorState} state
 * @param {Span} span
 * @returns {Span[]} of each line in it, without what begins it and without blanks
 */
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

/**
 * @param {EditorState} state
 * @param {Span} span
 * @param {string} name
 * @returns {SyntaxNode | null} the innermost around it
 */
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

/** @param {SyntaxNode} node @returns {Span[]} its first and its last mark */
function outer({ firstChild, lastChild }) {
  if (!firstChild || !lastChild) return [];
  return [firstChild, lastChild].map(({ from, to }) => ({ from, to }));
}
