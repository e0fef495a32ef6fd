import { executionAsyncResource } from 'node:async_hooks';
import { PerformanceObserver } from 'node:perf_hooks';
import v8 from 'node:v8';

/**
 * Bytes of V8's space for new objects. With 2 MB a hit cost 1.16 times the bare server, with these 1.03 (2026-11-21);
 * more saves no time that could be measured.
 */
const NEW_SPACE = 8_000_000;

/** Milliseconds between checks of its size, once it is large enough. V8 makes it smaller when little happens. */
const PAUSE = 200;

/**
 * Percent by which old objects may grow before they are collected; 0: as V8 thinks best, which may be by as many again.
 */
const OLD_SPACE_GROWTH = 30;

/**
 * Keeps the space for old objects small. After 100,000 to 330,000 hits on a busy machine the process took 117 to 122
 * MB, and 115 to 140 without this. While many pages are rendered, it costs too much: of the requests in the 2 s after
 * all of 5,000 were cleared, 78 % were hits, and 84 % without it (2026-11-22).
 * @param {boolean} isLimited
 */
export function limitOldSpace(isLimited) {
  v8.setFlagsFromString(`--heap-growing-percent=${isLimited ? OLD_SPACE_GROWTH : 0}`);
}

/**
 * All that tunes V8. What it saves was measured: docs/dev/performance.md.
 * @param {{ newSpace?: number }} [options]  bytes for new objects
 */
export function tuneRuntime({ newSpace = NEW_SPACE } = {}) {
  holdTickShape();
  // With several threads, a hit costs 17.7 µs of all of them, and 17.0 with one (2026-11-22).
  v8.setFlagsFromString('--no-parallel-scavenge');
  limitOldSpace(true);
  limitNewSpace(newSpace);
}

/**
 * V8 would double the space for new objects under load up to 32 MB, and keep that. As long as it may grow, its size is
 * looked at after each collection, since V8 doubles it several times within 200 ms. This saves 20 MB, and a hit costs
 * the same (2026-11-22).
 * @param {number} newSpace  bytes
 */
function limitNewSpace(newSpace) {
  const collections = new PerformanceObserver(look);
  setInterval(look, PAUSE).unref();
  look();

  function look() {
    const size = v8.getHeapSpaceStatistics().find(isNew)?.space_size ?? 0;
    const mayGrow = size < newSpace / 2;
    v8.setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    if (mayGrow) collections.observe({ entryTypes: ['gc'] });
    else collections.disconnect();
  }
}

/** @param {v8.HeapSpaceInfo} space */
const isNew = ({ space_name: name }) => name === 'new_space';

/** @type {Set<object>} For as long as the process runs. */
const held = new Set();

/**
 * Keeps one of the objects that `process.nextTick` queues alive; each request creates several. If a full garbage
 * collection finds none of them, as in a quiet minute, V8 forgets their shape (its “map”), and the code that creates
 * them, a literal with computed keys, stays slow: a hit then costs 29.7 µs, with this 25.5
 * (2026-11-21).
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
