import { elements, toText } from '../../../markup/tree.js';
import { splitBlocks, toBlock } from './blocks.js';
import { readHtml } from './to-markdown.js';
/** @import { LarderError } from '../../../base/errors.js' */

const KNOWN = new Set('a b blockquote br code del em hr i li ol p pre s strong ul div'.split(' '));
const BLOCK = /^(h\d|table|tr|d[dlt]|figure|figcaption|details|summary)$/;

/**
 * @param {string} html
 * @returns {string} Markdown without HTML and images; what Markdown cannot express becomes plain text
 * @throws {LarderError} `invalid` when it is too large or too deeply nested
 */
export function commentMarkdown(html) {
  const root = readHtml(html);
  for (const node of elements(root)) {
    // An image becomes a link to it.
    if (/^(img|audio|video)$/.test(node.tag)) {
      const address = node.attributes.get('src') ?? '';
      const text = node.attributes.get('alt') || address;
      Object.assign(node, { tag: 'a', attributes: new Map([['href', address]]), children: [text] });
    } else if (!KNOWN.has(node.tag)) {
      if (/^t[dh]$/.test(node.tag)) node.children.push(' ');
      node.tag = BLOCK.test(node.tag) ? 'div' : 'span';
    }
    const kept = node.tag === 'a' ? 'href' : node.tag === 'ol' ? 'start' : '';
    for (const name of node.attributes.keys()) if (name !== kept) node.attributes.delete(name);
  }
  return splitBlocks(root.children)
    .map((block) => {
      const markdown = toBlock(block);
      return /^<[a-z!][^<>:]*>/.test(markdown) ? toText(block).trim() : markdown;
    })
    .filter(Boolean)
    .join('\n\n');
}
