import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../../lib/base/errors.js';
/** @import { Store, Watcher } from '../../lib/store/types.js' */

/**
 * Stands between the blog and its store, and holds reads back or lets them fail. Changes that the feed tells
 * while the store is “down” wait until it is back.
 */
export function createStoreDouble() {
  /** @type {unknown} */
  let failure = null;
  /** @type {keyof Store | null} */
  let heldBack = null;
  let waiting = 0;
  let reads = 0;
  /** @type {(() => void)[]} */
  let held = [];
  /** @type {Watcher | null} */
  let watcher = null;
  /** @type {(() => void)[]} */
  let heldChanges = [];
  let told = 0;
  let isClosed = false;

  return {
    wrap,
    holdBack,
    letGo,
    holdNoMore,
    pass,
    goDown,
    comeBack,
    failWith,
    untilWaiting,
    untilTold,
    reads: () => reads,
    told: () => told,
    waiting: () => waiting,
    isClosed: () => isClosed,
  };

  /** @param {Store} store @returns {Store} */
  function wrap(store) {
    return {
      ...store,
      get: through('get', store.get),
      getMany: through('getMany', store.getMany),
      commentsOf: through('commentsOf', store.commentsOf),
      commentsWith: through('commentsWith', store.commentsWith),
      commentCounts: through('commentCounts', store.commentCounts),
      subscribersWith: through('subscribersWith', store.subscribersWith),
      subscriberCounts: through('subscriberCounts', store.subscriberCounts),
      ping: through('ping', store.ping),
      async close() {
        isClosed = true;
        await store.close();
      },
      watch: (since, given) => {
        watcher = given;
        return store.watch(since, {
          ...given,
          async onChanges(changes, sequence) {
            if (failure) await new Promise((resolve) => heldChanges.push(() => resolve(null)));
            await given.onChanges(changes, sequence);
            told += changes.length;
          },
        });
      },
    };
  }

  /**
   * @template {(...args: any[]) => Promise<any>} F
   * @param {keyof Store} name
   * @param {F} method
   * @returns {F}
   */
  function through(name, method) {
    return /** @type {F} */ (
      async (...args) => {
        reads++;
        if (heldBack === name) {
          waiting++;
          await new Promise((resolve) => held.push(() => resolve(null)));
          waiting--;
        }
        if (failure) throw failure;
        return method(...args);
      }
    );
  }

  /** Every such read waits from now on. @param {keyof Store} name */
  function holdBack(name) {
    heldBack = name;
  }

  /** What waits goes on waiting; reads that come from now on do not. */
  function pass() {
    heldBack = null;
  }

  /** What waits goes on, and nothing waits any more. */
  function letGo() {
    heldBack = null;
    for (const goOn of held) goOn();
    held = [];
  }

  /**
   * What comes later does not wait any more; what waits still does.
   * @returns {() => void} lets that go on too
   */
  function holdNoMore() {
    heldBack = null;
    return letGo;
  }

  /** The store cannot be reached. */
  function goDown() {
    failWith(new LarderError('unavailable', 'The database is away'));
    watcher?.onReachable(false);
  }

  function comeBack() {
    failWith(null);
    watcher?.onReachable(true);
    for (const goOn of heldChanges) goOn();
    heldChanges = [];
  }

  /** @param {unknown} error thrown by every read; null: by none any more */
  function failWith(error) {
    failure = error;
  }

  /** @param {number} count */
  async function untilWaiting(count) {
    while (waiting < count) await setImmediate();
  }

  /** Waits until the feed has told so many changes. @param {number} count */
  async function untilTold(count) {
    while (told < count) await setImmediate();
  }
}
