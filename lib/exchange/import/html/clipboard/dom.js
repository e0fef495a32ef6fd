import { DomUtils, parseDocument } from 'htmlparser2';
import { escape } from '../../../../markup/tree.js';
/** @import { AnyNode, ChildNode, Element, ParentNode } from 'domhandler' */

/** @param {string} tag @returns {Element} */
export const make = (tag) =>
  /** @type {Element} */ (parseDocument(`<${tag}></${tag}>`).children[0]);

/** @param {string} words not empty @returns {ChildNode} */
export const text = (words) => parseDocument(escape(words)).children[0];

/** @param {Element} node whose children take its place */
export function unwrap(node) {
  for (const child of [...node.children]) DomUtils.prepend(node, child);
  DomUtils.removeElement(node);
}

/** @param {AnyNode} node @returns {string} without spaces at the ends */
export const wordsOf = (node) => DomUtils.textContent(node).trim();

/** @param {Element} node @param {RegExp} names @returns {boolean} */
export const hasClass = ({ attribs }, names) => names.test(attribs.class ?? '');

/** @param {AnyNode} node @returns {Iterable<Element>} what it is in, from inside */
export function* around(node) {
  for (let at = node.parent; at && DomUtils.isTag(at); at = at.parent) yield at;
}

/** @param {ParentNode} node @returns {Element[]} all in it, in their order */
export const allIn = (node) => DomUtils.getElementsByTagName('*', node.children);

/**
 * @param {Element} node
 * @param {number} most characters
 * @returns {string | null} what it says; null when that is more, or spread over many elements
 */
export function shortText(node, most) {
  /** @type {AnyNode[]} */
  const waiting = [node];
  let words = '';
  for (let count = 0; waiting.length > 0; count++) {
    const next = waiting.pop();
    if (next && DomUtils.isText(next)) words += next.data;
    else if (next && DomUtils.isTag(next)) waiting.push(...next.children.toReversed());
    if (words.trim().length > most || count + waiting.length > 40) return null;
  }
  return words.trim();
}
