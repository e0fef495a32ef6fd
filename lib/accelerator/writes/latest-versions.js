import { LRUCache } from 'lru-cache';
import { isFetched } from './versions.js';
/** @import { Selector } from '../types.js' */

/**
 * @typedef {object} Mark  A write, as far as later ones must know of it: the tombstone of what it removed.
 * @property {string} version  of the write
 * @property {string} appliedAt  by this node's clock
 *
 * @typedef {object} Concerned  What may be concerned by a write.
 * @property {string} key
 * @property {readonly string[]} etags
 * @property {readonly string[]} [groups]  undefined: it may be in any
 */

/** The keys, entity tags and groups that are remembered, and their characters: some 30 MB at most. */
const MAX_MARKS = 50_000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
/** Each put of an older version compares its key with all of them. */
const MAX_PREFIXES = 1000;

/** The name of the mark that each invalidation of a group leaves. */
const ANY_GROUP = 'group';

/**
 * The version of the latest write to each key, prefix, entity tag and group, so that writes may arrive in any order.
 * Their number is limited: what is older than a forgotten write (the floor) is refused, since nobody knows whether it
 * was removed.
 */
export class LatestVersions {
  /** By name. @type {LRUCache<string, Mark>} */
  #marks;
  /** @type {LRUCache<string, Mark>} */
  #prefixes;
  /** @type {Mark} */
  #floor = { version: '', appliedAt: '' };

  /** @param {{ maxMarks?: number }} [options] */
  constructor({ maxMarks = MAX_MARKS } = {}) {
    const dispose = (
      /** @type {Mark} */ mark,
      /** @type {string} */ _name,
      /** @type {string} */ why,
    ) => void (why === 'evict' && this.raiseFloor(mark));
    const sizeCalculation = (/** @type {Mark} */ _mark, /** @type {string} */ { length }) => length;
    this.#marks = new LRUCache({
      max: maxMarks,
      maxSize: MAX_CHARACTERS,
      sizeCalculation,
      dispose,
    });
    this.#prefixes = new LRUCache({ max: MAX_PREFIXES, dispose });
  }

  /**
   * Writes of this version or an older one are refused from now on, unless they are applied already.
   * @param {Mark} mark
   */
  raiseFloor(mark) {
    this.#floor = greater(mark, this.#floor);
  }

  /**
   * @param {Selector} selector of what was written or removed
   * @param {Mark} mark
   */
  record({ urls = [], prefixes = [], etags = [], groups = [] }, mark) {
    for (const name of namesOf(urls, etags, groups)) set(this.#marks, name, mark);
    if (groups.length > 0) set(this.#marks, ANY_GROUP, mark);
    for (const prefix of prefixes) set(this.#prefixes, prefix, mark);
  }

  /**
   * @param {Concerned} concerned
   * @param {string} version
   * @returns {boolean} whether a write of this version is later than all that concern the same; a response that was
   *   fetched, whether it was requested after the last of them was applied here: clocks of other nodes do not count for
   *   it
   */
  admits({ key, groups, etags }, version) {
    const isAfter = (/** @type {Mark | undefined} */ mark) =>
      !mark || version > (isFetched(version) ? mark.appliedAt : mark.version);
    if (!isAfter(this.#floor)) return false;
    const names = [...namesOf([key], etags, groups ?? []), ...(groups ? [] : [ANY_GROUP])];
    if (!names.every((name) => isAfter(this.#marks.peek(name)))) return false;
    for (const [prefix, mark] of this.#prefixes)
      if (!isAfter(mark) && key.startsWith(prefix)) return false;
    return true;
  }
}

/** @param {LRUCache<string, Mark>} marks @param {string} name @param {Mark} mark */
const set = (marks, name, mark) =>
  marks.set(name, greater(mark, marks.peek(name) ?? { version: '', appliedAt: '' }));

/** @param {readonly string[]} urls @param {readonly string[]} etags @param {readonly string[]} groups */
const namesOf = (urls, etags, groups) => [
  ...urls.map((url) => `url ${url}`),
  ...etags.map((etag) => `etag ${etag}`),
  ...groups.map((group) => `group ${group}`),
];

/** @param {Mark} a @param {Mark} b @returns {Mark} */
const greater = (a, b) => ({
  version: a.version > b.version ? a.version : b.version,
  appliedAt: a.appliedAt > b.appliedAt ? a.appliedAt : b.appliedAt,
});
