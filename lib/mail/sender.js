import { pauseOfServer } from './pauses.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { createLease } from './lease.js' */
/** @import { createQueue, Tried } from './queue.js' */
/** @import { createDelivery } from './deliver.js' */
/** @import { createDigests } from './digests.js' */

/** Milliseconds from one look at what other processes have added to the next. */
const EVERY = 5000;
/** Milliseconds that a stop waits. */
const STOP_WITHIN = 3000;

const HOUR = 60 * 60_000;

/**
 * Sends what waits, one mail after the other, if no other process does: mail to one address first, then mailings.
 * @param {object} deps
 * @param {ReturnType<typeof createDelivery>} deps.delivery
 * @param {ReturnType<typeof createDigests>} deps.digests
 * @param {number} deps.perHour  messages of mailings; 0: as many as the server takes
 * @param {ReturnType<typeof createQueue>} deps.queue
 * @param {ReturnType<typeof createLease>} deps.lease
 * @param {() => Promise<boolean>} deps.leads  whether this process is the one of its server that sends
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 */
export function createSender(deps) {
  const { queue, delivery, digests, perHour, lease, leads, clock, log } = deps;
  let problem = '';
  let failures = 0;
  /** The server is left alone until then. */
  let awayUntil = 0;
  let isClosed = false;
  let isLate = false;
  let isWoken = false;
  /** @type {Promise<void> | null} */
  let working = null;
  let cancel = () => {};
  let endPause = () => {};
  /** When the queue was last looked at. */
  let lookedAt = 0;
  return {
    wake,
    close,
    /** @returns {string} why the last mail was not sent, or '' */
    get problem() {
      return problem;
    },
  };

  /** There is something to send. */
  function wake() {
    isWoken = true;
    endPause();
    if (isClosed || working) return;
    cancel();
    isWoken = false;
    working = work()
      .catch((error) => {
        log.warn({ err: error }, 'Mail that waits could not be sent');
        return EVERY;
      })
      .then((pause) => {
        working = null;
        if (isClosed) return;
        if (isWoken && clock.now() >= awayUntil) return wake();
        cancel = clock.after(pause, wake);
      });
  }

  /** @returns {Promise<number>} milliseconds until the next look */
  async function work() {
    // What is said of those under way is as fresh as this look.
    await delivery.due();
    const left = awayUntil - clock.now();
    if (left > 0 && left <= pauseOfServer(Infinity)) return Math.min(left, EVERY);
    return (await leads()) ? sendAll() : EVERY;
  }

  /** @returns {Promise<number>} as that of `work` */
  async function sendAll() {
    if (!(await hasDue())) return EVERY;
    const wait = await lease.take();
    if (wait > 0) return Math.min(wait, EVERY);
    try {
      await lease.whileHeld(async () => {
        if (!isClosed && digests.isDue()) await digests.make();
        if (await sendQueue()) await sendMailings();
      });
    } finally {
      await lease.release();
    }
    return EVERY;
  }

  async function hasDue() {
    for await (const _ of queue.due()) return true;
    return !isClosed && (digests.isDue() || (await delivery.due()) !== null);
  }

  /** @returns {Promise<boolean>} whether one may go on */
  async function sendQueue() {
    isWoken = false;
    lookedAt = clock.now();
    for await (const mail of queue.due()) {
      if (isLate || !(await lease.hold())) return false;
      if (!note(await queue.sendOne(mail))) return false;
    }
    return true;
  }

  async function sendMailings() {
    for (let mailing; !isClosed && (mailing = await delivery.due());)
      for await (const step of delivery.run(mailing)) {
        if (step.isOver || !note(step) || !(await untilNext(clock.now()))) return;
        if (isClosed) return;
      }
  }

  /**
   * Mail to one address does not wait for a mailing.
   * @param {number} sentAt
   * @returns {Promise<boolean>} whether one may go on
   */
  async function untilNext(sentAt) {
    const next = perHour > 0 ? sentAt + HOUR / perHour : 0;
    for (;;) {
      const isTime = Math.abs(clock.now() - lookedAt) >= EVERY;
      if ((isWoken || isTime) && !isClosed && !(await sendQueue())) return false;
      const left = next - clock.now();
      // A clock that was set back is not waited for.
      if (left <= 0 || left > HOUR / perHour || isClosed) return true;
      await pause(Math.min(left, EVERY));
    }
  }

  /** @param {number} milliseconds @returns {Promise<void>} */
  function pause(milliseconds) {
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const end = clock.after(milliseconds, () => resolve());
        endPause = () => {
          end();
          resolve();
        };
      })
    );
  }

  /** @param {Tried} tried @returns {boolean} whether the server is there */
  function note(tried) {
    ({ problem } = tried);
    failures = tried.isAway ? failures + 1 : 0;
    awayUntil = tried.isAway ? clock.now() + pauseOfServer(failures) : 0;
    return !tried.isAway;
  }

  /**
   * Tries what waits once more, without pauses.
   * @returns {Promise<void>} at the latest after three seconds: the rest is sent by the next process
   */
  async function close() {
    isClosed = true;
    cancel();
    endPause();
    const last = Promise.resolve(working)
      .then(() => sendAll())
      .catch((error) => log.warn({ err: error }, 'Mail that waits could not be sent'));
    await new Promise((resolve) => {
      const end = clock.after(STOP_WITHIN, () => {
        isLate = true;
        resolve(null);
      });
      last.then(() => {
        end();
        resolve(null);
      });
    });
  }
}
