/**
 * Looks up a name that came from outside. A table's own entries count, and not what every object has, such as
 * `constructor` or `__proto__`.
 * @template T
 * @param {Readonly<Record<string, T>>} table
 * @param {string} name
 * @returns {T | undefined}
 */
export const lookUp = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
