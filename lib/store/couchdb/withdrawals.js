import { withdraw } from './settle.js';
/** @import { Log } from '../../log.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Database } from './store.js' */
/** @import { Undecided } from './undecided.js' */

/** In milliseconds: how long a refusal waits for its withdrawal, and between two attempts, at first and at most. */
const retryAfter = 1000;
const firstPause = 1000;
const longestPause = 3000;

/**
 * Takes back what was refused: at once where that can be done, else as soon as the nodes answer.
 *
 * @param {() => Database} database
 * @param {{ sleep: Sleep, log: Log }} deps
 */
export function makeWithdrawals(database, { sleep, log }) {
  const closing = new AbortController();

  /** @param {Undecided} write @param {() => void} onDone called when the nodes that are there have nothing of it */
  async function work(write, onDone) {
    let pause = firstPause;
    let isFound = false;
    // What was not there may still be on its way, or lie on a node that is away: so it is looked for until all nodes are
    // there, and once more if it has never been found.
    for (let turn = 1, looks = 0; !closing.signal.aborted; turn += 1) {
      try {
        const isWhole = turn > 1 && (await database().majority.isWhole());
        if (await withdraw(database(), write)) isFound = true;
        if (isFound || turn > 1) {
          database().undecided.release(write.writeId);
          onDone();
        }
        if (isWhole && (isFound || (looks += 1) > 1)) break;
      } catch (error) {
        const { kind, id } = write;
        log.warn({ err: error, kind, id }, 'a refused write cannot be reverted yet');
      }
      await sleep(pause, { ref: false, signal: closing.signal }).catch(() => {});
      pause = Math.min(2 * pause, longestPause);
    }
    if (!closing.signal.aborted) database().undecided.delete(write.writeId);
  }

  return {
    /** @param {Undecided} write which the nodes that are there have refused */
    takeLater(write) {
      database().undecided.release(write.writeId);
      work(write, () => {});
    },
    /**
     * @param {Undecided} write
     * @returns {Promise<void>} when the nodes that are there have nothing of it, or it will be done later
     */
    async take(write) {
      const waiting = new AbortController();
      const late = sleep(retryAfter, { signal: waiting.signal }).catch(() => {});
      await Promise.race([new Promise((resolve) => work(write, () => resolve(null))), late]);
      waiting.abort();
    },
    close: () => closing.abort(),
  };
}
