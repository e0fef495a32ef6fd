/** @import { IncomingMessage } from 'node:http' */

/** @typedef {{ start: number, end: number } | 'unsatisfiable'} Range  both ends included */

/**
 * The range of a file that a request asks for, as media players do (RFC 9110 section 14.2). Several ranges, other units,
 * and If-Range, which a weak tag never matches, are answered with the whole file.
 * @param {IncomingMessage} request
 * @param {number} length of the whole, in bytes
 * @returns {Range | null} null: the whole file
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
