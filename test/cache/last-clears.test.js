import assert from 'node:assert/strict';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { createLastClears } from '../../lib/cache/last-clears.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { createClock } from '../support/clock.js';
/** @import { Clear } from '../../lib/cache/last-clears.js' */

/** @param {Partial<Clear>} clear @returns {Clear} */
const clearOf = (clear) => ({
  cause: 'editPost',
  about: '',
  keys: [],
  entries: 0,
  milliseconds: 0.5,
  pairs: [],
  ...clear,
});

describe('The last clears', () => {
  it('are kept, the newest first, and no more than a screen shows', async () => {
    const clock = createClock();
    const last = createLastClears({ clock });
    for (let number = 1; number <= 60; number++)
      last.record(clearOf({ about: `Shelf ${number}`, entries: number }));
    const list = last.list();
    assert.equal(list.length, 50);
    const { keys: _, ...line } = clearOf({ about: 'Shelf 60', entries: 60 });
    assert.deepEqual(list[0], {
      ...line,
      number: 60,
      at: clock.now(),
      count: 1,
    });
    assert.equal(list[49].about, 'Shelf 11');
  });

  it('are one line for one action, such as the removal of a post with its comments', async () => {
    const clock = createClock();
    const last = createLastClears({ clock });
    const note = () =>
      last.record(clearOf({ cause: 'comment', about: 'Rye bread', entries: 2, pairs: ['/', 'a'] }));
    for (let comment = 0; comment < 3; comment++) note();
    await clock.tick(1000);
    note();
    assert.deepEqual(
      last
        .list()
        .map(({ number, count, entries, milliseconds, pairs }) => [
          ...[number, count, entries, milliseconds, pairs.length],
        ]),
      [
        [2, 1, 2, 0.5, 2],
        [1, 3, 6, 1.5, 6],
      ],
    );
  });

  it('name 200 pages at most, however many clears one line stands for', () => {
    const last = createLastClears({ clock: createClock() });
    const pairs = Array.from({ length: 300 }, (_, place) => `/${place}`);
    for (let time = 0; time < 3; time++) last.record(clearOf({ entries: 150, pairs }));
    const [{ entries, pairs: named }] = last.list();
    assert.deepEqual([entries, named.length], [450, 400]);
    assert.equal(named[300], '/0');
  });
});

describe('The cache', () => {
  it('tells of each clear what it was about, how long it took, and which key cleared which entry', () => {
    /** @type {object[]} */
    const told = [];
    let time = 0;
    const now = () => (time += 2);
    const cache = new CacheManager({ maxBytes: 1e7, stores: typedStores, now });
    cache.onClear((clear) => told.push(clear));
    keep(cache, '/', ['card:1', 'card:2']);
    keep(cache, '/tags', ['tagCounts'], 'semiDynamic');
    const keys = ['card:2', 'card:1', 'tagCounts'];
    cache.clear('editPost', keys, 'Rye bread');
    cache.clear('comment', ['comments:1']);
    keep(cache, '/', ['card:1']);
    cache.clearAll('byHand', 'dynamic');
    const milliseconds = 2;
    const pairs = ['/', 'card:2', '/tags', 'tagCounts'];
    assert.deepEqual(told, [
      { cause: 'editPost', about: 'Rye bread', keys, entries: 2, milliseconds, pairs },
      { cause: 'comment', about: '', keys: ['comments:1'], entries: 0, milliseconds, pairs: [] },
      { cause: 'byHand', about: 'dynamic', keys: null, entries: 1, milliseconds, pairs: ['/', ''] },
    ]);
  });

  it('tells of 200 entries at most which key cleared them', () => {
    /** @type {Clear[]} */
    const told = [];
    const cache = new CacheManager({ maxBytes: 1e7, stores: typedStores });
    cache.onClear((clear) => told.push(clear));
    for (let number = 0; number < 250; number++) keep(cache, `/${number}`, ['site']);
    cache.clear('settings', ['site']);
    for (let number = 0; number < 250; number++) keep(cache, `/${number}`, ['site']);
    cache.clearAll('byHand');
    assert.deepEqual(
      told.map(({ entries, pairs }) => [entries, pairs.length]),
      [
        [250, 400],
        [250, 400],
      ],
    );
  });
});

/** @param {CacheManager<any>} cache @param {string} key @param {string[]} dependsOn */
function keep(cache, key, dependsOn, store = 'dynamic') {
  const lease = cache.lease();
  cache.store({ key, store, dependsOn, bytes: 952, isPrerendered: false }, lease);
  cache.release(lease);
}
