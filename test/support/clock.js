/**
 * A clock that a test holds in its hands: it stands still until it is told to move.
 * @param {string} [start] an ISO time
 */
export function createClock(start = '2026-11-21T12:00:00.500Z') {
  let now = Date.parse(start);
  /** @type {Set<{ at: number, callback: () => unknown }>} */
  const timers = new Set();

  return {
    now: () => now,
    after,
    tick,
    tickTo: (/** @type {string} */ iso) => jumpTo(Date.parse(iso)),
  };

  /**
   * @param {number} milliseconds
   * @param {() => unknown} callback
   * @returns {() => void} cancels it
   */
  function after(milliseconds, callback) {
    const timer = { at: now + milliseconds, callback };
    timers.add(timer);
    return () => void timers.delete(timer);
  }

  /**
   * Lets time jump, then calls back once whatever fell due, the earliest first.
   * @param {number} milliseconds
   */
  function tick(milliseconds) {
    return jumpTo(now + milliseconds);
  }

  /** @param {number} moment */
  async function jumpTo(moment) {
    now = moment;
    const due = [...timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    for (const timer of due) if (timers.delete(timer)) await timer.callback();
  }
}
