import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createBackgroundRenders } from '../../lib/cache/background-renders.js';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { smallBlog } from '../support/fixtures.js';
import { createQuietLog } from '../support/log.js';
import { addPeople, bearer } from '../support/people.js';
import { ask } from '../support/raw.js';

describe('A change of the settings', () => {
  const { startBlog } = eachTest();

  /** A blog whose pages are cached, and cannot be rendered until `open` is called. */
  async function start() {
    let open = () => {};
    /** @type {Promise<void> | null} */
    let closed = null;
    const blog = await startBlog({
      posts: smallBlog,
      clock: createClock('2026-11-21T12:00:00.900Z'),
      wrapStore: (store) => ({
        ...store,
        async getMany(...args) {
          await closed;
          return store.getMany(...args);
        },
      }),
    });
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'settings:write');
    for (const path of ['/', '/post/rye-bread']) await read(path);
    closed = new Promise((resolve) => (open = resolve));
    let isAnswered = false;
    const saving = blog.open.content
      .saveSettings({ title: 'Jars' })
      .then(() => (isAnswered = true));
    while (blog.open.cache.peek('/')) await setImmediate();
    await setImmediate();
    return { blog, token, read, saving, open, isAnswered: () => isAnswered };

    /** @param {string} path @param {Record<string, string>} [headers] */
    async function read(path, headers) {
      const { status, headers: told, body } = await ask(blog, path, headers);
      return { status, hit: told['cache-status'] === 'larder; hit', body: String(body) };
    }
  }

  it('is answered when its pages are rendered again, and until then readers get them as they were', async () => {
    const { read, saving, open, isAnswered } = await start();
    for (const path of ['/', '/post/rye-bread']) {
      const { hit, body } = await read(path);
      assert.ok(hit);
      assert.doesNotMatch(body, /Jars/);
    }
    assert.equal(isAnswered(), false);
    open();
    await saving;
    for (const path of ['/', '/post/rye-bread']) {
      const { hit, body } = await read(path);
      assert.ok(hit);
      assert.match(body, /Jars/);
    }
  });

  it('does not wait long for them', async () => {
    const { blog, read, saving, open } = await start();
    await blog.clock.tick(500);
    await saving;
    open();
    assert.match((await read('/')).body, /Jars/);
  });

  it('is answered when the server stops', async () => {
    const { blog, saving, open } = await start();
    const stopping = blog.stop();
    await saving;
    open();
    await stopping;
  });

  it('is not missed by who dates a page of before by the time of its arrival', async () => {
    const { blog, read, saving, open } = await start();
    await blog.clock.tick(300);
    const { body } = await read('/');
    assert.doesNotMatch(body, /Jars/);
    const asked = { 'If-Modified-Since': new Date(blog.clock.now()).toUTCString() };
    open();
    await saving;
    await blog.clock.tick(10_000);
    assert.equal((await read('/', asked)).status, 200);
  });

  it('is told to nobody before, neither by the API nor by a fresh render', async () => {
    const { blog, token, read, saving, open } = await start();
    /** @type {number[]} */
    const answers = [];
    const again = { ...token, 'If-Match': '*', 'Content-Type': 'application/json' };
    const asking = [
      ask(blog, '/api/settings', token),
      ask(blog, '/api/settings', again, 'PUT', JSON.stringify({ title: 'Jars' })),
      ask(blog, '/tags', { ...token, 'Cache-Control': 'no-cache' }),
    ].map(async (answer) => answers.push((await answer).status));
    for (let time = 0; time < 5; time++) assert.doesNotMatch((await read('/')).body, /Jars/);
    assert.deepEqual(answers, []);
    open();
    await Promise.all([saving, ...asking]);
    assert.deepEqual(answers, [200, 200, 200]);
  });

  for (const [by, about] of /** @type {const} */ ([
    ['elsewhere', ''],
    ['here', ' while this one writes them too'],
  ]))
    it(`by another process${about}, which does not wait, is shown at once`, async () => {
      const blog = await startBlog({ posts: smallBlog });
      const { store, changes, cache, content } = blog.open;
      await content.saveSettings({ title: 'Jam' });
      await ask(blog, '/');
      const told = new Promise((resolve) =>
        changes.subscribe('a test', (change) => resolve([change.by, cache.find('/')])),
      );
      const { revision: former, ...settings } = await store.get('settings', 'site');
      const record = { ...settings, title: 'Jars' };
      const [revision] = await store.write([{ kind: 'settings', record, revision: former }]);
      if (by === 'here') changes.expect('settings', 'site', 'here');
      await changes.hear([{ kind: 'settings', id: 'site', revision }]);
      assert.deepEqual(await told, [by, undefined]);
    });

  it('is shown at once by one of several workers, since the others show it too', () => {
    /** @type {CacheManager<any>} */
    const cache = new CacheManager({ maxBytes: 1e6, stores: typedStores });
    const deps = { clock: createClock(), log: createQuietLog() };
    createBackgroundRenders({ cache, ...deps, workers: 2 }).start({
      render: async () => ({}),
      encode: async () => {},
    });
    const lease = cache.lease();
    /** @type {any} */
    const entry = { key: '/', bytes: 9, dependsOn: ['all'], store: 'dynamic', encodings: {} };
    cache.store(entry, lease);
    cache.release(lease);
    cache.clear('settings', ['all'], '', { withGrace: true });
    assert.equal(cache.grace, undefined);
    assert.equal(cache.hit('/'), undefined);
  });
});
