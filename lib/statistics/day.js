import { originOf } from './calendar.js';
import { Sums } from './sums.js';
import { Visitors } from './visitors.js';
/** @import { HourRecord } from './hour.js' */
/** @import { DumpedSums, Origins } from './sums.js' */

/**
 * @typedef {DumpedSums & { id: string, visitors: number, visits: number, feeds: Record<string, number>, hours:
 *   Record<string, [views: number, visitors: number]>, merged: string[], revision?: string }} DayRecord `feeds`:
 *   readers by path; `hours`: by '00' to '23'; `merged`: ids of the records of hours that it consists of
 *
 * @typedef {{ id: string, origins: Origins, merged: string[], revision?: string }} OriginsRecord  of a day, in the same
 *   way
 */

/** Visitors up to which the figures of a day are exact, and readers of a feed. */
const VISITORS = 2 ** 17;
const READERS = 2 ** 14;

/**
 * A day, of the records of its hours by all processes. The result is the same in whichever order they are merged.
 */
export class Day {
  #origin;
  #sums = new Sums();
  #visitors;
  /** @type {Map<string, { views: number, visitors: Visitors }>} */
  #hours = new Map();
  /** @type {Map<string, { told: Map<string, number>, visitors: Visitors }>} */
  #feeds = new Map();
  /** @type {DayRecord | null} */
  #before = null;
  /** @type {OriginsRecord | null} */
  #originsBefore = null;
  /** @type {string[]} */
  #merged = [];
  /** @type {string[]} */
  #originsOf = [];

  /** @param {string} day */
  constructor(day) {
    this.#origin = originOf(day);
    this.#visitors = new Visitors(VISITORS, this.#origin);
  }

  /**
   * Begins with what was already made of other hours of that day, which may have been deleted since. The two records
   * are not written at once.
   * @param {DayRecord | null} before
   * @param {OriginsRecord | null} originsBefore
   */
  async resume(before, originsBefore) {
    this.#before = before;
    this.#originsBefore = originsBefore;
    if (before) this.#sums.merge(before);
    if (originsBefore) await this.#sums.mergeOrigins(originsBefore.origins);
  }

  /** @param {HourRecord} record  does nothing if its origins were merged before */
  async mergeOrigins(record) {
    if (this.#originsBefore?.merged.includes(record.id)) return;
    this.#originsOf.push(record.id);
    await this.#sums.mergeOrigins(record.origins);
  }

  /** @param {HourRecord} record  does nothing if it was merged before */
  async merge(record) {
    if (this.#before?.merged.includes(record.id)) return;
    this.#merged.push(record.id);
    this.#sums.merge(record);
    await this.#visitors.merge(record.visitors);
    const name = record.hour.slice(-2);
    const hour = entryOf(this.#hours, name, () => ({
      views: 0,
      visitors: new Visitors(VISITORS, this.#origin),
    }));
    hour.views += record.views;
    await hour.visitors.merge(record.visitors);
    for (const [path, { told, visitors }] of Object.entries(record.feeds)) {
      const feed = entryOf(this.#feeds, path, () => ({
        told: new Map(),
        visitors: new Visitors(READERS, this.#origin),
      }));
      for (const [reader, subscribers] of Object.entries(told))
        feed.told.set(reader, Math.max(feed.told.get(reader) ?? 0, subscribers));
      await feed.visitors.merge(visitors);
    }
  }

  /** @param {string} id @returns {Promise<OriginsRecord>} */
  async dumpOrigins(id) {
    const merged = [...(this.#originsBefore?.merged ?? []), ...this.#originsOf];
    return { id, origins: await this.#sums.dumpOrigins(), merged };
  }

  /** @param {string} id @returns {Promise<DayRecord>} */
  async dump(id) {
    const before = this.#before;
    const hours = { ...before?.hours };
    for (const [name, { views, visitors }] of this.#hours) {
      const [earlierViews = 0, earlierVisitors = 0] = hours[name] ?? [];
      hours[name] = [earlierViews + views, earlierVisitors + visitors.count];
    }
    const feeds = { ...before?.feeds };
    for (const [path, { told, visitors }] of this.#feeds) {
      let readers = visitors.count;
      for (const subscribers of told.values()) readers += subscribers;
      feeds[path] = Math.max(feeds[path] ?? 0, readers);
    }
    return {
      id,
      ...(await this.#sums.dump()),
      hours,
      feeds,
      visitors: (before?.visitors ?? 0) + this.#visitors.count,
      visits: (before?.visits ?? 0) + this.#visitors.visits,
      merged: [...(before?.merged ?? []), ...this.#merged],
    };
  }
}

/**
 * @template V
 * @param {Map<string, V>} map
 * @param {string} name
 * @param {() => V} make
 * @returns {V}
 */
function entryOf(map, name, make) {
  const known = map.get(name);
  if (known !== undefined) return known;
  const made = make();
  map.set(name, made);
  return made;
}
