import { nest } from '../../../markup/nesting.js';
import { sanitisePost } from '../../../markup/sanitise.js';
import { toText } from '../../../markup/tree.js';

/**
 * @param {string} html such as a title, which may hold entities and tags
 * @returns {string} one line of plain text
 */
export const plain = (html) =>
  toText(nest(sanitisePost(html.slice(0, 20_000))))
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Truncates a value that is too long for the blog, with a warning.
 * @param {string} value
 * @param {{ maxLength: number }} shape of the field, in characters
 * @param {string} name of the field, for the warning
 * @param {(warning: string) => void} warn
 * @returns {string} never ends with half a surrogate pair
 */
export function shorten(value, { maxLength: length }, name, warn) {
  if (value.length <= length) return value;
  warn(`its ${name} is cut after ${length} characters`);
  return value
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
