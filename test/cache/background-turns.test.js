import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBackgroundRenders } from '../../lib/cache/background-renders.js';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

const keys = Array.from({ length: 12 }, (_, place) => `/page/${place + 1}`);
const entryOf = (/** @type {string} */ key) => ({
  key,
  bytes: 1000,
  dependsOn: ['all'],
  store: 'dynamic',
  encodings: {},
  isPrerendered: false,
  compressible: true,
});

describe('Background renders', () => {
  it('make one page in a turn of the event loop, however many wait', async () => {
    const clock = createClock();
    /** @type {CacheManager<any>} */
    const cache = new CacheManager({ maxBytes: 1e6, stores: typedStores });
    const background = createBackgroundRenders({ cache, clock, log: createQuietLog() });
    let turn = 0;
    /** @type {number[]} */
    const turns = [];
    background.start({
      async render() {
        turns.push(turn);
        // Longer than a burst.
        void clock.tick(9);
        return {};
      },
      encode: async () => {},
    });
    const lease = cache.lease();
    for (const key of keys) cache.store(entryOf(key), lease);
    cache.release(lease);
    cache.clear('settings', ['all']);
    void clock.tick(5);
    for (; !background.isIdle && turn < 100; turn++) await nextTurn();
    assert.deepEqual([turns.length, new Set(turns).size], [keys.length, keys.length]);
  });
});
