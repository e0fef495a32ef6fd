import { Sums } from './sums.js';
/** @import { DayRecord } from './day.js' */
/** @import { DumpedSums } from './sums.js' */

/**
 * @typedef {[views: number, visitors: number, visits: number]} Figures
 *
 * @typedef {DumpedSums & { visitors: number, visits: number, feeds: Record<string, number>, feedReaders: number }}
 *   PeriodSums
 *
 * @typedef {PeriodSums & { id: string, revision?: string }} MonthRecord
 *
 * @typedef {{ id: string, pages: Record<string, number[]> }} PagesRecord  of a month: views of its days, by path
 *
 * @typedef {{ id: string, days: Record<string, Figures> }} DaysRecord  of a month
 */

/** Several days. Nobody is followed from one day to the next: visitors are the sum of those of the days. */
export class Period {
  sums = new Sums();
  visitors = 0;
  visits = 0;
  /** On the day on which they were most. */
  feedReaders = 0;
  /** In the same way, by path. @type {Map<string, number>} */
  feeds = new Map();

  /** @param {DayRecord | MonthRecord} record */
  merge(record) {
    this.sums.merge(record);
    this.visitors += record.visitors;
    this.visits += record.visits;
    for (const [path, readers] of Object.entries(record.feeds))
      this.feeds.set(path, Math.max(this.feeds.get(path) ?? 0, readers));
    this.feedReaders = Math.max(this.feedReaders, readersOf(record));
  }

  /** @returns {Promise<PeriodSums>} */
  async dump() {
    const { visitors, visits, feedReaders } = this;
    const feeds = Object.fromEntries(this.feeds);
    return { ...(await this.sums.dump()), visitors, visits, feedReaders, feeds };
  }
}

/** @param {DayRecord | MonthRecord} record @returns {number} */
function readersOf(record) {
  if ('feedReaders' in record) return record.feedReaders;
  return Object.values(record.feeds).reduce((sum, readers) => sum + readers, 0);
}
