import { messageOf } from '../../base/errors.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */

const SECOND = 1000;

/** Milliseconds between attempts to send a message. */
const PAUSES = [10 * SECOND, 60 * SECOND, 10 * 60 * SECOND];
const MESSAGES_AT_MOST = 100;

/** Milliseconds that a stop waits for pending messages. */
const STOP_WITHIN = 3000;

/**
 * Sends messages one after the other, and retries failed ones after growing pauses. Its size is limited: when it is
 * full, new messages are dropped and logged.
 * @template M
 */
export class Outbox {
  /** @type {M[]} */
  #messages = [];
  #send;
  #what;
  #clock;
  #log;
  /** @type {Promise<void> | null} */
  #working = null;
  #dropped = 0;
  /** @type {() => void} */
  #cancelPause = () => {};
  #isClosed = false;
  #problem = '';

  /**
   * @param {object} deps
   * @param {(message: M) => Promise<unknown>} deps.send
   * @param {string} deps.what  what is sent, for the log
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ send, what, clock, log }) {
    this.#send = send;
    this.#what = what;
    this.#clock = clock;
    this.#log = log;
  }

  /** @returns {string} why the last try failed; '' when it did not */
  get problem() {
    return this.#problem;
  }

  /** @param {M} message */
  add(message) {
    if (this.#messages.length >= MESSAGES_AT_MOST) {
      if (this.#dropped++ === 0) this.#log.warn(`Too many are queued: a ${this.#what} was dropped`);
      return;
    }
    this.#messages.push(message);
    this.#working ??= this.#work();
  }

  /**
   * Tries each waiting message once more, without pauses.
   * @returns {Promise<void>} when all are sent or have failed, at the latest after three seconds
   */
  async close() {
    this.#isClosed = true;
    this.#cancelPause();
    await new Promise((resolve) => {
      const cancel = this.#clock.after(STOP_WITHIN, () => resolve(null));
      Promise.resolve(this.#working).then(() => {
        cancel();
        resolve(null);
      });
    });
    const lost = this.#messages.length;
    this.#messages.length = 0;
    if (lost > 0) this.#log.warn({ lost }, `Not sent before the server stopped: ${this.#what}`);
  }

  async #work() {
    while (this.#messages.length > 0) {
      await this.#try(this.#messages[0]);
      this.#messages.shift();
    }
    if (this.#dropped > 0)
      this.#log.warn({ dropped: this.#dropped }, `Some were dropped: ${this.#what}`);
    this.#dropped = 0;
    this.#working = null;
  }

  /** @param {M} message */
  async #try(message) {
    for (const pause of [...PAUSES, null]) {
      try {
        await this.#send(message);
        this.#problem = '';
        return;
      } catch (error) {
        const isLast = pause === null || this.#isClosed;
        const line = `A ${this.#what} could not be sent${isLast ? '; giving up' : ''}`;
        this.#problem = messageOf(error);
        this.#log.warn({ reason: this.#problem }, line);
      }
      if (pause === null || this.#isClosed) return;
      await new Promise((resolve) => {
        const cancel = this.#clock.after(pause, () => resolve(null));
        this.#cancelPause = () => {
          cancel();
          resolve(null);
        };
      });
    }
  }
}
