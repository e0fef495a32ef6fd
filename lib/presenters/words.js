/**
 * @param {number} count
 * @param {string} one such as 'post'
 * @returns {string} '1 post', '2,000 posts'
 */
export const counted = (count, one) =>
  `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
