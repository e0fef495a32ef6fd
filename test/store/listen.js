/** @import { FeedChange, Store } from '../../lib/store/types.js' */

/**
 * Watches a store and remembers what it tells.
 *
 * @param {Store} store
 * @param {string} since
 * @param {{ onChanges?: (changes: FeedChange[]) => Promise<void>, isKnown?: (change: FeedChange) => boolean }} [also]
 */
export function listen(store, since, { onChanges = async () => {}, isKnown } = {}) {
  /** @type {FeedChange[]} */
  const changes = [];
  /** @type {string[]} */
  const sequences = [];
  /** @type {string[]} */
  const resets = [];
  /** @type {boolean[]} */
  const reachable = [];
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const look = () => waiting.forEach((check) => check());

  const { close } = store.watch(since, {
    isKnown,
    async onChanges(some, sequence) {
      await onChanges(some);
      changes.push(...some);
      sequences.push(sequence);
      look();
    },
    async onReset(reason) {
      resets.push(reason);
      look();
    },
    onReachable(now) {
      reachable.push(now);
      look();
    },
  });

  /**
   * @param {() => boolean} isSo
   * @returns {Promise<void>} when it is so
   */
  const until = (isSo) =>
    new Promise((resolve) => {
      const check = () => {
        if (!isSo()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  return {
    changes,
    sequences,
    resets,
    reachable,
    close,
    until,
    /**
     * @param {string} kind
     * @param {string} id
     * @param {string | null} revision
     */
    told: (kind, id, revision) =>
      until(() =>
        changes.some(
          (change) => change.kind === kind && change.id === id && change.revision === revision,
        ),
      ),
  };
}
