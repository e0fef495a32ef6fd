import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest, startBlog } from '../support/blog.js';
import { jamPost, shelvesOfPosts, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';
import { parsePage } from '../support/html.js';
/** @import { TestBlog } from '../support/blog.js' */

const STORED = 'larder; fwd=miss; stored';
const HIT = 'larder; hit';

describe('A cache hit', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => (blog = await startBlog({ posts: [...shelvesOfPosts(20), ...smallBlog] })));
  beforeEach(() => void blog.open.cache.clearAll('byHand'));
  after(() => blog.close());

  const pages = [
    '/',
    '/page/1',
    '/post/rye-bread',
    '/tags',
    '/tag/preserves',
    '/tag/shelves/page/1',
    '/tag/S%C3%BC%C3%9Fes%20%26%20Saures',
    '/archive',
    '/archive/2024',
    '/atomfeed',
    '/tag/bread/atomfeed',
    '/sitemap.xml',
    '/robots.txt',
    '/favicon.ico',
    '/source',
    '/source/lib/router/router.js',
    '/about',
  ];
  for (const path of pages)
    it(`is the second request of ${path}, with the same bytes`, async () => {
      const miss = await ask(blog, path);
      const hit = await ask(blog, path);
      assert.deepEqual([miss.status, miss.headers['cache-status']], [200, STORED]);
      assert.deepEqual([hit.status, hit.headers['cache-status']], [200, HIT]);
      assert.deepEqual(hit.body, miss.body);
      assert.ok(hit.body.length > 0);
    });

  it('is the second request of each theme file that a page names', async () => {
    const page = parsePage(await request(blog.url).get('/post/pickled-lemons'));
    const urls = [...page.links('*'), ...page.attributes('*', 'src')];
    const files = urls.filter((url) => url.startsWith('/theme/'));
    assert.ok(files.length >= 2);
    for (const path of new Set(files)) {
      await request(blog.url).get(path).expect(200).expect('Cache-Status', STORED);
      await request(blog.url).get(path).expect(200).expect('Cache-Status', HIT);
    }
  });

  it('is the second request of an image', async () => {
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex');
    const image = { name: 'Jar.PNG', type: 'image/png', bytes, width: 1, height: 1 };
    const { id } = await blog.open.content.saveMedia(image);
    const miss = await ask(blog, `/media/${id}`);
    const hit = await ask(blog, `/media/${id}`);
    assert.equal(hit.headers['cache-status'], HIT);
    assert.equal(hit.headers['content-type'], 'image/png');
    assert.deepEqual([miss.body, hit.body], [bytes, bytes]);
  });

  it('is found whatever query follows the path, and no query gets a place of its own', async () => {
    const plain = await request(blog.url).get('/post/rye-bread');
    for (const query of [
      '?',
      '?utm_source=mail',
      `?q=${'x'.repeat(8000)}`,
      '?a[b]=c&__proto__=1',
      '?%zz',
    ])
      await request(blog.url)
        .get(`/post/rye-bread${query}`)
        .expect('Cache-Status', HIT)
        .expect(200, plain.text);
    assert.equal([...blog.open.cache.entries()].length, 1);
  });

  it('is found under every spelling of its path', async () => {
    await request(blog.url).get('/tag/S%C3%BC%C3%9Fes%20%26%20Saures').expect(200);
    for (const spelling of [
      '/tag/S%c3%bc%c3%9fes%20&%20Saures',
      '/tag/Su%CC%88%C3%9Fes%20%26%20S%61ures',
    ])
      await request(blog.url).get(spelling).expect(200).expect('Cache-Status', HIT);
    assert.equal([...blog.open.cache.entries()].length, 1);
  });

  it('is gone once the post was edited', async () => {
    const { content, store } = blog.open;
    await request(blog.url).get('/post/quince-jam').expect(200);
    await request(blog.url).get('/post/pickled-lemons').expect(200);
    const { revision } = await store.get('post', jamPost.id);
    await content.savePost({ id: jamPost.id, markdown: 'Less sugar.' }, { revision });
    const { text } = await request(blog.url).get('/post/quince-jam').expect('Cache-Status', STORED);
    assert.match(text, /Less sugar/);
    await request(blog.url).get('/post/pickled-lemons').expect('Cache-Status', HIT);
  });

  describe('asked for with HEAD', () => {
    it('has the headers of a GET and no body, and leaves a page behind for a GET', async () => {
      const head = await ask(blog, '/post/rye-bread', {}, 'HEAD');
      assert.equal(head.headers['cache-status'], STORED);
      assert.equal(head.body.length, 0);
      const get = await ask(blog, '/post/rye-bread');
      assert.equal(get.headers['cache-status'], HIT);
      assert.equal(get.body.length, Number(head.headers['content-length']));
    });

    for (const encoding of ['identity', 'gzip', 'br'])
      it(`has the headers of a GET in ${encoding}`, async () => {
        const accept = { 'Accept-Encoding': encoding };
        await ask(blog, '/post/rye-bread', accept);
        const get = await ask(blog, '/post/rye-bread', accept);
        const head = await ask(blog, '/post/rye-bread', accept, 'HEAD');
        assert.deepEqual({ ...head.headers, date: '' }, { ...get.headers, date: '' });
        assert.equal(head.body.length, 0);
      });
  });
});

describe('Cache-Status', () => {
  const { startBlog } = eachTest();

  it('says “hit” only where the store is not asked', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    await request(blog.url).get('/post/rye-bread').expect('Cache-Status', STORED);
    const readsBefore = store.reads();
    await request(blog.url).get('/post/rye-bread').expect('Cache-Status', HIT);
    assert.equal(store.reads(), readsBefore);
  });

  it('says “collapsed” to those who waited for the render of another', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    store.holdBack('getMany');
    const first = ask(blog, '/post/rye-bread');
    await store.untilWaiting(1);
    const others = [ask(blog, '/post/rye-bread'), ask(blog, '/post/rye-bread')];
    await blog.untilAsked(3);
    store.letGo();
    assert.equal((await first).headers['cache-status'], STORED);
    for (const other of others)
      assert.equal((await other).headers['cache-status'], 'larder; fwd=miss; collapsed');
  });

  it('says “fwd=miss” alone where nothing is kept: errors and redirects', async () => {
    const blog = await startBlog({ posts: smallBlog });
    for (const path of ['/nothing-here', '/tags/'])
      await request(blog.url).get(path).expect('Cache-Status', 'larder; fwd=miss');
  });

  it('says “bypass” for figures', async () => {
    const blog = await startBlog();
    for (const path of ['/status', '/healthz', '/status'])
      await request(blog.url).get(path).expect(200).expect('Cache-Status', 'larder; fwd=bypass');
  });

  it('says “fwd=miss” when what was rendered has changed meanwhile, and nothing old is kept', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    const { revision } = await blog.open.store.get('post', jamPost.id);
    store.holdBack('getMany');
    const during = ask(blog, '/post/quince-jam');
    await store.untilWaiting(1);
    await blog.open.content.savePost({ id: jamPost.id, title: 'Marmalade' }, { revision });
    const after = await ask(blog, '/tags');
    store.letGo();
    assert.equal((await during).headers['cache-status'], 'larder; fwd=miss');
    assert.equal(after.status, 200);
    await request(blog.url)
      .get('/post/quince-jam')
      .expect('Cache-Status', STORED)
      .expect(200, /Marmalade/);
  });

  it('does not say “collapsed” to one who came after the change', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    const { revision } = await blog.open.store.get('post', jamPost.id);
    store.holdBack('getMany');
    const before = ask(blog, '/post/quince-jam');
    await store.untilWaiting(1);
    await blog.open.content.savePost({ id: jamPost.id, title: 'Marmalade' }, { revision });
    const after = ask(blog, '/post/quince-jam');
    await store.untilWaiting(2);
    store.letGo();
    assert.equal((await before).headers['cache-status'], 'larder; fwd=miss');
    assert.equal((await after).headers['cache-status'], STORED);
  });
});
