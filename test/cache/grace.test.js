import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
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
    for (const path of ['/', '/post/rye-bread']) await read(path);
    closed = new Promise((resolve) => (open = resolve));
    let isAnswered = false;
    const saving = blog.open.content
      .saveSettings({ title: 'Jars' })
      .then(() => (isAnswered = true));
    while (blog.open.cache.peek('/')) await setImmediate();
    await setImmediate();
    return { blog, read, saving, open, isAnswered: () => isAnswered };

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
    await blog.clock.tick(400);
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

  it('makes the blog no younger than a second, whatever else is saved', async () => {
    const { blog, saving, open } = await start();
    open();
    await saving;
    const { changes, content } = blog.open;
    for (const tagline of ['Sweet', 'Sour', 'Salty']) {
      await content.saveSettings({ tagline });
      await content.savePost({ ...breadPost, id: undefined, slug: tagline.toLowerCase() });
    }
    assert.equal(changes.changedAt - blog.clock.now(), 1000);
  });

  it('by another process, which does not wait, is shown at once', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { store, changes, cache, content } = blog.open;
    await content.saveSettings({ title: 'Jam' });
    await ask(blog, '/');
    const told = new Promise((resolve) =>
      changes.subscribe('a test', ({ by }) => resolve([by, cache.served('/')])),
    );
    const { revision: former, ...settings } = await store.get('settings', 'site');
    const record = { ...settings, title: 'Jars' };
    const [revision] = await store.write([{ kind: 'settings', record, revision: former }]);
    await changes.hear([{ kind: 'settings', id: 'site', revision }]);
    assert.deepEqual(await told, ['elsewhere', undefined]);
  });
});
