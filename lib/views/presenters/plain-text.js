/** @import { Words } from '../../base/words.js' */

/** @param {number} size @param {number} digits @returns {number} */
const rounded = (size, digits) => Number(size.toFixed(digits));

/**
 * @param {number} bytes
 * @param {Pick<Words, 'say' | 'number'>} words
 * @param {number} [step]  1024 for memory
 * @returns {string} such as '1.2 MB'
 */
export function saySize(bytes, words, step = 1000) {
  if (bytes < 1000) return words.say('common.sizeBytes', { count: bytes });
  if (bytes < 1000 * step) return words.say('common.sizeKb', { count: rounded(bytes / step, 0) });
  const megabytes = bytes / step ** 2;
  if (megabytes < 1000) return words.say('common.sizeMb', { count: rounded(megabytes, 1) });
  return words.say('common.sizeGb', { count: rounded(megabytes / step, 1) });
}

/**
 * @param {number} count
 * @param {string} one such as 'post'
 * @returns {string} '1 post', '2,000 posts'
 */
export const counted = (count, one) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** @param {string} text plain @returns {string[]} its paragraphs, which blank lines separate */
export const paragraphsOf = (text) => text.split(/\n\s*\n/).filter(Boolean);

/** @param {string} text @returns {string} that does nothing but stand on a terminal */
export const printable = (text) => text.replace(/\p{Cc}+/gu, ' ');
