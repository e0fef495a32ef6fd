import assert from 'node:assert/strict';
import request from 'supertest';
import { openBlog } from '../../lib/start/open-blog.js';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';

describe('When the store is unreachable,', () => {
  const { startBlog } = eachTest();
  const setUp = async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    return { store, blog };
  };

  it('cached pages are still served', async () => {
    const { store, blog } = await setUp();
    const before = await ask(blog, '/post/rye-bread');
    store.goDown();
    const during = await ask(blog, '/post/rye-bread');
    assert.equal(during.headers['cache-status'], 'larder; hit');
    assert.ok(during.body.equals(before.body));
  });

  it('pages not in the cache answer 503 with Retry-After', async () => {
    const { store, blog } = await setUp();
    store.goDown();
    for (const path of ['/', '/post/rye-bread', '/about', '/atomfeed']) {
      const { status, headers, body } = await ask(blog, path);
      assert.equal(status, 503);
      assert.equal(headers['retry-after'], '5');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['cache-status'], 'larder; fwd=miss');
      assert.match(body.toString(), /Temporarily unavailable/);
      assert.doesNotMatch(body.toString(), /database/);
    }
    assert.equal([...blog.open.cache.entries()].length, 0);
  });

  it('pages that need no store are served, and what was never there is not found', async () => {
    const { store, blog } = await setUp();
    store.goDown();
    for (const path of ['/archive', '/tags', '/sitemap.xml', '/favicon.ico', '/source'])
      await request(blog.url).get(path).expect(200);
    await request(blog.url).get('/nothing').expect(404);
  });

  it('/healthz answers 503 and /status reports it', async () => {
    const { store, blog } = await setUp();
    await request(blog.url).get('/healthz').expect(200);
    store.goDown();
    await request(blog.url)
      .get('/healthz')
      .expect(503)
      .expect('Cache-Control', 'no-store')
      .expect('Retry-After', '5');
    const { body } = await request(blog.url).get('/status').expect(200);
    assert.equal(body.store.reachable, false);
  });

  it('the cause is logged, and not counted as an internal error', async () => {
    const { store, blog } = await setUp();
    store.goDown();
    await ask(blog, '/');
    const [line] = blog.log.lines.filter(({ fields }) => fields.path === '/');
    assert.equal(line.level, 'warn');
    assert.equal(line.fields.reason, 'The database is away');
    assert.equal(line.fields.err, undefined, 'Many may be turned away, so there is no stack');
  });

  it('everything recovers by itself once it is back', async () => {
    const { store, blog } = await setUp();
    store.goDown();
    await request(blog.url).get('/post/rye-bread').expect(503);
    store.comeBack();
    await request(blog.url)
      .get('/post/rye-bread')
      .expect('Cache-Status', 'larder; fwd=miss; stored');
    await request(blog.url).get('/healthz').expect(200);
    const { body } = await request(blog.url).get('/status').expect(200);
    assert.equal(body.store.reachable, true);
  });

  it('changes by another process are shown once it is back', async () => {
    const { store, blog } = await setUp();
    for (const path of ['/post/rye-bread', '/post/quince-jam', '/'])
      await request(blog.url).get(path).expect(200);
    const other = await openBlog(blog.config, { clock: blog.clock, log: blog.log });
    store.goDown();
    const toldBefore = store.told();

    const bread = await other.store.get('post', breadPost.id);
    await other.content.savePost({ id: breadPost.id, title: 'Wheat bread' }, bread);
    const jam = await other.store.get('post', jamPost.id);
    await other.content.removePost(jamPost.id, jam.revision);
    await other.close();
    await request(blog.url)
      .get('/post/rye-bread')
      .expect(200, /Rye bread/);

    store.comeBack();
    await store.untilTold(toldBefore + 3);
    await request(blog.url)
      .get('/post/rye-bread')
      .expect(200, /Wheat bread/);
    await request(blog.url).get('/post/quince-jam').expect(410);
    const { text } = await request(blog.url).get('/').expect(200);
    assert.doesNotMatch(text, /Rye bread|Quince jam/);
  });
});
