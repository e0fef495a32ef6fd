import { isBusy } from './errors.js';
/** @import { Sleep } from '../open.js' */

/** Together about 5 s, in milliseconds. */
const limit = 5000;
const firstPause = 1;
const longestPause = 50;

/**
 * Another process may hold the lock. SQLite's own waiting would stop this whole process, so it is
 * told not to wait, and we try again after pauses that grow and differ from one process to the next.
 *
 * @param {{ sleep: Sleep, random: () => number }} deps
 * @returns {<T>(work: () => T) => Promise<T>} runs the work at once, and again while it is refused for being busy
 */
export const retryWhileBusy =
  ({ sleep, random }) =>
  async (work) => {
    let waited = 0;
    for (let pause = firstPause; ; pause = Math.min(pause * 2, longestPause)) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || waited >= limit) throw error;
      }
      const ms = pause * (0.5 + random());
      await sleep(ms);
      waited += ms;
    }
  };
