import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { Source } from '../../lib/source.js';
import { eachTest, startBlog } from '../support/blog.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';

describe('The source', () => {
  /** @type {import('../support/blog.js').TestBlog} */
  let blog;
  before(async () => (blog = await startBlog()));
  after(() => blog.close());

  it('lists the files that the blog runs on, and shows each of them', async () => {
    const { text } = await request(blog.url).get('/source').expect(200);
    const links = [...text.matchAll(/href="(\/source\/[^"]+)"/g)].map(([, path]) => path);
    for (const path of [
      '/source/app.js',
      '/source/lib/router.js',
      '/source/controllers/posts.js',
      '/source/views/post.mustache',
      '/source/public/style.css',
    ])
      assert.ok(links.includes(path), path);
    for (const path of links.filter((_, place) => place % 10 === 0))
      await request(blog.url).get(path).expect(200);
  });

  it('shows a file with its markup escaped', async () => {
    const { text } = await request(blog.url).get('/source/views/error.mustache').expect(200);
    assert.match(text, /&lt;/);
    assert.doesNotMatch(text, /<h1>\{\{/);
  });

  it('shows nothing that is not in its list, however it is asked for', async () => {
    for (const path of [
      'package-lock.json',
      '.git/config',
      '.npmrc',
      'data/larder.db',
      'node_modules/express/package.json',
      '../main/app.js',
      'lib/../.npmrc',
      'lib/%2e%2e/package-lock.json',
      '..%2fpackage.json',
      '%2e%2e/%2e%2e/etc/passwd',
      'lib',
      'lib/',
      '/etc/passwd',
      '/app.js',
      'app.js%00',
      'app.js/',
      './app.js',
      'APP.JS',
      'app.js/x',
    ]) {
      const { status } = await ask(blog, `/source/${path}`);
      assert.ok(status === 404 || status === 308, `${status} for ${path}`);
    }
  });
});

describe('The list of source files', () => {
  const { makeFolder } = eachTest();

  it('leaves out links, hidden files, fixtures, packages and what is no text', async () => {
    const root = makeFolder();
    for (const folder of ['lib/.secrets', 'test/fixtures', 'test/couch/node_modules/x', 'data'])
      mkdirSync(join(root, folder), { recursive: true });
    for (const file of [
      'app.js',
      'lib/one.js',
      'lib/key.pem',
      'lib/.secrets/a.js',
      'test/fixtures/a.md',
      'test/couch/node_modules/x/a.js',
      'data/larder.db',
      '.env',
    ])
      writeFileSync(join(root, file), 'text\n');
    symlinkSync('/etc/hostname', join(root, 'lib/link.js'));
    const source = new Source(root);
    const paths = source.groups().flatMap(({ files }) => files.map(({ path }) => path));
    assert.deepEqual(paths, ['app.js', 'lib/one.js']);
    assert.equal(source.read('lib/link.js'), null);
  });
});

describe('The status', () => {
  const { startBlog } = eachTest();

  it('has the fields of the design', async () => {
    const blog = await startBlog();
    const { body, type } = await request(blog.url).get('/status').expect(200);
    assert.equal(type, 'application/json');
    assert.equal(body.uptimeSeconds, 0);
    for (const kind of ['pages', 'feeds', 'admin', 'api', 'notFound', 'errors'])
      assert.equal(body.requests[kind], 0, kind);
    for (const name of ['static', 'semiStatic', 'semiDynamic', 'dynamic', 'floating'])
      for (const figure of ['entries', 'bytes', 'hits', 'misses', 'evictions'])
        assert.equal(body.cache.stores[name][figure], 0, `${name} ${figure}`);
    assert.equal(typeof body.cache.clears, 'object');
    assert.equal(body.store.kind, 'sqlite');
    assert.equal(body.store.reachable, true);
    assert.equal(typeof body.store.feedLagMs, 'number');
  });

  it('counts requests by kind, and hits and misses by store', async () => {
    const blog = await startBlog({ posts: smallBlog });
    for (const path of [
      '/post/rye-bread',
      '/post/rye-bread',
      '/atomfeed',
      '/nothing',
      '/post/none',
      '/robots.txt',
    ])
      await ask(blog, path);
    await ask(blog, '/', {}, 'POST');
    await blog.clock.tick(90_000);
    const { body } = await request(blog.url).get('/status');
    const { pages, feeds, notFound, errors } = body.requests;
    assert.deepEqual(
      { pages, feeds, notFound, errors },
      { pages: 2, feeds: 1, notFound: 2, errors: 1 },
    );
    const { entries, hits, misses } = body.cache.stores.floating;
    assert.deepEqual({ entries, hits, misses }, { entries: 1, hits: 1, misses: 1 });
    assert.equal(body.uptimeSeconds, 90);
  });

  it('counts what each kind of change has cleared', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await ask(blog, '/post/rye-bread');
    const before = (await request(blog.url).get('/status')).body.cache.clears.editPost ?? {
      count: 0,
      entries: 0,
    };
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, markdown: 'Shorter.' }, { revision });
    const { count, entries } = (await request(blog.url).get('/status')).body.cache.clears.editPost;
    assert.deepEqual([count, entries], [before.count + 1, before.entries + 1]);
  });
});
