import { parseDate } from '../http/http-date.js';
/** @import { IncomingHttpHeaders, IncomingMessage } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Encoding } from './encodings.js' */

/**
 * What a request says by its headers: that it wants nothing of an entry since it holds the same (RFC 9110 section 13),
 * an encoding (12.5.3), or a part (14); and whether a body comes with it.
 *
 * @typedef {{ etag: string, lastModified: number }} Validators  an entity tag; milliseconds since 1970, whole seconds
 * @typedef {{ start: number, end: number } | 'unsatisfiable'} Range  both ends included
 */

const entityTag = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * What the preconditions of a GET or HEAD for an existing page come to (section 13.2.2).
 * @param {IncomingHttpHeaders} headers
 * @param {Validators} validators
 * @param {Pick<Clock, 'now'>} clock
 * @returns {200 | 304 | 412}
 */
export function evaluate(headers, validators, clock) {
  if (headers['if-match'] !== undefined) {
    if (!matchesStrongly(headers['if-match'], validators.etag)) return 412;
  } else if (headers['if-unmodified-since'] !== undefined) {
    const date = parseDate(headers['if-unmodified-since'], clock.now());
    if (date !== null && validators.lastModified > date) return 412;
  }
  return isNotModified(headers, validators, clock) ? 304 : 200;
}

/** @param {IncomingHttpHeaders} headers @returns {boolean} whether the client may hold the same */
export const asksWhetherModified = (headers) =>
  (headers['if-none-match'] ?? headers['if-modified-since']) !== undefined;

/**
 * @param {IncomingHttpHeaders} headers
 * @param {Validators} validators
 * @param {Pick<Clock, 'now'>} clock
 * @returns {boolean} whether the client holds the same by If-None-Match, or without that by If-Modified-Since (sections
 *   13.1.2 and 13.1.3)
 */
export function isNotModified(headers, validators, clock) {
  if (headers['if-none-match'] !== undefined)
    return matchesWeakly(headers['if-none-match'], validators.etag);
  if (headers['if-modified-since'] === undefined) return false;
  const now = clock.now();
  const date = parseDate(headers['if-modified-since'], now);
  // A date that has yet to come tells nothing of what its sender holds.
  return date !== null && date <= now && validators.lastModified <= date;
}

/**
 * Weak comparison (section 8.8.3.2) with each tag of a list, or with `*`.
 * @param {string} list
 * @param {string} [etag]  '' where there is none
 * @returns {boolean}
 */
export function matchesWeakly(list, etag = '') {
  if (list === etag || list.trim() === '*') return true;
  if (!etag.endsWith('"')) return false;
  const opaque = opaqueTag(etag);
  for (const [, , tag] of list.matchAll(entityTag)) if (tag === opaque) return true;
  return false;
}

/**
 * Strong comparison (section 8.8.3.2) with each tag of a list, or with `*`: a weak tag is like no other.
 * @param {string} list
 * @param {string} etag
 * @returns {boolean}
 */
function matchesStrongly(list, etag) {
  if (list.trim() === '*') return true;
  for (const [whole] of list.matchAll(entityTag))
    if (whole === etag && !whole.startsWith('W/')) return true;
  return false;
}

/** @param {string} [etag] @returns {string} what weak comparison looks at (section 8.8.3.2) */
export const opaqueTag = (etag = '') => (etag.startsWith('W/') ? etag.slice(2) : etag);

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
 * or If-Range with anything but a strong validator of the file, is answered with the whole.
 * @param {Pick<IncomingMessage, 'method' | 'headers'>} request
 * @param {number} length of the whole, in bytes
 * @param {readonly string[]} [validators]  strong ones, as in the response (section 13.1.5)
 * @returns {Range | null} null: the whole is wanted
 */
export function rangeOf({ method, headers }, length, validators = []) {
  const input = headers.range;
  if (input === undefined || method !== 'GET') return null;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && !validators.includes(String(ifRange))) return null;
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(input) ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return within(Math.max(0, length - Number(last)), length - 1, length);
  if (last !== '' && Number(last) < Number(first)) return null;
  return within(Number(first), last === '' ? length - 1 : Number(last), length);
}

/** @param {number} start @param {number} end @param {number} length @returns {Range} */
const within = (start, end, length) =>
  start < length ? { start, end: Math.min(end, length - 1) } : 'unsatisfiable';

/**
 * @param {Pick<IncomingMessage, 'headers'>} request  Node.js has refused lengths that are no numbers
 * @returns {boolean} whether it has a body (RFC 9112 section 6), other than an empty one of a known length
 */
export const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
