import { setImmediate } from 'node:timers/promises';
import { dayOf, originOf } from './calendar.js';
import { Sums } from './sums.js';
import { Visitors } from './visitors.js';
/** @import { Agent } from './agents.js' */
/** @import { DumpedSums, Likeness, Origins } from './sums.js' */
/** @import { DumpedVisitors, Hash } from './visitors.js' */

/**
 * @typedef {{ told: Record<string, number>, visitors: DumpedVisitors }} DumpedFeed  who reads it: the number of
 *   subscribers by reader, and those that told none
 *
 * @typedef {DumpedSums & { id: string, hour: string, origins: Origins, visitors: DumpedVisitors, feeds: Record<string,
 *   DumpedFeed>, revision?: string }} HourRecord
 */

/**
 * An hour keeps more names than a day, so that what is frequent on a day but not in an hour is not lost, and counts
 * still more before.
 */
const NAMES = { most: 2000, exact: 2 ** 12, scale: 4 };
/** Visitors up to which the figures of an hour are exact, and readers of a feed. */
const VISITORS = 2 ** 15;
const READERS = 2 ** 13;
/** Feeds of which readers are counted, and readers that tell their subscribers, of each. */
const FEEDS = 500;
const REPORTERS = 200;

/** What one process has counted in an hour. */
export class Hour {
  /** Whether there is more than was dumped last. */
  isDirty = false;
  /** Of the record in the store. @type {string | null} */
  revision = null;
  #sums = new Sums(NAMES);
  #origin;
  #visitors;
  /** @type {Map<string, { told: Map<string, number>, visitors: Visitors }>} */
  #feeds = new Map();

  /** @param {string} id  of its record @param {string} hour  such as '2026-11-22T14', in the time zone of the blog */
  constructor(id, hour) {
    this.id = id;
    this.hour = hour;
    this.#origin = originOf(dayOf(hour));
    this.#visitors = new Visitors(VISITORS, this.#origin);
  }

  /**
   * @returns {Promise<void> | null} if room has to be made for further visitors: before it is, nothing may be counted
   */
  makeRoom() {
    return this.#visitors.needsRoom ? this.#visitors.makeRoom() : null;
  }

  /**
   * @param {string} path
   * @param {Hash} visitor
   * @param {Likeness} likeness
   * @param {number} at  milliseconds since 1970
   * @param {string} referrer  '': none
   */
  countView(path, visitor, likeness, at, referrer) {
    this.isDirty = true;
    this.#sums.view(path, likeness, referrer);
    this.#visitors.add(visitor, at, path);
  }

  /** @param {string} path @param {Hash} visitor @param {Agent} agent @param {number} at  milliseconds since 1970 */
  countFeedRead(path, visitor, { reader, subscribers }, at) {
    this.isDirty = true;
    let feed = this.#feeds.get(path);
    if (!feed) {
      if (this.#feeds.size >= FEEDS) return;
      this.#feeds.set(
        path,
        (feed = { told: new Map(), visitors: new Visitors(READERS, this.#origin) }),
      );
    }
    const { told, visitors } = feed;
    if (subscribers === null) visitors.add(visitor, at);
    else if (told.has(reader) || told.size < REPORTERS)
      told.set(reader, Math.max(told.get(reader) ?? 0, subscribers));
  }

  /** @param {string} name  of a crawler */
  countBot(name) {
    this.isDirty = true;
    this.#sums.bots++;
    this.#sums.by.crawlers.add(name);
  }

  /** @param {string} path */
  countNotFound(path) {
    this.isDirty = true;
    this.#sums.by.notFound.add(path);
  }

  /** @param {string} q  that found nothing */
  countSearch(q) {
    this.isDirty = true;
    this.#sums.by.searches.add(q);
  }

  /**
   * @param {number} since  milliseconds since 1970
   * @returns {{ hash: string, page: string }[]} of visitors who were here since then
   */
  here(since) {
    return this.#visitors.since(since);
  }

  /** @returns {Promise<HourRecord>} in parts, between which more may be counted: then it is dirty again */
  async dump() {
    this.isDirty = false;
    const visitors = await this.#visitors.dump();
    /** @type {[string, DumpedFeed][]} */
    const feeds = [];
    for (const [path, { told, visitors: readers }] of this.#feeds)
      feeds.push([path, { told: Object.fromEntries(told), visitors: await readers.dump() }]);
    await setImmediate();
    const origins = await this.#sums.dumpOrigins();
    await setImmediate();
    return {
      id: this.id,
      hour: this.hour,
      ...(await this.#sums.dump()),
      origins,
      visitors,
      feeds: Object.fromEntries(feeds),
    };
  }
}
