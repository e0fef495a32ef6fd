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
