import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
/** @import { EditorState, StateCommand, Text } from '@codemirror/state' */
/** @import { SyntaxNode } from '@lezer/common' */

/** @typedef {{ from: number, to: number }} Lines  whole ones */

/**
 * Alt and an arrow: moves the block that one is in, or those that are chosen, by one. A block is an item with all that
 * is in it, a paragraph, a table, a block of code. The last item of a list leaves it.
 * @param {1 | -1} way  down or up
 * @returns {StateCommand}
 */
export const moveBlock =
  (way) =>
  ({ state, dispatch }) => {
    const found = blocksIn(state, way);
    if (!found) return true;
    const { doc, selection } = state;
    const [first, second] = way > 0 ? [found.moved, found.passed] : [found.passed, found.moved];
    const between = doc.sliceString(first.to, second.from);
    const [quote] = /^[ \t]*(?:>[ \t]?)*/.exec(doc.lineAt(first.from).text) ?? [''];
    const empty = quote.trimEnd();
    const isApart = found.areItems || /\n[\s>]*\n/.test(between);
    const gap = isApart ? between : `\n${empty}\n`;
    const texts = [textOf(doc, second), textOf(doc, first)];
    const [above, below] = found.areItems ? renumbered(texts) : texts;
    // What is another block now must not go on with its neighbour.
    const touches = (/** @type {number} */ number) =>
      !found.areItems && number >= 1 && number <= doc.lines && /[^\s>]/.test(doc.line(number).text);
    const before = touches(doc.lineAt(first.from).number - 1) ? `${empty}\n` : '';
    const after = touches(doc.lineAt(second.to).number + 1) ? `\n${empty}` : '';
    const by = way > 0 ? above.length + gap.length : first.from - second.from;
    const { anchor, head } = selection.main;
    dispatch(
      state.update({
        changes: { from: first.from, to: second.to, insert: before + above + gap + below + after },
        selection: { anchor: anchor + before.length + by, head: head + before.length + by },
        scrollIntoView: true,
        userEvent: 'move.line',
      }),
    );
    return true;
  };

const isParent = (/** @type {SyntaxNode | null} */ node) =>
  node === null || /^(?:Document|Blockquote|BulletList|OrderedList)$/.test(node.name);

/** @param {SyntaxNode} node @param {number} way @returns {SyntaxNode | null} */
function siblingOf(node, way) {
  let next = way > 0 ? node.nextSibling : node.prevSibling;
  while (next && /Mark$/.test(next.name)) next = way > 0 ? next.nextSibling : next.prevSibling;
  return next;
}

/**
 * @param {EditorState} state
 * @param {number} way
 * @returns {{ moved: Lines, passed: Lines, areItems: boolean } | null} null: nothing can be moved there
 */
function blocksIn(state, way) {
  const { doc, selection } = state;
  const { from, to } = selection.main;
  const tree = ensureSyntaxTree(state, doc.length, 100) ?? syntaxTree(state);
  const line = doc.lineAt(from);
  const start = line.from + (/^[\s>]*/.exec(line.text)?.[0].length ?? 0);
  if (start === line.to && line.text.trim() === '' && !isInCode(tree.resolveInner(start, 1)))
    return null;
  /** @type {SyntaxNode | null} */
  let node = tree.resolveInner(Math.min(start, line.to), 1);
  while (node && (!isParent(node.parent) || (node.parent && node.parent.to < to)))
    node = node.parent;
  for (; node?.parent; node = node.parent) {
    if (!isParent(node.parent)) continue;
    /** @type {SyntaxNode} */
    let last = node;
    for (let next = siblingOf(last, 1); next && next.from <= to; next = siblingOf(next, 1))
      last = next;
    const beside = siblingOf(way > 0 ? last : node, way);
    const isItem = node.name === 'ListItem';
    const isInner = isItem && node.parent.parent?.name === 'ListItem';
    const outside = isItem && !isInner && !beside ? siblingOf(node.parent, way) : null;
    const passed = beside ?? outside;
    if (passed) {
      const moved = linesOf(doc, node.from, last.to);
      const other = linesOf(doc, passed.from, passed.to);
      const isClear = moved.to < other.from || other.to < moved.from;
      return isClear ? { moved, passed: other, areItems: isItem && beside !== null } : null;
    }
    // One that is alone is moved with what it is in.
    if (isInner || siblingOf(way > 0 ? node : last, -way)) return null;
  }
  return null;
}

/** @param {SyntaxNode} node */
const isInCode = ({ name, parent }) => /Code/.test(name + (parent?.name ?? ''));

/** @param {Text} doc @param {number} from @param {number} to @returns {Lines} without empty ones at the end */
function linesOf(doc, from, to) {
  const start = doc.lineAt(from);
  let end = doc.lineAt(to);
  while (end.number > start.number && (end.from === to || /^[\s>]*$/.test(end.text)))
    end = doc.line(end.number - 1);
  return { from: start.from, to: end.to };
}

/** @param {Text} doc @param {Lines} lines */
const textOf = (doc, { from, to }) => doc.sliceString(from, to);

const NUMBER = /^([\s>]*)(\d{1,9})(?=[.)] )/;

/** @param {string[]} items @returns {string[]} numbers stay where they were */
function renumbered([above, below]) {
  const [first, second] = [NUMBER.exec(above)?.[2], NUMBER.exec(below)?.[2]];
  if (!first || !second || first.length !== second.length) return [above, below];
  return [above.replace(NUMBER, `$1${second}`), below.replace(NUMBER, `$1${first}`)];
}
