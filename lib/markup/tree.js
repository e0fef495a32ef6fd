import { VOID_ELEMENTS } from './elements.js';

/**
 * A sanitised text as a tree. Text and attribute values stay escaped.
 *
 * @typedef {object} Element
 * @property {string} tag '' for the root
 * @property {Map<string, string>} attributes
 * @property {(Element | string)[]} children
 *
 * @typedef {{ open?: string, attributes?: Map<string, string>, close?: string, text?: string }} Token
 */

/** A tag as the sanitiser writes it, or text. */
const TOKEN = /<(\/?)([a-z][a-z0-9-]*)((?: [^\s="<>/]+(?:="[^"]*")?)*) ?\/?>|[^<]+/g;
const ATTRIBUTE = / ([^\s="<>/]+)(?:="([^"]*)")?/g;

/**
 * @param {string} tag
 * @param {[string, string][]} [attributes]
 * @param {(Element | string)[]} [children]
 * @returns {Element}
 */
export const element = (tag, attributes = [], children = []) => ({
  tag,
  attributes: new Map(attributes),
  children,
});

/**
 * @param {string} html from the sanitiser
 * @returns {Iterable<Token>}
 */
export function* tokens(html) {
  for (const [text, slash, tag, attributes] of html.matchAll(TOKEN)) {
    if (tag === undefined) yield { text };
    else if (slash) yield { close: tag };
    else yield { open: tag, attributes: attributes ? readAttributes(attributes) : new Map() };
  }
}

/** @param {string} source */
const readAttributes = (source) =>
  new Map(Array.from(source.matchAll(ATTRIBUTE), ([, name, value = '']) => [name, value]));

/**
 * @param {Element | string} node
 * @returns {string}
 */
export function toHtml(node) {
  if (typeof node === 'string') return node;
  const inside = node.children.map(toHtml).join('');
  if (node.tag === '') return inside;
  let attributes = '';
  for (const [name, value] of node.attributes) attributes += ` ${name}="${value}"`;
  const start = `<${node.tag}${attributes}>`;
  return VOID_ELEMENTS.has(node.tag) ? start : `${start}${inside}</${node.tag}>`;
}

/**
 * @param {Element | string} node
 * @returns {string} its text as readers see it, with the alternative text of images
 */
export function toText(node) {
  if (typeof node === 'string') return unescape(node);
  if (node.tag === 'img') return unescape(node.attributes.get('alt') ?? '');
  if (node.tag === 'br') return ' ';
  return node.children.map(toText).join('');
}

/**
 * @param {Element} root
 * @returns {Iterable<Element>} it and all its descendants, in document order
 */
export function* elements(root) {
  // A generator for each would pass every one on through all around it.
  const waiting = [root];
  for (let node; (node = waiting.pop());) {
    yield node;
    for (let at = node.children.length; at-- > 0;) {
      const child = node.children[at];
      if (typeof child !== 'string') waiting.push(child);
    }
  }
}

/** @param {string} text escaped by the sanitiser or by `escape` */
export const unescape = (text) =>
  text.includes('&')
    ? text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
    : text;

/**
 * @param {string} text
 * @returns {string} for text or an attribute value in double quotes
 */
export const escape = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
