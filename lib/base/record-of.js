/**
 * @template {object} T
 * @param {T} object  with no names but those of its type
 * @returns {(keyof T & string)[]}
 */
export const keysOf = (object) => /** @type {(keyof T & string)[]} */ (Object.keys(object));

/**
 * @template {string} K
 * @template V
 * @param {readonly K[]} names
 * @param {(name: K) => V} valueOf
 * @returns {Record<K, V>} an object with these names
 */
export const recordOf = (names, valueOf) =>
  /** @type {Record<K, V>} */ (Object.fromEntries(names.map((name) => [name, valueOf(name)])));
