/** @import { Sleep } from './open.js' */

/**
 * A sleep that can be interrupted. A wake() while nothing waits ends the next wait at once.
 *
 * @param {Sleep} sleep
 */
export function makeWakeableTimer(sleep) {
  let isWoken = false;
  let wakeUp = () => {};
  return {
    wake() {
      isWoken = true;
      wakeUp();
    },
    /**
     * @param {number} ms
     * @returns {Promise<boolean>} whether wake() ended it
     */
    async wait(ms) {
      const pause = new AbortController();
      wakeUp = () => pause.abort();
      if (isWoken) wakeUp();
      await sleep(ms, { ref: false, signal: pause.signal }).catch(() => {});
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
  };
}
