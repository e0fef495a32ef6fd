import { HEADINGS } from './elements.js';
import { identify } from './heading-ids.js';
import { decorate } from './decorate.js';
import { mend } from './repair.js';
import { elements } from './tree.js';
/** @import { Element } from './tree.js' */

/**
 * Fits a text into a page that has one h1, its own ids and no inline style.
 * @param {Element} root is changed
 */
export function normalisePost(root) {
  mend(root);
  const headings = [...elements(root)].filter(({ tag }) => HEADINGS.has(tag));
  levelHeadings(headings);
  identify(root);
  decorate(root);
}

/**
 * The same for a comment, which has no headings and no ids.
 * @param {Element} root is changed
 */
export function normaliseComment(root) {
  mend(root);
  decorate(root);
}

/**
 * The first heading becomes an h2, and none is more than one level below the one before it, since a
 * reader who hears the page goes by its levels.
 * @param {Element[]} headings in the order of the text
 */
function levelHeadings(headings) {
  /** @type {number[]} the author's levels above and at this place */
  const above = [];
  for (const heading of headings) {
    const level = Number(heading.tag[1]);
    while (above.length > 0 && above[above.length - 1] >= level) above.pop();
    above.push(level);
    heading.tag = `h${Math.min(above.length + 1, 6)}`;
  }
}
