import { HEADINGS } from './elements.js';
import { slugify } from '../base/slug.js';
import { elements, escape, toText } from './tree.js';
import { isUnread } from './unread.js';
/** @import { Element } from './tree.js' */

/** Ids that the page itself uses. */
const RESERVED = /^(main|comments|top|comment-.*|nav-.*)$/;

/** Ids that stay as the author wrote them. */
const SAFE = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.:-]{0,99}$|^_[\p{L}\p{N}\p{M}_.:-]{1,99}$/u;

/**
 * Gives every heading an id, makes all ids of the text unique and safe, and adapts its links to them.
 * @param {Element} root changed in place
 */
export function assignIds(root) {
  const all = [...elements(root)];
  const ids = new UniqueIds();
  /** From the id in the source to the one assigned. @type {Map<string, string>} */
  const targets = new Map();

  const own = all.filter((node) => node.attributes.has('id') || takeOwnId(node));
  for (const node of own) {
    const wanted = node.attributes.get('id') ?? '';
    const input = ids.claim(SAFE.test(wanted) ? wanted : slugify(wanted));
    node.attributes.set('id', escape(input));
    if (!targets.has(wanted)) targets.set(wanted, input);
  }
  for (const node of all) {
    if (!HEADINGS.has(node.tag) || node.attributes.has('id')) continue;
    const input = ids.claim(slugify(wordsOf(node)));
    node.attributes = new Map([['id', escape(input)], ...node.attributes]);
    if (!targets.has(input)) targets.set(input, input);
  }
  updateLinks(all, targets);
}

/** @param {Element | string} node @returns {string} */
function wordsOf(node) {
  if (typeof node === 'string' || node.children.length === 0) return toText(node);
  return isUnread(node) ? '' : node.children.map(wordsOf).join('');
}

/**
 * Reads ids written as `## Title {#id}`, as several static site generators allow.
 * @param {Element} node changed in place: its id moves from the text to the attribute
 * @returns {boolean} whether it had one
 */
function takeOwnId(node) {
  const last = node.children.length - 1;
  const text = node.children[last];
  if (!HEADINGS.has(node.tag) || typeof text !== 'string') return false;
  const found = /\{#([\p{L}\p{N}\p{M}\p{Cf}_.:-]{1,99})\}$/u.exec(text.trimEnd());
  const before = text.slice(0, found?.index).trimEnd();
  if (!found || (!before && last === 0)) return false;
  node.children[last] = before;
  node.attributes = new Map([['id', found[1]], ...node.attributes]);
  return true;
}

/**
 * @param {Element[]} all
 * @param {Map<string, string>} targets
 */
function updateLinks(all, targets) {
  /** @type {Map<string, string>} */
  const similar = new Map();
  for (const [wanted, given] of targets) {
    if (!similar.has(bare(wanted))) similar.set(bare(wanted), given);
  }
  for (const { tag, attributes } of all) {
    const href = attributes.get('href') ?? '';
    if (tag !== 'a' || !href.startsWith('#') || href === '#') continue;
    const wanted = decode(href.slice(1));
    const input = targets.get(wanted) ?? similar.get(bare(wanted));
    if (input) attributes.set('href', `#${encodeURIComponent(input)}`);
  }
}

/** @param {string} id @returns {string} without what differs between the ids of other generators */
const bare = (id) => slugify(id).replaceAll('-', '') || id;

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class UniqueIds {
  /** How often each id was claimed. @type {Map<string, number>} */
  counts = new Map();

  /**
   * @param {string} wanted may be ''
   * @returns {string} the id, with a number appended if it is taken
   */
  claim(wanted) {
    const base =
      wanted === '' || RESERVED.test(wanted) ? `section${wanted && `-${wanted}`}` : wanted;
    let name = base;
    for (
      let number = this.counts.get(base) ?? 0;
      this.counts.has(name);
      name = `${base}-${number}`
    ) {
      number += 1;
      this.counts.set(base, number);
    }
    this.counts.set(name, Math.max(this.counts.get(name) ?? 0, 1));
    return name;
  }
}
