/** @import { IncomingHttpHeaders, IncomingMessage } from 'node:http' */
/** @import { Clock } from '../clock.js' */
/** @import { Encoding } from './encodings.js' */

/**
 * What a request wants of an entry by its headers: nothing where it holds the same (RFC 9110 section 13), an encoding (12.5.3), or
 * a part (14).
 *
 * @typedef {{ etag: string, lastModified: number }} Validators  a weak entity tag; milliseconds since 1970, whole seconds
 * @typedef {{ start: number, end: number } | 'unsatisfiable'} Range  both ends included
 */

const entityTag = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const httpDate =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * What the preconditions of a GET or HEAD for an existing page come to (section 13.2.2).
 * @param {IncomingHttpHeaders} headers
 * @param {Validators} validators
 * @param {Pick<Clock, 'now'>} clock
 * @returns {200 | 304 | 412}
 */
export function evaluate(headers, validators, clock) {
  if (headers['if-match'] !== undefined) {
    // Section 13.1.1 asks for strong comparison, and our tags are weak: only “any” can hold.
    if (headers['if-match'].trim() !== '*') return 412;
  } else if (headers['if-unmodified-since'] !== undefined) {
    const date = parseDate(headers['if-unmodified-since']);
    if (date !== null && validators.lastModified > date) return 412;
  }
  if (headers['if-none-match'] !== undefined)
    return matches(headers['if-none-match'], validators.etag) ? 304 : 200;
  if (headers['if-modified-since'] !== undefined) {
    const date = parseDate(headers['if-modified-since']);
    // A date that has yet to come tells nothing of what its sender holds.
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

/** @param {string} text @returns {number | null} milliseconds since 1970; null when it is no HTTP-date */
function parseDate(text) {
  if (!httpDate.test(text)) return null;
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? null : time;
}

/** What clients send differs little: the answers for the first texts seen are kept. @type {Map<string, Encoding>} */
const known = new Map();
const KNOWN_AT_MOST = 256;

/**
 * The encoding that a client likes best of ours (RFC 9110 section 12.5.3); of equals, the smallest.
 * @param {string | undefined} accepted the Accept-Encoding header
 * @returns {Encoding}
 */
export function chooseEncoding(accepted) {
  if (accepted === undefined) return 'identity';
  const answer = known.get(accepted);
  if (answer) return answer;
  const chosen = choose(accepted);
  if (known.size < KNOWN_AT_MOST && accepted.length < 200) known.set(accepted, chosen);
  return chosen;
}

/** @param {string} accepted @returns {Encoding} */
function choose(accepted) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((each) => each.trim());
    const q = parameters.find((each) => each.startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.slice(2));
    if (name)
      weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const any = weights.get('*') ?? 0;
  const br = weights.get('br') ?? any;
  const gzip = weights.get('gzip') ?? any;
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/**
 * The one part of a file that a request asks for, as players do (RFC 9110 section 14.2). More than one, another unit,
 * or If-Range, which a weak tag never fits, is answered with the whole.
 * @param {IncomingMessage} request
 * @param {number} length of the whole, in bytes
 * @returns {Range | null} null: the whole is wanted
 */
export function rangeOf({ method, headers }, length) {
  const given = headers.range;
  if (given === undefined || method !== 'GET') return null;
  if (headers['if-range'] !== undefined) return null;
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(given) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return within(Math.max(0, length - Number(last)), length - 1, length);
  if (last !== '' && Number(last) < Number(first)) return null;
  return within(Number(first), last === '' ? length - 1 : Number(last), length);
}

/** @param {number} start @param {number} end @param {number} length @returns {Range} */
const within = (start, end, length) =>
  start < length ? { start, end: Math.min(end, length - 1) } : 'unsatisfiable';
