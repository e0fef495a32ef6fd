import { MEDIA } from './elements.js';
import { element, elements, toText } from './tree.js';
/** @import { Element } from './tree.js' */

/** A language tag, as far as it can be told from its form (RFC 5646, section 2.1). */
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** A date or a time, in the forms of HTML that texts use. */
const TIME =
  /^\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$|^\d\d:\d\d(:\d\d)?$/;

/** What the value of an attribute must look like; with another one it is left out. @type {Map<string, RegExp>} */
const FORMS = new Map([
  ['lang', LANGUAGE],
  ['dir', /^(ltr|rtl|auto)$/],
  ['datetime', TIME],
  ['colspan', /^([1-9]\d{0,2}|1000)$/],
  ['rowspan', /^\d{1,4}$/],
  ['scope', /^(row|col|rowgroup|colgroup)$/],
  ['start', /^-?\d{1,9}$/],
  ['value', /^-?\d{1,9}$/],
  ['type', /^([1aAiI]|(audio|video)\/[\w.+-]{1,50})$/],
  ['preload', /^(none|metadata)$/],
]);

const ADDRESSES = new Set(['href', 'src', 'cite', 'poster']);

/**
 * Adds what every page wants of a text: code and tables that scroll and can be reached by keyboard,
 * images that load late, links that say something, attributes that are valid.
 * @param {Element} parent is changed, with all in it
 * @param {boolean} [inLink] nothing in a link may be reachable by itself
 */
export function decorate(parent, inLink = false) {
  checkAttributes(parent.attributes);
  if (lacksMeaning(parent)) parent.tag = 'span';
  if (parent.tag === 'a') decorateLink(parent);
  if (parent.tag === 'img') decorateImage(parent);
  if (MEDIA.has(parent.tag)) decorateMedium(parent);
  if (parent.tag === 'pre') decorateCode(parent, inLink);
  const within = inLink || parent.tag === 'a' || parent.tag === 'summary';
  for (const child of parent.children) if (typeof child !== 'string') decorate(child, within);
  parent.children = parent.children.map((child) =>
    typeof child !== 'string' && child.tag === 'table' ? frame(child, within) : child,
  );
}

/** @param {Map<string, string>} attributes */
function checkAttributes(attributes) {
  for (const [name, value] of attributes) {
    if (FORMS.get(name)?.test(value) === false) attributes.delete(name);
    if (ADDRESSES.has(name)) {
      const address = validAddress(value);
      if (address === null) attributes.delete(name);
      else attributes.set(name, address);
    }
    if (name === 'open' || name === 'reversed') attributes.set(name, '');
  }
}

/**
 * @param {string} value escaped
 * @returns {string | null} escaped, with what no address may contain percent-encoded (RFC 3986, section 2), and
 *   without a user's name and password
 */
function validAddress(value) {
  const address = value
    .trim()
    .replace(/^(https?:)?\/\/[^/?#]*@/i, '$1//')
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/&(?:quot|lt|gt);|[\s\\^`{|}]/g, (part) =>
      encodeURIComponent(CHARACTERS.get(part) ?? part),
    );
  const [whole, fragment] = split(address, '#');
  const clean = fragment === null ? whole : `${whole}#${fragment.replaceAll('#', '%23')}`;
  const [path, query] = split(clean, '?');
  const result = /^https?:/i.test(path) ? clean : clean.replace(/[[\]]/g, encodeURIComponent);
  if (!/^(https?:)?\/\//i.test(address)) return result;
  if (!URL.canParse(address.replaceAll('&amp;', '&'), 'https://base.invalid')) return null;
  return /[[\]]/.test(`${path.slice(8)}${query ?? ''}`)
    ? result.replace(/[[\]]/g, encodeURIComponent)
    : result;
}

const CHARACTERS = new Map([
  ['&quot;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
]);

/**
 * @param {string} text
 * @param {string} mark
 * @returns {[string, string | null]} what stands before the first mark, and what stands behind it
 */
function split(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {Element} node @returns {boolean} whether it is nothing without an attribute that it lacks */
function lacksMeaning({ tag, attributes, children }) {
  if (tag === 'bdo') return !attributes.has('dir');
  if (tag !== 'time' || attributes.has('datetime')) return false;
  return children.length !== 1 || typeof children[0] !== 'string' || !TIME.test(children[0].trim());
}

/** @param {Element} link that says nothing gets its title or its address as its name */
function decorateLink(link) {
  const href = link.attributes.get('href');
  if (!href || /\S/.test(toText(link))) return;
  if ([...elements(link)].some(({ tag }) => tag === 'img')) link.attributes.set('aria-label', href);
  else {
    link.children.push(link.attributes.get('title')?.trim() || href);
    link.attributes.delete('title');
  }
}

/** @param {Element} image */
function decorateImage({ attributes }) {
  if (!attributes.has('alt')) attributes.set('alt', '');
  attributes.set('loading', 'lazy').set('decoding', 'async');
}

/** @param {Element} medium of another site is asked for nothing before somebody plays it */
function decorateMedium({ attributes, children }) {
  const addresses = [
    attributes,
    ...children.flatMap((child) => (typeof child === 'string' ? [] : child.attributes)),
  ];
  const isElsewhere = addresses.some((each) => /^(https?:)?\/\//i.test(each.get('src') ?? ''));
  attributes.set('controls', '');
  if (isElsewhere || !attributes.has('preload'))
    attributes.set('preload', isElsewhere ? 'none' : 'metadata');
}

/**
 * @param {Element} block
 * @param {boolean} inLink
 */
function decorateCode(block, inLink) {
  if (!inLink) block.attributes.set('tabindex', '0');
  for (const child of block.children) {
    if (typeof child === 'string' || child.tag !== 'code') continue;
    const classes = child.attributes.get('class') ?? '';
    if (!/\bhljs\b/.test(classes)) child.attributes.set('class', `hljs ${classes}`.trim());
  }
}

/**
 * @param {Element} table
 * @param {boolean} inLink
 */
function frame(table, inLink) {
  /** @type {[string, string][]} */
  const attributes = [['class', 'table']];
  if (!inLink) attributes.push(['tabindex', '0']);
  attributes.push(['role', 'group'], ['aria-label', 'Table']);
  return element('div', attributes, [table]);
}
