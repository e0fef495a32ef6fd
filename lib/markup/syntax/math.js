import { environmentOf } from './environment.js';
import { formula } from '../formula.js';
/** @import { MarkdownIt, StateBlock, StateInline } from 'markdown-it' */

/** Characters of a formula in a line, and lines of one that stands by itself. */
const LONGEST = 2000;
const MOST_LINES = 100;

/** Prices: a number and a word behind it. */
const PRICE = /^[\d.,]+\s+\(?[\p{L}]{2}/u;

/** `$…$` and `$$…$$`. @param {MarkdownIt} md */
export function math(md) {
  md.inline.ruler.before('escape', 'math', inline);
  md.block.ruler.before('fence', 'math', block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.renderer.rules.math = (tokens, at, _options, env) =>
    formula(tokens[at].content, tokens[at].markup, environmentOf(env));
  md.renderer.rules.math_block = (tokens, at, _options, env) =>
    `<p>${formula(tokens[at].content, '$$', environmentOf(env))}</p>\n`;
}

/** @param {StateInline} state @param {boolean} silent */
function inline(state, silent) {
  const { src, pos, posMax } = state;
  if (src[pos] !== '$') return false;
  const mark = src[pos + 1] === '$' ? '$$' : '$';
  const start = pos + mark.length;
  const end = endOf(src, start, Math.min(posMax, start + LONGEST), mark);
  const tex = src.slice(start, end);
  if (end < 0 || !tex.trim() || (mark === '$' && !isFormula(tex, src[pos - 1], src[end + 1])))
    return false;
  if (!silent) Object.assign(state.push('math', '', 0), { content: tex, markup: mark });
  state.pos = end + mark.length;
  return true;
}

/**
 * @param {string} src
 * @param {number} start
 * @param {number} limit
 * @param {string} mark
 * @returns {number} -1 without an end
 */
function endOf(src, start, limit, mark) {
  for (let at = start; at < limit; at++) {
    if (src[at] === '\\') at++;
    else if (src[at] === '$')
      return src.startsWith(mark, at) && at + mark.length <= limit ? at : -1;
  }
  return -1;
}

/**
 * “$5 and $6” and “$HOME/$USER” are none.
 * @param {string} tex
 * @param {string} [before] the character before it
 * @param {string} [after]
 */
const isFormula = (tex, before = ' ', after = ' ') =>
  !/^\s|\s$/.test(tex) && !/\w/.test(before) && !/[\w$]/.test(after) && !PRICE.test(tex);

/** @param {StateBlock} state @param {number} line @param {number} endLine @param {boolean} silent */
function block(state, line, endLine, silent) {
  const start = state.bMarks[line] + state.tShift[line];
  if (!state.src.startsWith('$$', start) || state.sCount[line] - state.blkIndent >= 4) return false;
  const first = state.src.slice(start + 2, state.eMarks[line]).trim();
  const isWhole = first.length > 2 && first.endsWith('$$');
  // “$$a$$ and $$b$$” is a line of text.
  if (first.slice(0, isWhole ? -2 : undefined).includes('$$')) return false;
  const last = isWhole ? line : lastLine(state, line, endLine);
  if (last < 0) return false;
  if (silent) return true;
  const text = isWhole
    ? first
    : `${first}\n${state.getLines(line + 1, last + 1, state.blkIndent, false)}`;
  state.line = last + 1;
  state.push('math_block', '', 0).content = text.trimEnd().slice(0, -2).trim();
  return true;
}

/** @param {StateBlock} state @param {number} line @param {number} endLine @returns {number} -1 when there is none */
function lastLine(state, line, endLine) {
  for (let next = line + 1; next < Math.min(endLine, line + MOST_LINES); next++) {
    if (state.sCount[next] < state.blkIndent && !state.isEmpty(next)) return -1;
    const text = state.src.slice(state.bMarks[next], state.eMarks[next]).trimEnd();
    if (text.endsWith('$$')) return next;
    if (text.includes('$$')) return -1;
  }
  return -1;
}
