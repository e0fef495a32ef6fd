import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../base/errors.js';
import { unpack } from '../base/packed-counts.js';
import {
  countDays,
  daysAfter,
  daysFrom,
  daysOfMonth,
  isDay,
  monthOf,
  startOf,
} from './calendar.js';
import { aiCrawlers } from './data/lists.js';
import { Period } from './period.js';
import { Sums } from './sums.js';
import { kindOfSite } from './referrers.js';
/** @import { Step } from './calendar.js' */
/** @import { Frequent } from './frequent.js' */
/** @import { Figures } from './period.js' */
/** @import { createRecords, RunningDay } from './records.js' */

/**
 * @typedef {object} Question
 * @property {string} from  a day of the blog's time zone
 * @property {string} to  the last one
 * @property {Step} [by]
 * @property {string} [page]  a path: only what concerns that page
 *
 * @typedef {Awaited<ReturnType<ReturnType<typeof createQuery>>>} Statistics
 */

/** @type {Step[]} */
export const steps = ['hour', 'day', 'week', 'month', 'year'];
/** Days that may be asked for, a century, and by hour. */
const MOST_DAYS = 36_600;
const MOST_DAYS_BY_HOUR = 31;

const ai = new Set(aiCrawlers.map((name) => name.toLowerCase()));

/** Records that are read at once. */
const AT_ONCE = 31;

/** @param {{ records: ReturnType<typeof createRecords> }} deps */
export function createQuery({ records }) {
  return query;

  /**
   * @param {Question} question
   * @throws {LarderError} `invalid`, with the parameter
   */
  async function query({ from, to, by = 'day', page }) {
    check({ from, to, by, page });
    const length = countDays(from, to);
    const earlier = { from: daysAfter(from, -length), to: daysAfter(from, -1) };
    const running = await records.running();
    const found = await (page === undefined ? ofBlog : ofPage)(earlier.from, {
      from,
      to,
      by,
      page,
      running,
    });
    const { figures, hours, ...lists } = found;
    const sum = (/** @type {string} */ first, /** @type {string} */ last) =>
      daysFrom(first, last).reduce((total, day) => add(total, figures.get(day)), NONE);
    const known = page === undefined ? (/** @type {Named} */ all) => all : ofViewsAlone;
    const series = by === 'hour' ? byHour(from, to, hours) : byDays(from, to, by, figures);
    return {
      from,
      to,
      by,
      ...known(named(sum(from, to))),
      before: known(named(sum(earlier.from, earlier.to))),
      series: series.map(([start, each]) => {
        const { views, visitors } = known(named(each));
        return { from: start, views, visitors };
      }),
      ...lists,
    };
  }

  /** @param {string} since @param {Question & { by: Step, running: Map<string, RunningDay> }} question */
  async function ofBlog(since, { from, to, by, running }) {
    const figures = await records.figuresOf(monthsFrom(since, to));
    const ids =
      by === 'hour'
        ? daysFrom(from, to).map(idOf)
        : unitsOf(from, to, [...running.keys()], figures);
    const views = viewsByMonth(figures);
    for (const [day, { views, visitors, visits }] of running)
      figures.set(day, [views, visitors, visits]);
    const period = new Period();
    /** @type {Map<string, Figures>} */
    const hours = new Map();
    for await (const record of readAll(ids, running)) {
      period.merge(record);
      if (record.id.startsWith('month:') && record.views !== views.get(nameOf(record.id)))
        throw new Error(`The sums of ${nameOf(record.id)} are not those of its days`);
      if (by === 'hour')
        for (const [hour, [views, visitors]] of Object.entries(record.hours))
          hours.set(`${nameOf(record.id)}T${hour}`, [views, visitors, 0]);
    }
    const { sums, feeds, feedReaders } = period;
    return {
      figures,
      hours,
      bots: sums.bots,
      feedReaders,
      ...listsOf(sums.by),
      feeds: [...feeds]
        .map(([path, readers]) => ({ path, readers }))
        .sort((one, other) => other.readers - one.readers),
    };
  }

  /**
   * Of a page only views are kept, and where they come from.
   * @param {string} since
   * @param {Question & { running: Map<string, RunningDay> }} question
   */
  async function ofPage(since, { from, to, page = '', running }) {
    const past = await records.figuresOf(monthsFrom(since, to));
    const figures = await records.viewsOf(page, monthsFrom(since, to));
    for (const [day, { pages }] of running)
      if (Object.hasOwn(pages, page)) figures.set(day, [pages[page], 0, 0]);
    const sums = new Sums();
    for (const day of daysFrom(from, to)) {
      const [views] = figures.get(day) ?? NONE;
      if (views > 0) sums.by.pages.add(page, views);
    }
    const ids = unitsOf(from, to, [...running.keys()], past).map((id) => `origins:${nameOf(id)}`);
    for await (const { origins } of readAll(ids, running)) {
      if (!Object.hasOwn(origins, page)) continue;
      const [referrers, countries] = origins[page];
      sums.by.referrers.merge(unpack(referrers));
      sums.by.countries.merge(unpack(countries));
    }
    return { figures, hours: new Map(), bots: 0, feedReaders: 0, ...listsOf(sums.by), feeds: [] };
  }

  /** @param {string[]} ids @param {Map<string, RunningDay>} running */
  async function* readAll(ids, running) {
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      const stored = await records.read(some.filter((id) => !running.has(nameOf(id))));
      yield* stored;
      for (const id of some) {
        const record = running.get(nameOf(id));
        if (record) yield /** @type {(typeof stored)[number]} */ (record);
      }
      await setImmediate();
    }
  }
}

/** @param {Question & { by: Step }} question */
function check({ from, to, by, page }) {
  const refuse = (/** @type {string} */ field, /** @type {string} */ message) => {
    throw new LarderError('invalid', message, { field });
  };
  if (!isDay(from)) refuse('from', 'from must be a day such as 2026-11-22');
  if (!isDay(to)) refuse('to', 'to must be a day such as 2026-11-22');
  if (!steps.includes(by)) refuse('by', `by must be one of ${steps.join(', ')}`);
  const length = countDays(from, to);
  if (length < 1) refuse('to', 'to must not be before from');
  if (length > MOST_DAYS) refuse('from', `At most ${MOST_DAYS} days can be asked for at once`);
  if (by !== 'hour') return;
  if (page !== undefined) refuse('by', 'Hours are not kept of each page');
  if (length > MOST_DAYS_BY_HOUR)
    refuse('by', `At most ${MOST_DAYS_BY_HOUR} days can be asked for by hour`);
}

/** @param {Map<string, Figures>} figures  by day @returns {Map<string, number>} */
export function viewsByMonth(figures) {
  const views = new Map();
  for (const [day, [count]] of figures)
    views.set(monthOf(day), (views.get(monthOf(day)) ?? 0) + count);
  return views;
}

/** @typedef {{ views: number, visitors: number | null, visits: number | null }} Named */

/** @type {Figures} */
const NONE = [0, 0, 0];

/** @param {Figures} one @param {Figures} [other] @returns {Figures} */
const add = (one, other = NONE) => [one[0] + other[0], one[1] + other[1], one[2] + other[2]];

/** @param {Figures} figures @returns {Named} */
const named = ([views, visitors, visits]) => ({ views, visitors, visits });

/** Whose views they were is not kept of each page. @param {Named} all @returns {Named} */
const ofViewsAlone = ({ views }) => ({ views, visitors: null, visits: null });

/** @param {string} id @returns {string} its day or month */
const nameOf = (id) => id.slice(id.indexOf(':') + 1);

/** @param {string} day */
const idOf = (day) => `day:${day}`;

/** @param {string} from @param {string} to @returns {string[]} the months of these days */
const monthsFrom = (from, to) => [...new Set(daysFrom(from, to).map(monthOf))];

/**
 * @param {string} from
 * @param {string} to
 * @param {string[]} running  days
 * @param {Map<string, Figures>} past  the days that are part of their month
 * @returns {string[]} ids of records that are those days together: months, if they are whole, and days
 */
const unitsOf = (from, to, running, past) =>
  monthsFrom(from, to).flatMap((month) => {
    const days = daysOfMonth(month);
    const more = running.filter((day) => monthOf(day) === month);
    const isWhole =
      days[0] >= from && days[days.length - 1] <= to && !more.some((day) => past.has(day));
    if (isWhole) return [`month:${month}`, ...more.map(idOf)];
    return days.filter((day) => day >= from && day <= to).map(idOf);
  });

/** @param {string} from @param {string} to @param {Map<string, Figures>} hours @returns {[string, Figures][]} */
const byHour = (from, to, hours) =>
  daysFrom(from, to).flatMap((day) =>
    Array.from(
      { length: 24 },
      /** @returns {[string, Figures]} */ (_, number) => {
        const hour = `${day}T${String(number).padStart(2, '0')}`;
        return [hour, hours.get(hour) ?? NONE];
      },
    ),
  );

/**
 * @param {string} from
 * @param {string} to
 * @param {Step} by
 * @param {Map<string, Figures>} figures
 * @returns {[string, Figures][]}
 */
function byDays(from, to, by, figures) {
  /** @type {Map<string, Figures>} */
  const series = new Map();
  for (const day of daysFrom(from, to)) {
    const start = startOf(day, by);
    series.set(start, add(series.get(start) ?? NONE, figures.get(day)));
  }
  return [...series];
}

/** @param {Sums['by']} by */
const listsOf = ({
  pages,
  referrers,
  countries,
  devices,
  browsers,
  languages,
  crawlers,
  notFound,
  searches,
}) => ({
  pages: list(pages, (path, views) => ({ path, views })),
  referrers: list(referrers, (site, views) => ({ site, kind: kindOfSite(site ?? ''), views })),
  countries: list(countries, (country, views) => ({ country, views })),
  devices: list(devices, (device, views) => ({ device, views })),
  browsers: list(browsers, (browser, views) => ({ browser, views })),
  languages: list(languages, (language, views) => ({ language, views })),
  crawlers: list(crawlers, (name, requests) => ({ name, kind: kindOfCrawler(name), requests })),
  notFound: list(notFound, (path, requests) => ({ path, requests })),
  searches: list(searches, (q, count) => ({ q, count })),
});

/**
 * @template T
 * @param {Frequent} counts
 * @param {(name: string | null, count: number) => T} present  null: all others
 * @returns {T[]} most first, the others last
 */
function list(counts, present) {
  counts.cut();
  const named = counts.list().map(([name, count]) => present(name, count));
  return counts.others > 0 ? [...named, present(null, counts.others)] : named;
}

/** @param {string | null} name @returns {'bot' | 'ai'} */
const kindOfCrawler = (name) => (ai.has(name?.toLowerCase() ?? '') ? 'ai' : 'bot');
