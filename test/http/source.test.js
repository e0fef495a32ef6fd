import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { Source } from '../../lib/views/source.js';
import { eachTest, startBlog } from '../support/blog.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { addPeople } from '../support/people.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';
import { parsePage } from '../support/html.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The pages at /source', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => (blog = await startBlog()));
  after(() => blog.close());

  it('list the files that the blog runs on, and show each of them', async () => {
    const links = parsePage(await request(blog.url).get('/source').expect(200)).links();
    for (const path of [
      '/source/app.js',
      '/source/lib/router/router.js',
      '/source/controllers/site/posts.js',
      '/source/views/post.mustache',
      '/source/public/style.css',
    ])
      assert.ok(links.includes(path), path);
    for (const path of links.filter(
      (path, place) => path.startsWith('/source/') && place % 10 === 0,
    ))
      await request(blog.url).get(path).expect(200);
  });

  it('show a file with its markup escaped', async () => {
    const page = parsePage(await request(blog.url).get('/source/views/error.mustache').expect(200));
    assert.match(page.text('main pre'), /<h1>\{\{/);
  });

  it('show no file that is not listed, whatever the path', async () => {
    for (const path of [
      'npm-shrinkwrap.json',
      '.git/config',
      '.npmrc',
      'data/larder.db',
      'node_modules/express/package.json',
      '../main/app.js',
      'lib/../.npmrc',
      'lib/%2e%2e/npm-shrinkwrap.json',
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

describe('The JSON at /status', () => {
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
      { pages: 3, feeds: 1, notFound: 2, errors: 0 },
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

describe('The JSON at /status counts each request once:', () => {
  /** @type {TestBlog} */
  let blog;
  const store = createStoreDouble();
  before(async () => {
    blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    await addPeople(blog);
  });
  after(() => blog.close());

  const comments = '/post/rye-bread/comments';
  const comment = { name: 'Ada', markdown: 'Good bread' };
  const evil = { Origin: 'https://evil.example' };
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';
  /** @type {[what: string, kind: string, status: number, path: string, body?: any, headers?: Record<string, string>][]} */
  const requests = [
    ['a comment', 'pages', 303, comments, comment],
    ['a comment without a word', 'pages', 422, comments, { ...comment, markdown: '' }],
    ['a comment from another site', 'pages', 403, comments, comment, evil],
    ['a comment in JSON', 'pages', 415, comments, '{}', { 'Content-Type': json }],
    ['a comment that is no UTF-8', 'errors', 400, comments, 'name=%ff', { 'Content-Type': form }],
    ['a comment on nothing', 'notFound', 404, '/post/none/comments', comment],
    ['a form where there is none', 'pages', 405, '/', comment],
    ['a malformed path', 'errors', 400, '/%zz'],
    ['a wrong password', 'admin', 422, '/admin/login', { name: 'ada', password: 'wrong' }],
    ['a sign-in from another site', 'admin', 403, '/admin/login', { name: 'ada' }, evil],
    ['a page for those who are signed in', 'admin', 303, '/admin/posts'],
    ['no admin page', 'notFound', 404, '/admin/nowhere'],
    ['a call without a token', 'api', 401, '/api/posts'],
    ['no address of the API', 'notFound', 404, '/api/nowhere'],
  ];
  for (const [what, kind, status, path, body, headers = {}] of requests)
    it(`${what} (${status}) in ${kind}`, async () => {
      assert.deepEqual(await added(status, path, body, headers), { [kind]: 1 });
    });

  it('a comment too many (429) in pages', async () => {
    for (let sent = 0; sent < 100; sent++) {
      const { status } = await request(blog.url).post(comments).type('form').send(comment);
      if (status === 429) break;
    }
    assert.deepEqual(await added(429, comments, comment), { pages: 1 });
  });

  it('a failure of the store (500, 503) in errors', async () => {
    store.goDown();
    assert.deepEqual(await added(503, '/post/pickled-lemons'), { errors: 1 });
    assert.deepEqual(await added(503, '/admin/setup?token=x'), { errors: 1 });
    store.comeBack();
    store.failWith(new Error('No'));
    assert.deepEqual(await added(500, '/post/pickled-lemons'), { errors: 1 });
    store.failWith(null);
  });

  /** @param {number} status that is expected @param {string} path @param {any} [body] @param {Record<string, string>} [headers] */
  async function added(status, path, body, headers = {}) {
    const before = await counts();
    const agent = request(blog.url);
    const asking = body === undefined ? agent.get(path) : agent.post(path).type('form');
    await asking.set(headers).send(body).expect(status);
    const after = await counts();
    const kinds = Object.keys(after).filter((kind) => after[kind] !== before[kind]);
    return Object.fromEntries(kinds.map((kind) => [kind, after[kind] - before[kind]]));
  }

  /** @returns {Promise<Record<string, number>>} */
  const counts = async () => (await request(blog.url).get('/status')).body.requests;
});
