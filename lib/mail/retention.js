/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Subscribing } from './subscribing.js' */

/** Milliseconds from one look to the next. */
const EVERY = 6 * 60 * 60_000;
/** After the start, which has enough to do. */
const FIRST = 60_000;

/**
 * Deletes what is kept of subscribers no longer than it may be.
 * @param {object} deps
 * @param {Pick<Subscribing, 'forget'>} deps.subscribing
 * @param {() => Promise<boolean>} deps.leads  whether this process is the one that does it
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @returns {{ close: () => Promise<void> }}
 */
export function createRetention({ subscribing, leads, clock, log }) {
  let isClosed = false;
  let looking = Promise.resolve();
  let cancel = clock.after(FIRST, look);
  return { close };

  function look() {
    looking = leads()
      .then((isLeading) => (isLeading ? subscribing.forget() : undefined))
      .catch((error) => log.warn({ err: error }, 'Old subscribers could not be deleted'))
      .finally(() => {
        if (!isClosed) cancel = clock.after(EVERY, look);
      });
  }

  async function close() {
    isClosed = true;
    cancel();
    await looking;
  }
}
