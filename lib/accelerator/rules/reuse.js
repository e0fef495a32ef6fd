import { parseCacheControl } from './cache-control.js';
import { ageOf, policyOf } from './policy.js';
import { matchesRequest } from './vary.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Directives } from './cache-control.js' */
/** @import { ReadFrom } from './policy.js' */
/** @import { StoredEntry, StoredResponse, ReportedState } from '../types.js' */

/**
 * Whether a stored response may answer a request (RFC 9111 section 4).
 *
 * @typedef {'fresh' | 'allowed' | 'revalidating' | 'stale' | 'refused'} Reuse  `allowed`: stale, and the request
 *   accepts it; `revalidating`: stale, and may be used while it is validated; `stale`: to be validated first;
 *   `refused`: fresh, but the request wants it validated
 */

/**
 * For so many seconds a stale response may be used while the origin cannot be reached, if nothing forbids it (RFC 9111
 * section 4.2.4).
 */
const DISCONNECTED = 24 * 60 * 60;

/**
 * @param {IncomingHttpHeaders} headers of a request
 * @returns {Directives | null} null: it has none
 */
export function requestDirectives({ 'cache-control': input, pragma }) {
  if (input !== undefined) return parseCacheControl(input);
  // RFC 9111 section 5.4: of clients that know no Cache-Control.
  return pragma === undefined
    ? null
    : parseCacheControl(/\bno-cache\b/i.test(pragma) ? 'no-cache' : '');
}

/**
 * @param {StoredEntry} entry
 * @param {IncomingHttpHeaders} headers of a request
 * @returns {StoredResponse | undefined} the most recent one that fits the request (RFC 9111 section 4.1)
 */
export const select = ({ variants }, headers) =>
  variants.find((variant) => matchesRequest(variant, headers));

/**
 * @param {ReadFrom} response that fits the request
 * @param {Directives | null} directives of the request
 * @param {number} now milliseconds since 1970
 * @param {ReportedState} reported  what the origin reported of it
 * @returns {Reuse}
 */
export function reuseOf(response, directives, now, reported) {
  if (reported === 'outdated') return 'stale';
  if (reported === 'current') return directives?.has('no-cache') ? 'refused' : 'fresh';
  const policy = policyOf(response);
  const age = ageOf(response, now);
  const left = policy.lifetime - age;
  const isFresh = left > 0 && !policy.noCache;
  if (directives === null) {
    if (isFresh) return 'fresh';
  } else {
    if (directives.has('no-cache') || age > (directives.seconds('max-age') ?? Infinity))
      return isFresh ? 'refused' : 'stale';
    if (isFresh) return left < (directives.seconds('min-fresh') ?? 0) ? 'refused' : 'fresh';
    if (policy.mustRevalidate) return 'stale';
    if (directives.has('max-stale') && -left <= maxStale(directives)) return 'allowed';
  }
  if (policy.mustRevalidate || directives?.has('min-fresh')) return 'stale';
  return -left < policy.staleWhileRevalidate ? 'revalidating' : 'stale';
}

/** @param {Directives} directives @returns {number} seconds; without a number any (RFC 9111 section 5.2.1.2) */
const maxStale = (directives) =>
  directives.isUnqualified('max-stale') ? Infinity : (directives.seconds('max-stale') ?? 0);

/**
 * @param {StoredResponse} response that is stale
 * @param {number | null} status of the origin's answer; null: there is none
 * @param {number} now milliseconds since 1970
 * @returns {boolean} whether it may be used instead of that error (RFC 9111 section 4.2.4, RFC 5861 section 4)
 */
export function mayReplaceError(response, status, now) {
  const { lifetime, mustRevalidate, staleIfError } = policyOf(response);
  if (mustRevalidate || (status !== null && ![500, 502, 503, 504].includes(status))) return false;
  const allowed = status === null ? Math.max(staleIfError, DISCONNECTED) : staleIfError;
  return ageOf(response, now) - lifetime < allowed;
}
