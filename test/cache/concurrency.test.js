import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, pickledPost } from '../support/fixtures.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { TestBlog } from '../support/blog.js' */

const posts = [pickledPost, jamPost, breadPost];

/** A page of each kind that reads documents, and the read at which its render can be stopped. */
const pages = /** @type {const} */ ([
  ['/', 'getMany'],
  ['/post/quince-jam', 'getMany'],
  ['/tag/preserves', 'getMany'],
  ['/atomfeed', 'getMany'],
  ['/tag/preserves/atomfeed', 'getMany'],
]);

describe('A change that happens during a render', () => {
  const { startBlog } = eachTest();

  for (const [path, read] of pages) {
    it(`keeps ${path} out of the cache when it was read before`, async () => {
      const { double, blog } = await start();
      double.holdBack(read);
      const early = request(blog.url)
        .get(path)
        .then((answer) => answer);
      await double.untilWaiting(1);
      const stopped = rename(blog, 'Quince jelly');
      double.letGo();
      await Promise.all([early, stopped]);
      const next = await request(blog.url).get(path);
      assert.match(next.text, /Quince jelly/);
      const again = await request(blog.url).get(path);
      assert.equal(again.headers['cache-status'], 'larder; hit');
      assert.equal(again.text, next.text);
    });
  }

  it('is seen by a request that comes after it, while the older render still runs', async () => {
    const { double, blog } = await start();
    double.holdBack('getMany');
    const early = request(blog.url)
      .get('/post/quince-jam')
      .then((answer) => answer);
    await double.untilWaiting(1);
    double.pass();
    await rename(blog, 'Quince jelly');
    const late = await request(blog.url).get('/post/quince-jam');
    assert.match(late.text, /Quince jelly/);
    double.letGo();
    await early;
    const next = await request(blog.url).get('/post/quince-jam');
    assert.match(next.text, /Quince jelly/);
    assert.equal(next.headers['cache-status'], 'larder; hit');
  });

  it('between the reads of text and comments leaves no page with half of each', async () => {
    const { double, blog } = await start();
    await comment(blog, 'Lovely with cheese');
    double.holdBack('commentsOf');
    const early = request(blog.url)
      .get('/post/quince-jam')
      .then((answer) => answer);
    await double.untilWaiting(1);
    await comment(blog, 'And with bread');
    double.letGo();
    await early;
    const next = await request(blog.url).get('/post/quince-jam');
    assert.match(next.text, /Lovely with cheese/);
    assert.match(next.text, /And with bread/);
  });

  it('that touches nothing on the page lets it be kept', async () => {
    const { double, blog } = await start();
    double.holdBack('getMany');
    const early = request(blog.url)
      .get('/tag/bread')
      .then((answer) => answer);
    await double.untilWaiting(1);
    double.pass();
    await rename(blog, 'Quince jelly');
    double.letGo();
    assert.equal((await early).headers['cache-status'], 'larder; fwd=miss; stored');
  });

  it('during compression does not bring the old page back', async () => {
    const { blog } = await start();
    await request(blog.url).get('/post/quince-jam').set('Accept-Encoding', 'identity');
    const early = request(blog.url)
      .get('/post/quince-jam')
      .set('Accept-Encoding', 'br')
      .then((answer) => answer);
    await blog.untilAsked(2);
    await rename(blog, 'Quince jelly');
    await early;
    const next = await request(blog.url).get('/post/quince-jam').set('Accept-Encoding', 'gzip');
    assert.match(next.text, /Quince jelly/);
  });

  it('is seen by each of many requests that come after it', async () => {
    const { blog } = await start();
    await rename(blog, 'Quince jelly');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request(blog.url).get('/post/quince-jam')),
    );
    for (const { text } of answers) assert.match(text, /Quince jelly/);
    assert.equal(blog.open.cache.statistics().stores.floating.misses, 1);
  });

  async function start() {
    const double = createStoreDouble();
    const blog = await startBlog({ posts, wrapStore: double.wrap });
    return { double, blog };
  }
});

/** @param {TestBlog} blog @param {string} title */
async function rename({ open: { content, index } }, title) {
  const { revision = null } = index.post(jamPost.id) ?? {};
  await content.savePost({ id: jamPost.id, title }, { revision });
}

/** @param {TestBlog} blog @param {string} markdown */
const comment = ({ open: { content } }, markdown) =>
  content.saveComment({
    postId: jamPost.id,
    replyTo: '',
    name: 'Mo',
    url: '',
    markdown,
    status: 'approved',
  });
