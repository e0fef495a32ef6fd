import { performance } from 'node:perf_hooks';
/** @import { Clock } from '../base/clock.js' */
/** @import { Entry } from './entry.js' */
/** @import { ResponseManager } from './response-manager.js' */

/** Milliseconds between checks whether the server is idle. */
const PAUSE = 250;
/** Entries with at least this many hits are recompressed. */
const HITS_WORTH_IT = 3;
/** The server is idle when the event loop was busy for less than this share of the time. */
const IDLE_BELOW = 0.3;

/** @typedef {ReturnType<typeof createRecompressor>} Recompressor */

/**
 * Recompresses popular entries at the best level, one at a time, while the server is idle.
 * @param {object} deps
 * @param {{ slots: () => Iterable<{ entry: Entry, hits: number }> }} deps.cache
 * @param {ResponseManager} deps.responses
 * @param {Clock} deps.clock
 * @param {() => boolean} [deps.isIdle] whether the server was idle since the last call
 */
export function createRecompressor({ cache, responses, clock, isIdle = watchEventLoop() }) {
  /** @type {() => void} */
  let cancel = () => {};
  let isStopped = false;
  return { start, stop };

  function start() {
    cancel = clock.after(PAUSE, async () => {
      if (isIdle()) await recompressOne();
      if (!isStopped) start();
    });
  }

  function stop() {
    isStopped = true;
    cancel();
  }

  async function recompressOne() {
    for (const { entry, hits } of cache.slots()) {
      const { br, gzip } = entry.encodings;
      if (hits < HITS_WORTH_IT || (br?.effort !== 'fast' && gzip?.effort !== 'fast')) continue;
      return responses.recompress(entry);
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
