/** In milliseconds. */
const avoidedFor = 30_000;

/**
 * Chooses among the nodes of a cluster, of which each answers for all. A node that is cut off from the others still
 * answers, but what it says is old: so after a failure no node is asked for a while, if there is another.
 *
 * @param {string[]} origins of the nodes, the nearest first
 * @param {{ now: () => number }} clock  milliseconds
 */
export function chooseNodes(origins, clock) {
  let preferred = origins[0];
  /** When a node has last failed. @type {Map<string, number>} */
  const failures = new Map();

  function ranked() {
    const recent = clock.now() - avoidedFor;
    const rank = (/** @type {string} */ origin) => {
      const at = failures.get(origin) ?? 0;
      return at > recent ? at : 0;
    };
    return origins.toSorted((one, other) => rank(one) - rank(other));
  }

  return {
    origins,
    /** @returns {string} the node to ask */
    preferred: () => preferred,
    /** @returns {string[]} all of them, in the order in which to ask them */
    inOrder: () => [preferred, ...ranked().filter((origin) => origin !== preferred)],
    /** @param {string} origin has answered before the one that was asked first */
    prefer(origin) {
      preferred = origin;
    },
    /** @param {string} origin has failed, or does not have what others have */
    leave(origin) {
      failures.set(origin, clock.now());
      if (preferred === origin) [preferred] = ranked();
    },
  };
}
