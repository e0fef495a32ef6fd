import { toLocal } from '../base/time-zones.js';

/**
 * Days of the blog's time zone, as '2026-11-22', their months, '2026-11', and hours, '2026-11-22T14'.
 *
 * @typedef {'hour' | 'day' | 'week' | 'month' | 'year'} Step
 */

const DAY = 24 * 60 * 60_000;

/**
 * @param {number} at  milliseconds since 1970
 * @param {string} timeZone
 * @returns {string} its hour; in autumn one occurs twice
 */
export const hourAt = (at, timeZone) => toLocal(new Date(at).toISOString(), timeZone).slice(0, 13);

/** @param {string} hour */
export const dayOf = (hour) => hour.slice(0, 10);

/** @param {string} day */
export const monthOf = (day) => day.slice(0, 7);

/** @param {string} text @returns {boolean} */
export const isDay = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && daysAfter(text, 0) === text;

/** @param {string} day @param {number} count  may be negative */
export const daysAfter = (day, count) =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);

/** @param {string} day @returns {number} milliseconds since 1970, of a moment before this day in every time zone */
export const originOf = (day) => Date.parse(daysAfter(day, -1));

/** @param {string} from @param {string} to @returns {number} both included */
export const countDays = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;

/** @param {string} from @param {string} to @returns {string[]} both included */
export const daysFrom = (from, to) =>
  Array.from({ length: countDays(from, to) }, (_, count) => daysAfter(from, count));

/** @param {string} month @returns {string[]} */
export const daysOfMonth = (month) =>
  daysFrom(`${month}-01`, daysAfter(`${monthOf(daysAfter(`${month}-01`, 31))}-01`, -1));

/**
 * @param {string} day
 * @param {Step} step
 * @returns {string} the first day of its week (a Monday), month or year
 */
export function startOf(day, step) {
  if (step === 'month') return `${monthOf(day)}-01`;
  if (step === 'year') return `${day.slice(0, 4)}-01-01`;
  return step === 'week' ? daysAfter(day, -((new Date(day).getUTCDay() + 6) % 7)) : day;
}

/** @param {string} day @param {number} count @returns {string} the month that many months before its own */
export function monthsBefore(day, count) {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 7);
}
