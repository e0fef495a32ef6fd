import { LarderError } from '../../base/errors.js';
/** @import { Clock } from '../../base/clock.js' */

/**
 * Milliseconds that a version may be ahead of this node's time. A clock that is wrong by more must not spread to the
 * others.
 */
const MAX_DRIFT = 60_000;

/** A stamp in base 16: milliseconds since 1970, and a counter of 16 bits. */
const STAMP_LENGTH = 16;
const COUNTER_BITS = 16n;

/**
 * Gives each write a version: a text that sorts, of the time and the name of the node. It is greater than all that this
 * node has given or seen, so that what is removed here after it was seen to be put elsewhere is removed later, also
 * with a clock behind.
 */
export class Versions {
  #clock;
  #last = 0n;

  /** @param {{ clock: Pick<Clock, 'now'>, node: string }} deps  `node`: 8 characters of base64url */
  constructor({ clock, node }) {
    this.#clock = clock;
    this.node = node;
  }

  /** @returns {string} the version of a write that this node takes now */
  next() {
    return this.nextFetch() + this.node;
  }

  /**
   * @returns {string} the version of a response that is now requested from the origin: it names no node, since nobody
   *   wrote it
   */
  nextFetch() {
    const now = BigInt(this.#clock.now()) << COUNTER_BITS;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#stamp();
  }

  /**
   * Takes note of a version of another node.
   * @param {string} version
   * @throws {LarderError} `invalid` when it is no version; `conflict` when it is more than a minute ahead
   */
  see(version) {
    if (!/^[\da-f]{16}[\w-]{8}$/.test(version))
      throw new LarderError('invalid', 'This is not a version');
    const ahead = timeOf(version) - this.#clock.now();
    if (ahead > MAX_DRIFT)
      throw new LarderError('conflict', `Its clock is ${Math.round(ahead / 1000)} s ahead of ours`);
    if (this.isAhead(version)) this.#last = BigInt(`0x${version.slice(0, STAMP_LENGTH)}`);
  }

  /** @param {string} version @returns {boolean} whether it is greater than all that this node has given or seen */
  isAhead(version) {
    return version.slice(0, STAMP_LENGTH) > this.#stamp();
  }

  #stamp() {
    return this.#last.toString(16).padStart(STAMP_LENGTH, '0');
  }
}

/** @param {string} version @returns {number} milliseconds since 1970 */
export const timeOf = (version) =>
  Number(BigInt(`0x${version.slice(0, STAMP_LENGTH)}`) >> COUNTER_BITS);

/** @param {string} version @returns {boolean} whether it is of a response that was fetched from the origin */
export const isFetched = (version) => version.length === STAMP_LENGTH;
