/**
 * @param {unknown} a a value of a record, or a whole one
 * @param {unknown} b
 * @returns {boolean} whether the store would keep the same for both
 */
export const equal = (a, b) =>
  a === b || (typeof a !== 'string' && JSON.stringify(a) === JSON.stringify(b));
