/** Far more than arrive while a node lags behind. */
const maxIds = 1000;

/**
 * Remembers the most recent ids.
 *
 * @returns {{ add: (id: string) => void, [Symbol.iterator]: () => Iterator<string> }}
 */
export function makeRecentIds() {
  /** @type {Set<string>} */
  const ids = new Set();
  return {
    add(id) {
      ids.delete(id);
      ids.add(id);
      if (ids.size > maxIds) ids.delete(/** @type {string} */ (ids.values().next().value));
    },
    [Symbol.iterator]: () => ids.values(),
  };
}
