import { BLOCKS, HEADINGS, MEDIA } from '../../../markup/elements.js';
import { isMark } from '../../../markup/excerpt.js';
import { element, elements, toText } from '../../../markup/tree.js';
import { lookUp } from '../../../base/look-up.js';
/** @import { Element } from '../../../markup/tree.js' */

/** Names for the same thing. @type {Record<string, string>} */
const SAME = { i: 'em', b: 'strong', s: 'del', th: 'td' };

/** Differences that readers do not see. */
const UNSEEN = new Set(['', 'p', 'div', 'span', 'figure', 'figcaption', 'tbody', 'thead', 'tfoot']);

/**
 * @param {Element} root
 * @returns {string} what a reader sees of a text: two texts with the same result show the same words, links and
 * images, in the same order and with the same formatting
 */
export const visibleText = (root) =>
  partsOf(root)
    .replace(/((?:<(?!\/|hr|img|br)[^<>]*>)+)( *)/g, (_, tags, gap) => `${gap && ' '}${tags}`)
    .replace(/(?<! ) +((?:<\/[^<>]*>)+)/g, '$1 ')
    .replace(/(?:(?<! ) +)?<br> */g, '<br>')
    .split('\n')
    .map(withoutBreaks)
    .filter(Boolean)
    .join('\n')
    .replace(/ {2,}/g, ' ');

/** Those at the ends of a line show nothing. @param {string} line */
function withoutBreaks(line) {
  let [start, end] = [0, line.length];
  for (let step = 1; step > 0; start += step) step = stepAt(line, start);
  for (let step = 1; step > 0 && end > start; end -= step)
    step = line[end - 1] === ' ' ? 1 : line.endsWith('<br>', end) ? 4 : 0;
  return line.slice(start, Math.max(start, end));
}

/** @param {string} line @param {number} at */
const stepAt = (line, at) => (line[at] === ' ' ? 1 : line.startsWith('<br>', at) ? 4 : 0);

/** Elements that are invisible when empty. */
const INLINE = new Set(
  'a abbr b cite code del dfn em i ins kbd mark q s samp small strong sub sup u var'.split(' '),
);

/** @param {Element | string} node @returns {string} */
function partsOf(node) {
  if (typeof node === 'string') return shown(toText(node)).replace(/[ \t\n]+/g, ' ');
  const { tag, attributes, children } = emphasisFirst(node);
  if (isMark(node)) return '\n<more>\n';
  if (tag === 'pre') return `\n<pre>${shown(codeOf(node)).trim()}</pre>\n`;
  if (tag === 'br') return '<br>';
  if (tag === 'hr') return '\n<hr>\n';
  const address = attributes.get('href') ?? attributes.get('src');
  if (tag === 'img') return `<img ${target(address)} ${shown(toText(node))}>`;
  if (MEDIA.has(tag)) return `<${tag} ${sourcesOf(node).map(target).join(' ')}>`;
  const inside = withoutName(tag, children.map(partsOf).join(''));
  if (INLINE.has(tag) && inside.replaceAll('<br>', '').trim() === '') return inside;
  const isBlock = BLOCKS.has(tag) || /^(li|td|th|tr|d[dt]|figcaption|summary|caption)$/.test(tag);
  const edge = isBlock ? '\n' : '';
  const name = lookUp(SAME, tag) ?? tag;
  // A bare URL in a text becomes a link.
  const isItself = tag === 'a' && isAddressOf(toText(address ?? ''), inside);
  if (UNSEEN.has(name) || isItself) return edge + inside + edge;
  const start = tag === 'a' ? `a ${target(address)}` : name;
  return `${edge}<${start}>${inside}</${name}>${edge}`;
}

/** Readers see no difference between `<b><i>` and `<i><b>`. @param {Element} node @returns {Element} */
function emphasisFirst(node) {
  const [inner] = node.children;
  const isAround = /^(?:b|strong)$/.test(node.tag) && node.children.length === 1;
  if (!isAround || typeof inner === 'string' || !/^(?:i|em)$/.test(inner.tag)) return node;
  return element(inner.tag, [...inner.attributes], [{ ...node, children: inner.children }]);
}

/** @param {Element} medium @returns {(string | undefined)[]} */
const sourcesOf = (medium) => [...elements(medium)].map(({ attributes }) => attributes.get('src'));

/** A heading may have its name behind it. @param {string} tag @param {string} text */
const withoutName = (tag, text) =>
  HEADINGS.has(tag) ? text.replace(/(?<! ) *\{#[\w.:-]{1,99}\} *$/, '') : text;

/** @param {string} [address] as an attribute has it */
const target = (address = '') => shown(decoded(toText(address))).replace(/ /g, '%20');

/** @param {string} address @param {string} text */
const isAddressOf = (address, text) =>
  shown(decoded(address).replace(/^mailto:/, '')) === decoded(text.trim());

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

/** @param {string} text */
const shown = (text) => text.replaceAll('<', '‹').replaceAll('>', '›');

/** @param {Element | string} node @returns {string} the text of code, in which `<br>` ends a line */
export function codeOf(node) {
  if (typeof node === 'string') return toText(node);
  return node.tag === 'br' ? '\n' : node.children.map(codeOf).join('');
}
