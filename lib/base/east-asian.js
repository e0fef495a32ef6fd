/** Blocks of Unicode in which all is Chinese, Japanese or Korean: letters, punctuation, and forms of full width. */
const HANGUL = String.raw`\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff\uffa0-\uffdc`;
const WIDE = String.raw`\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffee\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}`;
/** They belong to the character before them. */
const SELECTORS = String.raw`[\ufe00-\ufe0e\u{e0100}-\u{e01ef}]?`;
/** Punctuation of these languages and of others, which does not decide by itself. */
const SHARED = '“”‘’…—·';

const STARTS = new RegExp(`^[${HANGUL}${WIDE}]`, 'u');
const ENDS = new RegExp(`[${HANGUL}${WIDE}]${SELECTORS}$`, 'u');
const STARTS_WIDE = new RegExp(`^[${WIDE}]`, 'u');
const ENDS_WIDE = new RegExp(`[${WIDE}]${SELECTORS}$`, 'u');
const STARTS_SHARED = new RegExp(`^[${SHARED}]`);
const ENDS_SHARED = new RegExp(`[${SHARED}]$`);
const BREAK = new RegExp(`(?<=[${WIDE}]${SELECTORS})[ \\t]*\\n[ \\t]*(?=[${WIDE}])`, 'gu');

/** Code units that are looked at beside a place: a character and a selector. */
const NEAR = 4;

/**
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {boolean} whether a Chinese, Japanese or Korean character is just before or behind this part
 */
export const isNextToCjk = (text, start, end) =>
  STARTS.test(text.slice(end, end + 2)) || ENDS.test(text.slice(Math.max(0, start - NEAR), start));

/**
 * @param {string} before
 * @param {string} after
 * @returns {boolean} whether a line break between these texts is no space: both are Chinese or Japanese, and not
 *   Hangul, which has spaces (CSS Text 4, section 4.1.3)
 */
export function joinsLines(before, after) {
  const end = before.slice(-NEAR);
  const [left, right] = [ENDS_WIDE.test(end), STARTS_WIDE.test(after)];
  return (left && (right || STARTS_SHARED.test(after))) || (right && ENDS_SHARED.test(end));
}

/** @param {string} text plain @returns {string} without the line breaks that are no spaces */
export const joinLines = (text) => text.replace(BREAK, '');
