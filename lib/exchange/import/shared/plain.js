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
