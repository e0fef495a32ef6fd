import { steady } from '../base/clock.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { FeedChange, Kind, Store } from '../store/types.js' */

/** Changes that are read concurrently, so that a slow one does not delay all others. */
const concurrency = 16;

/** Follows the store's change feed, and measures how far it lags behind this process's own writes. */
export class Feed {
  /** Whether the store can be reached. While it cannot, pages may be stale. */
  reachable = true;
  /** The sequence up to which all changes were passed on. Invalid after a reset. */
  place = '';
  #store;
  #now;
  #log;
  #lag = 0;
  /** The last own write that the feed has not reported yet. @type {{ kind: Kind, id: string, at: number } | null} */
  #awaited = null;
  /** @type {{ close: () => Promise<void> } | null} */
  #watch = null;

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ store, clock, log }) {
    this.#store = store;
    this.#now = steady(clock);
    this.#log = log;
  }

  /**
   * Follows the feed until `close`.
   * @param {string} since the sequence of the summaries
   * @param {object} listener
   * @param {(change: FeedChange) => void | Promise<void>} listener.onChange called concurrently for different records,
   *   and one after the other for the same record
   * @param {(change: FeedChange) => boolean} listener.isKnown whether nothing has to be read for it
   * @param {() => Promise<void>} listener.onReset called when earlier sequences have become invalid
   */
  follow(since, { onChange, isKnown, onReset }) {
    this.place = since;
    this.#watch = this.#store.watch(since, {
      isKnown,
      onChanges: async (changes, sequence) => {
        for (let start = 0; start < changes.length; start += concurrency) {
          const some = changes.slice(start, start + concurrency);
          some.forEach((change) => this.#measureLag(change));
          await Promise.all(some.map(onChange));
        }
        this.place = sequence;
      },
      onReset: (reason) => {
        this.#log.warn({ reason }, 'Reloading the whole blog');
        return onReset();
      },
      onReachable: (reachable) => {
        if (reachable !== this.reachable)
          this.#log.warn(reachable ? 'The store is reachable again' : 'The store is not reachable');
        this.reachable = reachable;
      },
    });
  }

  /** Starts measuring the lag of a write that this process has just made. @param {Kind} kind @param {string} id */
  expect(kind, id) {
    this.#awaited = { kind, id, at: this.#now() };
  }

  /** @returns {number} milliseconds by which it lags behind our own writes, as last measured */
  lag() {
    return Math.max(this.#lag, this.#awaited ? this.#now() - this.#awaited.at : 0);
  }

  async close() {
    await this.#watch?.close();
  }

  /** @param {FeedChange} change */
  #measureLag({ kind, id }) {
    if (this.#awaited?.kind !== kind || this.#awaited.id !== id) return;
    this.#lag = this.#now() - this.#awaited.at;
    this.#awaited = null;
  }
}
