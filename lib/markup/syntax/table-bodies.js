/** @import { MarkdownIt, StateBlock } from 'markdown-it' */

/** A bar that is no text. */
const BAR = /(?<!\\)\|/;

/**
 * @typedef {{ text: string, kind: '' | 'body' | 'foot' }} Line  `kind`: of a line between rows: the first `body` ends
 *   the head, further ones a body; `foot` begins the foot
 * @typedef {{ rows: string[], end: Line['kind'] }} Group  rows, and the line after them
 */

/**
 * Tables as kramdown has them: without a head, between `|---` lines, in several bodies, and with a foot after `|===`.
 * Every line begins with a bar. What has just one such line, below its first row, is a table of everyone.
 * @param {MarkdownIt} md
 */
export const tableBodies = (md) => void md.block.ruler.before('table', 'table_bodies', table);

/** @param {StateBlock} state @param {number} start @param {number} endLine @param {boolean} silent */
function table(state, start, endLine, silent) {
  if (silent || state.src[state.bMarks[start] + state.tShift[start]] !== '|') return false;
  const lines = withKinds(linesFrom(state, start, endLine));
  if (!lines.some(({ kind }, at) => at !== 1 && kind) || lines.every(({ kind }) => kind))
    return false;
  const groups = groupsOf(lines);
  const sides = alignments(lines.find(({ kind, text }) => kind && text.includes(':'))?.text ?? '');
  const foot = groups.findIndex(({ end }) => end === 'foot') + 1 || groups.length;
  const hasHead = groups.length > 1 && groups[0].end === 'body';
  state.push('table_open', 'table', 1).map = [start, start + lines.length];
  for (const [at, { rows }] of groups.entries()) {
    const isHead = hasHead && at === 0;
    const name = isHead ? 'thead' : at >= foot ? 'tfoot' : 'tbody';
    state.push(`${name}_open`, name, 1);
    for (const row of rows) addRow(state, row, isHead ? 'th' : 'td', sides);
    state.push(`${name}_close`, name, -1);
  }
  state.push('table_close', 'table', -1);
  state.line = start + lines.length;
  return true;
}

/**
 * A row of `| - |` has nothing in its cells, where no line before it says that the table is kramdown's.
 * @param {string[]} lines
 * @returns {Line[]}
 */
function withKinds(lines) {
  const isKramdown = kindOf(lines[0]) !== '';
  return lines.map((text, at) => {
    const isSure = isKramdown || at === 1 || /^\|:?(?:--|==)/.test(text);
    return { text, kind: isSure ? kindOf(text) : '' };
  });
}

/** @param {string} line @returns {Line['kind']} */
function kindOf(line) {
  if (/^\|[-+|: \t]*$/.test(line)) return line.includes('-') ? 'body' : '';
  return /^\|[=+|: \t]*$/.test(line) ? 'foot' : '';
}

/**
 * @param {StateBlock} state
 * @param {number} start
 * @param {number} endLine
 * @returns {string[]} those that begin with a bar
 */
function linesFrom(state, start, endLine) {
  const lines = [];
  for (let line = start; line < endLine; line++) {
    const from = state.bMarks[line] + state.tShift[line];
    const indent = state.sCount[line] - state.blkIndent;
    if (indent < 0 || indent >= 4 || state.src[from] !== '|') break;
    lines.push(state.src.slice(from, state.eMarks[line]).trimEnd());
  }
  return lines;
}

/** @param {Line[]} lines @returns {Group[]} at least one, none without rows */
function groupsOf(lines) {
  /** @type {Group[]} */
  const groups = [];
  /** @type {string[]} */
  let rows = [];
  const close = (/** @type {Line['kind']} */ end) => {
    if (rows.length > 0) groups.push({ rows, end });
    else if (groups.length > 0 && end === 'foot') groups[groups.length - 1].end = end;
    rows = [];
  };
  for (const { text, kind } of lines) {
    if (kind) close(kind);
    else rows.push(text);
  }
  close('');
  return groups;
}

/** @param {string} line @returns {string[]} of each column: '', 'left', 'center' or 'right' */
const alignments = (line) =>
  line
    .slice(1)
    .split(/[|+]/)
    .map((column) => {
      const [isLeft, isRight] = [/^\s*:/.test(column), column.trimEnd().endsWith(':')];
      if (isRight) return isLeft ? 'center' : 'right';
      return isLeft ? 'left' : '';
    });

/** @param {StateBlock} state @param {string} row @param {'td' | 'th'} cell @param {string[]} sides */
function addRow(state, row, cell, sides) {
  const cells = row.slice(1).split(BAR);
  if (cells.length > 1 && cells[cells.length - 1].trim() === '') cells.pop();
  state.push('tr_open', 'tr', 1);
  for (const [column, text] of cells.entries()) {
    const open = state.push(`${cell}_open`, cell, 1);
    if (sides[column]) open.attrs = [['style', `text-align:${sides[column]}`]];
    const inline = state.push('inline', '', 0);
    Object.assign(inline, { content: text.trim().replaceAll('\\|', '|'), children: [] });
    state.push(`${cell}_close`, cell, -1);
  }
  state.push('tr_close', 'tr', -1);
}
