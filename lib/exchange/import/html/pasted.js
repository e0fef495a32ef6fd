import { MATH_ELEMENTS } from '../../../markup/elements.js';
import { elements, escape, unescape } from '../../../markup/tree.js';
import { fromClipboard } from './clipboard.js';
import { withNotes } from './clipboard/footnotes.js';
import { showPictures } from './lazy-pictures.js';
import { tidy } from './tidy.js';
import { readHtml, toMarkdown } from './to-markdown.js';
import { tooMuch } from './too-much.js';
import { codeOf } from './visible-text.js';
/** @import { LarderError } from '../../../base/errors.js' */
/** @import { Element } from '../../../markup/tree.js' */

/** Limits of what is converted, in characters, and in ends of tags, URLs and e-mail addresses. */
const LONGEST = 200_000;
const MOST_SIGNS = 3000;
const SIGN = /[<@]|:\/\//;
/** What each parser on the way makes a piece of its own of: some microseconds each time. */
const MOST_PIECES = 30_000;
const PIECE = /[&>$*_~^[\]`\\\u200b\ufeff]/g;

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
export const pastedMarkdown = (html) => convertPasted(html, new Map()).markdown;

/**
 * @param {string} html as another program put it on the clipboard
 * @param {Map<string, string>} urls  of pictures of other sites that are here now, by address
 * @returns {{ markdown: string, elsewhere: string[] }} and the addresses of the other pictures of other sites
 * @throws {LarderError} `invalid` when it is too large or too deeply nested
 */
export function convertPasted(html, urls) {
  const root = readPasted(html);
  const elsewhere = movePictures(root, urls);
  return { markdown: withNotes(toMarkdown(root)), elsewhere };
}

/** @param {Element} root @param {Map<string, string>} urls @returns {string[]} */
function movePictures(root, urls) {
  /** @type {Set<string>} */
  const elsewhere = new Set();
  for (const { tag, attributes } of elements(root)) {
    const address = tag === 'img' ? unescape(attributes.get('src') ?? '') : '';
    const url = urls.get(address);
    if (url !== undefined) attributes.set('src', escape(url));
    else if (/^https?:\/\//i.test(address)) elsewhere.add(address);
  }
  return [...elsewhere];
}

/** @param {string} html @returns {Element} */
function readPasted(html) {
  if (html.length > LONGEST || html.split(SIGN).length > MOST_SIGNS) throw tooMuch();
  if ((html.match(PIECE)?.length ?? 0) > MOST_PIECES) throw tooMuch();
  const root = readHtml(fromClipboard(showPictures(html)));
  for (const node of elements(root)) {
    for (const name of node.attributes.keys())
      if (!RETAINED.has(name) && !MATH_ELEMENTS.has(node.tag) && !isLanguage(name, node))
        node.attributes.delete(name);
    if (node.tag === 'table') addHead(node);
    if (node.tag === 'pre') leaveColours(node);
    // They are bold anyway.
    if (/^(?:h[1-6]|th)$/.test(node.tag))
      for (const inner of elements(node)) if (/^(?:b|strong)$/.test(inner.tag)) inner.tag = 'span';
  }
  tidy(root);
  return root;
}

/** @param {string} name @param {Element} node */
const isLanguage = (name, { tag, attributes }) =>
  name === 'class' && /^(?:pre|code)$/.test(tag) && /^language-/.test(attributes.get(name) ?? '');

/** The words of code alone are what was meant, and it has spaces that break. @param {Element} block */
function leaveColours(block) {
  const named = [...elements(block)].find((node) => node.attributes.has('class'));
  const language = named?.attributes.get('class');
  const code = codeOf(block)
    .replaceAll('\u00a0', ' ')
    .replace(/^[ \t]+$/gm, '');
  block.children = [escape(code)];
  if (language) block.attributes.set('class', language);
}

/** Spreadsheets copy tables without header cells, which those of Markdown always have. @param {Element} table */
function addHead(table) {
  const all = [...elements(table)];
  const row = all.find(({ tag }) => tag === 'tr');
  if (!row || all.some(({ tag }) => tag === 'th')) return;
  for (const cell of row.children) if (typeof cell !== 'string') cell.tag = 'th';
}
