import { endToEnd, valueOf, without } from './fields.js';
import { HEURISTIC } from './freshness.js';
import { directivesOf, policyOf } from './policy.js';
import { varyOf } from './vary.js';
/** @import { IncomingHttpHeaders } from 'node:http' */
/** @import { Directives } from './cache-control.js' */
/** @import { ReadFrom } from './policy.js' */

/** Final statuses whose meaning for a cache is known (RFC 9111 section 5.2.2.3). */
const UNDERSTOOD = new Set([
  ...[200, 201, 202, 203, 204, 205, 300, 301, 302, 303, 307, 308, 400, 401, 402, 403, 404, 405],
  ...[406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431],
  ...[451, 500, 501, 502, 503, 504, 505, 511],
]);
/** Parts of a response, and answers to fields of a request that are no part of the key. */
const NEVER = new Set([206, 304, 412, 416, 417, 431]);
/** Fields in Vary: each request would compare as many. */
const MOST_VARIED = 64;
/** What the origin gets in these fields is not what the client has sent. */
const OURS = new Set(['*', 'forwarded', 'via', 'x-forwarded-for']);

/**
 * Whether a shared cache may store a response (RFC 9111 section 3). One with Set-Cookie is never stored, since it was
 * meant for one client.
 * @param {{ method: string, headers: IncomingHttpHeaders, directives: Directives | null }} request
 * @param {{ status: number, headers: readonly string[] }} response
 * @returns {boolean}
 */
export function isStorable(request, { status, headers }) {
  const { directives, isTargeted } = directivesOf(headers);
  if (request.method !== 'GET' || request.directives?.has('no-store')) return false;
  if (status < 200 || NEVER.has(status)) return false;
  const isUnderstood = UNDERSTOOD.has(status);
  if (directives.has('must-understand') ? !isUnderstood : directives.has('no-store')) return false;
  const varied = varyOf(headers);
  if (varied.length > MOST_VARIED || varied.some((name) => OURS.has(name))) return false;
  if (directives.isUnqualified('private')) return false;
  const hasCookie = valueOf(headers, 'set-cookie') !== undefined;
  if (hasCookie && valueOf(storedFields(headers), 'set-cookie') !== undefined) return false;
  // Section 3.5.
  const isShared = ['public', 'must-revalidate', 's-maxage'].some((name) => directives.has(name));
  if (request.headers.authorization !== undefined && !isShared) return false;
  const isExplicit =
    ['public', 'max-age', 's-maxage'].some((name) => directives.has(name)) ||
    (!isTargeted && valueOf(headers, 'expires') !== undefined);
  return isExplicit || HEURISTIC.has(status);
}

/** @param {ReadFrom} response @returns {boolean} whether it can ever answer another request */
export function isUseful(response) {
  const { lifetime, initialAge, staleWhileRevalidate, etag, lastModified } = policyOf(response);
  return lifetime + staleWhileRevalidate > initialAge || etag !== '' || !Number.isNaN(lastModified);
}

/**
 * @param {readonly string[]} headers of a response
 * @returns {string[]} what of them is stored (RFC 9111 section 3.1): nothing of the connection, nor what no-cache and
 *   private name (sections 5.2.2.4 and 5.2.2.7)
 */
export function storedFields(headers) {
  const { directives } = directivesOf(headers);
  const named = new Set([...directives.fields('no-cache'), ...directives.fields('private')]);
  return without(endToEnd(headers), (name) => named.has(name));
}
