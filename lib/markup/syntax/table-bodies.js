/** @import { MarkdownIt, StateBlock } from 'markdown-it' */

/** Lines between the rows of a table: the first ends its head, further ones a body; those of `=` begin the foot. */
const isBodyLine = (/** @type {string} */ line) =>
  /^\|[-+|: \t]*$/.test(line) && line.includes('-');
const isFootLine = (/** @type {string} */ line) =>
  /^\|[=+|: \t]*$/.test(line) && line.includes('=');

/** A bar that is no text. */
const BAR = /(?<!\\)\|/;

/** @typedef {{ rows: string[], end: string }} Group  rows, and the line after them; '' for the last */

/**
 * Tables as kramdown has them: without a head, between `|---` lines, in several bodies, and with a foot after `|===`. Every line begins with
 * a bar. What has just one such line, below its first row, is a table of everyone.
 * @param {MarkdownIt} md
 */
export const tableBodies = (md) => void md.block.ruler.before('table', 'table_bodies', table);

/** @param {StateBlock} state @param {number} start @param {number} endLine @param {boolean} silent */
function table(state, start, endLine, silent) {
  if (silent || state.src[state.bMarks[start] + state.tShift[start]] !== '|') return false;
  const lines = linesFrom(state, start, endLine);
  const isMark = (/** @type {string} */ line) => isBodyLine(line) || isFootLine(line);
  if (!lines.some((line, at) => at !== 1 && isMark(line)) || lines.every(isMark)) return false;
  const groups = groupsOf(lines);
  const sides = alignments(lines.find((line) => isBodyLine(line) && line.includes(':')) ?? '');
  const foot = groups.findIndex(({ end }) => isFootLine(end)) + 1 || groups.length;
  const hasHead = groups.length > 1 && isBodyLine(groups[0].end);
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

/** @param {StateBlock} state @param {number} start @param {number} endLine @returns {string[]} those that begin with a bar */
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

/** @param {string[]} lines @returns {Group[]} at least one, none without rows */
function groupsOf(lines) {
  /** @type {Group[]} */
  const groups = [];
  /** @type {string[]} */
  let rows = [];
  for (const line of [...lines, '']) {
    const isRow = line !== '' && !isBodyLine(line) && !isFootLine(line);
    if (isRow) rows.push(line);
    else if (rows.length > 0) {
      groups.push({ rows, end: line });
      rows = [];
    } else if (groups.length > 0 && isFootLine(line)) groups[groups.length - 1].end = line;
  }
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
