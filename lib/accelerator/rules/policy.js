import { parseDate } from '../../http/http-date.js';
import { parseCacheControl, parseTargeted } from './cache-control.js';
import { valueOf, without } from './fields.js';
import { freshnessLifetime, initialAge, statedLifetime } from './freshness.js';
/** @import { StoredResponse } from '../types.js' */

/**
 * What a stored response allows, read once from its header fields. Times are seconds.
 *
 * @typedef {object} Policy
 * @property {number} lifetime  for which it is fresh (RFC 9111 section 4.2.1)
 * @property {number} initialAge  when it was received (section 4.2.3)
 * @property {boolean} noCache  it must be validated before each use (section 5.2.2.4)
 * @property {boolean} mustRevalidate  it must not be used stale (sections 5.2.2.2, 5.2.2.8 and 5.2.2.10)
 * @property {number} staleWhileRevalidate  after the lifetime (RFC 5861 section 3)
 * @property {number} staleIfError  after the lifetime (RFC 5861 section 4)
 * @property {number | undefined} sign  for so long it may be used after the last invalidation by its origin; none: it
 *   need not hear of any
 * @property {string} etag  '' where there is none
 * @property {number} lastModified  milliseconds since 1970; NaN where there is none
 * @property {readonly string[]} strong  what If-Range may name (RFC 9110 section 13.1.5)
 * @property {readonly string[]} headers  to be sent, but for Age and Cache-Status
 *
 * @typedef {Pick<StoredResponse, 'status' | 'headers' | 'requestedAt' | 'receivedAt'>} ReadFrom  what it follows from
 */

/** @type {WeakMap<ReadFrom, Policy>} */
const policies = new WeakMap();

/** @param {ReadFrom} response @returns {Policy} */
export function policyOf(response) {
  let policy = policies.get(response);
  if (policy === undefined) policies.set(response, (policy = readPolicy(response)));
  return policy;
}

/**
 * @param {readonly string[]} headers
 * @returns {{ directives: ReturnType<typeof parseCacheControl>, isTargeted: boolean }} those of CDN-Cache-Control, else
 *   of Cache-Control
 */
export function directivesOf(headers) {
  const targeted = parseTargeted(valueOf(headers, 'cdn-cache-control'));
  const directives = targeted ?? parseCacheControl(valueOf(headers, 'cache-control'));
  return { directives, isTargeted: targeted !== null };
}

/**
 * @param {readonly string[]} headers
 * @returns {number | undefined} seconds for which they say that it is fresh in a shared cache
 */
export const explicitLifetime = (headers) => statedLifetime(directivesOf(headers).directives);

/** @param {ReadFrom} response @returns {Policy} */
function readPolicy(response) {
  const { headers, receivedAt } = response;
  const { directives, isTargeted } = directivesOf(headers);
  const etag = valueOf(headers, 'etag') ?? '';
  const modified = valueOf(headers, 'last-modified') ?? '';
  const lastModified = parseDate(modified, receivedAt) ?? NaN;
  const date = parseDate(valueOf(headers, 'date') ?? '', receivedAt) ?? NaN;
  return {
    lifetime: freshnessLifetime(response, directives, isTargeted),
    initialAge: initialAge(response),
    noCache: directives.isUnqualified('no-cache'),
    mustRevalidate: ['must-revalidate', 'proxy-revalidate', 's-maxage', 'no-cache'].some((name) =>
      name === 'no-cache' ? directives.isUnqualified(name) : directives.has(name),
    ),
    staleWhileRevalidate: directives.seconds('stale-while-revalidate') ?? 0,
    staleIfError: directives.seconds('stale-if-error') ?? 0,
    sign: directives.seconds('larder-sign'),
    etag,
    lastModified,
    strong: [
      ...(/^"/.test(etag) ? [etag] : []),
      ...(date - lastModified >= 1000 ? [modified] : []),
    ],
    headers: without(headers, (name) => name === 'age'),
  };
}

/**
 * @param {ReadFrom} response
 * @param {number} now milliseconds since 1970
 * @returns {number} seconds (RFC 9111 section 4.2.3)
 */
export const ageOf = (response, now) =>
  policyOf(response).initialAge + Math.max(0, now - response.receivedAt) / 1000;
