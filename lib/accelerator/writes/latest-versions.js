import { isFetched } from './hybrid-clock.js';
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

/** Begins the name of a key's mark. */
const URL = 'url ';
/** The name of the mark that each invalidation of a group leaves. */
const ANY_GROUP = 'group';

/**
 * The version of the latest write to each key, prefix, entity tag and group, so that writes may arrive in any order. Its size is
 * limited: what is older than a forgotten write (the floor) is refused, since nobody knows whether it was removed.
 */
export class LatestVersions {
  /** Oldest application first. @type {Map<string, Mark>} */
  #marks = new Map();
  /** Of the names in `#marks`. */
  #characters = 0;
  /** @type {Map<string, Mark>} */
  #prefixes = new Map();
  /** @type {Mark} */
  #floor = { version: '', appliedAt: '' };
  /** The greatest version that was noted or forgotten. */
  greatest = '';
  #maxMarks;

  /** @param {{ maxMarks?: number }} [options] */
  constructor({ maxMarks = MAX_MARKS } = {}) {
    this.#maxMarks = maxMarks;
  }

  /**
   * Writes of this version or an older one are refused from now on, unless they are applied already.
   * @param {Mark} mark
   */
  raiseFloor({ version, appliedAt }) {
    this.greatest = greater(version, this.greatest);
    this.#floor = {
      version: greater(version, this.#floor.version),
      appliedAt: greater(appliedAt, this.#floor.appliedAt),
    };
  }

  /**
   * @param {Selector} selector of what was written or removed
   * @param {Mark} mark
   */
  note({ urls = [], prefixes = [], etags = [], groups = [] }, mark) {
    this.greatest = greater(mark.version, this.greatest);
    const any = groups.length > 0 ? [ANY_GROUP] : [];
    for (const name of [...namesOf(urls, etags, groups), ...any])
      if (this.#set(this.#marks, name, mark)) this.#characters += name.length;
    while (this.#marks.size > this.#maxMarks || this.#characters > MAX_CHARACTERS)
      this.#characters -= this.#forgetOldest(this.#marks);
    for (const prefix of prefixes) this.#set(this.#prefixes, prefix, mark);
    while (this.#prefixes.size > MAX_PREFIXES) this.#forgetOldest(this.#prefixes);
  }

  /**
   * @param {Concerned} concerned
   * @param {string} version
   * @returns {boolean} whether a write of this version is later than all that concern the same; a response that was fetched,
   *   whether it was requested after the last of them was applied here: clocks of other nodes do not count for it
   */
  admits({ key, groups, etags }, version) {
    const isAfter = (/** @type {Mark} */ mark) =>
      isFetched(version) ? version > mark.appliedAt : version > mark.version;
    if (!isAfter(this.#floor)) return false;
    const names = groups
      ? namesOf([key], etags, groups)
      : [...namesOf([key], etags, []), ANY_GROUP];
    for (const name of names) {
      const mark = this.#marks.get(name);
      if (mark && !isAfter(mark)) return false;
    }
    for (const [prefix, mark] of this.#prefixes)
      if (!isAfter(mark) && key.startsWith(prefix)) return false;
    return true;
  }

  /** @param {string} version @returns {string[]} the keys of later writes, as far as they are remembered */
  keysAfter(version) {
    if (version >= this.greatest) return [];
    const names = [];
    // Those that were applied last are the last.
    for (const [name, mark] of [...this.#marks].reverse()) {
      if (mark.appliedAt < version) break;
      if (mark.version > version) names.push(name);
    }
    return names.flatMap((name) => (name.startsWith(URL) ? name.slice(URL.length) : []));
  }

  /**
   * @param {Map<string, Mark>} marks
   * @param {string} name
   * @param {Mark} mark
   * @returns {boolean} whether it is new
   */
  #set(marks, name, { version, appliedAt }) {
    const before = marks.get(name)?.version ?? '';
    // Set anew, it is the last to be forgotten.
    const isNew = !marks.delete(name);
    marks.set(name, { version: greater(version, before), appliedAt });
    return isNew;
  }

  /** @param {Map<string, Mark>} marks @returns {number} characters of its name */
  #forgetOldest(marks) {
    const [[oldest, forgotten]] = marks;
    marks.delete(oldest);
    this.raiseFloor(forgotten);
    return oldest.length;
  }
}

/** @param {readonly string[]} urls @param {readonly string[]} etags @param {readonly string[]} groups */
const namesOf = (urls, etags, groups) => [
  ...urls.map((url) => URL + url),
  ...etags.map((etag) => `etag ${etag}`),
  ...groups.map((group) => `group ${group}`),
];

/** @param {string} a @param {string} b */
const greater = (a, b) => (a > b ? a : b);
