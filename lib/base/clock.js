/**
 * Time, which is passed to whatever needs it, so that tests can control it.
 * @typedef {object} Clock
 * @property {() => number} now  milliseconds since 1970
 * @property {(milliseconds: number, callback: () => void) => () => void} after  calls back once; returns a function
 *   that cancels it
 */

/** A Node timer beyond 2³¹−1 ms fires at once. */
const LONGEST = 2 ** 31 - 1;

/** @type {Clock} The system's. Its timers do not keep the process alive. */
export const systemClock = {
  now: Date.now,
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, LONGEST));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/**
 * For measuring durations: when the system's clock is set back, a wait starts again at most.
 * @param {Pick<Clock, 'now'>} clock
 * @returns {() => number} milliseconds that advance with the clock, but never decrease
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

/** For measuring short times: in milliseconds, with fractions; never set back. @returns {number} */
export const stopwatch = performance.now.bind(performance);

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} milliseconds
 * @param {Pick<Clock, 'after'>} clock
 * @returns {Promise<T>}
 * @throws {Error} when it takes longer
 */
export function within(promise, milliseconds, clock) {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error('It does not answer in time'));
    const cancel = clock.after(milliseconds, late);
    promise.then(resolve, reject).finally(cancel);
  });
}
