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
      const [oldest] = ids;
      if (ids.size > maxIds) ids.delete(oldest);
    },
    [Symbol.iterator]: () => ids.values(),
  };
}
