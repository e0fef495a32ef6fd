/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Clock } from '../clock.js' */

/**
 * Conditional requests, RFC 9110 section 13.
 * @typedef {{ etag: string, lastModified: number }} Validators  a weak entity tag; milliseconds since 1970, whole seconds
 */

const entityTag = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const httpDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * Evaluates the preconditions of a GET or HEAD for an existing page (section 13.2.2).
 * @param {IncomingHttpHeaders} headers
 * @param {Validators} validators
 * @param {Pick<Clock, 'now'>} clock
 * @returns {200 | 304 | 412}
 */
export function evaluate(headers, validators, clock) {
  if (headers['if-match'] !== undefined) {
    // Section 13.1.1 requires strong comparison, and our tags are weak: only `*` can match.
    if (headers['if-match'].trim() !== '*') return 412;
  } else if (headers['if-unmodified-since'] !== undefined) {
    const date = parseDate(headers['if-unmodified-since']);
    if (date !== null && validators.lastModified > date) return 412;
  }
  if (headers['if-none-match'] !== undefined)
    return matches(headers['if-none-match'], validators.etag) ? 304 : 200;
  if (headers['if-modified-since'] !== undefined) {
    const date = parseDate(headers['if-modified-since']);
    // A date in the future says nothing about the copy that the client has.
    if (date !== null && date <= clock.now() && validators.lastModified <= date) return 304;
  }
  return 200;
}

/**
 * Weak comparison (section 8.8.3.2) with each tag of a list, or with `*`.
 * @param {string} list
 * @param {string} etag a weak one
 */
function matches(list, etag) {
  if (list === etag || list.trim() === '*') return true;
  const opaque = etag.slice(3, -1);
  for (const [, tag] of list.matchAll(entityTag)) if (tag === opaque) return true;
  return false;
}

/** @param {string} text @returns {number | null} milliseconds since 1970; null when it is not an HTTP-date */
function parseDate(text) {
  if (!httpDate.test(text)) return null;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}
