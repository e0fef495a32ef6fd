/** @import { Clock } from '../../base/clock.js' */

/** Milliseconds between samples, and how many are kept: ten minutes in all. */
const EVERY = 15_000;
const RETAINED = 40;

/** @typedef {{ hits: number, misses: number }} HitRate  of the cache, within one span of time */

/** Samples the cache's counters, for the hit rate of the last minutes. */
export class HitRateSampler {
  /** Oldest first. @type {HitRate[]} */
  #samples = [];
  /** The counters at the last sample. @type {HitRate} */
  #seen = { hits: 0, misses: 0 };
  #count;
  #clock;
  #cancel = () => {};

  /** @param {{ count: () => HitRate, clock: Clock }} deps `count`: since the start */
  constructor({ count, clock }) {
    this.#count = count;
    this.#clock = clock;
  }

  /** Takes samples until `stop`. */
  start() {
    this.#cancel = this.#clock.after(EVERY, () => {
      this.#samples.push(this.#present());
      if (this.#samples.length > RETAINED) this.#samples.shift();
      this.#seen = this.#count();
      this.start();
    });
  }

  stop() {
    this.#cancel();
  }

  /** @returns {HitRate[]} one for each 15 s, oldest first; the last one is unfinished */
  samples() {
    return [...this.#samples, this.#present()];
  }

  /** @returns {HitRate} since the last sample */
  #present() {
    const { hits, misses } = this.#count();
    return { hits: hits - this.#seen.hits, misses: misses - this.#seen.misses };
  }
}
