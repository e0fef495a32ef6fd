import { remembering } from '../base/remembering.js';

/** The three forms of RFC 9110 section 5.6.7. */
const httpDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/i;

const CENTURY = 100;
const FIFTY_YEARS = 50 * 365.25 * 24 * 60 * 60 * 1000;

/**
 * @param {string} text
 * @param {number} now milliseconds since 1970: a year of two digits that seems to be more than 50 years ahead is of the
 *   past
 * @returns {number | null} milliseconds since 1970; null when it is no HTTP-date (RFC 9110 section 5.6.7). Names in
 *   another case are accepted
 */
export function parseDate(text, now) {
  const time = timeOf(text);
  if (Number.isNaN(time)) return null;
  return text.includes('-') ? inNearestCentury(time, now) : time;
}

/** Responses have the same Date for a second. */
const timeOf = remembering((text) =>
  httpDate.test(text) ? Date.parse(/gmt$/i.test(text) ? text : `${text} GMT`) : NaN,
);

/** @param {number} time by Date.parse, which takes 50 to 99 as of the twentieth century @param {number} now */
function inNearestCentury(time, now) {
  const date = new Date(time);
  const move = (/** @type {number} */ years) => date.setUTCFullYear(date.getUTCFullYear() + years);
  while (date.getTime() < now - FIFTY_YEARS) move(CENTURY);
  while (date.getTime() > now + FIFTY_YEARS) move(-CENTURY);
  return date.getTime();
}
