import { BLOCKS } from '../../../markup/elements.js';
import { isMark } from '../../../markup/excerpt.js';
import { element } from '../../../markup/tree.js';
/** @import { Element } from '../../../markup/tree.js' */

/**
 * Splits the content of a container into blocks: lines of text become paragraphs, and a `div` without a meaning is
 * replaced by its content.
 * @param {(Element | string)[]} children
 * @returns {Element[]}
 */
export function splitBlocks(children) {
  /** @type {Element[]} */
  const blocks = [];
  /** @type {(Element | string)[]} */
  let line = [];
  const endLine = () => {
    if (line.some((part) => typeof part !== 'string' || /\S/.test(part)))
      blocks.push(element('p', [], line));
    line = [];
  };
  for (const child of children) {
    if (typeof child === 'string' || !standsAlone(child)) line.push(child);
    else {
      endLine();
      blocks.push(...(isPlainBox(child) ? splitBlocks(child.children) : split(child)));
    }
  }
  endLine();
  return blocks;
}

/** @param {Element} node @returns {boolean} whether it is a block element */
export const standsAlone = (node) =>
  BLOCKS.has(node.tag) || isMark(node) || (isTransparent(node) && node.children.some(isBlockIn));

/** @param {Element | string} child */
const isBlockIn = (child) => typeof child !== 'string' && standsAlone(child);

/** @param {Element} node */
const isTransparent = ({ tag }) => /^(a|del|ins|span)$/.test(tag);

/** @param {Element} node */
const isPlainBox = ({ tag, attributes }) =>
  (tag === 'div' && attributes.size === 0) || tag === 'span';

/** The mark of the excerpt's end may be inside a paragraph. @param {Element} block @returns {Element[]} */
function split(block) {
  const at = block.children.findIndex((child) => typeof child !== 'string' && isMark(child));
  if (block.tag !== 'p' || at < 0) return [block];
  const attributes = [...block.attributes];
  const before = element('p', attributes, block.children.slice(0, at));
  const after = element('p', attributes, block.children.slice(at + 1));
  const mark = /** @type {Element} */ (block.children[at]);
  return [before, mark, ...split(after)].filter(
    (part) =>
      isMark(part) || part.children.some((child) => typeof child !== 'string' || /\S/.test(child)),
  );
}
