import { LarderError } from '../../../base/errors.js';
import { elements } from '../../../markup/tree.js';
import { fromClipboard } from './clipboard.js';
import { showPictures } from './lazy-pictures.js';
import { tidy } from './tidy.js';
import { readHtml, toMarkdown } from './to-markdown.js';
/** @import { Element } from '../../../markup/tree.js' */

/** Limits of what is converted while readers wait, in characters, and in ends of tags, URLs and e-mail addresses. */
const LONGEST = 200_000;
const MOST_SIGNS = 3000;
const SIGN = /[<@]|:\/\//;

/** Attributes that mean something elsewhere too. */
const RETAINED = new Set([
  'alt',
  'colspan',
  'href',
  'rowspan',
  'src',
  'start',
  'datetime',
  'display',
]);

/**
 * @param {string} html as another program put it on the clipboard
 * @returns {string} Markdown
 * @throws {LarderError} `invalid` when it is too large or too deeply nested
 */
export function pastedMarkdown(html) {
  if (html.length > LONGEST || html.split(SIGN).length > MOST_SIGNS)
    throw new LarderError('invalid', 'This is too much to be converted at once');
  const root = readHtml(fromClipboard(showPictures(html)));
  for (const node of elements(root)) {
    for (const name of node.attributes.keys())
      if (!RETAINED.has(name) && !isLanguage(name, node)) node.attributes.delete(name);
    if (node.tag === 'table') addHead(node);
    // They are bold anyway.
    if (/^(?:h[1-6]|th)$/.test(node.tag))
      for (const inner of elements(node)) if (/^(?:b|strong)$/.test(inner.tag)) inner.tag = 'span';
  }
  tidy(root);
  return toMarkdown(root).trim();
}

/** @param {string} name @param {Element} node */
const isLanguage = (name, { tag, attributes }) =>
  name === 'class' && /^(?:pre|code)$/.test(tag) && /^language-/.test(attributes.get(name) ?? '');

/** Spreadsheets copy tables without header cells, which those of Markdown always have. @param {Element} table */
function addHead(table) {
  const all = [...elements(table)];
  const row = all.find(({ tag }) => tag === 'tr');
  if (!row || all.some(({ tag }) => tag === 'th')) return;
  for (const cell of row.children) if (typeof cell !== 'string') cell.tag = 'th';
}
