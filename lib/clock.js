/**
 * Time, as it is passed to whatever needs it, so that tests hold it in their hands.
 * @typedef {object} Clock
 * @property {() => number} now  milliseconds since 1970
 * @property {(milliseconds: number, callback: () => void) => () => void} after  calls back once; returns what cancels it
 */

/** A Node timer beyond 2³¹−1 ms fires at once. */
const LONGEST = 2 ** 31 - 1;

/** @type {Clock} The machine's own. Its timers keep no process alive. */
export const systemClock = {
  now: Date.now,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, LONGEST));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
