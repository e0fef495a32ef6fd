import assert from 'node:assert/strict';
import { eachTest, startBlog } from '../support/blog.js';
import { shelvesOfPosts, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { TestBlog } from '../support/blog.js' */

/** Names that objects have of themselves. */
const inherited = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  'size',
];

/** Kinds of paths that take a name. */
const places = [
  '/',
  '/post/',
  '/tag/',
  '/page/',
  '/archive/',
  '/media/',
  '/theme/',
  '/source/',
  '/sitemap-',
  '/admin/',
  '/api/',
];

describe('A hostile request', () => {
  /** @type {TestBlog} */
  let blog;
  const { startBlog: startAnother } = eachTest();
  const entries = () => [...blog.open.cache.entries()].length;
  before(async () => (blog = await startBlog({ posts: smallBlog })));
  beforeEach(() => void blog.open.cache.clearAll('byHand'));
  after(() => blog.close());

  /** @param {string} path @param {number} [status] */
  const expectRefusal = async (path, status) => {
    const answer = await ask(blog, path);
    if (status) assert.equal(answer.status, status, path);
    assert.ok(
      answer.status >= 400 && answer.status < 500,
      `${answer.status} for ${path.slice(0, 80)}`,
    );
  };

  afterEach(() => {
    const failures = blog.log.lines.filter(({ level }) => level === 'error');
    assert.deepEqual(failures, []);
  });

  it('for a name such as __proto__ is not found', async () => {
    for (const place of places)
      for (const name of inherited) {
        await expectRefusal(place + name, 404);
        await expectRefusal(`${place}${name}/atomfeed`, 404);
        await expectRefusal(`${place}${name}/page/1`, 404);
      }
    assert.equal(entries(), 0);
  });

  it('with a malformed percent sequence is a bad request', async () => {
    for (const place of places)
      for (const end of ['%', '%2', '%zz', '%c3', '%C3%28', '%ED%A0%80', '%80', '%u0041', 'a%ff'])
        await expectRefusal(place + end, 400);
    assert.equal(entries(), 0);
  });

  it('with NUL, control characters, dots or backslashes is not found', async () => {
    for (const place of places)
      for (const end of [
        '%00',
        'rye-bread%00',
        '%0d%0aSet-Cookie:%20a=b',
        '%7f',
        '%E2%80%AE',
        '..%2f..%2fetc%2fpasswd',
        '../../package.json',
        '.',
        '..',
        '%5C..%5C..%5Cx',
        '%2e%2e',
        '%EF%BF%BF',
        'a:b',
        '|',
        '%20',
      ])
        await expectRefusal(place + end, 404);
    assert.equal(entries(), 0);
  });

  it('with a very long path is not found, without asking the store', async () => {
    const store = createStoreDouble();
    const blog = await startAnother({ posts: smallBlog, wrapStore: store.wrap });
    const readsBefore = store.reads();
    for (const place of places)
      for (const end of ['x'.repeat(8000), 'x/'.repeat(4000) + 'x', '%F0%9F%AB%99'.repeat(600)])
        assert.equal((await ask(blog, place + end)).status, 404);
    assert.equal(store.reads(), readsBefore);
  });

  it('with a query of 8 kB is served as if there were none', async () => {
    await ask(blog, '/post/rye-bread');
    for (const query of [
      `a=${'x'.repeat(8000)}`,
      'a&'.repeat(4000),
      `${'a[b]'.repeat(2000)}=1`,
      '%'.repeat(8000),
    ])
      assert.equal(
        (await ask(blog, `/post/rye-bread?${query}`)).headers['cache-status'],
        'larder; hit',
      );
    assert.equal(entries(), 1);
  });

  it('that names another host leaves no trace, on a miss as little as later', async () => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'evil',
      'X-Forwarded-For': 'evil.example',
      'X-Forwarded-Prefix': '/evil',
      'X-Original-URL': '/evil',
      'X-Rewrite-URL': '/evil',
      'X-HTTP-Method-Override': 'EVIL',
      'X-Method-Override': 'DELETE',
      Forwarded: 'host=evil.example;proto=evil',
      Referer: 'http://evil.example/',
      Cookie: 'session=evil; __proto__=evil',
      'User-Agent': 'evil',
      'Accept-Language': 'evil',
      Origin: 'http://evil.example',
      Authorization: 'Bearer evil',
      Range: 'bytes=0-3',
      'Cache-Control': 'no-cache',
      Pragma: 'no-cache',
    };
    const clean = await startAnother({
      posts: smallBlog,
      env: { BASE_URL: 'http://larder.example' },
    });
    const blog = await startAnother({
      posts: smallBlog,
      env: { BASE_URL: 'http://larder.example' },
    });
    for (const path of [
      '/',
      '/post/rye-bread',
      '/atomfeed',
      '/sitemap.xml',
      '/robots.txt',
      '/tags/',
      '/nothing',
    ]) {
      const expected = await ask(clean, path);
      const miss = await ask(blog, path, headers);
      const later = await ask(blog, path);
      for (const answer of [miss, later]) {
        assert.equal(answer.status, expected.status, path);
        assert.ok(answer.body.equals(expected.body), path);
        assert.doesNotMatch(JSON.stringify(answer.headers) + answer.body, /evil/i, path);
      }
    }
  });

  it('that is repeated under many addresses leaves the pages that people read where they are', async () => {
    const real = ['/', '/post/rye-bread', '/tags'];
    for (const path of real) await ask(blog, path);
    const bytes = blog.open.cache.statistics().bytes;
    const junk = (/** @type {number} */ number) => [
      `/junk-${number}`,
      `/post/junk-${number}`,
      `/tag/junk-${number}`,
      `/tag/bread/page/${number}`,
      `/page/${number + 5}`,
      `/archive/${number}`,
      `/media/junk-${number}.png`,
      `/theme/style.${number}.css`,
      `/source/lib/${number}.js`,
      `/sitemap-${number + 2}.xml`,
      `/junk/${number}/`,
      `/?page=${number}`,
      `/post/rye-bread?utm=${number}`,
      `/%7${number % 10}unk${number}`,
    ];
    for (let number = 1; number <= 20; number++)
      await Promise.all(junk(number).map((path) => ask(blog, path)));
    assert.equal(entries(), real.length);
    assert.equal(blog.open.cache.statistics().bytes, bytes);
    for (const path of real)
      assert.equal((await ask(blog, path)).headers['cache-status'], 'larder; hit');
  });
});

describe('The memory limit of the cache', () => {
  const { startBlog } = eachTest();
  const posts = shelvesOfPosts(30);

  it('of 0 caches nothing, and the blog is served all the same', async () => {
    const blog = await startBlog({ posts, env: { CACHE_MAX_BYTES: '0' } });
    for (const _ of [1, 2])
      for (const path of ['/', '/post/shelf-1', '/atomfeed', '/favicon.ico']) {
        const { status, headers } = await ask(blog, path, { 'Accept-Encoding': 'br' });
        assert.deepEqual([status, headers['cache-status']], [200, 'larder; fwd=miss']);
        const again = await ask(blog, path, { 'If-None-Match': headers.etag ?? '' });
        assert.equal(again.status, 304);
      }
    assert.equal(blog.open.cache.statistics().bytes, 0);
  });

  it('is enforced by evicting the least recently used', async () => {
    const maxBytes = 100_000;
    const blog = await startBlog({ posts, env: { CACHE_MAX_BYTES: String(maxBytes) } });
    await ask(blog, '/post/shelf-1');
    for (let number = 2; number <= 30; number++) {
      await ask(blog, `/post/shelf-${number}`, { 'Accept-Encoding': 'br' });
      assert.equal((await ask(blog, '/post/shelf-1')).headers['cache-status'], 'larder; hit');
      assert.ok(blog.open.cache.statistics().bytes <= maxBytes);
    }
    const { evictions, entries } = blog.open.cache.statistics().stores.floating;
    assert.ok(evictions > 0);
    assert.equal(evictions + entries, 30);
    assert.equal((await ask(blog, '/post/shelf-30')).headers['cache-status'], 'larder; hit');
    assert.equal(
      (await ask(blog, '/post/shelf-2')).headers['cache-status'],
      'larder; fwd=miss; stored',
    );
  });

  it('may be smaller than a page', async () => {
    const blog = await startBlog({ posts, env: { CACHE_MAX_BYTES: '3000' } });
    for (const _ of [1, 2]) {
      const { status, headers } = await ask(blog, '/');
      assert.deepEqual([status, headers['cache-status']], [200, 'larder; fwd=miss']);
    }
    const small = await ask(blog, '/robots.txt');
    assert.equal(small.headers['cache-status'], 'larder; fwd=miss; stored');
  });
});
