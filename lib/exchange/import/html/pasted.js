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
const MOST_PICTURES = 50;
const SIGN = /[<@]|:\/\//;

/** A picture in the text itself, and its number in its place. */
const INLINE = /(data:image\/(?:png|jpeg|gif|webp);base64,)([a-z0-9+/]+={0,2})/gi;
const NUMBERED = /data:image\/\w{1,4};base64,(\d{1,4})(?![\w+/=])/gi;

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
 * @param {object} means
 * @param {(picture: { type: string, bytes: Buffer }) => Promise<string | null>} means.save  stores a picture that is in
 *   the text itself; returns its URL, null when that is impossible
 * @param {(address: string) => Promise<string | null>} means.fetch  the same for one that is at another site
 * @returns {Promise<string>} Markdown
 * @throws {LarderError} `invalid` when it is too large or too deeply nested, or has too many pictures
 */
export async function pastedWithPictures(html, { save, fetch }) {
  /** @type {{ start: string, base64: string }[]} */
  const pictures = [];
  const short = html.replace(INLINE, (_, start, base64) => {
    pictures.push({ start, base64 });
    return `${start}${pictures.length - 1}`;
  });
  if (pictures.length > MOST_PICTURES) throw tooMuch();
  const root = readPasted(short);
  await bringPictures(root, fetch);
  const markdown = write(root);
  /** @type {Map<string, string>} */
  const urls = new Map();
  for (const [whole, number] of markdown.matchAll(NUMBERED)) {
    const { start, base64 } = pictures[Number(number)] ?? {};
    if (base64 === undefined || urls.has(whole)) continue;
    const type = start.slice('data:'.length, start.indexOf(';')).toLowerCase();
    const url = await save({ type, bytes: Buffer.from(base64, 'base64') });
    urls.set(whole, url ?? start + base64);
  }
  return markdown.replace(NUMBERED, (whole) => urls.get(whole) ?? whole);
}

/**
 * @param {string} html as another program put it on the clipboard
 * @returns {string} Markdown
 * @throws {LarderError} `invalid` when it is too large or too deeply nested
 */
export const pastedMarkdown = (html) => write(readPasted(html));

/** @param {Element} root */
const write = (root) => toMarkdown(root).trim();

/** @param {Element} root @param {(address: string) => Promise<string | null>} fetch */
async function bringPictures(root, fetch) {
  const elsewhere = [...elements(root)].filter(
    ({ tag, attributes }) => tag === 'img' && /^https?:\/\//i.test(attributes.get('src') ?? ''),
  );
  const addresses = new Set(elsewhere.map(({ attributes }) => attributes.get('src') ?? ''));
  const urls = new Map(
    await Promise.all(
      [...addresses]
        .slice(0, MOST_PICTURES)
        .map(async (address) => /** @type {const} */ ([address, await fetch(address)])),
    ),
  );
  for (const { attributes } of elsewhere) {
    const src = attributes.get('src') ?? '';
    attributes.set('src', urls.get(src) ?? src);
  }
}

/** @param {string} html @returns {Element} */
function readPasted(html) {
  if (html.length > LONGEST || html.split(SIGN).length > MOST_SIGNS) throw tooMuch();
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
  return root;
}

const tooMuch = () => new LarderError('invalid', 'This is too much to be converted at once');

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
