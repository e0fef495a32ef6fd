import { executionAsyncResource } from 'node:async_hooks';

/** @type {Set<object>} For as long as the process runs. */
const held = new Set();

/**
 * Holds one of the objects that `process.nextTick` queues, of which each request takes several. A full garbage collection
 * that meets none of them, as in a quiet minute, would have V8 forget their shape (its “map”); and the code that
 * makes them, a literal with computed keys, does not become fast again: a hit costs 29.7 µs from then on, with this 25.5
 * (2026-11-21, docs/performance.md).
 * @returns {Promise<object>} what is held, from the next tick on
 */
export function holdTickShape() {
  return new Promise((resolve) => {
    process.nextTick(() => {
      const tick = executionAsyncResource();
      held.add(tick);
      resolve(tick);
    });
  });
}
