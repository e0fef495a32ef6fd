/** @import { Clock } from '../../base/clock.js' */

/**
 * Calls back after a time that another process was given. In two halves: when the whole machine has paused, the other
 * process has the second one to catch up.
 * @param {Clock} clock
 * @param {number} milliseconds
 * @param {() => void} callback
 * @returns {() => void} cancels it
 */
export function deadline(clock, milliseconds, callback) {
  let cancel = clock.after(milliseconds / 2, () => {
    cancel = clock.after(milliseconds / 2, callback);
  });
  return () => cancel();
}
