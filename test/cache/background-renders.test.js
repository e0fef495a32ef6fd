import assert from 'node:assert/strict';
import { LarderError } from '../../lib/base/errors.js';
import { createBackgroundRenders } from '../../lib/cache/background-renders.js';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { breadPost, jamPost, scheduledPost, smallBlog } from '../support/fixtures.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';

/** Milliseconds after which what was cleared is rendered again. */
const SOON = 10;

describe('A popular page that was cleared from the cache', () => {
  const { startBlog } = eachTest();
  /** @typedef {Awaited<ReturnType<typeof startBlog>>} Blog */

  /** @param {Blog} blog @param {string} path @param {string} [encoding] */
  const cacheStatusOf = async (blog, path, encoding = 'gzip') =>
    (await ask(blog, path, { 'Accept-Encoding': encoding })).headers['cache-status'];
  /** @param {Blog} blog @param {object} changed */
  const edit = async ({ open }, changed) => {
    const { revision } = await open.store.get('post', breadPost.id);
    await open.content.savePost({ id: breadPost.id, ...changed }, { revision });
  };
  /** @param {Blog} blog @param {string} path */
  const kept = ({ open }, path) => open.cache.peek(path);

  it('is rendered again before anyone asks, with the new text', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await cacheStatusOf(blog, '/post/rye-bread');
    await edit(blog, { markdown: 'Baked in a tin.' });
    assert.equal(kept(blog, '/post/rye-bread'), undefined);
    await blog.clock.tick(SOON);
    const { headers, body } = await ask(blog, '/post/rye-bread');
    assert.equal(headers['cache-status'], 'larder; hit');
    assert.match(String(body), /Baked in a tin/);
  });

  it('has the encodings that it had', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await cacheStatusOf(blog, '/post/rye-bread', 'gzip');
    await cacheStatusOf(blog, '/', 'br');
    await cacheStatusOf(blog, '/', 'identity');
    await edit(blog, { title: 'Sourdough' });
    await blog.clock.tick(SOON);
    const names = (/** @type {string} */ path) =>
      Object.entries(kept(blog, path)?.encodings ?? {}).flatMap(([name, it]) => (it ? name : []));
    assert.deepEqual(names('/post/rye-bread'), ['gzip']);
    assert.deepEqual(names('/'), ['identity', 'br']);
  });

  it('stays away when it is no more', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await cacheStatusOf(blog, '/post/rye-bread');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, status: 'draft' }, { revision });
    await blog.clock.tick(SOON);
    assert.equal((await ask(blog, '/post/rye-bread')).status, 404);
  });

  it('is not rendered when the server stops', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await cacheStatusOf(blog, '/post/rye-bread');
    await edit(blog, { title: 'Sourdough' });
    await blog.stop();
    await blog.clock.tick(SOON);
    assert.equal(kept(blog, '/post/rye-bread'), undefined);
    const problems = blog.log.lines.filter(({ level }) => level !== 'info');
    assert.deepEqual(problems, []);
  });

  it('is told of in the figures of /status, and whether that was of use', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const background = async () =>
      JSON.parse(String((await ask(blog, '/status')).body)).cache.background;
    for (const path of ['/post/rye-bread', '/']) await cacheStatusOf(blog, path);
    const misses = () => blog.open.cache.statistics().stores.floating.misses;
    assert.equal(misses(), 1);
    await edit(blog, { title: 'Sourdough' });
    assert.deepEqual(await background(), { waiting: 2, renders: 0, used: 0, unused: 0 });
    await blog.clock.tick(SOON);
    assert.deepEqual(await background(), { waiting: 0, renders: 2, used: 0, unused: 0 });
    await cacheStatusOf(blog, '/');
    await edit(blog, { title: 'Rye again' });
    assert.deepEqual(await background(), { waiting: 2, renders: 2, used: 1, unused: 1 });
    assert.equal(misses(), 1);
  });
});

describe('A post that has just been published', () => {
  const { startBlog } = eachTest();

  it('is rendered and compressed before its first reader comes', async () => {
    const blog = await startBlog({ posts: [breadPost] });
    await blog.open.content.savePost(jamPost);
    await blog.clock.tick(SOON);
    const entry = blog.open.cache.peek('/post/quince-jam');
    assert.ok(entry?.encodings.gzip && entry.encodings.br);
    for (const encoding of ['br', 'gzip']) {
      const { headers } = await ask(blog, '/post/quince-jam', { 'Accept-Encoding': encoding });
      assert.equal(headers['cache-status'], 'larder; hit');
      assert.equal(headers['content-encoding'], encoding);
    }
  });

  it('by its schedule is rendered before its first reader comes, too', async () => {
    const blog = await startBlog({ posts: [breadPost, scheduledPost] });
    await blog.clock.tickTo(String(scheduledPost.publishedAt));
    await blog.clock.tick(SOON);
    assert.ok(blog.open.cache.peek(`/post/${scheduledPost.slug}`));
  });

  it('is left to its readers when it is one of many, as in an import', async () => {
    const blog = await startBlog();
    for (let number = 1; number <= 40; number++)
      await blog.open.content.savePost({ ...breadPost, id: undefined, slug: `rye-${number}` });
    await blog.clock.tick(SOON);
    assert.equal(blog.open.cache.count().entries, 16);
  });
});

describe('Background renders', () => {
  /** `state` may be changed later. @param {{ maxBytes?: number, keeps?: () => boolean, fails?: Error }} [options] */
  const setUp = ({ maxBytes = 1e6, keeps = () => true, fails } = {}) => {
    const clock = createClock();
    const log = createQuietLog();
    const state = { keeps, fails };
    /** @type {CacheManager<any>} */
    const cache = new CacheManager({ maxBytes, stores: typedStores });
    /** @type {string[]} */
    const rendered = [];
    /** What was rendered and compressed, in that order. @type {string[]} */
    const steps = [];
    /** @type {boolean[]} */
    const busy = [];
    const onBusy = (/** @type {boolean} */ isBusy) => busy.push(isBusy);
    const background = createBackgroundRenders({ cache, clock, log, onBusy });
    background.start({
      async render(key) {
        rendered.push(key);
        steps.push(`render ${key}`);
        if (state.fails) throw state.fails;
        const entry = { ...entryOf(key), isPrerendered: true };
        return { entry, isStored: state.keeps() && keep(cache, entry) };
      },
      encode: async ({ key }, encoding) => steps.push(`${encoding} ${key}`),
    });
    return { clock, log, cache, rendered, steps, busy, background, state };
  };
  const plain = { bytes: 1000, store: 'dynamic', encodings: {}, compressible: true };
  const entryOf = (/** @type {string} */ key) =>
    /** @type {any} */ ({ ...plain, key, dependsOn: [key, 'all'], isPrerendered: false });
  /** @param {CacheManager<any>} cache @param {any} entry @param {number} [hits] */
  const keep = (cache, entry, hits = 0) => {
    const lease = cache.lease();
    const isStored = cache.store(entry, lease);
    cache.release(lease);
    for (let hit = 0; hit < hits; hit++) cache.hit(entry.key);
    return isStored;
  };

  it('come in the order of popularity', async () => {
    const { cache, clock, rendered } = setUp();
    for (const [key, hits] of /** @type {const} */ ([
      ['/seldom', 1],
      ['/often', 900],
      ['/sometimes', 30],
    ]))
      keep(cache, entryOf(key), hits);
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.deepEqual(rendered, ['/often', '/sometimes', '/seldom']);
  });

  it('make every page a hit before any is compressed', async () => {
    const { cache, clock, steps } = setUp();
    for (const key of ['/1', '/2', '/3', '/4', '/5'])
      keep(cache, { ...entryOf(key), encodings: { gzip: {} } });
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.deepEqual(
      steps.map((step) => step.split(' ')[0]),
      [...Array(5).fill('render'), ...Array(5).fill('gzip')],
    );
  });

  it('say when they begin, and when all are done', async () => {
    const { cache, clock, rendered, busy, background } = setUp();
    for (const key of ['/1', '/2', '/3', '/4', '/5']) keep(cache, entryOf(key));
    cache.clear('settings', ['all']);
    assert.deepEqual([busy, background.isIdle], [[], false]);
    await clock.tick(SOON);
    assert.equal(background.isIdle, true);
    assert.equal(rendered.length, 5);
    assert.deepEqual(busy, [true, false]);
  });

  it('compress first the pages that are rendered when the cache is nearly full', async () => {
    const { cache, clock, steps } = setUp({ maxBytes: 16_000 });
    for (const key of ['/1', '/2', '/3', '/4', '/5'])
      keep(cache, { ...entryOf(key), encodings: { gzip: {} } });
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.equal(steps.indexOf('gzip /1'), 5);
    assert.equal(cache.statistics().stores.dynamic.evictions, 0);
  });

  it('compress nothing that was cleared again meanwhile', async () => {
    const { cache, clock, steps, state } = setUp();
    keep(cache, { ...entryOf('/'), encodings: { gzip: {} } });
    state.keeps = () => {
      queueMicrotask(() => queueMicrotask(() => cache.clear('editPost', ['/'])));
      state.keeps = () => false;
      return true;
    };
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.deepEqual(
      steps.filter((step) => step.startsWith('gzip')),
      [],
    );
  });

  it('drop after a while pages that nobody asks for any more', async () => {
    const { cache, clock, rendered } = setUp();
    keep(cache, entryOf('/forgotten'));
    for (let time = 1; time <= 10; time++) {
      cache.clear('settings', ['all']);
      await clock.tick(SOON);
    }
    assert.equal(rendered.length, 4);
  });

  it('drop a new page after a while when nobody asks for it', async () => {
    const { background, cache, clock, rendered } = setUp();
    background.add('/new');
    await clock.tick(SOON);
    for (let time = 1; time <= 10; time++) {
      cache.clear('settings', ['all']);
      await clock.tick(SOON);
    }
    assert.equal(rendered.length, 4);
  });

  it('remember the popularity of a page that its readers had rendered meanwhile', async () => {
    const { cache, clock, rendered } = setUp();
    keep(cache, entryOf('/popular'), 999);
    cache.clear('settings', ['all']);
    keep(cache, entryOf('/popular'));
    await clock.tick(SOON);
    assert.deepEqual(rendered, []);
    assert.equal([...cache.slots()][0].popularity, 1000);
  });

  it('push nothing out of the cache', async () => {
    const { cache, clock, rendered } = setUp({ maxBytes: 10_000 });
    for (const key of ['/1', '/2', '/3']) keep(cache, entryOf(key), 5);
    cache.clear('settings', ['all']);
    for (const key of ['/a', '/b']) keep(cache, entryOf(key));
    await clock.tick(SOON);
    assert.deepEqual(rendered, ['/1']);
    assert.equal(cache.statistics().stores.dynamic.evictions, 0);
  });

  it('try a page three times that changes while it is rendered, and no more', async () => {
    const { cache, clock, rendered } = setUp({ keeps: () => false });
    keep(cache, entryOf('/'));
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.deepEqual(rendered, ['/', '/', '/']);
  });

  it('go on after a page that cannot be rendered', async () => {
    const { cache, clock, rendered, log } = setUp({ fails: new Error('broken') });
    for (const key of ['/1', '/2', '/3', '/4']) keep(cache, entryOf(key));
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.equal(rendered.length, 4);
    assert.equal(log.lines.length, 4);
  });

  it('give up all that waits while the store is away', async () => {
    const fails = new LarderError('unavailable', 'The store is away');
    const { cache, clock, rendered, background } = setUp({ fails });
    for (let number = 0; number < 50; number++) keep(cache, entryOf(`/${number}`));
    cache.clear('settings', ['all']);
    await clock.tick(SOON);
    assert.ok(rendered.length <= 3, `${rendered.length} renders`);
    assert.equal(background.statistics().waiting, 0);
  });

  it('take new pages again when the store is back', async () => {
    const { clock, rendered, background, state } = setUp({
      fails: new LarderError('unavailable', 'The store is away'),
    });
    for (let number = 0; number < 40; number++) {
      background.add(`/away-${number}`);
      if (number % 16 === 15) await clock.tick(SOON);
    }
    state.fails = undefined;
    rendered.length = 0;
    background.add('/new');
    await clock.tick(SOON);
    assert.equal(rendered.at(-1), '/new');
  });

  it('count a new page once when it is reported again, or changes while it is rendered', async () => {
    const { clock, rendered, background, state } = setUp();
    for (let number = 0; number < 30; number++) background.add('/new');
    background.add('/other');
    await clock.tick(SOON);
    assert.deepEqual(rendered, ['/new', '/other']);
    rendered.length = 0;
    state.keeps = () => false;
    background.add('/changing');
    await clock.tick(SOON);
    assert.equal(rendered.length, 3);
    rendered.length = 0;
    state.keeps = () => true;
    for (let number = 0; number < 40; number++) background.add(`/${number}`);
    await clock.tick(SOON);
    assert.equal(rendered.length, 16);
  });

  it('start no render after a stop, whatever is under way', async () => {
    const { clock, rendered, background, state } = setUp();
    state.keeps = () => {
      background.stop();
      return false;
    };
    for (const key of ['/1', '/2', '/3', '/4', '/5']) background.add(key);
    await clock.tick(SOON);
    assert.deepEqual(rendered, ['/1']);
  });
});
