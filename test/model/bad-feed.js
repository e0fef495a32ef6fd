/** @import { FeedChange, Store, Watcher } from '../../lib/store/types.js' */

/** A feed as bad as the port allows, and worse: late, twice, backwards, in pieces, with a gap, cut for a while. */
export class BadFeed {
  /** @type {Watcher | null} */
  #watcher = null;
  /** What was written and not told yet. @type {FeedChange[]} */
  #untold = [];
  /** What was told before. @type {FeedChange[]} */
  #told = [];

  /** Takes the place of the store's own feed. @param {Store} store @returns {Store} */
  listen(store) {
    return {
      ...store,
      watch: (_since, watcher) => {
        this.#watcher = watcher;
        return { close: async () => {} };
      },
    };
  }

  /** Notes all that is written. @param {Store} store @returns {Store} */
  record(store) {
    return {
      ...store,
      write: async (writes) => {
        const revisions = await store.write(writes);
        // Of SQLite: whatever is made anew later has a higher one.
        const [, removedAt] = (await store.summaries()).sequence.split(':');
        writes.forEach((write, place) => {
          const [revision, { kind }] = [revisions[place], write];
          if ('removed' in write) this.#untold.push({ kind, id: write.id, revision, removedAt });
          else this.#untold.push({ kind, id: write.record.id, revision });
        });
        return revisions;
      },
    };
  }

  /**
   * @param {number} turn tells in which way; 0: all in order
   * @returns {Promise<boolean>} false: nothing was told, the feed is cut
   */
  async tell(turn) {
    const changes = this.#untold;
    // No feed tells that a record is gone after it has told that it is back: whoever reads it would wait for it to go.
    this.#told = this.#told.filter(
      ({ id, revision }) => revision !== null || !changes.some((change) => change.id === id),
    );
    const ways = [
      () => this.#send(changes),
      () => this.#send([...changes, ...changes]),
      () => this.#send([...changes].reverse()),
      () => this.#sendEach([...changes, ...this.#told.slice(-5), ...changes]),
      () => this.#watcher?.onReset('there is a gap'),
      null,
    ];
    const way = ways[turn % ways.length];
    if (way === null) return false;
    this.#untold = [];
    await way();
    this.#told = [...this.#told, ...changes].slice(-20);
    return true;
  }

  /** @param {FeedChange[]} changes */
  async #send(changes) {
    await this.#watcher?.onChanges(changes, '');
  }

  /** @param {FeedChange[]} changes */
  async #sendEach(changes) {
    for (const change of changes) await this.#send([change]);
  }
}
