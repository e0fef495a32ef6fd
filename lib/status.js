/**
 * @param {object} parts
 * @param {import('./cache/cache-manager.js').CacheManager<any>} parts.cache
 * @param {import('./changes.js').Changes} parts.changes
 * @param {import('./types.js').Store} parts.store
 * @param {import('./traffic.js').Traffic} parts.traffic
 * @param {import('./clock.js').Clock} parts.clock
 * @returns {() => object} what /status tells
 */
export function createStatus({ cache, changes, store, traffic, clock }) {
  const startedAt = clock.now();
  return () => ({
    uptimeSeconds: Math.round((clock.now() - startedAt) / 1000),
    requests: traffic.requests,
    cache: cache.statistics(),
    store: { kind: store.kind, reachable: changes.reachable, feedLagMs: changes.feedLag() },
  });
}
