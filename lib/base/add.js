/**
 * Adds all numbers of two values of one shape; what is said of both is true of both; else the first counts.
 * @template T
 * @param {T} one
 * @param {T} other
 * @returns {T}
 */
export function add(one, other) {
  if (typeof one === 'number') return /** @type {T} */ (one + Number(other ?? 0));
  if (typeof one === 'boolean') return /** @type {T} */ (one && other !== false);
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
  const both = { .../** @type {any} */ (one), .../** @type {any} */ (other) };
  const names = Object.keys(both).map((name) => {
    const [left, right] = [/** @type {any} */ (one)[name], /** @type {any} */ (other)?.[name]];
    return [name, left === undefined || right === undefined ? both[name] : add(left, right)];
  });
  return /** @type {T} */ (Object.fromEntries(names));
}
