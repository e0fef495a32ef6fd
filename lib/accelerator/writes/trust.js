/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */

/**
 * Until when this node knows of what other nodes have taken. After that it has missed it, perhaps: what it holds by
 * report is emptied, and nothing is answered by what was reported until others are heard of again.
 */
export class Trust {
  #isLapsed = true;
  #cancel = () => {};
  #writes;
  #reported;
  #clock;
  #log;

  /**
   * @param {object} deps
   * @param {{ doubt: () => void }} deps.writes
   * @param {{ trustUntil: (time: number) => void }} deps.reported
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ writes, reported, clock, log }) {
    this.#writes = writes;
    this.#reported = reported;
    this.#clock = clock;
    this.#log = log;
    this.#reported.trustUntil(-Infinity);
  }

  /** Whether nothing is answered by what was reported. */
  get isLapsed() {
    return this.#isLapsed;
  }

  /** @param {number} left  milliseconds from now on */
  extend(left) {
    if (left <= 0) return;
    this.#isLapsed = false;
    this.#reported.trustUntil(this.#clock.now() + left);
    this.#cancel();
    if (left < Infinity)
      this.#cancel = this.#clock.after(left + 1, () => this.lapse('They are not heard of'));
  }

  /** Nothing is heard of others from now on. @param {string} reason */
  lapse(reason) {
    if (this.#isLapsed) return;
    this.#isLapsed = true;
    this.#cancel();
    this.#reported.trustUntil(-Infinity);
    this.doubt(reason);
  }

  /** Writes are missing. @param {string} reason */
  doubt(reason) {
    this.#log.warn({ reason }, 'What others wrote is not all known: what was put is dropped');
    this.#writes.doubt();
  }

  stop() {
    this.#cancel();
  }
}
