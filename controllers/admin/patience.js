/** @import { Clock } from '../../lib/base/clock.js' */

/** Milliseconds that an author waits for work on many posts. */
export const PATIENCE = 2000;

/**
 * @param {Promise<unknown>} work
 * @param {Clock} clock
 * @returns {Promise<boolean>} whether it was done soon
 * @throws what it throws by then
 */
export async function doneWithin(work, clock) {
  let cancel = () => {};
  const late = new Promise((resolve) => (cancel = clock.after(PATIENCE, () => resolve(false))));
  const done = work.then(() => true);
  return Promise.race([done, late]).finally(() => cancel());
}
