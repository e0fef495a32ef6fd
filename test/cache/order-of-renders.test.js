import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createBackgroundRenders } from '../../lib/cache/background-renders.js';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

/** Milliseconds after which what was cleared is rendered again. */
const SOON = 10;

/** Each begins in a turn of its own. */
async function turns() {
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}

describe('In the background', () => {
  /** @param {{ maxBytes?: number, workers?: number, isSlow?: boolean }} [options] */
  function start({ maxBytes = 1e6, workers, isSlow } = {}) {
    const clock = createClock();
    /** @type {CacheManager<any>} */
    const cache = new CacheManager({ maxBytes, stores: typedStores });
    const background = createBackgroundRenders({ cache, clock, log: createQuietLog(), workers });
    /** @type {string[]} */
    const steps = [];
    /** @type {(() => void)[]} */
    const gates = [];
    const sizes = new Map();
    background.start({
      async render(key) {
        steps.push(`render ${key}`);
        if (isSlow) await new Promise((resolve) => gates.push(() => resolve(null)));
        return { entry: /** @type {any} */ ({ key }), isStored: keep(key, sizes.get(key) ?? 1) };
      },
      encode: async ({ key }, encoding) => steps.push(`${encoding} ${key}`),
    });
    return { clock, cache, background, steps, gates, keep };

    /** @param {string} key @param {number} bytes @param {object} [encodings] */
    function keep(key, bytes, encodings = {}) {
      sizes.set(key, bytes);
      const page = {
        key,
        bytes,
        encodings,
        dependsOn: ['all'],
        store: 'dynamic',
        compressible: true,
      };
      const lease = cache.lease();
      const isStored = cache.store({ ...page, isPrerendered: false }, lease);
      cache.release(lease);
      return isStored;
    }
  }

  it('a new page comes before the most popular one', async () => {
    const { clock, cache, background, steps, keep } = start();
    keep('/', 1);
    for (let hit = 0; hit < 100; hit++) cache.hit('/');
    cache.clear('settings', ['all']);
    background.add('/new');
    await clock.tick(SOON);
    assert.deepEqual(steps.slice(0, 2), ['render /new', 'render /']);
  });

  it('pages are compressed before others are rendered when the cache is nearly full', async () => {
    const { clock, cache, steps, keep } = start({ maxBytes: 21_000 });
    for (let number = 1; number <= 6; number++) keep(`/${number}`, 1100, { gzip: {} });
    for (const { key } of cache.entries()) for (let hit = 0; hit < 9; hit++) cache.hit(key);
    keep('/small', 10);
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.equal(steps.at(-1), 'render /small');
    assert.equal(steps.length, 13);
  });

  for (const [workers, atOnce] of [
    [1, 3],
    [2, 1],
    [8, 1],
  ])
    it(`no more than ${atOnce} of ${workers} workers’ pages are rendered at once, also when more come`, async () => {
      const { clock, background, steps, gates } = start({ workers, isSlow: true });
      for (let number = 1; number <= 5; number++) background.add(`/${number}`);
      void clock.tick(SOON);
      await turns();
      assert.equal(steps.length, atOnce);
      background.add('/more');
      void clock.tick(SOON);
      await turns();
      assert.equal(steps.length, atOnce);
      while (gates.length > 0) {
        gates.shift()?.();
        await turns();
      }
      assert.equal(steps.filter((step) => step.startsWith('render')).length, 6);
      background.stop();
    });
});
