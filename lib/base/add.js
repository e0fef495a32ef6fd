/**
 * Adds all numbers of two values of one shape; what is said of both is true of both; else the first counts.
 * @template T
 * @param {T} one
 * @param {T} other
 * @returns {T}
 */
export function add(one, other) {
  return /** @type {T} */ (sum(one, other));
}

/** @param {unknown} one @param {unknown} other @returns {unknown} */
function sum(one, other) {
  if (typeof one === 'number') return one + Number(other ?? 0);
  if (typeof one === 'boolean') return one && other !== false;
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
  /** @type {Record<string, unknown>[]} */
  const [left, right] = [{ ...one }, typeof other === 'object' ? { ...other } : {}];
  const both = { ...left, ...right };
  const fields = Object.entries(both).map(([name, value]) => {
    const isShared = left[name] !== undefined && right[name] !== undefined;
    return [name, isShared ? sum(left[name], right[name]) : value];
  });
  return Object.fromEntries(fields);
}
