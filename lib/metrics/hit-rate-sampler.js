/** @import { Clock } from '../clock.js' */

/** Milliseconds between two looks, and how many are kept: ten minutes in all. */
const EVERY = 15_000;
const KEPT = 40;

/** @typedef {{ hits: number, misses: number }} Sample  of the cache, within one span of time */

/** How well the cache did lately: looks at its counters from time to time. */
export class HitRateSampler {
  /** The oldest first. @type {Sample[]} */
  #samples = [];
  /** What was counted at the last look. @type {Sample} */
  #seen = { hits: 0, misses: 0 };
  #count;
  #clock;
  #cancel = () => {};

  /** @param {{ count: () => Sample, clock: Clock }} deps `count`: since the start */
  constructor({ count, clock }) {
    this.#count = count;
    this.#clock = clock;
  }

  /** Looks again and again, until `stop`. */
  start() {
    this.#cancel = this.#clock.after(EVERY, () => {
      this.#samples.push(this.#present());
      if (this.#samples.length > KEPT) this.#samples.shift();
      this.#seen = this.#count();
      this.start();
    });
  }

  stop() {
    this.#cancel();
  }

  /** @returns {Sample[]} of each span of 15 s, the oldest first; the last one is not over yet */
  samples() {
    return [...this.#samples, this.#present()];
  }

  /** @returns {Sample} since the last look */
  #present() {
    const { hits, misses } = this.#count();
    return { hits: hits - this.#seen.hits, misses: misses - this.#seen.misses };
  }
}
