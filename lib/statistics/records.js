import { setImmediate } from 'node:timers/promises';
import { isError } from '../errors.js';
import { dayOf, daysAfter, daysOfMonth, monthOf } from './calendar.js';
import { Day } from './day.js';
import { Period } from './period.js';
/** @import { Put, Removal, Store } from '../types.js' */
/** @import { DayRecord } from './day.js' */
/** @import { Hour, HourRecord } from './hour.js' */
/** @import { Figures, MonthRecord, PagesRecord } from './period.js' */

/**
 * What is kept of the statistics, in the store.
 *
 * Of the kind `tally`, until their day is over: the hours of each process, and `salt:<day>`, the key of the hashes of visitors. Each process
 * writes only its own hours, so nothing is counted twice, whatever is written again. Of the kind `statistics`, for good: `day:<day>`,
 * `month:<month>` with its sums, `pages:<month>` with those of its pages, and `days:<month>` with the figures of its days.
 */

const SALT_BYTES = 32;
/** Months without any statistics after which none are looked for any further back. */
const LONGEST_GAP = 24;

/**
 * @param {object} deps
 * @param {Store} deps.store
 * @param {(size: number) => Buffer} deps.random
 */
export function createRecords({ store, random }) {
  return { saltOf, save, running, figuresOf, read, compact, deleteBefore };

  /** @param {string} day @returns {Promise<Buffer>} the same for all processes */
  async function saltOf(day) {
    const id = `salt:${day}`;
    const known = await store.get('tally', id);
    if (known) return Buffer.from(known.salt, 'base64');
    const salt = random(SALT_BYTES);
    const record = { id, salt: salt.toString('base64') };
    const isFirst = await write({ kind: 'tally', record, revision: null });
    return isFirst ? salt : saltOf(day);
  }

  /**
   * Writes an hour of this process.
   * @param {Hour} hour
   * @returns {Promise<boolean>} false: it was merged into its day meanwhile, and must not be written any more
   */
  async function save(hour) {
    const record = hour.dump();
    try {
      for (;;) {
        try {
          const [revision] = await store.write([
            { kind: 'tally', record, revision: hour.revision },
          ]);
          hour.revision = revision;
          return true;
        } catch (error) {
          if (!isError(error, 'conflict')) throw error;
          // It may have been written without an answer.
          const present = await store.get('tally', hour.id);
          if (!present) return false;
          hour.revision = present.revision;
        }
      }
    } catch (error) {
      hour.isDirty = true;
      throw error;
    }
  }

  /** @returns {Promise<Map<string, HourRecord[]>>} what is not merged yet, by day */
  async function hours() {
    /** @type {Map<string, HourRecord[]>} */
    const byDay = new Map();
    for await (const record of store.all('tally')) {
      if (record.hour === undefined) continue;
      const day = dayOf(record.hour);
      byDay.set(day, [...(byDay.get(day) ?? []), record]);
    }
    return byDay;
  }

  /**
   * @param {string} day
   * @param {HourRecord[]} records
   * @returns {Promise<{ record: DayRecord, revision: string | null }>} `revision` of the record that it is to replace
   */
  async function merge(day, records) {
    const id = `day:${day}`;
    const before = await store.get('statistics', id);
    const merged = new Day(before);
    for (const record of records) {
      merged.merge(record);
      await setImmediate();
    }
    return { record: merged.dump(id), revision: before?.revision ?? null };
  }

  /** @returns {Promise<Map<string, DayRecord>>} the days that are not over, or have not been put together yet */
  async function running() {
    const days = new Map();
    for (const [day, records] of await hours()) days.set(day, (await merge(day, records)).record);
    return days;
  }

  /** @param {string[]} months @returns {Promise<Map<string, Figures>>} of their days that are over */
  async function figuresOf(months) {
    const records = await store.getMany(
      'statistics',
      months.map((month) => `days:${month}`),
    );
    return new Map(records.flatMap((record) => Object.entries(record?.days ?? {})));
  }

  /** @param {string[]} ids @returns {Promise<(DayRecord & MonthRecord & PagesRecord)[]>} those that there are */
  async function read(ids) {
    return (await store.getMany('statistics', ids)).filter(Boolean);
  }

  /**
   * Makes one record of the hours of each day that is over, and deletes them and the salt. Several processes may do so at once, and each may
   * stop anywhere: a day knows which hours it consists of.
   * @param {string} today
   */
  async function compact(today) {
    for (const [day, records] of await hours()) {
      if (day >= today) continue;
      const { record, revision } = await merge(day, records);
      // Else another process does it.
      if (!(await put(record, revision))) continue;
      while (!(await sumUp(monthOf(day))));
      for (const each of records) await remove('tally', each);
    }
    for await (const record of store.all('tally'))
      if (record.salt && record.id < `salt:${today}`) await remove('tally', record);
  }

  /** @param {string} month @returns {Promise<boolean>} whether nobody else has changed it meanwhile */
  async function sumUp(month) {
    const names = ['month', 'pages', 'days'];
    const ids = names.map((name) => `${name}:${month}`);
    const before = await store.getMany('statistics', ids);
    const period = new Period();
    /** @type {Record<string, Figures>} */
    const days = {};
    /** @type {Map<string, number[]>} */
    const views = new Map();
    for (const [place, day] of daysOfMonth(month).entries()) {
      const record = await store.get('statistics', `day:${day}`);
      if (!record) continue;
      period.merge(record);
      period.sums.mergeOrigins(record.origins);
      days[day] = [record.views, record.visitors, record.visits];
      for (const [path, count] of Object.entries(record.pages)) {
        if (!views.has(path)) views.set(path, []);
        /** @type {number[]} */ (views.get(path))[place] = count;
      }
      await setImmediate();
    }
    const { origins, ...sums } = period.sums.dump();
    const pages = Object.keys(sums.pages).map((path) => [
      path,
      // What is missing of a list becomes null in JSON.
      {
        views: Array.from(views.get(path) ?? [], (count = 0) => count),
        origins: origins[path] ?? [{}, {}],
      },
    ]);
    const records = [period.dump(), { pages: Object.fromEntries(pages) }, { days }];
    for (const [place, record] of records.entries())
      if (!(await put({ id: ids[place], ...record }, before[place]?.revision))) return false;
    return true;
  }

  /**
   * Deletes what is older than some month.
   * @param {string} first  the first month that is kept
   */
  async function deleteBefore(first) {
    let month = first;
    for (let missing = 0; missing < LONGEST_GAP; missing++) {
      month = monthOf(daysAfter(`${month}-01`, -1));
      const known = await store.get('statistics', `days:${month}`);
      if (!known) continue;
      missing = 0;
      const days = Object.keys(known.days).map((day) => `day:${day}`);
      const ids = [...days, `month:${month}`, `pages:${month}`];
      for (const record of await store.getMany('statistics', ids))
        if (record) await remove('statistics', record);
      await remove('statistics', known);
    }
  }

  /** @param {{ id: string } & Record<string, any>} record @param {string | null} [revision] */
  function put({ revision: _, ...record }, revision = null) {
    return write({ kind: 'statistics', record, revision });
  }

  /** @param {'tally' | 'statistics'} kind @param {{ id: string, revision?: string }} record */
  function remove(kind, { id, revision = '' }) {
    return write({ kind, id, revision, removed: true });
  }

  /** @param {Put | Removal} change @returns {Promise<boolean>} false: another process has changed the record */
  async function write(change) {
    try {
      await store.write([change]);
      return true;
    } catch (error) {
      if (!isError(error, 'conflict')) throw error;
      return false;
    }
  }
}
