import { LarderError } from '../../errors.js';
/** @import { Clock } from '../../clock.js' */

/** Milliseconds that a version may be ahead of this node's time. A clock that is wrong by more must not spread to the others. */
const MAX_DRIFT = 60_000;

/** Digits of the milliseconds, in base 16: enough until the year 10889. */
const TIME_DIGITS = 12;
const COUNTER_DIGITS = 4;
const STAMP_LENGTH = TIME_DIGITS + COUNTER_DIGITS;
const COUNTER_LIMIT = 16 ** COUNTER_DIGITS;

/**
 * A hybrid logical clock (Kulkarni, Demirbas, Madappa, Avva and Leone: Logical Physical Clocks, OPODIS 2014): close to the time of
 * day, and greater than every version that this node has given or seen. A version is a text that sorts: milliseconds,
 * counter, name of the node.
 */
export class HybridClock {
  #clock;
  #time = 0;
  #counter = 0;

  /** @param {{ clock: Pick<Clock, 'now'>, node: string }} deps  `node`: 8 characters of base64url */
  constructor({ clock, node }) {
    this.#clock = clock;
    this.node = node;
  }

  /** @returns {string} a version greater than all before */
  tick() {
    return this.#next() + this.node;
  }

  /** @returns {string} the version of a response that is now requested from the origin: it names no node, since nobody wrote it */
  tickFetch() {
    return this.#next();
  }

  /**
   * Takes note of a version of another node, so that the next ones of this node are greater.
   * @param {string} version
   * @throws {LarderError} `invalid` when it is no version; `conflict` when it is more than a minute ahead
   */
  receive(version) {
    if (!/^[\da-f]{16}[\w-]{8}$/.test(version))
      throw new LarderError('invalid', 'This is not a version');
    const time = timeOf(version);
    const ahead = time - this.#clock.now();
    if (ahead > MAX_DRIFT)
      throw new LarderError('conflict', `Its clock is ${Math.round(ahead / 1000)} s ahead of ours`);
    const counter = Number.parseInt(version.slice(TIME_DIGITS, STAMP_LENGTH), 16);
    if (time < this.#time || (time === this.#time && counter <= this.#counter)) return;
    this.#time = time;
    this.#counter = counter;
  }

  /**
   * Takes note of what another node's clock says now. Behind is as bad as ahead: its writes would lose against older ones.
   * @param {string} version
   * @throws {LarderError} `invalid` as `receive`; `conflict` when it is more than a minute ahead or behind
   */
  compare(version) {
    this.receive(version);
    const behind = this.#clock.now() - timeOf(version);
    if (behind > MAX_DRIFT)
      throw new LarderError('conflict', `Its clock is ${Math.round(behind / 1000)} s behind ours`);
  }

  /** @param {string} version @returns {boolean} whether it is greater than all that this node has given or seen */
  isAhead(version) {
    return version.slice(0, STAMP_LENGTH) > this.#stamp();
  }

  #next() {
    const now = this.#clock.now();
    this.#counter++;
    if (now > this.#time || this.#counter === COUNTER_LIMIT) {
      this.#time = Math.max(now, this.#time + 1);
      this.#counter = 0;
    }
    return this.#stamp();
  }

  #stamp() {
    return hex(this.#time, TIME_DIGITS) + hex(this.#counter, COUNTER_DIGITS);
  }
}

/** @param {string} version @returns {number} milliseconds since 1970 */
export const timeOf = (version) => Number.parseInt(version.slice(0, TIME_DIGITS), 16);

/** @param {string} version @returns {string} the node that gave it */
export const nodeOf = (version) => version.slice(STAMP_LENGTH);

/** @param {string} version @returns {boolean} whether it is of a response that was fetched from the origin */
export const isFetched = (version) => version.length === STAMP_LENGTH;

/** @param {number} number @param {number} digits */
const hex = (number, digits) => number.toString(16).padStart(digits, '0');
