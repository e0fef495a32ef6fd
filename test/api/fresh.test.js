import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { Response } from 'supertest' */
/** @import { TestBlog } from '../support/blog.js' */

describe('A page requested with Cache-Control: no-cache', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {object} */
  let token;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    token = await bearer(blog, 'ada', 'read');
  });
  afterEach(() => blog.close());

  /** @param {string} path @param {object} [headers] */
  const get = (path, headers = {}) =>
    request(blog.url)
      .get(path)
      .set({ ...headers });
  const fresh = { 'Cache-Control': 'no-cache' };
  /** @param {Response} response */
  const status = ({ headers }) => headers['cache-status'];

  it('is rendered beside the cache for who has a token, the same bytes, and not stored', async () => {
    const first = await get('/', { ...token, ...fresh });
    assert.equal(status(first), 'larder; fwd=request');
    const second = await get('/');
    assert.equal(status(second), 'larder; fwd=miss; stored');
    assert.equal(second.text, first.text);
    assert.equal(status(await get('/', { ...token, ...fresh })), 'larder; fwd=request');
    assert.equal(status(await get('/')), 'larder; hit');
  });

  it('comes from the cache for all others, since a render costs more than a hit', async () => {
    assert.equal(status(await get('/', token)), 'larder; fwd=miss; stored');
    for (const headers of [
      fresh,
      { ...fresh, Authorization: 'Bearer larder_made-up' },
      { ...fresh, Authorization: 'Basic YTpi' },
      token,
    ])
      assert.equal(status(await get('/', headers)), 'larder; hit', JSON.stringify(headers));
  });

  it('shows no draft, token or not', async () => {
    await get('/post/secret-recipe', { ...token, ...fresh }).expect(404);
  });
});
