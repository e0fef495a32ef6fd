/** @import { Sleep } from './open.js' */

/**
 * A pause that can be cut short. A ring while nobody waits is kept for the next wait.
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
     * @returns {Promise<boolean>} whether it rang
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
