/** @import { Kind } from '../types.js' */

/**
 * The kinds whose changes a reader can see: the feed tells of these alone.
 * @type {Kind[]}
 */
export const visibleKinds = ['post', 'comment', 'settings', 'user', 'address', 'media'];

/**
 * @param {string} text
 * @returns {boolean} whether it is Unicode that a store can keep: no half of a surrogate pair
 */
export const isWhole = (text) => text.isWellFormed();

/**
 * @param {string} text
 * @returns {string} with U+FFFD in the place of each half of a surrogate pair
 */
export const whole = (text) => text.toWellFormed();

/**
 * A copy of a value in which every string is whole, since neither store keeps half of a surrogate pair.
 * All else, also NUL, stays as it is; what is undefined is left out.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function tidy(value) {
  /** @type {any} */
  let result = value;
  if (typeof value === 'string') result = whole(value);
  else if (Array.isArray(value)) result = value.map(tidy);
  else if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
    const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
    result = Object.fromEntries(pairs.map(([key, inner]) => [whole(key), tidy(inner)]));
  }
  return result;
}

/**
 * @param {{ createdAt: string, id: string }} one
 * @param {{ createdAt: string, id: string }} other
 * @returns {number} for sort(): the oldest first, and of one age the lower id
 */
export const byAge = (one, other) =>
  compare(one.createdAt, other.createdAt) || compare(one.id, other.id);

/**
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
const compare = (one, other) => (one < other ? -1 : Number(one > other));
