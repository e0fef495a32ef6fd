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
    tickTo: (/** @type {string} */ iso) => moveTo(Date.parse(iso)),
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
   * Moves time on, and calls back whatever falls due on the way, one after the other.
   * @param {number} milliseconds
   */
  function tick(milliseconds) {
    return moveTo(now + milliseconds);
  }

  /** @param {number} end */
  async function moveTo(end) {
    for (let due = nextBefore(end); due; due = nextBefore(end)) {
      timers.delete(due);
      now = Math.max(now, due.at);
      await due.callback();
    }
    now = end;
  }

  /** @param {number} end */
  function nextBefore(end) {
    let next = null;
    for (const timer of timers)
      if (timer.at <= end && timer.at < (next?.at ?? Infinity)) next = timer;
    return next;
  }
}
