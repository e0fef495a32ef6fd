import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';

/** More than the cache clears in one turn. */
const MANY = 300;
const MEGABYTE = 1e6;

describe('The cache holds no memory', () => {
  v8.setFlagsFromString('--expose-gc');
  /** @type {() => void} */
  const collect = runInNewContext('gc');
  /** @type {CacheManager<any>} */
  let cache;
  beforeEach(() => (cache = new CacheManager({ maxBytes: 1e9, stores: typedStores })));

  it('of pages that were cleared, whatever they depended on and whoever asked for them', async () => {
    const kept = keepMany((number) => ['site', `text:${number}`, `shelf:${number % 100}`]);
    cache.hit('/7');
    cache.clear('settings', ['site']);
    assert.equal(await leftOf(kept), 0);
  });

  it('of pages that were cleared while most stay', async () => {
    const kept = keepMany((number) => ['site', `shelf:${number % 3}`]);
    cache.clear('settings', ['shelf:1']);
    assert.equal(await leftOf(kept), 200);
  });

  it('of pages that made room for others, or were replaced', async () => {
    const kept = keepMany((number) => ['site', `text:${number}`]);
    for (let number = 0; number < MANY; number++) if (number % 2) cache.remove(`/${number}`);
    keepMany((number) => ['site', `text:${number}`]);
    assert.equal(await leftOf(kept), 0);
  });

  it('of keys on which nothing depends any more', async () => {
    const before = await used();
    for (let round = 0; round < 20; round++) {
      const key = longKey(round);
      for (const path of ['/', '/tags']) keep(path, [key, 'site']);
      keep('/archive', [`only ${key}`, `only ${key}`, 'site']);
      cache.clear('settings', ['site']);
    }
    assert.ok((await used()) - before < 5 * MEGABYTE);
  });

  it('of keys that were touched during a render that has ended', async () => {
    const before = await used();
    const lease = cache.lease();
    for (let round = 0; round < 20; round++) cache.clear('editPost', [longKey(round)]);
    cache.release(lease);
    assert.ok((await used()) - before < 5 * MEGABYTE);
  });

  it('of keys that were touched while nothing was rendered', async () => {
    const before = await used();
    for (let round = 0; round < 20; round++) cache.clear('editPost', [longKey(round)]);
    assert.ok((await used()) - before < 5 * MEGABYTE);
  });

  /** @param {(number: number) => string[]} dependsOn */
  const keepMany = (dependsOn) =>
    Array.from({ length: MANY }, (_, number) => keep(`/${number}`, dependsOn(number)));

  /** @param {string} key @param {string[]} dependsOn */
  function keep(key, dependsOn) {
    const entry = { key, dependsOn, store: 'dynamic', bytes: 1, isPrerendered: false };
    const lease = cache.lease();
    assert.ok(cache.store(entry, lease));
    cache.release(lease);
    return new WeakRef(entry);
  }

  /** @param {WeakRef<object>[]} kept */
  async function leftOf(kept) {
    await settled();
    return kept.filter((each) => each.deref()).length;
  }

  async function used() {
    await settled();
    return process.memoryUsage().heapUsed;
  }

  async function settled() {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    collect();
  }
});

/** @param {number} number */
const longKey = (number) => `${number}:${'x'.repeat(MEGABYTE)}`;
