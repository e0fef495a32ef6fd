import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Derived } from '../../lib/base/derived.js';
import { createWarmStart, folderOf } from '../../lib/start/warm-start.js';
import { makeFolder } from '../support/blog.js';
import { postOf, startSmallBlog } from './small-blog.js';

describe('The pages of the last run', () => {
  /** @type {string} */
  let root;
  /** @type {() => void} */
  let remove;
  beforeEach(() => {
    ({ folder: root, remove } = makeFolder());
    writeFileSync(join(root, 'package.json'), '{}');
  });
  afterEach(() => remove());

  /** @param {{ config?: object, knows?: boolean, isShared?: boolean, records?: Record<string, any>, hasTheme?: boolean }} [how] */
  async function start({
    config,
    knows = true,
    isShared = false,
    records = {},
    hasTheme = true,
  } = {}) {
    const blog = await startSmallBlog({ 'post:a': postOf({ id: 'a', revision: '2' }), ...records });
    const summaries = await blog.changes.load();
    const { cache, changes, clock, log } = blog;
    const pages = new Derived('saved pages', { clock, log });
    const getMany = async () => (hasTheme ? [{ id: 'attic.zip' }] : [null]);
    const store = { knows: async () => knows, getMany };
    /** @type {any} */
    const deps = {
      config: { cacheDir: join(root, 'cache'), cacheMaxBytes: 1e6, port: 80, ...config },
      root,
      versions: {},
      isShared,
      derived: { pages },
      log,
      open: { cache, changes, store, takeSummaries: () => summaries },
    };
    return { ...blog, pages, ...createWarmStart(deps) };
  }
  /** @param {Awaited<ReturnType<typeof start>>} blog @param {string} key @param {string[]} dependsOn */
  const keep = (blog, key, dependsOn) =>
    blog.keep(key, dependsOn, { etag: `W/"${key.slice(1)}"`, encodings: {} });
  const keys = (/** @type {Awaited<ReturnType<typeof start>>} */ { cache }) =>
    cache.entries().map(({ key }) => key);

  async function saved() {
    const blog = await start();
    keep(blog, '/a', ['text:a']);
    keep(blog, '/b', ['mediaeval', 'setting:source']);
    await blog.save();
    return blog;
  }

  it('are there again, and those that were left out are not', async () => {
    const before = await start();
    const kept = ['/a', '/b'];
    for (const key of kept) keep(before, key, ['text:a']);
    for (const left of ['media:jar.png', 'fonts', 'source'])
      keep(before, `/${left}`, ['text:a', left]);
    await before.save();
    const after = await start();
    assert.deepEqual(await after.restore(), []);
    assert.deepEqual(keys(after), kept);
    assert.deepEqual(
      after.log.lines.map(({ fields }) => fields),
      [{ entries: 2, dropped: 0 }],
    );
  });

  it('are thrown away when they cannot be used, and the blog is read again', async () => {
    const before = await saved();
    const after = await start();
    const { cache, changes } = after;
    after.cache.restore = () => {
      throw new Error('out of jars');
    };
    assert.deepEqual(await after.restore(), []);
    assert.deepEqual([...cache.entries()], []);
    assert.deepEqual(changes.dump().posts, before.changes.dump().posts);
    assert.equal(after.pages.state.madeAnewAt, after.clock.now());
    assert.match(after.log.lines[0].message, /saved pages failed, and will be made anew/);
    assert.deepEqual(readdirSync(join(root, 'cache')), ['bodies']);
  });

  for (const [when, before, after, expected] of /** @type {const} */ ([
    ['is there', true, true, ['/attic', '/a']],
    ['was removed since', true, false, ['/a']],
    ['came since', false, true, ['/a']],
  ]))
    it(`of an uploaded theme are there again only while its file is: it ${when}`, async () => {
      const blog = await start({ hasTheme: before });
      keep(blog, '/attic', ['text:a', 'theme:attic.zip']);
      keep(blog, '/a', ['text:a']);
      await blog.save();
      const next = await start({ hasTheme: after });
      await next.restore();
      assert.deepEqual(keys(next), expected);
    });

  it('are cleared by what has changed since', async () => {
    await saved();
    const after = await start({
      records: { 'post:a': postOf({ id: 'a', title: 'Jam', revision: '3' }) },
    });
    await after.restore();
    assert.deepEqual(keys(after), ['/b']);
    assert.deepEqual(after.log.lines[0].fields, { entries: 1, dropped: 1 });
  });

  for (const [what, how] of /** @type {[string, Parameters<typeof start>[0]][]} */ ([
    ['the store does not know their place', { knows: false }],
    ['a record is older', { records: { 'post:a': postOf({ id: 'a', revision: '1' }) } }],
    ['they are of another address', { config: { host: 'other.test' } }],
  ]))
    it(`are not taken when ${what}`, async () => {
      await saved();
      const after = await start(how);
      assert.deepEqual(await after.restore(), []);
      assert.deepEqual(keys(after), []);
    });

  it('of another engine are only rendered again, where workers share them', async () => {
    await saved();
    const after = await start({ isShared: true, config: { host: 'other.test' } });
    const slots = await after.restore();
    assert.deepEqual(
      slots.map(({ entry }) => entry.key),
      ['/a', '/b'],
    );
    assert.deepEqual(keys(after), []);
    const other = await start({ isShared: true });
    assert.deepEqual(await other.restore(), []);
    assert.deepEqual(keys(other), ['/a', '/b']);
  });

  for (const [what, config] of /** @type {[string, object][]} */ ([
    ['nothing is kept', { cacheMaxBytes: 0 }],
    ['its address is another each time', { port: 0 }],
  ]))
    it(`are neither saved nor taken where ${what}`, async () => {
      const off = await start({ config });
      await off.save();
      assert.deepEqual(readdirSync(root), ['package.json']);
      await saved();
      const after = await start({ config });
      assert.deepEqual(await after.restore(), []);
      assert.ok(existsSync(join(root, 'cache', 'manifest.json')));
    });

  it('are saved where the port is any and the address is given', async () => {
    const blog = await start({ config: { port: 0, baseUrl: 'https://blog.test' } });
    await blog.save();
    assert.ok(existsSync(join(root, 'cache', 'manifest.json')));
  });

  it('that cannot be saved are a warning', async () => {
    writeFileSync(join(root, 'file'), '');
    const blog = await start({ config: { cacheDir: join(root, 'file', 'cache') } });
    await blog.save();
    assert.deepEqual(
      blog.log.lines.map(({ level }) => level),
      ['warn'],
    );
  });

  it('are next to the database, or where they are wanted', () => {
    const folderFor = (/** @type {object} */ config) =>
      folderOf(/** @type {any} */ ({ cacheDir: '', storeUrl: '', ...config }));
    assert.equal(folderFor({ cacheDir: '/x', storeUrl: 'sqlite:/y/z.db' }), '/x');
    assert.equal(folderFor({ storeUrl: 'sqlite:/y/z.db' }), '/y/cache');
    assert.equal(folderFor({ storeUrl: 'http://localhost:5984/blog' }), 'data/cache');
  });
});
