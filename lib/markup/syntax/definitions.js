import { readIndented } from './indented.js';
/** @import { MarkdownIt, StateBlock } from 'markdown-it' */

/**
 * Lists of terms, each of one line, with descriptions below:
 *
 *     Damson
 *     : A small plum
 *
 * @param {MarkdownIt} md
 */
export function definitions(md) {
  md.block.ruler.before('paragraph', 'definitions', (state, startLine, endLine) => {
    if (descriptionAfter(state, startLine, endLine) < 0) return false;
    state.push('dl_open', 'dl', 1);
    let line = startLine;
    for (let next; (next = descriptionAfter(state, line, endLine)) >= 0;) {
      state.push('dt_open', 'dt', 1);
      const term = state.push('inline', '', 0);
      term.content = state.getLines(line, line + 1, state.blkIndent, false).trim();
      term.map = [line, line + 1];
      term.children = [];
      state.push('dt_close', 'dt', -1);
      for (
        let from = next;
        from < endLine && textAt(state, from) >= 0;
        from = state.skipEmptyLines(line)
      )
        line = describe(state, from, endLine);
      line = state.skipEmptyLines(line);
      if (line >= endLine) break;
    }
    state.push('dl_close', 'dl', -1);
    state.line = line;
    return true;
  });
}

/** @param {StateBlock} state @param {number} line @param {number} endLine @returns {number} the line after it */
function describe(state, line, endLine) {
  state.push('dd_open', 'dd', 1);
  const first = state.tokens.length;
  readIndented(
    state,
    line,
    endLine,
    textAt(state, line),
    (next) => textAt(state, next) >= 0 || (next + 1 < endLine && textAt(state, next + 1) >= 0),
  );
  const own = state.tokens.slice(first);
  // A single paragraph is the description itself.
  if (own.length === 3 && own[0].type === 'paragraph_open') own[0].hidden = own[2].hidden = true;
  state.push('dd_close', 'dd', -1);
  return state.line;
}

/**
 * @param {StateBlock} state
 * @param {number} line of a term
 * @param {number} endLine
 * @returns {number} the line of its description, or -1
 */
function descriptionAfter(state, line, endLine) {
  if (isElsewhere(state, line) || textAt(state, line) >= 0) return -1;
  let next = line + 1;
  if (next < endLine && state.isEmpty(next)) next++;
  return next < endLine && textAt(state, next) >= 0 ? next : -1;
}

/**
 * @param {StateBlock} state
 * @param {number} line
 * @returns {number} where its text begins in the source; -1 when it is no description
 */
function textAt(state, line) {
  const start = state.bMarks[line] + state.tShift[line];
  if (isElsewhere(state, line) || state.src[start] !== ':') return -1;
  const text = state.skipSpaces(start + 1);
  return text > start + 1 && text < state.eMarks[line] ? text : -1;
}

/**
 * @param {StateBlock} state
 * @param {number} line
 * @returns {boolean} whether it is code, or of the blocks around this one
 */
function isElsewhere(state, line) {
  const indent = state.sCount[line] - state.blkIndent;
  return indent < 0 || indent >= 4;
}
