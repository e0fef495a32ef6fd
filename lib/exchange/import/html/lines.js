import { elements, toHtml, toText } from '../../../markup/tree.js';
import { lookUp } from '../../../base/look-up.js';
/** @import { Element } from '../../../markup/tree.js' */

/** @type {Record<string, string>} */
const MARKS = { em: '*', i: '*', strong: '**', b: '**', del: '~~', s: '~~' };

/**
 * @param {(Element | string)[]} children inline content
 * @returns {string} Markdown; a line break is a backslash and a new line
 */
export const toLine = (children) =>
  children
    .map((child, at) =>
      typeof child === 'string'
        ? toWords(child)
        : (toFormula(child, children[at - 1], children[at + 1]) ?? toPart(child)),
    )
    .join('')
    .replace(/(?:(?<![ \t\n])[ \t\n]+)?\\\n[ \t]*/g, '\\\n')
    .replace(/ {2,}/g, ' ');

/**
 * @param {Element} node
 * @param {Element | string} [before]
 * @param {Element | string} [after]
 * @returns {string | null} null when it is no formula of which the TeX is known, or would be none beside these letters
 */
function toFormula(node, before = '', after = '') {
  if (node.tag !== 'math') return null;
  const annotations = [...elements(node)].filter(({ tag }) => tag === 'annotation');
  const tex = annotations.find(
    ({ attributes }) => attributes.get('encoding') === 'application/x-tex',
  );
  const isNextTo = /\w$/.test(String(before)) || /^[\w$]/.test(String(after));
  if (!tex || isNextTo) return null;
  const mark = node.attributes.get('display') === 'block' ? '$$' : '$';
  return mark + toText(tex).replace(/\s+/g, ' ').trim() + mark;
}

/** @param {string} html text that the sanitiser has escaped @returns {string} */
const toWords = (html) =>
  toText(html)
    .replace(/[ \t\n]+/g, ' ')
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, place) => (place % 2 === 1 ? entities(part) : escaped(part)))
    .join('');

/** What could begin a formula (prices do not), something raised or something marked. */
const MARK = /\$(?=\$|[^\s$][^$]{0,2000}\$(?!\w))|\^(?=[^\s^]{1,200}\^)|=(?==[^\s=])/g;

/** @param {string} text */
const escaped = (text) =>
  entities(
    text.replace(/[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&').replace(MARK, '\\$&'),
  );

/** @param {string} text */
const entities = (text) => text.replace(/&(?=#?\w{1,40};)/g, '&amp;').replaceAll('<', '&lt;');

/** @param {Element} node @returns {string} */
function toPart(node) {
  const { tag, attributes, children } = node;
  if (tag === 'br') return '\\\n';
  if (tag === 'img') return toImage(node);
  if (tag === 'math') return toHtml(node).replace(/(?<!\s)\s*\n\s*/g, ' ');
  const inside = toLine(children);
  if (tag === 'span' && attributes.size === 0) return inside;
  const mark = lookUp(MARKS, tag);
  if (mark && attributes.size === 0) return marked(mark, inside);
  if (tag === 'code' && children.every((child) => typeof child === 'string')) return toCode(node);
  if (tag === 'a' && attributes.has('href') && !attributes.has('id') && inside.trim())
    return toLink(node, inside);
  return toHtml({ tag, attributes, children: [inside] });
}

/**
 * Moves spaces at the ends of marked text outside the marks.
 * @param {string} mark
 * @param {string} inside
 */
function marked(mark, inside) {
  const text = inside.trim();
  if (text === '') return inside;
  const start = inside.length - inside.trimStart().length;
  return `${inside.slice(0, start)}${mark}${text}${mark}${inside.slice(start + text.length)}`;
}

/** @param {Element} node */
function toCode(node) {
  const text = toText(node).replace(/\s+/g, ' ');
  if (text.trim() === '') return '';
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** @param {Element} node @param {string} inside */
function toLink({ attributes }, inside) {
  const address = toText(attributes.get('href') ?? '');
  const text = inside.trim();
  const before = inside.startsWith(' ') ? ' ' : '';
  const after = inside.endsWith(' ') ? ' ' : '';
  const isBare = text === entities(address) && /^https?:\/\/[^\s<>]+$/.test(address);
  const link =
    isBare && !attributes.get('title')
      ? `<${address}>`
      : `[${text}](${toAddress(address)}${toTitle(attributes)})`;
  return before + link + after;
}

/** @param {Element} node */
function toImage({ attributes }) {
  const alt = toWords(attributes.get('alt') ?? '');
  const address = toAddress(toText(attributes.get('src') ?? ''));
  return `![${alt}](${address}${toTitle(attributes)})`;
}

/** @param {string} address */
const toAddress = (address) =>
  /[\s()<>\\]/.test(address) || address === ''
    ? `<${address.replace(/[<>\\]/g, '\\$&').replace(/\s+/g, '%20')}>`
    : address.replace(/&(?=#?\w{1,40};)/g, '&amp;');

/** @param {Map<string, string>} attributes */
function toTitle(attributes) {
  const title = toText(attributes.get('title') ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return title ? ` "${entities(title).replace(/["\\]/g, '\\$&')}"` : '';
}
