import { setImmediate } from 'node:timers/promises';
import { pack, unpack } from '../base/packed-counts.js';
import { Frequent } from './frequent.js';
import { keysOf } from '../base/record-of.js';

/**
 * @typedef {keyof typeof RETAINED} Dimension
 *
 * @typedef {{ device: string, browser: string, language: string, country: string }} Likeness  what views of many
 *   visitors have in common; '': unknown
 *
 * @typedef {Record<string, number>} Counts  by name; '': all that are not kept by name
 *
 * @typedef {{ views: number, bots: number } & Record<Dimension, Counts>} DumpedSums
 *
 * @typedef {Record<string, [referrers: string, countries: string]>} Origins  where the readers of each page come from,
 *   by path, as `pack` writes them
 */

/** Views of different kinds after which they are added up. */
const MOST_ALIKE = 2000;

/** What is counted by name, and how many names are kept of each. */
const RETAINED = {
  pages: 500,
  referrers: 500,
  countries: 300,
  devices: 10,
  browsers: 20,
  languages: 200,
  crawlers: 500,
  notFound: 100,
  searches: 100,
};
const dimensions = keysOf(RETAINED);
/** Names of each kind up to which sums are exact: those of a day are of all its hours and processes. */
const EXACT = 2 ** 15;
/** Referrers and countries that are kept of each page, and up to which they are exact. */
const STORED_OF_A_PAGE = 6;
const EXACT_OF_A_PAGE = 64;
/** Pages whose origins are read or written before others have their turn. */
const SLICE = 100;

/** Sums of any time. They can be merged. */
export class Sums {
  views = 0;
  /** Requests by crawlers. */
  bots = 0;
  /** @type {Record<Dimension, Frequent>} */
  by;
  /** Where the readers of each page come from. @type {Map<string, { referrers: Frequent, countries: Frequent }>} */
  #origins = new Map();
  #mostOrigins;
  /** Views that are not added up yet, by path. @type {Map<string, Map<Likeness, { count: number }>>} */
  #alike = new Map();
  #size = 0;

  /**
   * @param {object} [options]
   * @param {number} [options.most]  names of each kind that are kept at least
   * @param {number} [options.exact]  and up to which the sums are exact
   * @param {number} [options.scale]  how many times more names are kept of a page
   */
  constructor({ most = 0, exact = EXACT, scale = 1 } = {}) {
    this.#mostOrigins = STORED_OF_A_PAGE * scale;
    const each = dimensions.map((name) => [
      name,
      new Frequent(Math.max(RETAINED[name], most), exact),
    ]);
    this.by = Object.fromEntries(each);
  }

  /** @param {string} path @param {Likeness} likeness @param {string} referrer  '': unknown */
  view(path, likeness, referrer) {
    if (referrer !== '') {
      this.by.referrers.add(referrer);
      this.originsOf(path).referrers.add(referrer);
    }
    let alike = this.#alike.get(path);
    if (alike === undefined) this.#alike.set(path, (alike = new Map()));
    const views = alike.get(likeness);
    if (views !== undefined) views.count++;
    else {
      alike.set(likeness, { count: 1 });
      if (++this.#size >= MOST_ALIKE) this.#addUp();
    }
  }

  #addUp() {
    for (const [path, alike] of this.#alike)
      for (const [likeness, { count }] of alike) this.#addViews(path, likeness, count);
    this.#alike.clear();
    this.#size = 0;
  }

  /** @param {string} path @param {Likeness} likeness @param {number} count */
  #addViews(path, { device, browser, language, country }, count) {
    const { pages, countries, devices, browsers, languages } = this.by;
    this.views += count;
    pages.add(path, count);
    devices.add(device, count);
    browsers.add(browser, count);
    if (language !== '') languages.add(language, count);
    if (country === '') return;
    countries.add(country, count);
    this.originsOf(path).countries.add(country, count);
  }

  /** @param {string} path */
  originsOf(path) {
    let origins = this.#origins.get(path);
    if (!origins) {
      origins = {
        referrers: new Frequent(this.#mostOrigins, EXACT_OF_A_PAGE),
        countries: new Frequent(this.#mostOrigins, EXACT_OF_A_PAGE),
      };
      this.#origins.set(path, origins);
    }
    return origins;
  }

  /** @param {DumpedSums} dumped */
  merge(dumped) {
    this.views += dumped.views;
    this.bots += dumped.bots;
    for (const name of dimensions) this.by[name].merge(dumped[name]);
  }

  /** @param {Origins} dumped */
  async mergeOrigins(dumped) {
    for (const [place, [path, [referrers, countries]]] of Object.entries(dumped).entries()) {
      if (place % SLICE === 0) await setImmediate();
      const origins = this.originsOf(path);
      origins.referrers.merge(unpack(referrers));
      origins.countries.merge(unpack(countries));
    }
  }

  /** @returns {Promise<DumpedSums>} for JSON, in parts, since there may be many names */
  async dump() {
    this.#addUp();
    const dumped = /** @type {DumpedSums} */ ({ views: this.views, bots: this.bots });
    for (const name of dimensions) {
      dumped[name] = this.by[name].dump();
      await setImmediate();
    }
    return dumped;
  }

  /** @returns {Promise<Origins>} for JSON */
  async dumpOrigins() {
    this.#addUp();
    this.by.pages.cut();
    for (const path of this.#origins.keys())
      if (this.by.pages.of(path) === 0) this.#origins.delete(path);
    /** @type {[string, Origins[string]][]} */
    const origins = [];
    for (const [path, { referrers, countries }] of this.#origins) {
      if (origins.length % SLICE === 0) await setImmediate();
      origins.push([path, [pack(referrers.entries()), pack(countries.entries())]]);
    }
    return Object.fromEntries(origins);
  }
}
