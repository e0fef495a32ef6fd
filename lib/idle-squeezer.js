import { performance } from 'node:perf_hooks';

/** Milliseconds between two looks at whether there is time. */
const PAUSE = 250;
/** An entry asked for this often is worth the best level. */
const HITS_WORTH_IT = 3;
/** The share of time that the event loop may have been busy since the last look. */
const IDLE_BELOW = 0.3;

/** Compresses popular entries as well as it can be done, one at a time, while nobody waits. */
export class IdleSqueezer {
  #cache;
  #responses;
  #clock;
  #busySince = performance.eventLoopUtilization();
  /** @type {() => void} */
  #cancel = () => {};

  /**
   * @param {object} parts
   * @param {import('./cache/cache-manager.js').CacheManager<import('./response-manager.js').Entry>} parts.cache
   * @param {import('./response-manager.js').ResponseManager} parts.responses
   * @param {import('./clock.js').Clock} parts.clock
   */
  constructor({ cache, responses, clock }) {
    this.#cache = cache;
    this.#responses = responses;
    this.#clock = clock;
  }

  start() {
    this.#cancel = this.#clock.after(PAUSE, async () => {
      if (this.#isIdle()) await this.#squeezeOne();
      this.start();
    });
  }

  stop() {
    this.#cancel();
  }

  #isIdle() {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#busySince);
    this.#busySince = now;
    return utilization < IDLE_BELOW;
  }

  async #squeezeOne() {
    for (const entry of this.#cache.entries()) {
      const { br, gzip } = entry.encodings;
      if (entry.hits < HITS_WORTH_IT || (br?.effort !== 'fast' && gzip?.effort !== 'fast'))
        continue;
      return this.#responses.squeeze(entry);
    }
  }
}
