import { LarderError } from '../../errors.js';
import { elements } from '../../markup/tree.js';
import { readHtml, toMarkdown } from './to-markdown.js';
/** @import { Element } from '../../markup/tree.js' */

/** Limits of what is converted while readers wait, in characters and tags. */
const LONGEST = 200_000;
const MOST_TAGS = 1500;

/** Attributes that mean something elsewhere too. */
const KEPT = new Set(['alt', 'colspan', 'href', 'rowspan', 'src', 'start', 'datetime', 'display']);

/**
 * @param {string} html as another program put it on the clipboard
 * @returns {string} Markdown
 * @throws {LarderError} `invalid` when it is too large or too deeply nested
 */
export function pastedMarkdown(html) {
  if (html.length > LONGEST || html.split('<').length > 2 * MOST_TAGS)
    throw new LarderError('invalid', 'This is too much to be converted at once');
  const root = readHtml(html);
  for (const node of elements(root)) {
    // Google Docs has all of a text in one that is not bold.
    if (/^docs-internal-guid/.test(node.attributes.get('id') ?? '')) node.tag = 'span';
    for (const name of node.attributes.keys()) if (!KEPT.has(name)) node.attributes.delete(name);
    if (node.tag === 'table') addHead(node);
  }
  return toMarkdown(root).trim();
}

/** Spreadsheets copy tables without header cells, which those of Markdown always have. @param {Element} table */
function addHead(table) {
  const all = [...elements(table)];
  const row = all.find(({ tag }) => tag === 'tr');
  if (!row || all.some(({ tag }) => tag === 'th')) return;
  for (const cell of row.children) if (typeof cell !== 'string') cell.tag = 'th';
}
