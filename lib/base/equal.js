import { isDeepStrictEqual } from 'node:util';

/**
 * @param {unknown} a a value of a record, or a whole one
 * @param {unknown} b
 * @returns {boolean} whether the store would keep the same for both, whatever the order of their fields
 */
export function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  return one === other || isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
}
