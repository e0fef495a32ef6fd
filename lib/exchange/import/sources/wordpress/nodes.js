/** @import { Node } from './xml.js' */

/**
 * @param {Node} node
 * @param {string} name of a child
 * @returns {string} the text of the first one, without white space around it; '' when there is none
 */
export const textOf = (node, name) =>
  node.children.find((child) => child.name === name)?.text.trim() ?? '';

/** @param {Node} node @param {string} name @returns {Node[]} all children of this name */
export const allOf = (node, name) => node.children.filter((child) => child.name === name);

/**
 * @param {Node} item
 * @param {string} key
 * @returns {string} what a plugin or WordPress itself noted beside the item; '' for nothing
 */
export function metaOf(item, key) {
  const pair = allOf(item, 'wp:postmeta').find((meta) => textOf(meta, 'wp:meta_key') === key);
  return pair ? textOf(pair, 'wp:meta_value') : '';
}
