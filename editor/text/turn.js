import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { BEFORE } from './lines.js';
/** @import { EditorState, Line, StateCommand } from '@codemirror/state' */
/** @import { SyntaxNode } from '@lezer/common' */

/**
 * What stands before the first line and the others, and around all.
 * @type {Record<string, [first: string, rest: string, above?: string, below?: string]>}
 */
const kinds = {
  paragraph: ['', ''],
  heading2: ['## ', ''],
  heading3: ['### ', ''],
  heading4: ['#### ', ''],
  list: ['- ', '  '],
  numbered: ['1. ', '   '],
  task: ['- [ ] ', '  '],
  quote: ['> ', '> '],
  callout: ['> ', '> ', '> [!NOTE]\n'],
  code: ['', '', '```\n', '\n```'],
};

/** What begins a line before its words. */
const QUOTE = /^[ \t]*(?:>[ \t]?)*/;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const HEADING = /^[ \t]*#{1,6}[ \t]+/;
const CALLOUT = /^\[!\w+\][ \t]*/;

/**
 * Makes the block at the cursor another; of items that become such of another kind, all of the list.
 * @param {string} name  of `kinds`
 * @returns {StateCommand}
 */
export const turnInto =
  (name) =>
  ({ state, dispatch }) => {
    const { doc, selection } = state;
    const { head } = selection.main;
    const node = leafAt(state, head);
    const item = node && within(node, 'ListItem');
    const isOfList = /^(?:list|numbered|task)$/.test(name);
    if (item && isOfList) {
      const changes = remarked(state, item, name);
      dispatch(state.update({ changes, scrollIntoView: true, userEvent: 'input' }));
      return true;
    }
    const lines = node ? linesOf(state, node) : [doc.lineAt(head)];
    const [from, to] = [lines[0].from, lines[lines.length - 1].to];
    const { bare, dropped } = wordsOf(node, lines);
    const [first, rest, above = '', below = ''] = kinds[name];
    const glue = name.startsWith('heading') ? ' ' : `\n${rest}`;
    const made = first + bare.join(glue);
    const isApart = (/** @type {number} */ number) =>
      number < 1 || number > doc.lines || doc.line(number).text.trim() === '';
    const before = isApart(lines[0].number - 1) ? '' : '\n';
    const after = isApart(lines[lines.length - 1].number + 1) ? '' : '\n';
    const start = from + before.length + above.length;
    // The cursor stays at its word.
    const here = doc.lineAt(head);
    const back = lines[lines.length - 1].number - here.number - dropped;
    const behind = bare
      .slice(bare.length - back)
      .reduce((sum, line) => sum + line.length + glue.length, 0);
    const end = start + made.length - (back > 0 ? behind : 0);
    const anchor = Math.max(start + first.length, end - (back < 0 ? 0 : here.to - head));
    dispatch(
      state.update({
        changes: { from, to, insert: before + above + made + below + after },
        selection: { anchor },
        scrollIntoView: true,
        userEvent: 'input',
      }),
    );
    return true;
  };

/** @param {EditorState} state @param {number} head @returns {SyntaxNode | null} null: an empty line */
function leafAt(state, head) {
  const line = state.doc.lineAt(head);
  const tree = ensureSyntaxTree(state, line.to, 100) ?? syntaxTree(state);
  const leaf = /^(?:Paragraph|Task|(?:ATX|Setext)Heading\d|FencedCode|CodeBlock)$/;
  for (const side of /** @type {const} */ ([-1, 1]))
    for (
      let node = /** @type {SyntaxNode | null} */ (
        tree.resolveInner(side < 0 ? line.to : line.from, side)
      );
      node;
      node = node.parent
    )
      if (leaf.test(node.name) || (node.name === 'ListItem' && node.to <= line.to)) return node;
  return null;
}

/** @param {SyntaxNode} node @param {string} name @returns {SyntaxNode | null} that it is in at once, or is */
const within = (node, name) =>
  node.name === name ? node : node.parent?.name === name ? node.parent : null;

/** @param {EditorState} state @param {SyntaxNode} node @returns {Line[]} */
function linesOf({ doc }, { from, to }) {
  const lines = [];
  for (let { number } = doc.lineAt(from); number <= doc.lineAt(to).number; number++)
    lines.push(doc.line(number));
  return lines;
}

/**
 * @param {SyntaxNode | null} node
 * @param {Line[]} lines
 * @returns {{ bare: string[], dropped: number }} lines without what makes it such a block, `dropped` at its end
 */
function wordsOf(node, lines) {
  const texts = lines.map(({ text }) => text.replace(QUOTE, ''));
  const isFence = node?.name === 'FencedCode';
  const isEnded = isFence && /^\s*[`~]{3,}\s*$/.test(texts[texts.length - 1]);
  const dropped = isEnded || node?.name.startsWith('Setext') ? 1 : 0;
  if (dropped) texts.pop();
  if (isFence) return { bare: texts.slice(1), dropped };
  const [first, ...rest] = texts;
  const bare = first.replace(ITEM, '').replace(HEADING, '').replace(CALLOUT, '');
  const all = [bare, ...rest.map((text) => text.trimStart())];
  return { bare: bare === '' && rest.length > 0 ? all.slice(1) : all, dropped };
}

/**
 * All of its list, but one item alone that becomes a task among bullets. What is in an item goes along with its words.
 * @param {EditorState} state
 * @param {SyntaxNode} item
 * @param {string} name
 */
function remarked(state, item, name) {
  const { doc } = state;
  const isAlone = name === 'task' && item.parent?.name === 'BulletList';
  const all = isAlone ? [item] : (item.parent?.getChildren('ListItem') ?? []);
  return all.flatMap((each, at) => {
    const { from } = each;
    const [whole = '', mark = '', box = ''] =
      /^(\S+[ \t]+)(\[[ xX]\][ \t]+)?/.exec(doc.sliceString(from, doc.lineAt(from).to)) ?? [];
    const put = name === 'numbered' ? `${at + 1}. ` : '- ';
    const further = put.length - mark.length;
    const [, ...inner] = linesOf(state, each);
    return [
      { from, to: from + whole.length, insert: name === 'task' ? put + (box || '[ ] ') : put },
      ...inner.flatMap((line) => {
        const [, quote = '', blank = ''] = BEFORE.exec(line.text) ?? [];
        const start = line.from + quote.length;
        const to = start + Math.min(Math.max(0, -further), blank.length);
        return blank ? [{ from: start, to, insert: ' '.repeat(Math.max(0, further)) }] : [];
      }),
    ];
  });
}
