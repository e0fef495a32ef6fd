/**
 * A pause that can be cut short. A ring while nobody waits is kept for the next wait.
 *
 * @param {import('./open.js').Sleep} sleep
 */
export function makeBell(sleep) {
  let rung = false;
  let wakeUp = () => {};
  return {
    ring() {
      rung = true;
      wakeUp();
    },
    /**
     * @param {number} ms
     * @returns {Promise<boolean>} whether it rang
     */
    async wait(ms) {
      const pause = new AbortController();
      wakeUp = () => pause.abort();
      if (rung) wakeUp();
      await sleep(ms, { ref: false, signal: pause.signal }).catch(() => {});
      const wasRung = rung;
      rung = false;
      return wasRung;
    },
  };
}
