import assert from 'node:assert/strict';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';

describe('What depends on a key', () => {
  /** @type {CacheManager<any>} */
  let cache;
  beforeEach(() => (cache = new CacheManager({ maxBytes: 1e9, stores: typedStores })));

  it('is cleared with it, when others that did are gone', () => {
    const paths = ['/1', '/2', '/3', '/4', '/5'];
    for (const path of paths) keep(path, ['site', path]);
    cache.clear('editPost', ['/1']);
    cache.remove('/5');
    assert.deepEqual(
      cache.dependents('site').map(({ key }) => key),
      ['/2', '/3', '/4'],
    );
    assert.equal(cache.clear('settings', ['site']), 3);
    assert.equal(cache.count().entries, 0);
  });

  it('is nothing once that was cleared, while the cache still tidies up', () => {
    for (let number = 0; number < 600; number++) keep(`/${number}`, ['site', 'shelf']);
    for (let number = 0; number < 300; number++) keep(`/tag/${number}`, ['shelf']);
    cache.clear('settings', ['site']);
    assert.equal(cache.hasDependents('site'), false);
    assert.deepEqual(cache.dependents('site'), []);
    assert.equal(cache.dependents('shelf').length, 300);
    assert.equal(cache.hasDependents('shelf'), true);
  });

  /** @param {string} key @param {string[]} dependsOn */
  function keep(key, dependsOn) {
    const lease = cache.lease();
    cache.store({ key, dependsOn, store: 'dynamic', bytes: 1, isPrerendered: false }, lease);
    cache.release(lease);
  }
});
