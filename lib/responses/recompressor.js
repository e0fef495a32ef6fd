import { performance } from 'node:perf_hooks';
/** @import { Clock } from '../clock.js' */
/** @import { Entry } from './entry.js' */
/** @import { ResponseManager } from './response-manager.js' */

/** Milliseconds between two looks at whether there is time. */
const PAUSE = 250;
/** An entry asked for this often is worth the best level. */
const HITS_WORTH_IT = 3;
/** The share of time that the event loop may have been busy since the last look. */
const IDLE_BELOW = 0.3;

/** Compresses popular entries as well as it can be done, one at a time, while nobody waits. */
export class Recompressor {
  #cache;
  #responses;
  #clock;
  #isIdle;
  /** @type {() => void} */
  #cancel = () => {};
  #isStopped = false;

  /**
   * @param {object} deps
   * @param {{ entries: () => Iterable<Entry> }} deps.cache
   * @param {ResponseManager} deps.responses
   * @param {Clock} deps.clock
   * @param {() => boolean} [deps.isIdle] whether there was little to do since it was last asked
   */
  constructor({ cache, responses, clock, isIdle = watchEventLoop() }) {
    this.#cache = cache;
    this.#responses = responses;
    this.#clock = clock;
    this.#isIdle = isIdle;
  }

  start() {
    this.#cancel = this.#clock.after(PAUSE, async () => {
      if (this.#isIdle()) await this.#recompressOne();
      if (!this.#isStopped) this.start();
    });
  }

  stop() {
    this.#isStopped = true;
    this.#cancel();
  }

  async #recompressOne() {
    for (const entry of this.#cache.entries()) {
      const { br, gzip } = entry.encodings;
      if (entry.hits < HITS_WORTH_IT || (br?.effort !== 'fast' && gzip?.effort !== 'fast'))
        continue;
      return this.#responses.recompress(entry);
    }
  }
}

/** @returns {() => boolean} */
function watchEventLoop() {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization < IDLE_BELOW;
  };
}
