import { HEADINGS } from './elements.js';
import { assignIds } from './heading-ids.js';
import { decorate } from './decorate.js';
import { directBlocks } from './directions.js';
import { addEmbeds } from './embeds.js';
import { mend } from './repair.js';
import { elements } from './tree.js';
/** @import { Element } from './tree.js' */

/**
 * Adapts a text to a page that has one h1 and ids of its own, and allows no inline styles.
 * @param {Element} root changed in place
 */
export function normalisePost(root) {
  mend(root);
  const headings = [...elements(root)].filter(({ tag }) => HEADINGS.has(tag));
  levelHeadings(headings);
  assignIds(root);
  decorate(root);
  directBlocks(root);
  addEmbeds(root);
}

/**
 * The same for a comment, which has no headings and no ids.
 * @param {Element} root changed in place
 */
export function normaliseComment(root) {
  mend(root);
  decorate(root);
  directBlocks(root);
}

/**
 * Makes the first heading an h2, and none more than one level below the one before, since users of screen readers
 * navigate by levels.
 * @param {Element[]} headings in document order
 */
function levelHeadings(headings) {
  /** The author's levels of the current heading and those above it. @type {number[]} */
  const above = [];
  for (const heading of headings) {
    const level = Number(heading.tag[1]);
    while (above.length > 0 && above[above.length - 1] >= level) above.pop();
    above.push(level);
    heading.tag = `h${Math.min(above.length + 1, 6)}`;
  }
}
