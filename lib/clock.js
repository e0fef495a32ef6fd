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

/**
 * For measuring how long something lasts: while the machine's clock is put back, a wait begins again at most.
 * @param {Pick<Clock, 'now'>} clock
 * @returns {() => number} milliseconds that go on with the clock, and stand still for the moment in which it goes back
 */
export function steady(clock) {
  let last = clock.now();
  let behind = 0;
  return () => {
    const now = clock.now();
    behind += Math.max(0, last - now);
    last = now;
    return now + behind;
  };
}
