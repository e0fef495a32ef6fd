import { hourOf } from '../base/time-zones.js';
import { hour, setting, word, words as allWords } from '../changes/keys.js';
import { isReplayed } from '../changes/replay.js';

/**
 * What a network knows an answer by: tags, short digests of the keys that it depends on. So whatever a change touches
 * can be purged without knowing who has which page (docs/decisions/0072-keys-as-tags.md).
 */

/** Characters of a tag: 30 bits. Of 200,000 keys, one in 5,000 shares its tag, and is purged with the other. */
const LENGTH = 5;
/** A response of more tags has one in their place, which each change purges. */
const MOST = 200;
/** Numbered pages of a list that share a tag beside their own: a removal shifts all that are newer. */
const RANGE = 32;

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const timeZone = setting('timeZone');
const NUMBERED = /^(.+):(\d+)$/;

/** @typedef {ReturnType<typeof createTags>} Tags */

/**
 * @param {string} blog  its URL: two blogs in one network have different tags, and one has the same at another scheme,
 *   so that all that a network has can still be named
 */
export function createTags(blog) {
  const seed = hash(blog.replace(/^https?:/, ''), 0x811c9dc5);
  const all = tag('all');
  const many = tag('many');
  /** Of what may have changed while nobody ran, and no start can tell. */
  const unknown = tag('unknown');
  return { all, unknown, ofEntry, ofChange };

  /** @param {string} text */
  function tag(text) {
    let rest = hash(text, seed);
    let made = '';
    for (; made.length < LENGTH; rest >>>= 6) made += CHARACTERS[rest & 63];
    return made;
  }

  /**
   * @param {{ dependsOn: readonly string[], words?: string, moments?: readonly number[] }} entry
   * @returns {string[]} without duplicates; the first stands for the whole blog
   */
  function ofEntry({ dependsOn, words, moments }) {
    const hours = moments?.map(hourOf);
    const keys = dependsOn.flatMap((key) => {
      if (key === allWords && words !== undefined) return words.split(' ').map(word);
      if (key === timeZone && hours?.every((each) => each !== null)) return hours.map(hour);
      return [key, rangeOf(key) ?? key];
    });
    const first = dependsOn.every(isReplayed) ? [all] : [all, unknown];
    const tags = new Set([...first, ...keys.map(tag)]);
    return tags.size > MOST ? [...first, many] : [...tags];
  }

  /**
   * @param {Iterable<string>} keys  that a change touched
   * @returns {string[]} tags of all that depends on one of them
   */
  function ofChange(keys) {
    return [...new Set([many, ...withRanges([...keys]).map(tag)])];
  }
}

/** @param {string} key @returns {string | undefined} that of its range, if it is of a numbered page */
function rangeOf(key) {
  const [, list, number] = NUMBERED.exec(key) ?? [];
  return list && /^(page|yearPage):/.test(list)
    ? `${list}:range:${Math.ceil(Number(number) / RANGE)}`
    : undefined;
}

/** @param {string[]} keys @returns {string[]} with one for each whole range in place of its pages */
function withRanges(keys) {
  /** @type {Map<string, string[]>} */
  const ranges = new Map();
  /** @type {string[]} */
  const others = [];
  for (const key of keys) {
    const range = rangeOf(key);
    if (range === undefined) others.push(key);
    else ranges.set(range, [...(ranges.get(range) ?? []), key]);
  }
  const pages = [...ranges].flatMap(([range, own]) => (own.length < RANGE ? own : range));
  return [...others, ...pages];
}

/**
 * FNV-1a (draft-eastlake-fnv), of UTF-16 units, with the last step of MurmurHash3.
 * @param {string} text
 * @param {number} seed
 * @returns {number} of 32 bits
 */
function hash(text, seed) {
  let made = seed;
  for (let at = 0; at < text.length; at++)
    made = Math.imul(made ^ text.charCodeAt(at), 0x01000193) >>> 0;
  // The last character has to reach all bits.
  made = Math.imul(made ^ (made >>> 16), 0x7feb352d);
  made = Math.imul(made ^ (made >>> 15), 0x846ca68b);
  return (made ^ (made >>> 16)) >>> 0;
}
