import { executionAsyncResource } from 'node:async_hooks';

/** @type {Set<object>} For as long as the process runs. */
const held = new Set();

/**
 * Keeps one of the objects that `process.nextTick` queues alive; each request creates several. If a full garbage
 * collection finds none of them, as in a quiet minute, V8 forgets their shape (its “map”), and the code that creates
 * them, a literal with computed keys, stays slow: a hit then costs 29.7 µs, with this 25.5
 * (2026-11-21, docs/dev/performance.md).
 * @returns {Promise<object>} the object, after the next tick
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
