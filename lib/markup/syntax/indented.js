/** @import { StateBlock } from 'markdown-it' */

/** Spaces by which further lines have to be indented. */
const INDENT = 2;

/**
 * Reads the blocks behind a mark such as `: ` or `[^1]: `: the rest of its line, lines that continue this paragraph,
 * and those below that are indented.
 * @param {StateBlock} state its tokens get those of the blocks; `line` becomes the one after them
 * @param {number} line of the mark
 * @param {number} endLine the line after the last one that may belong to it
 * @param {number} start where the text begins in the source
 * @param {(line: number) => boolean} endsParagraph whether a line that is not indented belongs to something else
 */
export function readIndented(state, line, endLine, start, endsParagraph) {
  const { blkIndent, lineMax, parentType } = state;
  const { [line]: bMarks } = state.bMarks;
  const { [line]: tShift } = state.tShift;
  const { [line]: sCount } = state.sCount;
  state.bMarks[line] = start;
  state.tShift[line] = 0;
  state.sCount[line] = blkIndent + INDENT;
  state.lineMax = extent(state, line, endLine, endsParagraph);
  state.blkIndent = blkIndent + INDENT;
  state.line = line;
  state.md.block.tokenize(state, line, state.lineMax);
  Object.assign(state, { blkIndent, lineMax, parentType });
  state.bMarks[line] = bMarks;
  state.tShift[line] = tShift;
  state.sCount[line] = sCount;
}

/**
 * @param {StateBlock} state
 * @param {number} line
 * @param {number} endLine
 * @param {(line: number) => boolean} endsParagraph
 * @returns {number} the line after the last one
 */
function extent(state, line, endLine, endsParagraph) {
  let end = line + 1;
  for (let next = end; next < endLine; next++) {
    if (state.isEmpty(next)) continue;
    const isIndented = state.sCount[next] - state.blkIndent >= INDENT;
    const isLazy = next === end && state.sCount[next] >= state.blkIndent;
    if (!isIndented && (!isLazy || endsParagraph(next))) break;
    end = next + 1;
  }
  return end;
}
