/** @import { MarkdownIt, StateBlock } from 'markdown-it' */

const START = /^:{3,20}[ \t]*subscribe[ \t]*$/i;
const END = /^:{3,20}[ \t]*$/;

/** Where the form is shown that subscribes; where it cannot be, as in a feed, its link leads to it. */
export const SUBSCRIBE = '<p class="subscribe"><a href="/subscribe">Subscribe</a></p>';

/** `:::subscribe`, alone on its line. @param {MarkdownIt} md */
export const subscribeForm = (md) =>
  md.block.ruler.before('paragraph', 'subscribe', block, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });

/** @param {StateBlock} state @param {number} line @param {number} endLine @param {boolean} silent */
function block(state, line, endLine, silent) {
  if (state.sCount[line] - state.blkIndent >= 4 || !START.test(textOf(state, line))) return false;
  if (silent) return true;
  const hasEnd = line + 1 < endLine && END.test(textOf(state, line + 1));
  state.push('ours', '', 0).content = `${SUBSCRIBE}\n`;
  state.line = line + (hasEnd ? 2 : 1);
  return true;
}

/** @param {StateBlock} state @param {number} line */
const textOf = (state, line) =>
  state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]).slice(0, 100);
