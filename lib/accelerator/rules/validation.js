import { valueOf, without } from './fields.js';
import { policyOf } from './policy.js';
import { storedFields } from './storable.js';
/** @import { StoredResponse } from '../types.js' */

/** What a 304 cannot change: they describe the body that is stored (RFC 9111 section 3.2). */
const OF_THE_BODY = new Set(['content-length', 'content-encoding', 'content-range', 'set-cookie']);

/**
 * @param {StoredResponse} response
 * @returns {string[]} the fields of a request that asks whether it is still current (RFC 9111 section 4.3.1); empty: it
 *   has no validator
 */
export function validatorsOf(response) {
  const { etag } = policyOf(response);
  const modified = valueOf(response.headers, 'last-modified');
  return [
    ...(etag ? ['If-None-Match', etag] : []),
    ...(modified ? ['If-Modified-Since', modified] : []),
  ];
}

/**
 * @param {StoredResponse} stored
 * @param {readonly string[]} headers of a 304 that validates it
 * @returns {boolean} whether they are about another representation (RFC 9111 section 4.3.4)
 */
export function isAboutAnother(stored, headers) {
  const etag = valueOf(headers, 'etag');
  return etag !== undefined && /^"/.test(etag) && etag !== policyOf(stored).etag;
}

/**
 * Freshens a stored response (RFC 9111 sections 3.2 and 4.3.4).
 * @param {StoredResponse} stored
 * @param {{ headers: readonly string[], requestedAt: number, receivedAt: number }} validated  the 304
 * @returns {StoredResponse}
 */
export function freshened(stored, { headers, requestedAt, receivedAt }) {
  const updates = without(storedFields(headers), (name) => OF_THE_BODY.has(name));
  const updated = new Set(updates.map((each, place) => (place % 2 ? '' : each.toLowerCase())));
  // An Age that is not said again was that of the former response.
  const kept = without(stored.headers, (name) => updated.has(name) || name === 'age');
  return { ...stored, headers: [...kept, ...updates], requestedAt, receivedAt };
}

/**
 * @param {StoredResponse} stored
 * @param {{ status: number, headers: readonly string[] }} received  in answer to HEAD
 * @returns {boolean} whether it shows that the stored response is no longer current (RFC 9111 section 4.3.5)
 */
export const differs = (stored, { status, headers }) =>
  status === 200 &&
  ['etag', 'last-modified', 'content-length'].some((name) => {
    const value = valueOf(headers, name);
    return value !== undefined && value !== valueOf(stored.headers, name);
  });
