/** How many ids are remembered: far more than come in the moment in which a node may lag behind. */
const most = 1000;

/**
 * Remembers the ids that came last.
 *
 * @returns {{ add: (id: string) => void, [Symbol.iterator]: () => Iterator<string> }}
 */
export function recently() {
  /** @type {Set<string>} */
  const ids = new Set();
  return {
    add(id) {
      ids.delete(id);
      ids.add(id);
      if (ids.size > most) ids.delete(/** @type {string} */ (ids.values().next().value));
    },
    [Symbol.iterator]: () => ids.values(),
  };
}
