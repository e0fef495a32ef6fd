/** @import { Kind } from './types.js' */

/**
 * The kinds whose changes readers can see. The change feed reports only these.
 * @type {Kind[]}
 */
export const visibleKinds = ['post', 'comment', 'settings', 'user', 'address', 'media'];

/**
 * @param {string} text
 * @returns {string} with U+FFFD in place of lone surrogates, which neither store can save, and of NUL, as CommonMark
 *   (2.3) has it: SQLite's functions see texts end there
 */
export const fit = (text) => text.toWellFormed().replaceAll('\0', '\ufffd');

/**
 * Copies a value with its texts fit to be stored; undefined properties are left out.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function toWellFormed(value) {
  /** @type {any} */
  let result = value;
  if (typeof value === 'string') result = fit(value);
  else if (Array.isArray(value)) result = value.map(toWellFormed);
  else if (value && typeof value === 'object' && !Buffer.isBuffer(value)) {
    const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
    result = Object.fromEntries(pairs.map(([key, inner]) => [fit(key), toWellFormed(inner)]));
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
