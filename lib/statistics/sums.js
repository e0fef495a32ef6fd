import { Frequent } from './frequent.js';

/**
 * @typedef {keyof typeof KEPT} Dimension
 *
 * @typedef {Record<string, number>} Counts  by name; '': all that are not kept by name
 *
 * @typedef {{ views: number, bots: number, origins: Record<string, [referrers: Counts, countries: Counts]> } & Record<Dimension, Counts>} DumpedSums
 */

/** What is counted by name, and how many names are kept of each. */
const KEPT = {
  pages: 500,
  referrers: 500,
  countries: 300,
  devices: 10,
  browsers: 20,
  languages: 200,
  crawlers: 500,
  notFound: 100,
};
const dimensions = /** @type {Dimension[]} */ (Object.keys(KEPT));
/** Referrers and countries that are kept of each page. */
const KEPT_OF_A_PAGE = 6;

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

  /** @param {number} [scale]  how many times more names are kept */
  constructor(scale = 1) {
    this.#mostOrigins = KEPT_OF_A_PAGE * scale;
    const each = dimensions.map((name) => [name, new Frequent(KEPT[name] * scale)]);
    this.by = Object.fromEntries(each);
  }

  /** @param {{ path: string, referrer: string, country: string, device: string, browser: string, language: string }} view  '': unknown */
  view({ path, referrer, country, device, browser, language }) {
    const { pages, referrers, countries, devices, browsers, languages } = this.by;
    this.views++;
    pages.add(path);
    devices.add(device);
    browsers.add(browser);
    if (language !== '') languages.add(language);
    if (referrer !== '') referrers.add(referrer);
    if (country !== '') countries.add(country);
    if (referrer === '' && country === '') return;
    const origins = this.originsOf(path);
    if (referrer !== '') origins.referrers.add(referrer);
    if (country !== '') origins.countries.add(country);
  }

  /** @param {string} path */
  originsOf(path) {
    let origins = this.#origins.get(path);
    if (!origins) {
      origins = {
        referrers: new Frequent(this.#mostOrigins),
        countries: new Frequent(this.#mostOrigins),
      };
      this.#origins.set(path, origins);
    }
    return origins;
  }

  /** @param {Omit<DumpedSums, 'origins'>} dumped */
  merge(dumped) {
    this.views += dumped.views;
    this.bots += dumped.bots;
    for (const name of dimensions) this.by[name].merge(dumped[name]);
  }

  /** Where the readers of each page come from, which `merge` leaves out. @param {DumpedSums['origins']} dumped */
  mergeOrigins(dumped) {
    for (const [path, [referrers, countries]] of Object.entries(dumped)) {
      const origins = this.originsOf(path);
      origins.referrers.merge(referrers);
      origins.countries.merge(countries);
    }
  }

  /** @returns {DumpedSums} for JSON */
  dump() {
    const dumped = dimensions.map((name) => [name, this.by[name].dump()]);
    for (const path of this.#origins.keys())
      if (this.by.pages.of(path) === 0) this.#origins.delete(path);
    const origins = [...this.#origins].map(([path, { referrers, countries }]) => [
      path,
      [referrers.dump(), countries.dump()],
    ]);
    return {
      ...{ views: this.views, bots: this.bots, origins: Object.fromEntries(origins) },
      .../** @type {Record<Dimension, Counts>} */ (Object.fromEntries(dumped)),
    };
  }
}
