import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { parsePage } from '../support/html.js';

/** @param {number} day of January 2026 @param {string[]} tags */
const post = (day, tags) => ({
  id: `${String(day).padStart(8, '0')}-1111-4111-8111-111111111111`,
  title: `Jar ${day}`,
  tags,
  status: /** @type {const} */ ('published'),
  publishedAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
});

describe('Related posts', () => {
  const { startBlog } = eachTest();
  const start = async (/** @type {ReturnType<typeof post>[]} */ posts) => {
    const blog = await startBlog({ posts });
    const get = (/** @type {number} */ day) => request(blog.url).get(`/post/jar-${day}`);
    const related = async (/** @type {number} */ day) => {
      const page = parsePage(await get(day).expect(200));
      return page
        .texts('[aria-label="Related posts"] a')
        .map((title) => parseInt(title.slice(4), 10));
    };
    return { ...blog, get, related };
  };
  const isHit = (/** @type {{ headers: Record<string, string> }} */ { headers }) =>
    headers['cache-status'].includes('hit');

  it('are the nearest with the same tags, without those that are next to it anyway', async () => {
    const blog = await start([
      ...[1, 3, 5, 7, 9, 11].map((day) => post(day, ['plums'])),
      ...[2, 4, 6, 8, 10].map((day) => post(day, ['pears', 'salt'])),
      post(12, ['salt']),
      post(13, ['figs']),
    ]);
    assert.deepEqual(await blog.related(5), [3, 7, 1, 9]);
    assert.deepEqual(await blog.related(10), [8, 6, 12], 'further tags, where the first has few');
    assert.deepEqual(await blog.related(12), [10, 8], '11 and 13 are its neighbours');
    assert.deepEqual(await blog.related(13), []);
  });

  it('are cleared when one of them comes, goes or has another title, and only then', async () => {
    const blog = await start([1, 3, 5, 7, 9, 11, 13].map((day) => post(day, ['plums', 'salt'])));
    const { content, store } = blog.open;
    const warm = async () => {
      for (const day of [1, 5, 13]) await blog.get(day);
    };
    const save = async (/** @type {number} */ day, /** @type {object} */ changed) => {
      const { id } = post(day, []);
      const present = await store.get('post', id);
      await content.savePost({ id, ...changed }, { revision: present?.revision ?? null });
    };
    await warm();
    assert.deepEqual(await blog.related(5), [1, 9]);
    await save(9, { title: 'Jar 9, again' });
    assert.equal(isHit(await blog.get(5)), false);
    assert.equal(isHit(await blog.get(1)), true);
    await warm();
    await save(1, { tags: ['figs'] });
    assert.deepEqual(await blog.related(5), [9]);
    assert.equal(isHit(await blog.get(13)), true);
  });
});
