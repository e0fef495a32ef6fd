import { BLOCKS, MEDIA } from '../../../markup/elements.js';
import { element, toText } from '../../../markup/tree.js';
/** @import { Element } from '../../../markup/tree.js' */

/** @typedef {Element | string} Node */

/** Zero-width spaces and byte order marks. */
const UNSEEN = /[\u200b\ufeff]/g;
const MARKS = /^(?:strong|b|em|i|s|del|code|sup|sub)$/;
const EMPTY = /^(?:a|p|div|blockquote|li|h[1-6])$/;
/** Blocks that the list of blocks does not have. */
const PARTS = /^(?:li|td|th|tr|tbody|thead|tfoot|dt|dd|caption|figcaption|summary)$/;
const SHOWN = /^(?:img|hr|math)$/;

/**
 * Makes a pasted text look as its author meant it: no empty paragraphs, tight lists and cells, nested lists in their
 * items, marks that nothing interrupts.
 * @param {Element} parent changed in place, with its descendants
 */
export function tidy(parent) {
  if (parent.tag === 'pre') return;
  for (const child of parent.children) if (typeof child !== 'string') tidy(child);
  const { tag } = parent;
  let children = joinMarks(parent.children.flatMap(plain)).filter((child) => !isNothing(child));
  if (tag === 'li') children = lineOf(children);
  if (/^t[dh]$/.test(tag)) children = linesOf(children);
  if (/^[uo]l$/.test(tag)) children = nestLists(children);
  if (tag === 'blockquote') children = paragraphs(children);
  parent.children = isBlock(parent) || tag === '' ? withoutEdges(children) : children;
}

/** @param {Node} node */
const isBlock = (node) =>
  typeof node !== 'string' && (BLOCKS.has(node.tag) || PARTS.test(node.tag));

/**
 * Browsers copy a space between two elements as one that does not break.
 * @param {Node} node
 * @returns {Node[]} what is in a span that says nothing
 */
function plain(node) {
  if (typeof node === 'string') return [node.replace(UNSEEN, '')];
  const { tag, attributes, children } = node;
  if (tag !== 'span' || attributes.size > 0) return [node];
  const isGap = children.every((child) => typeof child === 'string' && !child.trim());
  return isGap ? (children.length > 0 ? [' '] : []) : children;
}

/** Neighbours that are marked alike become one. @param {Node[]} nodes */
function joinMarks(nodes) {
  /** @type {Node[]} */
  const joined = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    const isSame =
      typeof node !== 'string' &&
      typeof last === 'object' &&
      MARKS.test(node.tag) &&
      last.tag === node.tag;
    if (isSame) last.children.push(...node.children);
    else joined.push(node);
  }
  return joined;
}

/** @param {Node} node */
const isNothing = (node) =>
  typeof node === 'string'
    ? node === ''
    : (EMPTY.test(node.tag) || MARKS.test(node.tag)) && isBlank(node) && !/\s/.test(toText(node));

/** @param {Node} node @returns {boolean} */
const isBlank = (node) =>
  typeof node === 'string'
    ? !node.trim()
    : !SHOWN.test(node.tag) && !MEDIA.has(node.tag) && node.children.every(isBlank);

/** @param {Node} node a block or line of an item, apart from lists */
const isPlace = (node) =>
  typeof node === 'string' ? node.trim() !== '' : !/^[uo]l$/.test(node.tag);

/** What is all there is of an item needs no paragraph. @param {Node[]} nodes @returns {Node[]} */
function lineOf(nodes) {
  const [only, another] = nodes.filter(isPlace);
  if (typeof only !== 'object' || another || !/^(?:div|p)$/.test(only.tag)) return nodes;
  return lineOf(nodes.flatMap((node) => (node === only ? only.children : [node])));
}

/** Cells of Markdown have lines, not paragraphs. @param {Node[]} nodes @returns {Node[]} */
function linesOf(nodes) {
  const blocks = nodes.filter((node) => typeof node !== 'string' || node.trim());
  if (!blocks.every((node) => typeof node !== 'string' && /^(?:p|div)$/.test(node.tag)))
    return nodes;
  return blocks.flatMap((node, at) => [
    ...(at > 0 ? [element('br')] : []),
    ...(typeof node === 'string' ? [node] : node.children),
  ]);
}

/** A list between two items belongs to the first. @param {Node[]} nodes @returns {Node[]} */
export function nestLists(nodes) {
  /** @type {Node[]} */
  const items = [];
  for (const node of nodes) {
    const last = items.findLast((item) => typeof item !== 'string');
    const isList =
      typeof node !== 'string' &&
      node.children.every((child) =>
        typeof child === 'string' ? !child.trim() : /^[uo]l$/.test(child.tag),
      );
    if (isList && typeof last === 'object') last.children.push(...node.children);
    else items.push(node);
  }
  return items;
}

/** @param {Node[]} nodes @returns {Node[]} with lines of text as paragraphs */
function paragraphs(nodes) {
  if (nodes.some(isBlock)) return nodes;
  return [element('p', [], withoutEdges(nodes))];
}

/** Without breaks and spaces at the ends, and beside blocks. @param {Node[]} nodes @returns {Node[]} */
function withoutEdges(nodes) {
  /** @param {Node | undefined} node */
  const isEdge = (node) => node === undefined || isBlock(node);
  /** @param {Node} node */
  const isGap = (node) =>
    typeof node === 'string' ? !node.trim() : node.tag === 'br' || node.tag === 'wbr';
  /** @param {number} at @param {1 | -1} step */
  const beside = (at, step) => {
    while (nodes[at + step] !== undefined && isGap(nodes[at + step])) at += step;
    return nodes[at + step];
  };
  const kept = nodes.filter(
    (node, at) => !isGap(node) || !(isEdge(beside(at, -1)) || isEdge(beside(at, 1))),
  );
  return kept.map((node, at) => {
    if (typeof node !== 'string') return node;
    const text = isEdge(kept[at - 1]) ? node.trimStart() : node;
    return isEdge(kept[at + 1]) ? text.trimEnd() : text;
  });
}
