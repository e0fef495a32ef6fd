import assert from 'node:assert/strict';
import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { createRenderQueue } from '../../lib/cache/render-queue.js';
import { createClock } from '../support/clock.js';
import { eachTest } from '../support/blog.js';
import { shelvesOfPosts, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { PostFixture } from '../support/fixtures.js' */

const DAY = 24 * 60 * 60_000;

describe('The render of a page', () => {
  const { startBlog } = eachTest();
  /** @param {PostFixture[]} [posts] */
  const setUp = async (posts = smallBlog) => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts, wrapStore: store.wrap });
    store.holdBack('getMany');
    return { store, blog };
  };

  it('is shared by all who ask for the page meanwhile', async () => {
    const { store, blog } = await setUp();
    const readsBefore = store.reads();
    const answers = Array.from({ length: 50 }, (_, place) =>
      ask(blog, `/post/rye-bread?${place}`, {}, place % 2 ? 'GET' : 'HEAD'),
    );
    await blog.untilAsked(50);
    store.letGo();
    const statuses = (await Promise.all(answers)).map(({ headers }) => headers['cache-status']);
    assert.equal(store.reads() - readsBefore, 1);
    assert.equal(statuses.filter((status) => status === 'larder; fwd=miss; stored').length, 1);
    assert.equal(statuses.filter((status) => status === 'larder; fwd=miss; collapsed').length, 49);
  });

  it('goes on when the reader who asked for it has gone away, and is kept', async () => {
    const { store, blog } = await setUp();
    const readsBefore = store.reads();
    const gone = http.get({ host: '127.0.0.1', port: blog.port, path: '/post/rye-bread' });
    gone.on('error', () => {});
    await store.untilWaiting(1);
    gone.destroy();
    store.letGo();
    await request(blog.url).get('/post/rye-bread').expect(200);
    await request(blog.url).get('/post/rye-bread').expect('Cache-Status', 'larder; hit');
    assert.equal(store.reads() - readsBefore, 1);
    assert.deepEqual(
      blog.log.lines.filter(({ level }) => level === 'error'),
      [],
    );
  });

  it('is one of eight at most, and the rest take their turn', async () => {
    const { store, blog } = await setUp(shelvesOfPosts(30));
    const answers = Array.from({ length: 30 }, (_, place) => ask(blog, `/post/shelf-${place + 1}`));
    await blog.untilAsked(30);
    await store.untilWaiting(8);
    assert.equal(store.waiting(), 8);
    store.letGo();
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200);
  });

  it('that never ends is given up, and gives its place and its lease back', async () => {
    const { store, blog } = await setUp(shelvesOfPosts(9));
    const stuck = Array.from({ length: 8 }, (_, place) => ask(blog, `/post/shelf-${place + 1}`));
    await store.untilWaiting(8);
    const ninth = ask(blog, '/post/shelf-9');
    await blog.untilAsked(9);
    const released = store.holdNoMore();
    await blog.clock.tick(10_000);
    for (const { status, headers } of await Promise.all(stuck))
      assert.deepEqual([status, headers['retry-after']], [503, '5']);
    assert.equal((await ninth).headers['cache-status'], 'larder; fwd=miss; stored');
    released();
    await request(blog.url)
      .get('/post/shelf-1')
      .expect(200)
      .expect('Cache-Status', 'larder; fwd=miss; stored');
  });

  it('that hangs leaves figures, health and unknown addresses answered', async () => {
    const { store, blog } = await setUp(shelvesOfPosts(9));
    const stuck = Array.from({ length: 9 }, (_, place) => ask(blog, `/post/shelf-${place + 1}`));
    await store.untilWaiting(8);
    await request(blog.url).get('/status').expect(200);
    await request(blog.url).get('/healthz').expect(200);
    await request(blog.url).get('/no/such/page').expect(404);
    store.letGo();
    await Promise.all(stuck);
  });
});

describe('Renders of pages', () => {
  const setUp = () => {
    const clock = createClock();
    const cache = new CacheManager({ maxBytes: 1e6, stores: typedStores });
    /** @param {string} key @param {string[]} [dependsOn] */
    const quick = (key, dependsOn) => async (/** @type {any} */ lease) => ({
      isStored: cache.store(entryOf(key, dependsOn), lease),
    });
    return { clock, cache, renders: createRenderQueue({ cache, clock }), quick };
  };
  /** @param {string} key @param {string[]} [dependsOn] */
  const entryOf = (key, dependsOn = []) => ({
    key,
    dependsOn,
    store: /** @type {const} */ ('floating'),
    bytes: 1,
    isPrerendered: false,
  });
  const never = (/** @type {unknown} */ _) => new Promise(() => {});

  it('of the last day are remembered when they were slow, the slowest first, each page once', async () => {
    let time = 0;
    const { clock, cache } = setUp();
    const renders = createRenderQueue({ cache, clock, now: () => time });
    const render = (/** @type {string} */ key, /** @type {number} */ milliseconds) =>
      renders.run(key, async () => {
        time += milliseconds;
        return { isStored: false };
      });
    await render('/old', 90);
    await clock.tick(DAY);
    for (const [key, milliseconds] of /** @type {[string, number][]} */ ([
      ['/a', 10],
      ['/b', 30],
      ['/c', 20],
      ['/a', 40],
      ['/d', 1],
    ]))
      await render(key, milliseconds);
    assert.deepEqual(
      renders.slowest().map(({ path, milliseconds }) => `${path} ${milliseconds}`),
      ['/a 40', '/b 30', '/c 20', '/d 1'],
    );
  });

  it('that fail give their place back', async () => {
    const { renders, quick } = setUp();
    const fail = async () => {
      throw new Error('broken');
    };
    for (let time = 0; time < 20; time++)
      await assert.rejects(renders.run('/broken', fail), { message: 'broken' });
    assert.equal((await renders.run('/', quick('/'))).outcome, 'stored');
  });

  it('that fail, fail for all who wait, and are tried again by the next', async () => {
    const { renders, quick } = setUp();
    /** @type {(error: Error) => void} */
    let fail = () => {};
    const render = () => new Promise((_, reject) => (fail = reject));
    const waiting = [renders.run('/', render), renders.run('/', never)];
    const settled = Promise.allSettled(waiting);
    await setImmediate();
    fail(new Error('broken'));
    assert.deepEqual(
      (await settled).map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal((await renders.run('/', quick('/'))).outcome, 'stored');
  });

  it('that come too many, or wait for too long, are turned away', async () => {
    const { clock, renders, quick } = setUp();
    const pending = Array.from({ length: 1008 }, (_, place) => renders.run(`/${place}`, never));
    let ended = 0;
    for (const each of pending) each.catch(() => ended++);
    await assert.rejects(renders.run('/one-too-many', quick('/')), { code: 'unavailable' });
    await clock.tick(10_000);
    await setImmediate();
    // All but those that got the places of the first eight have waited for as long as one may take.
    assert.equal(ended, 1000);
    await clock.tick(10_000);
    await setImmediate();
    assert.equal(ended, 1008);
    assert.equal((await renders.run('/', quick('/'))).outcome, 'stored');
  });

  it('that were outdated by a change are not kept, and those after it are', async () => {
    const { cache, renders, quick } = setUp();
    const changing = async (/** @type {any} */ lease) => {
      cache.clear('editPost', ['text:1']);
      return quick('/', ['text:1'])(lease);
    };
    assert.equal((await renders.run('/', changing)).outcome, 'passed');
    assert.equal((await renders.run('/', quick('/', ['text:1']))).outcome, 'stored');
  });

  it('that were given up cannot be kept any more', async () => {
    const { clock, cache, renders, quick } = setUp();
    /** @type {any} */
    let lateLease;
    const given = assert.rejects(renders.run('/', (lease) => never((lateLease = lease))));
    await setImmediate();
    await clock.tick(10_000);
    await given;
    assert.deepEqual(await quick('/')(lateLease), { isStored: false });
    assert.equal(cache.hit('/'), undefined);
  });

  it('wait for their turn before they take their lease', async () => {
    const { cache, renders, quick } = setUp();
    /** @type {(() => void)[]} */
    const goOn = [];
    const slow = (/** @type {string} */ key) => (/** @type {any} */ lease) =>
      new Promise((resolve) => goOn.push(() => resolve(quick(key)(lease))));
    const first = Array.from({ length: 8 }, (_, place) =>
      renders.run(`/${place}`, slow(`/${place}`)),
    );
    const waiting = renders.run('/waiting', quick('/waiting', ['text:1']));
    await setImmediate();
    cache.clear('editPost', ['text:1']);
    for (const end of goOn) end();
    await Promise.all(first);
    assert.equal((await waiting).outcome, 'stored');
  });
});
