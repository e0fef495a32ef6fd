import { escape } from '../../../../markup/tree.js';
import { LarderError } from '../../../../base/errors.js';
import { lookUp } from '../../../../base/look-up.js';
import { gate } from '../../shared/hidden.js';
import { isRecord, recordIn } from '../../shared/read-data.js';
import { cardToHtml } from './cards.js';
import { textOf } from './tables.js';
/** @import { Card, Warn } from './cards.js' */

/** No text nests deeper. */
const DEEPEST = 100;

/** The bits of a text's format, from the first on. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark'];

/** Nodes that hold others, and their elements. @type {Record<string, string>} */
const ELEMENTS = {
  root: '',
  paragraph: 'p',
  quote: 'blockquote',
  aside: 'blockquote',
  listitem: 'li',
};

/**
 * Makes HTML of a text in lexical.
 * @param {unknown} doc parsed
 * @param {Warn} warn is called for what is not imported
 * @returns {string}
 */
export const lexicalToHtml = (doc, warn) => toHtml(recordIn(doc).root, warn, 0);

/** @param {unknown} node @param {Warn} warn @param {number} depth @returns {string} */
function toHtml(node, warn, depth) {
  if (depth > DEEPEST) throw new LarderError('invalid', 'its text is nested too deeply');
  return isRecord(node) ? gate(openToHtml(node, warn, depth), node.visibility) : '';
}

/** @param {Card} node @param {Warn} warn @param {number} depth @returns {string} whoever may see it */
function openToHtml(node, warn, depth) {
  const type = textOf(node.type).replace(/^extended-/, '');
  if (type === 'text') return toWords(node);
  if (type === 'linebreak') return '<br>';
  if (type === 'tab') return ' ';
  const children = Array.isArray(node.children) ? node.children : [];
  const inside = () => children.map((child) => toHtml(child, warn, depth + 1)).join('');
  if (/^(auto|at-)?link$/.test(type))
    return `<a href="${escape(textOf(node.url))}">${inside()}</a>`;
  if (type === 'heading')
    return element(/^h[1-6]$/.test(textOf(node.tag)) ? textOf(node.tag) : 'h2', inside());
  if (type === 'list') return toList(node, inside());
  const known = lookUp(ELEMENTS, type);
  if (known !== undefined) return element(known, inside());
  if (children.length > 0) return inside();
  return cardToHtml(type, node, warn);
}

/** @param {{ text?: unknown, format?: unknown }} node */
function toWords({ text, format }) {
  const tags = FORMATS.filter((_, bit) => (typeof format === 'number' ? format : 0) & (1 << bit));
  return tags.reduce((html, tag) => `<${tag}>${html}</${tag}>`, escape(textOf(text)));
}

/** @param {{ listType?: unknown, tag?: unknown, start?: unknown }} node @param {string} inside */
function toList({ listType, tag, start }, inside) {
  if (listType !== 'number' && tag !== 'ol') return element('ul', inside);
  const first = Number.isInteger(start) && Number(start) > 1 ? ` start="${start}"` : '';
  return `<ol${first}>${inside}</ol>`;
}

/** @param {string} tag @param {string} inside */
const element = (tag, inside) => (tag ? `<${tag}>${inside}</${tag}>\n` : inside);
