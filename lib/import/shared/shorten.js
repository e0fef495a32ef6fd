/**
 * Cuts what is too long for the blog, and says so.
 * @param {string} value
 * @param {number} length in characters
 * @param {string} name of what is cut, for people
 * @param {(warning: string) => void} warn
 * @returns {string} without half of a character at its end
 */
export function shorten(value, length, name, warn) {
  if (value.length <= length) return value;
  warn(`its ${name} is cut after ${length} characters`);
  return value
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
