/** @import { Kind } from '../types.js' */

/**
 * The kinds whose changes readers can see. The change feed reports only these.
 * @type {Kind[]}
 */
export const visibleKinds = ['post', 'comment', 'settings', 'user', 'address', 'media'];

/**
 * Copies a value with U+FFFD in place of each lone surrogate, which neither store can save. Everything else, NUL included,
 * stays as it is; undefined properties are left out.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function toWellFormed(value) {
  /** @type {any} */
  let result = value;
  if (typeof value === 'string') result = value.toWellFormed();
  else if (Array.isArray(value)) result = value.map(toWellFormed);
  else if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
    const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
    result = Object.fromEntries(
      pairs.map(([key, inner]) => [key.toWellFormed(), toWellFormed(inner)]),
    );
  }
  return result;
}

/**
 * @param {{ createdAt: string, id: string }} one
 * @param {{ createdAt: string, id: string }} other
 * @returns {number} for sort(): oldest first, then by id
 */
export const byAge = (one, other) =>
  compare(one.createdAt, other.createdAt) || compare(one.id, other.id);

/**
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
const compare = (one, other) => (one < other ? -1 : Number(one > other));
