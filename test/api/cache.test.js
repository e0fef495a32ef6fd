import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest, startBlog } from '../support/blog.js';
import { breadPost, shelvesOfPosts, smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

describe('The list of cached pages in the API', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => {
    blog = await startBlog({ posts: shelvesOfPosts(5) });
    await addPeople(blog);
    for (const path of ['/tags', '/', '/post/shelf-3']) await request(blog.url).get(path);
  });
  after(() => blog.close());

  it('names each with its store, its size and its encodings, in pages', async () => {
    const token = await bearer(blog, 'ada', 'read');
    const first = await request(blog.url).get('/api/cache?limit=2').set(token).expect(200);
    const second = await request(first.body.next).get('').set(token).expect(200);
    const items = [...first.body.items, ...second.body.items];
    assert.deepEqual(
      items.map(({ path, store }) => `${path} ${store}`),
      ['/ dynamic', '/post/shelf-3 floating', '/tags semiDynamic'],
    );
    assert.equal(second.body.next, null);
    for (const { bytes, encodings, etag } of items) {
      assert.ok(bytes > 0);
      assert.equal(encodings.length, 1);
      assert.match(etag, /^W\/"/);
    }
  });

  it('is that of an index which was compared with the store', async () => {
    const wrapStore = (/** @type {Store} */ store) => ({
      ...store,
      watch: () => ({ close: async () => {} }),
    });
    const deaf = await startBlog({ posts: shelvesOfPosts(5), wrapStore });
    await addPeople(deaf);
    const { store, index } = deaf.open;
    const [{ id }] = index.posts();
    const record = await store.get('post', id);
    const { revision } = record;
    await store.write([{ kind: 'post', record: { ...record, title: 'Untold' }, revision }]);
    assert.doesNotMatch((await request(deaf.url).get('/archive')).text, /Untold/);
    const token = await bearer(deaf, 'ada', 'read');
    await request(deaf.url).get('/api/cache').set(token).expect(200);
    const { body } = await request(deaf.url).get('/status');
    assert.equal(body.index.comparedUpTo, (await store.summaries()).sequence);
    assert.match((await request(deaf.url).get('/archive')).text, /Untold/);
    await deaf.close();
  });

  it('is for owners alone', async () => {
    await request(blog.url).get('/api/cache').expect(401);
    const token = await bearer(blog, 'emil', 'admin');
    await request(blog.url).get('/api/cache').set(token).expect(403);
  });
});

describe('The last changes in the API', () => {
  const { startBlog } = eachTest();

  it('name the pages that each cleared, with what was touched, as a key and in words', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'read');
    const { store, content } = blog.open;
    for (const path of ['/', '/post/rye-bread']) await request(blog.url).get(path).expect(200);
    const { revision } = await store.get('post', breadPost.id);
    await content.savePost({ id: breadPost.id, title: 'White bread' }, { revision });
    await content.saveSettings({ title: 'The cool room' });
    const first = await request(blog.url).get('/api/cache/changes?limit=1').set(token).expect(200);
    assert.deepEqual(
      first.body.items.map((/** @type {any} */ { cause, cleared }) => [cause, cleared]),
      [['settings', 0]],
    );
    const { body } = await request(first.body.next).get('').set(token).expect(200);
    const [{ milliseconds, number, at, ...item }] = body.items;
    assert.ok(milliseconds >= 0 && number > 0);
    assert.match(at, /^2026-11-21T12:00:00/);
    const text = 'the text of “White bread”';
    const pages = [
      { path: '/post/rye-bread', dependency: `text:${breadPost.id}`, isReady: false, text },
    ];
    assert.deepEqual(
      { ...item, pages: item.pages.filter((/** @type {any} */ { path }) => path !== '/') },
      {
        cause: 'editPost',
        about: 'White bread',
        cleared: 2,
        pages,
      },
    );
  });

  it('are for owners alone', async () => {
    const blog = await startBlog();
    await addPeople(blog);
    const token = await bearer(blog, 'emil', 'admin');
    await request(blog.url).get('/api/cache/changes').set(token).expect(403);
  });
});
