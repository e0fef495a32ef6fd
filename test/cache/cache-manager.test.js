import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
/** @import { StoreName } from '../../lib/changes/typed-stores.js' */

const ROOM = 1e6;

describe('The cache manager', () => {
  it('gives back what it keeps', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    const page = keep(cache, '/', ['card:1']);
    assert.equal(cache.hit('/'), page);
    assert.equal(cache.hit('/tags'), undefined);
  });

  it('clears what depends on a touched key, and nothing else', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    keep(cache, '/', ['card:1', 'card:2']);
    keep(cache, '/page/1', ['card:3']);
    assert.equal(cache.clear('editPost', ['card:2']), 1);
    assert.equal(cache.hit('/'), undefined);
    assert.ok(cache.hit('/page/1'));
  });

  it('clears an entry once, though several of its keys are touched', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    keep(cache, '/', ['card:1', 'card:2']);
    assert.equal(cache.clear('editPost', ['card:1', 'card:2']), 1);
  });

  it('does not keep a file of more than an eighth of its room, and drops nothing for it', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    const page = keep(cache, '/', ['card:1']);
    const lease = cache.lease();
    const film = { ...entry('/media/film.mp4', [], 'static'), acceptsRanges: true };
    assert.equal(cache.store({ ...film, bytes: ROOM / 8 }, lease), false);
    assert.equal(cache.hit('/'), page);
    assert.equal(cache.store({ ...film, bytes: ROOM / 8 - 4096 }, lease), true);
    assert.equal(cache.store({ ...entry('/archive', []), bytes: ROOM / 2 }, lease), true);
    cache.release(lease);
  });

  it('leaves a store alone that such a change cannot touch', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    keep(cache, '/about', ['text:1'], 'static');
    assert.equal(cache.clear('comment', ['text:1']), 0);
    assert.equal(cache.clear('page', ['text:1']), 1);
  });

  it('does not keep a render that began before its key was touched', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    for (let time = 1; time <= 3; time++) {
      const lease = cache.lease();
      cache.clear('editPost', ['card:1']);
      assert.equal(cache.store(entry('/', ['card:1']), lease), false);
      cache.release(lease);
      assert.equal(cache.hit('/'), undefined);
    }
  });

  it('keeps a render during which other things changed', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    const lease = cache.lease();
    cache.clear('editPost', ['card:2']);
    assert.equal(cache.store(entry('/', ['card:1']), lease), true);
  });

  it('does not keep a render that began before all was cleared', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    const lease = cache.lease();
    cache.clearAll('reset');
    assert.equal(cache.store(entry('/', []), lease), false);
  });

  it('remembers what was touched for as long as any lease is out', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    const long = cache.lease();
    cache.clear('editPost', ['card:1']);
    const short = cache.lease();
    cache.release(short);
    assert.equal(cache.store(entry('/', ['card:1']), long), false);
  });

  it('lets the least recently used go when there is no room', () => {
    const cache = new CacheManager({ maxBytes: 3 * 3000, stores: typedStores });
    for (const path of ['/1', '/2', '/3']) keep(cache, path, []);
    cache.hit('/1');
    keep(cache, '/4', []);
    assert.equal(cache.hit('/2'), undefined);
    assert.ok(cache.hit('/1'));
    assert.equal(cache.statistics().stores.dynamic.evictions, 1);
  });

  it('remembers who was used last, whichever was stored, cleared or asked for in between', () => {
    const cache = new CacheManager({ maxBytes: 3 * 3000, stores: typedStores });
    for (const path of ['/1', '/2', '/3']) keep(cache, path, [path]);
    for (const path of ['/1', '/3', '/1', '/3']) cache.hit(path);
    const order = () => cache.entries().map(({ key }) => key);
    assert.deepEqual(order(), ['/2', '/1', '/3']);
    keep(cache, '/4', []);
    cache.hit('/3');
    assert.deepEqual(order(), ['/1', '/4', '/3']);
    cache.clear('editPost', ['/3']);
    keep(cache, '/5', []);
    cache.hit('/4');
    assert.deepEqual(order(), ['/1', '/5', '/4']);
  });

  it('takes what just fits, and nothing larger', () => {
    const cache = new CacheManager({ maxBytes: 80_001, stores: typedStores });
    const lease = cache.lease();
    const film = { ...entry('/media/film.mp4', [], 'static'), acceptsRanges: true };
    assert.equal(cache.store({ ...film, bytes: cache.largest + 1 }, lease), false);
    assert.equal(cache.store({ ...film, bytes: cache.largest }, lease), true);
    const overhead = cache.count().bytes - cache.largest;
    cache.remove(film.key);
    assert.equal(cache.store({ ...entry('/', []), bytes: 80_002 - overhead }, lease), false);
    assert.equal(cache.store({ ...entry('/', []), bytes: 80_001 - overhead }, lease), true);
    assert.deepEqual(cache.count(), { entries: 1, bytes: 80_001 });
  });

  it('accounts for an encoding that an entry gains, and makes room for it', () => {
    const cache = new CacheManager({ maxBytes: 3 * 3100, stores: typedStores });
    for (const path of ['/1', '/2', '/3']) keep(cache, path, []);
    const newest = /** @type {any} */ (cache.hit('/3'));
    cache.replace(newest, { ...newest, bytes: newest.bytes + 900 });
    assert.equal(cache.hit('/1'), undefined);
    assert.ok(cache.count().bytes <= 3 * 3100);
  });

  it('ends with no bytes when all is cleared, whatever happened before', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    const page = keep(cache, '/', ['card:1']);
    const larger = { ...page, bytes: page.bytes + 500 };
    cache.replace(page, larger);
    assert.equal(cache.peek('/'), larger);
    keep(cache, '/', ['card:1']);
    cache.replace(larger, page);
    assert.notEqual(cache.peek('/'), page);
    cache.clearAll('reset');
    assert.deepEqual(cache.count(), { entries: 0, bytes: 0 });
  });

  it('keeps nothing while it is suspended, and pages of after that', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    keep(cache, '/', []);
    cache.suspend('reset');
    keep(cache, '/', []);
    assert.equal(cache.count().entries, 0);
    const lease = cache.lease();
    cache.resume('reset');
    assert.equal(cache.store(entry('/', []), lease), false);
    cache.release(lease);
    keep(cache, '/', []);
    assert.equal(cache.count().entries, 1);
  });

  it('keeps nothing when it has no room at all', () => {
    const cache = new CacheManager({ maxBytes: 0, stores: typedStores });
    assert.equal(cache.largest, 0);
    keep(cache, '/', []);
    assert.equal(cache.hit('/'), undefined);
  });

  it('gives none of many cleared entries back, and clears none a second time, while it still tidies up', async () => {
    const cache = new CacheManager({ maxBytes: Number.MAX_SAFE_INTEGER, stores: typedStores });
    const paths = Array.from({ length: 5000 }, (_, place) => `/post/${place}`);
    for (const path of paths) keep(cache, path, ['setting:title', `text:${path}`]);
    assert.equal(cache.clear('settings', ['setting:title']), 5000);
    assert.ok(paths.every((path) => cache.hit(path) === undefined));
    assert.deepEqual(cache.count(), { entries: 0, bytes: 0 });
    const again = keep(cache, '/post/0', ['setting:title', 'text:/post/0']);
    for (let turn = 0; turn < 12; turn++) await setImmediate();
    assert.equal(cache.hit('/post/0'), again);
    assert.equal(cache.clear('settings', ['setting:title']), 1);
    assert.deepEqual(cache.statistics().clears.settings?.lookedAt, 5001);
  });

  describe('in a grace', () => {
    /** @type {CacheManager<any>} */
    let cache;
    /** @type {any} */
    let home;
    beforeEach(() => {
      cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
      cache.onGrace(() => {});
      home = keep(cache, '/', ['site']);
      keep(cache, '/about', ['site', 'text:1']);
      cache.clear('settings', ['site'], '', { withGrace: true });
    });

    it('gives readers what was cleared, and a render nothing of it', () => {
      assert.equal(cache.hit('/'), home);
      assert.equal(cache.find('/'), home);
      assert.equal(cache.peek('/'), undefined);
      assert.deepEqual(cache.entries(), []);
      assert.equal(cache.statistics().stores.dynamic.hits, 1);
    });

    it('gives them what was stored since then once it is over', () => {
      const again = keep(cache, '/', ['site']);
      assert.equal(cache.hit('/'), home);
      assert.equal(cache.find('/'), home);
      assert.equal(cache.peek('/'), again);
      cache.endGrace();
      assert.equal(cache.hit('/'), again);
      assert.equal(cache.find('/'), again);
    });

    for (const [name, end] of /** @type {[string, () => unknown][]} */ ([
      ['when it is ended', () => cache.endGrace()],
      ['with the next clear, whatever that is of', () => cache.clear('comment', ['comments:9'])],
      ['when all is cleared', () => cache.clearAll('byHand')],
      ['when nothing more is stored', () => cache.suspend('reset')],
    ]))
      it(`gives them nothing more of it ${name}`, async () => {
        const { grace } = cache;
        end();
        await grace;
        assert.equal(cache.hit('/'), undefined);
        assert.equal(cache.find('/about'), undefined);
        assert.equal(cache.grace, undefined);
      });
  });

  it('knows no grace where nothing was cleared, nobody ends one, or the change is none to wait for', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    keep(cache, '/', ['site']);
    cache.clear('settings', ['site'], '', { withGrace: true });
    assert.equal(cache.hit('/'), undefined);
    cache.onGrace(() => {});
    keep(cache, '/', ['site']);
    cache.clear('settings', ['other'], '', { withGrace: true });
    assert.equal(cache.grace, undefined);
    cache.clear('settings', ['site']);
    assert.equal(cache.hit('/'), undefined);
  });

  it('clears one store by hand, and keeps nothing that was begun before', () => {
    const cache = new CacheManager({ maxBytes: ROOM, stores: typedStores });
    keep(cache, '/', []);
    keep(cache, '/post/rye', [], 'floating');
    const lease = cache.lease();
    assert.equal(cache.clearAll('byHand', 'floating'), 1);
    assert.ok(cache.hit('/'));
    assert.equal(cache.store(entry('/post/rye', [], 'floating'), lease), false);
    cache.release(lease);
    assert.deepEqual(cache.statistics().clears.byHand, { count: 1, lookedAt: 1, entries: 1 });
  });

  it('tells of all entries that were cleared, of many in slices', async () => {
    /** @type {string[][]} */
    const told = [];
    const cache = new CacheManager({ maxBytes: 1e7, stores: typedStores });
    cache.onCleared((cleared) => told.push(cleared.map(({ entry }) => entry.key)));
    const paths = Array.from({ length: 600 }, (_, number) => `/${number}`);
    for (const path of paths) keep(cache, path, ['site']);
    assert.equal(cache.clear('settings', ['site']), 600);
    assert.deepEqual(
      paths.map((path) => cache.peek(path)).filter((entry) => entry),
      [],
    );
    while (told.flat().length < 600) await setImmediate();
    assert.deepEqual(told.flat(), paths);
    assert.ok(told.length > 1);
  });

  it('tells of the most popular of many cleared entries first', async () => {
    /** @type {string[]} */
    const told = [];
    const cache = new CacheManager({ maxBytes: 1e7, stores: typedStores });
    cache.onCleared((cleared) => told.push(...cleared.map(({ entry }) => entry.key)));
    for (let number = 0; number < 600; number++) keep(cache, `/${number}`, ['site']);
    for (const path of ['/7', '/599', '/599']) cache.hit(path);
    cache.clear('settings', ['site']);
    assert.deepEqual(told.slice(0, 3), ['/599', '/7', '/0']);
  });

  it('still clears by their keys the few entries that a clear of many others left', async () => {
    const cache = new CacheManager({ maxBytes: 1e7, stores: typedStores });
    for (let number = 0; number < 600; number++) keep(cache, `/${number}`, ['site']);
    keep(cache, '/robots.txt', ['robots']);
    assert.equal(cache.clear('settings', ['site']), 600);
    keep(cache, '/0', ['site', 'card:0']);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    assert.equal(cache.clear('settings', ['robots']), 1);
    assert.equal(cache.clear('settings', ['site']), 1);
  });
});

/** @param {CacheManager<any>} cache @param {string} key @param {string[]} dependsOn @param {StoreName} [store] */
function keep(cache, key, dependsOn, store) {
  const lease = cache.lease();
  const kept = entry(key, dependsOn, store);
  cache.store(kept, lease);
  cache.release(lease);
  return kept;
}

/** @param {string} key @param {string[]} dependsOn @param {StoreName} [store] */
const entry = (key, dependsOn, store = 'dynamic') => ({
  key,
  store,
  dependsOn,
  bytes: 952,
  isPrerendered: false,
});
