import { steady } from './clock.js';
import { Pulse } from './house/pulse.js';

/**
 * @typedef {ReturnType<ReturnType<typeof createStatus>>} Figures  what /status tells
 * @typedef {ReturnType<typeof createInsight>} Insight
 * @typedef {import('./changes/typed-stores.js').StoreName} StoreName
 */

/**
 * @param {object} parts
 * @param {import('./cache/cache-manager.js').CacheManager<any>} parts.cache
 * @param {import('./cache/background-renders.js').BackgroundRenders} parts.background
 * @param {import('./changes/changes.js').Changes} parts.changes
 * @param {import('./types.js').Store} parts.store
 * @param {import('./router/request-counters.js').RequestCounters} parts.counters
 * @param {import('./clock.js').Clock} parts.clock
 */
export function createStatus({ cache, background, changes, store, counters, clock }) {
  const now = steady(clock);
  const startedAt = now();
  return () => ({
    uptimeSeconds: Math.round((now() - startedAt) / 1000),
    requests: counters.requests,
    cache: { ...cache.statistics(), background: background.statistics() },
    store: { kind: store.kind, reachable: changes.reachable, feedLagMs: changes.feedLag() },
    index: { comparedUpTo: changes.comparedUpTo },
  });
}

/**
 * The same figures for those who run the blog, with what is not for everybody's eyes, and the hand that clears.
 * @param {object} parts
 * @param {() => Figures} parts.status
 * @param {import('./cache/cache-manager.js').CacheManager<any>} parts.cache
 * @param {import('./changes/changes.js').Changes} parts.changes
 * @param {import('./cache/last-clears.js').LastClears} parts.lastClears
 * @param {() => number} parts.memory  bytes that the process has (RSS)
 * @param {import('./clock.js').Clock} parts.clock
 */
export function createInsight({ status, cache, changes, lastClears, memory, clock }) {
  const count = () => sumOf(Object.values(cache.statistics().stores));
  const pulse = new Pulse({ count, clock });
  pulse.start();
  return {
    figures: () => ({
      ...status(),
      lastClears: lastClears.list(),
      beats: pulse.beats(),
      memoryBytes: memory(),
    }),
    /** @returns {import('./entry.js').Entry[]} what is kept at this moment */
    entries: () => [...cache.entries()],
    /** Compares what pages are made from with the store. */
    compare: () => changes.compare(),
    /** @param {StoreName} [store] all of them when left out @returns {number} how many entries it cleared */
    clear: (store) => cache.clearAll('byHand', store),
    stop: () => pulse.stop(),
  };
}

/**
 * @param {{ hits: number, misses: number }[]} counters
 * @returns {{ hits: number, misses: number }} of all together
 */
export const sumOf = (counters) => ({
  hits: counters.reduce((sum, { hits }) => sum + hits, 0),
  misses: counters.reduce((sum, { misses }) => sum + misses, 0),
});
