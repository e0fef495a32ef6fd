import { MEDIA } from './elements.js';
import { element, elements, toText } from './tree.js';
/** @import { Element } from './tree.js' */

/** The syntax of a language tag (RFC 5646, section 2.1), simplified. */
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i;

/** The most common formats of HTML's datetime attribute. */
const TIME =
  /^\d{4}(-\d\d(-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$|^\d\d:\d\d(:\d\d)?$/;

/** Attributes with other values are removed. @type {Map<string, RegExp>} */
const VALID_VALUES = new Map([
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
  ['encoding', /^application\/x-tex$/],
]);

const URL_ATTRIBUTES = new Set(['href', 'src', 'cite', 'poster']);

/**
 * Makes code and tables scrollable and focusable, loads images lazily, gives empty links a name, and removes invalid
 * attributes.
 * @param {Element} parent changed in place, with its descendants
 * @param {boolean} [inLink] whether it is in a link, which must contain nothing focusable
 */
export function decorate(parent, inLink = false) {
  checkAttributes(parent.attributes);
  if (lacksRequiredAttribute(parent)) parent.tag = 'span';
  // Validators know these attributes there alone.
  if (
    parent.tag === 'mrow' &&
    (parent.attributes.has('displaystyle') || parent.attributes.has('scriptlevel'))
  )
    parent.tag = 'mstyle';
  if (parent.tag === 'a') decorateLink(parent);
  if (parent.tag === 'img') decorateImage(parent);
  if (MEDIA.has(parent.tag)) decorateMedia(parent);
  if (parent.tag === 'pre') decorateCode(parent, inLink);
  const within = inLink || parent.tag === 'a' || parent.tag === 'summary';
  for (const child of parent.children) if (typeof child !== 'string') decorate(child, within);
  parent.children = parent.children.map((child) =>
    typeof child !== 'string' && child.tag === 'table' ? wrapTable(child, within) : child,
  );
}

/** @param {Map<string, string>} attributes */
function checkAttributes(attributes) {
  for (const [name, value] of attributes) {
    if (VALID_VALUES.get(name)?.test(value) === false) attributes.delete(name);
    if (URL_ATTRIBUTES.has(name)) {
      const url = validUrl(value);
      if (url === null) attributes.delete(name);
      else attributes.set(name, url);
    }
    if (name === 'open' || name === 'reversed') attributes.set(name, '');
  }
}

/**
 * @param {string} value escaped
 * @returns {string | null} escaped, without user name and password, and with characters that a URL must not contain
 *   percent-encoded (RFC 3986, section 2); null if it is not a valid URL
 */
function validUrl(value) {
  const url = value
    .trim()
    .replace(/^(https?:)?\/\/[^/?#]*@/i, '$1//')
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/&(?:quot|lt|gt);|[\s\\^`{|}]/g, (part) =>
      encodeURIComponent(CHARACTERS.get(part) ?? part),
    );
  const [base, fragment] = split(url, '#');
  const clean = fragment === null ? base : `${base}#${fragment.replaceAll('#', '%23')}`;
  const [path, query] = split(clean, '?');
  const result = /^https?:/i.test(path) ? clean : clean.replace(/[[\]]/g, encodeURIComponent);
  if (!/^(https?:)?\/\//i.test(url)) return result;
  if (!URL.canParse(url.replaceAll('&amp;', '&'), 'https://base.invalid')) return null;
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
 * @param {string} separator
 * @returns {[string, string | null]} the parts before and after the first separator
 */
function split(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** @param {Element} node @returns {boolean} whether it is a `bdo` without dir, or a `time` without a valid time */
function lacksRequiredAttribute({ tag, attributes, children }) {
  if (tag === 'bdo') return !attributes.has('dir');
  if (tag !== 'time' || attributes.has('datetime')) return false;
  return children.length !== 1 || typeof children[0] !== 'string' || !TIME.test(children[0].trim());
}

/** Names a link without text after its title or URL. @param {Element} link */
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

/** Lets audio and video of other sites load only when someone plays them. @param {Element} media */
function decorateMedia({ attributes, children }) {
  const withSources = [
    attributes,
    ...children.flatMap((child) => (typeof child === 'string' ? [] : child.attributes)),
  ];
  const isExternal = withSources.some((each) => /^(https?:)?\/\//i.test(each.get('src') ?? ''));
  attributes.set('controls', '');
  if (isExternal || !attributes.has('preload'))
    attributes.set('preload', isExternal ? 'none' : 'metadata');
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
function wrapTable(table, inLink) {
  /** @type {[string, string][]} */
  const attributes = [['class', 'table']];
  if (!inLink) attributes.push(['tabindex', '0']);
  attributes.push(['role', 'group'], ['aria-label', 'Table']);
  return element('div', attributes, [table]);
}
