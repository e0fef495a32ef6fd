import assert from 'node:assert/strict';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';

describe('The figures of the cache', () => {
  /** @type {CacheManager<any>} */
  let cache;
  beforeEach(() => (cache = new CacheManager({ maxBytes: 1e6, stores: typedStores })));

  it('count what readers get of it, and what was rendered for them', () => {
    const nothing = { entries: 0, bytes: 0, hits: 0, misses: 0, evictions: 0 };
    assert.deepEqual(cache.statistics().stores.dynamic, nothing);
    keep('/', []);
    const [{ hits: before, popularity }] = cache.slots();
    assert.deepEqual([before, popularity], [0, 0]);
    for (let hit = 1; hit <= 3; hit++) cache.hit('/');
    cache.peek('/');
    const lease = cache.lease();
    cache.store({ ...entry('/tags', []), isPrerendered: true }, lease);
    cache.clearAll('reset');
    cache.store(entry('/archive', []), lease);
    const { hits, misses } = cache.statistics().stores.dynamic;
    assert.deepEqual([hits, misses], [3, 2]);
  });

  it('tell for each cause how often, how many looked at and how many cleared', () => {
    keep('/', ['card:1']);
    keep('/about', ['card:1'], 'static');
    cache.clear('editPost', ['card:1']);
    cache.clear('editPost', ['card:9']);
    assert.deepEqual(cache.statistics().clears.editPost, { count: 2, lookedAt: 2, entries: 1 });
  });

  it('count an entry once that gains an encoding, and none that is gone', () => {
    keep('/', []);
    const kept = /** @type {any} */ (cache.peek('/'));
    const larger = { ...kept, bytes: 101 };
    cache.replace(kept, larger);
    const { entries, bytes } = cache.statistics().stores.dynamic;
    assert.deepEqual({ entries, bytes }, cache.count());
    assert.equal(entries, 1);
    cache.remove('/');
    cache.replace(larger, kept);
    assert.deepEqual(cache.count(), { entries: 0, bytes: 0 });
  });

  /** @param {string} key @param {string[]} dependsOn @param {string} [store] */
  function keep(key, dependsOn, store) {
    const lease = cache.lease();
    cache.store(entry(key, dependsOn, store), lease);
    cache.release(lease);
  }

  /** @param {string} key @param {string[]} dependsOn @param {string} [store] */
  const entry = (key, dependsOn, store = 'dynamic') => ({
    key,
    dependsOn,
    store,
    bytes: 1,
    isPrerendered: false,
  });
});
