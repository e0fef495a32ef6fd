import { elements, unescape } from './tree.js';
/** @import { Element } from './tree.js' */

const LETTER = /\p{L}/u;
/** Letters of scripts that are written from right to left, by their blocks. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What has a side on which it begins, besides its lines: the style sheet finds that of each line by itself. */
const SIDED = new Set(['ul', 'ol', 'dl', 'blockquote']);

/** What has lines. */
const LINED = new Set('p h2 h3 h4 h5 h6 li dt dd th td caption figcaption summary'.split(' '));

/** Whose letters say nothing of the line that they are in. */
const APART = new Set(['bdi', 'code', 'kbd', 'math']);

/** @typedef {'ltr' | 'rtl'} Direction */

/**
 * Lets each list, quotation and table begin on the side of its own script, where there is one from right to left, and
 * lines without letters on that of the others.
 * @param {Element} root changed in place
 */
export function directBlocks(root) {
  const all = [...elements(root)];
  const isMeant = (/** @type {Element} */ { children }) =>
    children.some((child) => typeof child === 'string' && RIGHT_TO_LEFT.test(child));
  if (!all.some(isMeant)) return;
  for (const { tag, attributes } of all)
    if ((SIDED.has(tag) || attributes.get('class') === 'table') && !attributes.has('dir'))
      attributes.set('dir', 'auto');
  directLines(root, firstIn(root) ?? 'ltr');
}

/** @param {Element} parent changed in place @param {Direction} around */
function directLines(parent, around) {
  for (const child of parent.children) {
    if (typeof child === 'string') continue;
    const { tag, attributes } = child;
    const own = attributes.get('dir');
    const inside = own === 'auto' ? (firstIn(child) ?? 'ltr') : own;
    if (!own && around === 'rtl' && LINED.has(tag) && !firstIn(child, APART))
      attributes.set('dir', 'rtl');
    directLines(child, inside === 'rtl' || inside === 'ltr' ? inside : around);
  }
}

/**
 * @param {Element} parent
 * @param {Set<string>} [passedOver]  tags
 * @returns {Direction | null} of the first letter that is in no block with a direction of its own
 */
function firstIn({ children }, passedOver) {
  for (const child of children) {
    const isApart = typeof child !== 'string' && passedOver?.has(child.tag);
    const found = isApart ? null : directionIn(child, passedOver);
    if (found) return found;
  }
  return null;
}

/** @param {Element | string} node @param {Set<string>} [passedOver] @returns {Direction | null} */
function directionIn(node, passedOver) {
  if (typeof node !== 'string')
    return node.attributes.has('dir') ? null : firstIn(node, passedOver);
  const [letter] = LETTER.exec(unescape(node)) ?? [];
  return letter ? (RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr') : null;
}
