import { syntaxTree } from '@codemirror/language';
import { EditorSelection } from '@codemirror/state';
/** @import { ChangeSpec, EditorState, Line, StateCommand } from '@codemirror/state' */

/**
 * What begins a line, by kind; `any` is what the kind takes the place of.
 * @type {Record<string, { put: string, own: RegExp, any: RegExp }>}
 */
const kinds = {
  quote: { put: '> ', own: /^> ?/, any: /^/ },
  list: { put: '- ', own: /^[-*+] (?!\[[ xX]\] )/, any: /^(?:[-*+]|\d{1,9}[.)]) (?:\[[ xX]\] )?/ },
  numbered: { put: '1. ', own: /^\d{1,9}[.)] /, any: /^[-*+] (?:\[[ xX]\] )?/ },
  task: { put: '- [ ] ', own: /^[-*+] \[[ xX]\] /, any: /^(?:[-*+]|\d{1,9}[.)]) / },
  ...Object.fromEntries(
    [1, 2, 3, 4].map((level) => [
      `heading${level}`,
      { put: `${'#'.repeat(level)} `, own: RegExp(`^#{${level}} +`), any: /^#{1,6} +/ },
    ]),
  ),
};

/** @param {string} name of `kinds` @returns {StateCommand} makes what is chosen such lines, or plain again */
export const toggleLines =
  (name) =>
  ({ state, dispatch }) => {
    const { put, own, any } = kinds[name];
    const all = linesOf(state);
    const lines = all.length > 1 ? all.filter(({ text }) => text.trim() !== '') : all;
    const rest = ({ text = '' }) => text.trimStart();
    const isThere = lines.every((line) => own.test(rest(line)));
    const changes = lines.map((line, at) => {
      const from = line.to - rest(line).length;
      const present = (isThere ? own : any).exec(rest(line))?.[0] ?? '';
      const marked = name === 'numbered' ? `${at + 1}. ` : put;
      const insert = isThere || (!isThere && own.test(rest(line))) ? '' : marked;
      return { from, to: from + (isThere || insert ? present.length : 0), insert };
    });
    const set = state.changes(changes);
    const selection = EditorSelection.create(
      state.selection.ranges.map(({ anchor, head }) =>
        EditorSelection.range(set.mapPos(anchor, 1), set.mapPos(head, 1)),
      ),
      state.selection.mainIndex,
    );
    dispatch(state.update({ changes: set, selection, scrollIntoView: true, userEvent: 'input' }));
    return true;
  };

/** @param {EditorState} state @returns {Line[]} those that are chosen, each once */
function linesOf({ doc, selection }) {
  /** @type {Map<number, Line>} */
  const lines = new Map();
  for (const { from, to } of selection.ranges)
    for (let { number } = doc.lineAt(from), last = doc.lineAt(to).number; number <= last; number++)
      lines.set(number, doc.line(number));
  return [...lines.values()];
}

/** The beginning of an item, up to its words. */
const ITEM = /^([ \t>]*)([-*+]|\d{1,9}[.)])([ \t]+)/;

/** What stands before the words of a line: quotations from its beginning, and blanks. */
export const BEFORE = /^((?:>[ \t]?)*)([ \t]*)/;

/** The Tab key: moves items of a list inwards, below the words of the one before. @type {StateCommand} */
export const indent = ({ state, dispatch }) => {
  const lines = linesOf(state);
  if (isCode(state)) {
    dispatch(state.update(state.replaceSelection('  '), { userEvent: 'input' }));
    return true;
  }
  const items = lines.filter(({ text }) => ITEM.test(text));
  const width = items.length > 0 ? widthBefore(state, items[0]) : 0;
  const insert = ' '.repeat(width);
  const changes = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ from, text }) => ({ from: from + (BEFORE.exec(text)?.[1].length ?? 0), insert }));
  if (width > 0)
    dispatch(state.update({ changes: moved(state, lines, changes), userEvent: 'input.indent' }));
  return true;
};

/** Shift+Tab: moves them back outwards. @type {StateCommand} */
export const outdent = ({ state, dispatch }) => {
  const lines = linesOf(state).filter(({ text }) => BEFORE.exec(text)?.[2]);
  const [first] = lines;
  if (!first) return true;
  const own = depthOf(first.text);
  const parent = linesBefore(state, first).find(
    ({ text }) => ITEM.test(text) && depthOf(text) < own,
  );
  const [, quote = ''] = BEFORE.exec(first.text) ?? [];
  const width = Math.max(1, own - (parent ? depthOf(parent.text) : quote.length));
  const changes = lines.map(({ from, text }) => {
    const start = BEFORE.exec(text)?.[1].length ?? 0;
    const [blank = ''] = RegExp(`^(?:\\t| {1,${width}})`).exec(text.slice(start)) ?? [];
    return { from: from + start, to: from + start + blank.length };
  });
  dispatch(state.update({ changes: moved(state, lines, changes), userEvent: 'delete.dedent' }));
  return true;
};

/**
 * A number other than 1 would begin no list below words: what is the first of its list now is the first by its number.
 * @param {EditorState} state
 * @param {Line[]} lines
 * @param {ChangeSpec} spec  moves them
 */
function moved(state, lines, spec) {
  const changes = state.changes(spec);
  const next = state.update({ changes }).state;
  const { doc } = next;
  const end = lines[lines.length - 1].number;
  /** @type {{ from: number, to: number, insert: string }[]} */
  const numbers = [];
  /** Last of each list that is open, by how far it stands in. @type {Map<number, number>} */
  const open = new Map();
  for (const { text } of linesBefore(next, doc.line(lines[0].number)))
    if (ITEM.test(text) && [...open.keys()].every((each) => depthOf(text) < each))
      open.set(depthOf(text), parseInt(ITEM.exec(text)?.[2] ?? '', 10) || 0);
  for (let number = lines[0].number; number <= Math.min(end + 1, doc.lines); number++) {
    const { from, text } = doc.line(number);
    const [, before = '', mark = ''] = ITEM.exec(text) ?? [];
    if (!mark) continue;
    const depth = depthOf(text);
    for (const each of open.keys()) if (each > depth) open.delete(each);
    const isFirst = !open.has(depth);
    const count = (open.get(depth) ?? 0) + 1;
    const isNumber = /^\d/.test(mark);
    open.set(depth, isNumber ? count : 0);
    if (isNumber && (number <= end || (isFirst && open.size > 1)))
      numbers.push({
        from: from + before.length,
        to: from + before.length + mark.length - 1,
        insert: String(count),
      });
  }
  return changes.compose(next.changes(numbers));
}

/**
 * @param {EditorState} state
 * @param {Line} line
 * @returns {number} how far the words of the item before stand in; 0: there is none
 */
function widthBefore(state, line) {
  const own = depthOf(line.text);
  for (const { text } of linesBefore(state, line)) {
    const [, , mark = '', blank = ''] = ITEM.exec(text) ?? [];
    if (mark && depthOf(text) <= own)
      return depthOf(text) === own ? mark.length + Math.min(blank.length, 4) : 0;
    if (text.trim() !== '' && !/^\s/.test(text)) return 0;
  }
  return 0;
}

/** @param {EditorState} state @param {Line} line @returns {Line[]} at most a hundred, the nearest first */
function linesBefore({ doc }, { number }) {
  const count = Math.min(100, number - 1);
  return Array.from({ length: count }, (_, at) => doc.line(number - 1 - at));
}

/** @param {string} text @returns {number} columns before the mark */
const depthOf = (text) => /^[ \t>]*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0;

/** @param {EditorState} state @returns {boolean} */
export const isCode = (state) => {
  const { main } = state.selection;
  for (let node = syntaxTree(state).resolveInner(main.head, -1); node.parent; node = node.parent)
    if (/^(?:FencedCode|CodeBlock|InlineCode)$/.test(node.name)) return true;
  return false;
};
