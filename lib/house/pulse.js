/** Milliseconds between two looks, and how many are kept: ten minutes in all. */
const EVERY = 15_000;
const KEPT = 40;

/** @typedef {{ hits: number, misses: number }} Beat  of the cache, within one span of time */

/** How well the cache did lately: looks at its counters from time to time. */
export class Pulse {
  /** The oldest first. @type {Beat[]} */
  #beats = [];
  /** What was counted at the last look. @type {Beat} */
  #seen = { hits: 0, misses: 0 };
  #count;
  #clock;
  #cancel = () => {};

  /** @param {{ count: () => Beat, clock: import('../clock.js').Clock }} parts `count`: since the start */
  constructor({ count, clock }) {
    this.#count = count;
    this.#clock = clock;
  }

  /** Looks again and again, until `stop`. */
  start() {
    this.#cancel = this.#clock.after(EVERY, () => {
      this.#beats.push(this.#present());
      if (this.#beats.length > KEPT) this.#beats.shift();
      this.#seen = this.#count();
      this.start();
    });
  }

  stop() {
    this.#cancel();
  }

  /** @returns {Beat[]} of each span of 15 s, the oldest first; the last one is not over yet */
  beats() {
    return [...this.#beats, this.#present()];
  }

  /** @returns {Beat} since the last look */
  #present() {
    const { hits, misses } = this.#count();
    return { hits: hits - this.#seen.hits, misses: misses - this.#seen.misses };
  }
}
