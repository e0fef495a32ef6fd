import { HEADINGS } from './elements.js';
import { slugify } from '../util/slug.js';
import { elements, escape, toText } from './tree.js';
/** @import { Element } from './tree.js' */

/** Ids of the page around the text. */
const TAKEN = /^(main|comments|top|comment-.*|nav-.*)$/;

/** An id that may stay as the author wrote it. */
const SAFE = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_.:-]{0,99}$|^_[\p{L}\p{N}\p{M}_.:-]{1,99}$/u;

/**
 * Gives every heading an id, makes all ids of the text unique and safe, and lets the text's own links
 * (`#Old`) point to where they were meant to.
 * @param {Element} root is changed
 */
export function identify(root) {
  const all = [...elements(root)];
  const names = new Names();
  /** The id as links may name it → the id that it got. @type {Map<string, string>} */
  const targets = new Map();

  const own = all.filter((node) => node.attributes.has('id') || takeOwnId(node));
  for (const node of own) {
    const wanted = node.attributes.get('id') ?? '';
    const given = names.claim(SAFE.test(wanted) ? wanted : slugify(wanted));
    node.attributes.set('id', escape(given));
    if (!targets.has(wanted)) targets.set(wanted, given);
  }
  for (const node of all) {
    if (!HEADINGS.has(node.tag) || node.attributes.has('id')) continue;
    const given = names.claim(slugify(toText(node)));
    node.attributes = new Map([['id', escape(given)], ...node.attributes]);
    if (!targets.has(given)) targets.set(given, given);
  }
  repoint(all, targets);
}

/**
 * `## Title {#name}` is how several generators let authors name a heading.
 * @param {Element} node
 * @returns {boolean} whether the node had such a name, which it now carries as its id
 */
function takeOwnId(node) {
  const last = node.children.length - 1;
  const text = node.children[last];
  if (!HEADINGS.has(node.tag) || typeof text !== 'string') return false;
  const found = /\{#([\p{L}\p{N}_.:-]{1,99})\}$/u.exec(text.trimEnd());
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
function repoint(all, targets) {
  /** @type {Map<string, string>} */
  const alike = new Map();
  for (const [wanted, given] of targets) {
    if (!alike.has(bare(wanted))) alike.set(bare(wanted), given);
  }
  for (const { tag, attributes } of all) {
    const href = attributes.get('href') ?? '';
    if (tag !== 'a' || !href.startsWith('#') || href === '#') continue;
    const wanted = decode(href.slice(1));
    const given = targets.get(wanted) ?? alike.get(bare(wanted));
    if (given) attributes.set('href', `#${encodeURIComponent(given)}`);
  }
}

/** @param {string} id @returns {string} what generators that make ids in other ways would agree on */
const bare = (id) => slugify(id).replaceAll('-', '') || id;

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The ids given out so far. */
class Names {
  /** @type {Map<string, number>} an id → how often it was asked for */
  counts = new Map();

  /**
   * @param {string} wanted may be ''
   * @returns {string} the id, with a number behind it when it is taken
   */
  claim(wanted) {
    const base = wanted === '' || TAKEN.test(wanted) ? `section${wanted && `-${wanted}`}` : wanted;
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
