import { dayOf, daysAfter, hourAt, isDay } from '../../statistics/calendar.js';
import { lookUp } from '../../base/look-up.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Step } from '../../statistics/calendar.js' */

/**
 * The periods that statistics are shown for. Days are as in 'YYYY-MM-DD', in the time zone of the blog.
 *
 * @typedef {ReturnType<typeof readPeriod>} Period
 */

/** No version of Larder counted before. */
const FIRST_DAY = '2026-01-01';

/**
 * With keys of texts.
 * @type {Record<string, { title: string, by: Step, before: string, days?: number, months?: number }>}
 */
const periods = {
  day: { title: 'stats.today', by: 'hour', before: 'stats.inDayBefore', days: 1 },
  week: { title: 'stats.sevenDays', by: 'day', before: 'stats.inWeekBefore', days: 7 },
  month: { title: 'stats.thirtyDays', by: 'day', before: 'stats.inMonthBefore', days: 30 },
  year: { title: 'stats.twelveMonths', by: 'month', before: 'stats.inYearBefore', months: 12 },
  all: { title: 'stats.allTime', by: 'year', before: '' },
};

/** @param {{ timeZone: string }} settings @param {number} now @returns {string} the day there, 'YYYY-MM-DD' */
export const today = ({ timeZone }, now) => dayOf(hourAt(now, timeZone));

/**
 * @param {URLSearchParams} query `period` a name of the table above; `to` its last day; `by` 'week' within a year
 * @param {string} day today
 */
export function readPeriod(query, day) {
  const name = lookUp(periods, query.get('period') ?? '') ? (query.get('period') ?? '') : 'week';
  const { title, before, ...rest } = periods[name];
  const to = name === 'all' ? day : lastDay(query.get('to') ?? '', day);
  const by = name === 'year' && query.get('by') === 'week' ? 'week' : rest.by;
  return { name, title, before, by, from: firstDay(name, to), to, isCurrent: to === day };
}

/**
 * @param {Period} period
 * @param {string} day today
 * @returns {{ earlier: string | null, later: string | null }} the last days of the periods beside it; null: there is
 *   none
 */
export function neighbouring({ name, from, to, isCurrent }, day) {
  const { days = 0, months = 0 } = periods[name];
  const next = months ? monthEnd(to, months) : daysAfter(to, days);
  return {
    earlier: name !== 'all' && from > FIRST_DAY ? daysAfter(from, -1) : null,
    later: isCurrent ? null : min(next, day),
  };
}

/**
 * @param {Partial<Period>} period
 * @param {string} [page] a path
 * @returns {string} where its statistics are
 */
export function statisticsPath({ name = 'week', to, by, isCurrent = true }, page = '') {
  const query = new URLSearchParams();
  if (name !== 'week') query.set('period', name);
  if (to && !isCurrent) query.set('to', to);
  if (by === 'week') query.set('by', by);
  if (page) query.set('page', page);
  return query.size > 0 ? `/admin/statistics?${query}` : '/admin/statistics';
}

/** Links to a period of each kind that ends today. @param {Period} current @param {string} page @param {Words} words */
export const periodLinks = (current, page, words) =>
  Object.entries(periods).map(([name, { title }]) => ({
    title: words.say(title),
    url: statisticsPath({ name }, page),
    current: name === current.name,
  }));

/** @param {string} name @param {string} to */
function firstDay(name, to) {
  const { days, months } = periods[name];
  if (days) return daysAfter(to, 1 - days);
  return months ? `${monthEnd(to, 1 - months).slice(0, 7)}-01` : min(FIRST_DAY, to);
}

/** @param {string} text @param {string} day today */
function lastDay(text, day) {
  return isDay(text) && text >= FIRST_DAY ? min(text, day) : day;
}

/** @param {string} day @param {number} months @returns {string} the last day of the month that is so many after it */
function monthEnd(day, months) {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
}

/** @param {string} a @param {string} b */
const min = (a, b) => (a < b ? a : b);
