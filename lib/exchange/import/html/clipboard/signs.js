import { DomUtils } from 'htmlparser2';
import { allIn, hasClass, text } from './dom.js';
/** @import { AnyNode, ChildNode, Element, Text } from 'domhandler' */

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{Regional_Indicator}){1,20}$/u;
const NUMBER = /^[\d#*]+$/;
const CLASS = /(?:^|[\s_-])(?:emoji|wp-smiley|emoticon)(?:[\s_-]|$)/i;
/** Of a file that is named after the characters: `1f468-200d-1f373.png`, `u1f600.svg`. */
const FILE =
  /\/(?:emoji_)?u?([0-9a-f]{2,5}(?:[-_][0-9a-f]{2,5}){0,9})(?:\/\d{1,3})?\.(?:png|svg|gif|webp)(?:[?#]|$)/i;

/** @param {Element} node @returns {string | null} the character that a picture stands for */
export function emojiOf(node) {
  const { alt = '', src = '' } = node.attribs;
  if (node.name !== 'img') return null;
  if (EMOJI.test(alt) && !NUMBER.test(alt)) return alt;
  const isNamed =
    hasClass(node, CLASS) ||
    /emoji/i.test(node.attribs['data-stringify-type'] ?? node.attribs.itemtype ?? '');
  if (!isNamed) return null;
  const [, codes] = FILE.exec(src) ?? [];
  const signs =
    codes
      ?.split(/[-_]/)
      .map((code) => charOf(Number.parseInt(code, 16)))
      .join('') ?? '';
  return EMOJI.test(signs) ? signs : alt.trim() || null;
}

const charOf = (/** @type {number} */ code) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const BOX = /^\s*\[([ x])\]\s/i;

/** Makes a character of what shows whether an item of a list is done. @param {Element} item */
export function tick(item) {
  const first = firstText(item);
  const [whole, mark] = BOX.exec(first?.data ?? '') ?? [];
  if (first && whole) first.data = `${boxOf(mark !== ' ')} ${first.data.slice(whole.length)}`;
  const isDone = stateOf(item);
  if (isDone === null) return;
  const inside = [...item.children, ...(item.children.find(DomUtils.isTag)?.children ?? [])];
  for (const box of inside.filter(isControl)) DomUtils.removeElement(box);
  // Some strike out what is done.
  if (isDone && item.attribs.role === 'checkbox')
    for (const { attribs } of allIn(item))
      attribs.style = attribs.style?.replace(/line-through/gi, 'none') ?? '';
  /** @type {ChildNode | null} */
  let place = firstText(item);
  while (place?.parent && DomUtils.isTag(place.parent) && !/^(?:li|div|p)$/.test(place.parent.name))
    place = place.parent;
  if (place) DomUtils.prepend(place, text(`${boxOf(isDone)} `));
}

/** @param {boolean} isDone */
export const boxOf = (isDone) => (isDone ? '☑' : '☐');

/** @param {Element} item @returns {boolean | null} null when it is no task */
function stateOf({ attribs, parent }) {
  const isOfList = parent && DomUtils.isTag(parent) && hasClass(parent, /(?:^|\s)inline-task-list/);
  const said =
    (attribs.role === 'checkbox' ? attribs['aria-checked'] : undefined) ??
    attribs['data-checked'] ??
    attribs['data-task'] ??
    attribs['data-list'] ??
    (isOfList ? (attribs.class ?? '') : undefined);
  if (said === undefined || /^(?:bullet|ordered)$/.test(said)) return null;
  return /^(?:true|x|checked)$/i.test(said.trim());
}

/** @param {AnyNode} node */
const isControl = (node) =>
  DomUtils.isTag(node) &&
  (node.name === 'label' ||
    (node.name === 'input' && node.attribs.type === 'checkbox') ||
    node.attribs['aria-roledescription'] === 'checkbox');

/** @param {Element} item @returns {Text | null} the first of its own words */
function firstText(item) {
  const waiting = item.children.toReversed();
  for (let node; (node = waiting.pop());) {
    if (DomUtils.isText(node) && node.data.trim() !== '') return node;
    if (!DomUtils.isTag(node)) continue;
    if (/^(?:[ou]l|pre|table)$/.test(node.name)) return null;
    waiting.push(...node.children.toReversed());
  }
  return null;
}
