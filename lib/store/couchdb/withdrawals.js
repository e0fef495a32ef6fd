import { setMaxListeners } from 'node:events';
import { withdraw } from './withdraw.js';
/** @import { Log } from '../../base/log.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Database } from './store.js' */
/** @import { Undecided } from './undecided.js' */

/** In milliseconds: how long the error waits for the withdrawal; and the pauses between attempts, which grow. */
const waitAtMost = 1000;
const firstPause = 1000;
const longestPause = 3000;

/**
 * In milliseconds: how long, at longer pauses, what others have written on top is watched. Most likely, it was
 * acknowledged.
 */
const longestWait = 3_600_000;
const longestPauseBuiltOn = 60_000;

/**
 * Withdraws refused writes: at once if possible, otherwise as soon as the nodes respond.
 *
 * @param {() => Database} database
 * @param {{ sleep: Sleep, log: Log }} deps
 */
export function makeWithdrawals(database, { sleep, log }) {
  const closing = new AbortController();
  // One for each refused write.
  setMaxListeners(Infinity, closing.signal);

  /** @param {Undecided} write @param {() => void} onDone called when no node that responds has it any more */
  async function withdrawEverywhere(write, onDone) {
    let pause = firstPause;
    let isFound = false;
    let waited = 0;
    // A write that was not found may still be in transit, or on a node that is down. So the search ends only when all
    // nodes respond, and if it was never found, after one more attempt.
    for (let attempt = 1, searches = 0; !closing.signal.aborted; attempt += 1) {
      let isBuiltOn = false;
      try {
        const { isComplete } = database().majority;
        const wasComplete = attempt > 1 && (await isComplete());
        const state = await withdraw(database(), write);
        isBuiltOn = state === 'builtOn';
        if (state === 'withdrawn') isFound = true;
        if (isFound || attempt > 1) {
          database().undecided.allowReports(write.writeId);
          onDone();
        }
        const isOver = wasComplete && !isBuiltOn && (isFound || (searches += 1) > 1);
        // Otherwise a node may have been away during the search.
        if (isOver && (await isComplete())) break;
        if (waited > longestWait) break;
      } catch (error) {
        const { kind, id } = write;
        log.warn({ err: error, kind, id }, 'Cannot revert a refused write yet; retrying');
      }
      await sleep(pause, { ref: false, signal: closing.signal }).catch(() => {});
      if (isBuiltOn) waited += pause;
      pause = Math.min(2 * pause, isBuiltOn ? longestPauseBuiltOn : longestPause);
    }
    if (!closing.signal.aborted) database().undecided.delete(write.writeId);
  }

  return {
    /** @param {Undecided} write refused by the nodes that responded */
    startInBackground(write) {
      database().undecided.allowReports(write.writeId);
      withdrawEverywhere(write, () => {});
    },
    /**
     * @param {Undecided} write
     * @returns {Promise<void>} when no node that responds has it any more, or after a second
     */
    async start(write) {
      const waiting = new AbortController();
      const late = sleep(waitAtMost, { signal: waiting.signal }).catch(() => {});
      await Promise.race([
        new Promise((resolve) => withdrawEverywhere(write, () => resolve(null))),
        late,
      ]);
      waiting.abort();
    },
    close: () => closing.abort(),
  };
}
