import { isNextToCjk, joinsLines } from '../../base/east-asian.js';
/** @import { MarkdownIt, StateInline, Token } from 'markdown-it' */

/**
 * Lets emphasis begin and end beside Chinese, Japanese and Korean, which have no spaces around words, whatever
 * punctuation it has at its edges: `**重要：**これは`. CommonMark asks for a space there (section 6.2); this is the amendment
 * of markdown-it-cjk-friendly. A line break between two of their characters is no space.
 * @param {MarkdownIt} md
 */
export function eastAsian(md) {
  const State = /** @type {typeof StateInline} */ (md.inline.State);
  md.inline.State = class extends State {
    /** @param {number} start @param {boolean} canSplitWord false for `_` */
    scanDelims(start, canSplitWord) {
      const found = super.scanDelims(start, canSplitWord);
      const isDecided = found.can_open && found.can_close;
      const end = start + found.length;
      if (isDecided || !canSplitWord || this.isGap(start - 1) || this.isGap(end)) return found;
      if (!isNextToCjk(this.src, start, end)) return found;
      return { ...found, can_open: true, can_close: true };
    }

    /** @param {number} at */
    isGap(at) {
      return at < 0 || at >= this.posMax || this.md.utils.isWhiteSpace(this.src.charCodeAt(at));
    }
  };
  md.renderer.rules.softbreak = (tokens, at, options) => {
    if (options.breaks) return '<br>\n';
    return joinsLines(adjacentText(tokens, at, -1), adjacentText(tokens, at, 1)) ? '' : '\n';
  };
}

/**
 * @param {Token[]} tokens
 * @param {number} at
 * @param {1 | -1} step
 * @returns {string} the nearest text of the same line, through tags; '' when there is none
 */
function adjacentText(tokens, at, step) {
  for (let near = at + step; near >= 0 && near < tokens.length; near += step) {
    const { type, content } = tokens[near];
    if (/^(?:softbreak|hardbreak|image)$/.test(type)) return '';
    if (content && (type === 'text' || type === 'code_inline')) return content;
  }
  return '';
}
