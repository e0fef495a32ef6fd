import { setImmediate } from 'node:timers/promises';
import { isError } from '../base/errors.js';
import { dayOf, daysAfter, daysOfMonth, monthOf } from './calendar.js';
import { Day } from './day.js';
import { Period } from './period.js';
/** @import { Put, Removal, Store, StoredRecord } from '../store/types.js' */
/** @import { DayRecord, OriginsRecord } from './day.js' */
/** @import { Hour, HourRecord } from './hour.js' */
/** @import { DaysRecord, Figures, MonthRecord, PagesRecord } from './period.js' */
/** @import { Origins } from './sums.js' */

/** @typedef {DayRecord & { origins: Origins }} RunningDay */

/**
 * What is kept of the statistics, in the store.
 *
 * Of the kind `counts`, until their day is over: the hours of each process, and `salt:<day>`, the key of the hashes of
 * visitors. Each process writes only its own hours, so nothing is counted twice, whatever is written again. Of the kind
 * `statistics`, for good: `day:<day>` and `month:<month>` with their sums, `origins:<day>` and `origins:<month>` with
 * where the readers of each page come from, `pages:<month>` with the views of each page by day, and `days:<month>` with
 * the figures of its days.
 */

const SALT_BYTES = 32;
/** Months without any statistics after which none are looked for any further back. */
const LONGEST_GAP = 24;
/** Pages of which the views of each day of a month are kept. */
const MOST_PAGES = 2000;

/**
 * @param {object} deps
 * @param {Store} deps.store
 * @param {(size: number) => Buffer} deps.random
 */
export function createRecords({ store, random }) {
  return { saltOf, save, running, figuresOf, viewsOf, read, compact, sumUpAll, deleteBefore };

  /** @param {string} day @returns {Promise<Buffer>} the same for all processes */
  async function saltOf(day) {
    const id = `salt:${day}`;
    const known = await store.get('counts', id);
    if (known) return Buffer.from(known.salt, 'base64');
    const salt = random(SALT_BYTES);
    const record = { id, salt: salt.toString('base64') };
    const isFirst = await write({ kind: 'counts', record, revision: null });
    return isFirst ? salt : saltOf(day);
  }

  /**
   * Writes an hour of this process.
   * @param {Hour} hour
   * @returns {Promise<boolean>} false: it was merged into its day meanwhile, and must not be written any more
   */
  async function save(hour) {
    try {
      const record = await hour.dump();
      await setImmediate();
      for (;;) {
        try {
          const [revision] = await store.write([
            { kind: 'counts', record, revision: hour.revision },
          ]);
          hour.revision = revision;
          return true;
        } catch (error) {
          if (!isError(error, 'conflict')) throw error;
          // It may have been written without an answer.
          const present = await store.get('counts', hour.id);
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
    for await (const record of store.all('counts')) {
      if (record.hour === undefined) continue;
      const day = dayOf(record.hour);
      byDay.set(day, [...(byDay.get(day) ?? []), record]);
    }
    return byDay;
  }

  /**
   * @param {string} day
   * @param {HourRecord[]} records
   * @returns {Promise<{ record: DayRecord, origins: OriginsRecord }>} with the revisions of those that they are to
   *   replace
   */
  async function merge(day, records) {
    const ids = [`day:${day}`, `origins:${day}`];
    const [before, originsBefore] = await store.getMany('statistics', ids);
    const merged = new Day(day);
    await merged.resume(before, originsBefore);
    for (const record of records) {
      await merged.mergeOrigins(record);
      await setImmediate();
      await merged.merge(record);
      await setImmediate();
    }
    const record = { ...(await merged.dump(ids[0])), revision: before?.revision };
    const origins = { ...(await merged.dumpOrigins(ids[1])), revision: originsBefore?.revision };
    return { record, origins };
  }

  /** @returns {Promise<Map<string, RunningDay>>} the days that are not over, or have not been put together yet */
  async function running() {
    const days = new Map();
    for (const [day, records] of await hours()) {
      const { record, origins } = await merge(day, records);
      days.set(day, { ...record, origins: origins.origins });
    }
    return days;
  }

  /** @param {string[]} months @returns {Promise<Map<string, Figures>>} of their days that are over */
  async function figuresOf(months) {
    /** @type {DaysRecord[]} */
    const records = await read(months.map((month) => `days:${month}`));
    return new Map(records.flatMap(({ days }) => Object.entries(days)));
  }

  /**
   * @param {string} page
   * @param {string[]} months
   * @returns {Promise<Map<string, Figures>>} its views on their days that are over
   */
  async function viewsOf(page, months) {
    /** @type {PagesRecord[]} */
    const records = await read(months.map((month) => `pages:${month}`));
    const found = records.filter(({ pages }) => Object.hasOwn(pages, page));
    return new Map(
      found.flatMap(({ id, pages }) => {
        const days = daysOfMonth(id.slice(id.indexOf(':') + 1));
        return pages[page].map((views, place) => [days[place], [views, 0, 0]]);
      }),
    );
  }

  /**
   * @param {string[]} ids
   * @returns {Promise<(DayRecord & MonthRecord & PagesRecord & RunningDay & DaysRecord)[]>} those that there are
   * @throws {Error} when one is damaged
   */
  async function read(ids) {
    const records = (await store.getMany('statistics', ids)).filter(Boolean);
    const damaged = records.find(isDamaged);
    if (damaged) throw new Error(`The statistics record ${damaged.id} is damaged`);
    return records;
  }

  /**
   * Makes one record of the hours of each day that is over, and deletes them and the salt. Several processes may do so
   * at once, and each may stop anywhere: a day knows which hours it consists of.
   * @param {string} today
   */
  async function compact(today) {
    for (const [day, records] of await hours()) {
      if (day >= today) continue;
      const { record, origins } = await merge(day, records);
      // Else another process does it.
      if (!(await put(origins)) || !(await put(record))) continue;
      while (!(await sumUp(monthOf(day))));
      for (const each of records) await remove('counts', each);
    }
    for await (const record of store.all('counts'))
      if (record.salt && record.id < `salt:${today}`) await remove('counts', record);
  }

  /** Makes the sums of all months anew, from their days. */
  async function sumUpAll() {
    const months = new Set();
    for await (const { id } of store.all('statistics'))
      if (id.startsWith('day:')) months.add(monthOf(id.slice('day:'.length)));
    for (const month of months) while (!(await sumUp(month)));
  }

  /** @param {string} month @returns {Promise<boolean>} whether nobody else has changed it meanwhile */
  async function sumUp(month) {
    const names = ['month', 'origins', 'pages', 'days'];
    const ids = names.map((name) => `${name}:${month}`);
    const before = await store.getMany('statistics', ids);
    const period = new Period();
    /** @type {Record<string, Figures>} */
    const days = {};
    /** @type {Map<string, number[]>} */
    const views = new Map();
    for (const [place, day] of daysOfMonth(month).entries()) {
      const [record, origins] = await store.getMany('statistics', [`day:${day}`, `origins:${day}`]);
      if (!record) continue;
      period.merge(record);
      if (origins) await period.sums.mergeOrigins(origins.origins);
      days[day] = [record.views, record.visitors, record.visits];
      for (const [path, count] of Object.entries(record.pages)) {
        const counts = views.get(path) ?? [];
        views.set(path, counts);
        counts[place] = count;
      }
      await setImmediate();
    }
    const pages = [...views]
      // What is missing of a list would become null in JSON.
      .map(([path, counts]) => ({ path, counts: Array.from(counts, (count = 0) => count) }))
      .sort((one, other) => sumOf(other.counts) - sumOf(one.counts))
      .slice(0, MOST_PAGES)
      .map(({ path, counts }) => [path, counts]);
    const records = [
      await period.dump(),
      { origins: await period.sums.dumpOrigins() },
      { pages: Object.fromEntries(pages) },
      { days },
    ];
    for (const [place, record] of records.entries())
      if (!(await put({ id: ids[place], ...record, revision: before[place]?.revision })))
        return false;
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
      const [known] = await read([`days:${month}`]);
      if (!known) continue;
      missing = 0;
      const days = Object.keys(known.days).flatMap((day) => [`day:${day}`, `origins:${day}`]);
      const ids = [...days, `month:${month}`, `origins:${month}`, `pages:${month}`];
      for (const record of await store.getMany('statistics', ids))
        if (record) await remove('statistics', record);
      await remove('statistics', known);
    }
  }

  /**
   * @param {{ id: string, revision?: string } & Record<string, unknown>} record  with the revision of the one that it
   *   replaces
   */
  function put({ revision = undefined, ...record }) {
    return write({ kind: 'statistics', record, revision: revision ?? null });
  }

  /** @param {'counts' | 'statistics'} kind @param {{ id: string, revision?: string }} record */
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

/** @param {StoredRecord} record @returns {boolean} whether it does not have what its id says */
function isDamaged(record) {
  const isTable = (/** @type {unknown} */ value, isPart = isCount) =>
    typeof value === 'object' && value !== null && Object.values(value).every(isPart);
  const isTableOfCounts = (/** @type {unknown} */ value) => isTable(value);
  const [name] = record.id.split(':');
  const { views, visitors, pages, days, feeds, origins } = record;
  if (name === 'days') return !isTable(days, isTableOfCounts);
  if (name === 'pages') return !isTable(pages, isTableOfCounts);
  if (name === 'origins') return !isTable(origins, Array.isArray);
  return !(isCount(views) && isCount(visitors) && isTable(pages) && isTable(feeds));
}

const isCount = (/** @type {unknown} */ value) => Number.isFinite(value);

/** @param {number[]} counts */
const sumOf = (counts) => counts.reduce((sum, count) => sum + count, 0);
