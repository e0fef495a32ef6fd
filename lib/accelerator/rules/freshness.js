import { parseDate } from '../../http/http-date.js';
import { valueOf } from './fields.js';
/** @import { Directives } from './cache-control.js' */
/** @import { StoredResponse } from '../types.js' */

/** Statuses whose responses may be reused without explicit freshness (RFC 9110 section 15.1). */
export const HEURISTIC = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]);

/**
 * The share of the time since Last-Modified for which such a response is fresh (RFC 9111 section 4.2.2), and at most,
 * in seconds.
 */
const HEURISTIC_SHARE = 0.1;
const HEURISTIC_LONGEST = 24 * 60 * 60;

/** @param {Directives} directives @returns {number | undefined} seconds, if they say so themselves */
export const statedLifetime = (directives) =>
  directives.seconds('s-maxage') ?? directives.seconds('max-age');

/**
 * RFC 9111 section 4.2.1, for a shared cache.
 * @param {Pick<StoredResponse, 'status' | 'headers' | 'receivedAt'>} response
 * @param {Directives} directives of the response
 * @param {boolean} isTargeted whether they are those of CDN-Cache-Control: then Expires does not count (RFC 9213
 *   section 2.2)
 * @returns {number} seconds for which it is fresh; 0 when nothing says so
 */
export function freshnessLifetime({ status, headers, receivedAt }, directives, isTargeted) {
  const input = statedLifetime(directives);
  if (input !== undefined) return input;
  const date = parseDate(valueOf(headers, 'date') ?? '', receivedAt) ?? receivedAt;
  const expires = isTargeted ? undefined : valueOf(headers, 'expires');
  if (expires !== undefined)
    return Math.max(0, ((parseDate(expires, receivedAt) ?? 0) - date) / 1000);
  if (!HEURISTIC.has(status) && !directives.has('public')) return 0;
  const modified = parseDate(valueOf(headers, 'last-modified') ?? '', receivedAt);
  const elapsed = modified === null ? 0 : (date - modified) / 1000;
  return Math.min(Math.max(0, elapsed * HEURISTIC_SHARE), HEURISTIC_LONGEST);
}

/**
 * RFC 9111 section 4.2.3.
 * @param {Pick<StoredResponse, 'headers' | 'requestedAt' | 'receivedAt'>} response
 * @returns {number} its age in seconds when it was received
 */
export function initialAge({ headers, requestedAt, receivedAt }) {
  // Of several values the first one counts (RFC 9111 section 5.1); what is no number of seconds is ignored.
  const [, value = '0'] = /^\s*(\d+)\s*(?:,|$)/.exec(valueOf(headers, 'age') ?? '') ?? [];
  const date = parseDate(valueOf(headers, 'date') ?? '', receivedAt) ?? receivedAt;
  // Date is in whole seconds.
  const apparent = Math.max(0, Math.floor((receivedAt - date) / 1000));
  const corrected = Number(value) + Math.max(0, receivedAt - requestedAt) / 1000;
  return Math.max(apparent, corrected);
}
