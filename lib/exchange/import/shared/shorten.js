/**
 * Truncates a value that is too long for the blog, with a warning.
 * @param {string} value
 * @param {number} length in characters
 * @param {string} name of the field, for the warning
 * @param {(warning: string) => void} warn
 * @returns {string} never ends with half a surrogate pair
 */
export function shorten(value, length, name, warn) {
  if (value.length <= length) return value;
  warn(`its ${name} is cut after ${length} characters`);
  return value
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
