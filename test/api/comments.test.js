import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { breadPost, draftPost, jamPost, smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
import { parsePage } from '../support/html.js';
/** @import { TestBlog } from '../support/blog.js' */

const grace = { postSlug: 'rye-bread', name: 'Grace', markdown: 'It *rose*.', status: 'approved' };

describe('The API of comments', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {{ Authorization: string }} */
  let token;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    token = await bearer(blog, 'ada', 'comments:write');
  });
  afterEach(() => blog.close());

  /** @param {'get' | 'post' | 'put' | 'delete'} method @param {string} path @param {object} [headers] */
  const call = (method, path, headers = token) => {
    const agent = request(blog.url);
    return agent[method](path).set({ ...headers });
  };
  /** @param {object} [changed] */
  const add = async (changed = {}) =>
    (
      await call('post', '/api/comments')
        .send({ ...grace, ...changed })
        .expect(201)
    ).body;

  it('creates a comment, which readers see when it is approved', async () => {
    await request(blog.url).get('/post/rye-bread').expect(200);
    const response = await call('post', '/api/comments').send(grace).expect(201);
    const { id } = response.body;
    assert.deepEqual(response.body, { id, ...grace, replyTo: '', url: '' });
    assert.ok(id.startsWith(`${breadPost.id}:`));
    assert.equal(response.headers.location, `${blog.url}/api/comments/${encodeURIComponent(id)}`);
    const page = parsePage(await request(blog.url).get('/post/rye-bread').expect(200));
    assert.equal(page.text('.comment .text em'), 'rose');
    await call('get', response.headers.location.slice(blog.url.length)).expect(200);
  });

  it('creates a comment that is pending by default', async () => {
    const { status } = await add({ status: undefined });
    assert.equal(status, 'pending');
  });

  it('approves, changes and deletes a comment by its revision', async () => {
    const { id } = await add({ status: 'pending' });
    const path = `/api/comments/${id}`;
    const { headers } = await call('get', path).expect(200);
    await call('put', path).send({ status: 'approved' }).expect(428);
    const put = await call('put', path)
      .set('If-Match', headers.etag)
      .send({ status: 'approved' })
      .expect(200);
    assert.equal(put.body.markdown, grace.markdown);
    await request(blog.url).get('/post/rye-bread').expect(200, /Grace/);
    await call('delete', path).set('If-Match', headers.etag).expect(412);
    await call('delete', path).set('If-Match', put.headers.etag).expect(204);
    const page = await request(blog.url).get('/post/rye-bread');
    assert.doesNotMatch(page.text, /Grace/);
    await call('get', path).expect(404);
  });

  it('lists them, by status and by post, in pages', async () => {
    for (let number = 1; number <= 5; number++) await add({ name: `Reader ${number}` });
    await add({ status: 'spam' });
    await add({ postSlug: 'quince-jam' });
    /** @param {string} query */
    const all = async (query) => {
      const ids = [];
      let next = `${blog.url}/api/comments?limit=2&${query}`;
      while (next) {
        const { body } = await request('').get(next).set(token).expect(200);
        ids.push(...body.items.map((/** @type {any} */ comment) => comment.id));
        next = body.next;
      }
      assert.equal(new Set(ids).size, ids.length);
      return ids.length;
    };
    assert.equal(await all(''), 7);
    assert.equal(await all('status=spam'), 1);
    assert.equal(await all('postSlug=rye-bread'), 6);
    assert.equal(await all('postSlug=rye-bread&status=approved'), 5);
    assert.equal(await all('postSlug=nothing'), 0);
  });

  it('takes a reply only to a comment on the same post', async () => {
    const { id } = await add();
    assert.equal((await add({ replyTo: id })).replyTo, id);
    const other = await call('post', '/api/comments').send({
      ...grace,
      postSlug: 'quince-jam',
      replyTo: id,
    });
    assert.deepEqual([other.status, other.body.errors[0].field], [422, 'replyTo']);
  });

  for (const [field, changed] of /** @type {[string, object][]} */ ([
    ['postSlug', { postSlug: 'nothing' }],
    ['name', { name: ' ' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'not an address' }],
    ['markdown', { markdown: '' }],
    ['status', { status: 'public' }],
    ['html', { html: '<b>' }],
  ]))
    it(`names the invalid field: ${field} in ${JSON.stringify(changed)}`, async () => {
      const { body } = await call('post', '/api/comments')
        .send({ ...grace, ...changed })
        .expect(422);
      assert.equal(body.errors[0].field, field);
    });

  it('never changes the post or the id of a comment', async () => {
    const { id } = await add();
    const put = (/** @type {object} */ fields) =>
      call('put', `/api/comments/${id}`).set('If-Match', '*').send(fields);
    await put({ postSlug: jamPost.slug }).expect(422);
    await put({ id: `${jamPost.id}:x` }).expect(422);
    await put({ id, postSlug: breadPost.slug, name: 'Grace H.' }).expect(200);
  });

  it('shows an author only the pending comments on their own posts', async () => {
    await blog.open.content.savePost({ title: 'Of Anna', author: 'anna', status: 'published' });
    const anna = await bearer(blog, 'anna', 'comments:write');
    const own = await add({ postSlug: 'of-anna', status: 'pending' });
    const foreign = await add({ status: 'pending' });
    const shown = await add();
    const hidden = await add({ postSlug: draftPost.slug });
    await call('get', `/api/comments/${own.id}`, anna).expect(200);
    await call('get', `/api/comments/${shown.id}`, anna).expect(200);
    for (const { id } of [foreign, hidden])
      await call('get', `/api/comments/${id}`, anna).expect(404);
    await call('put', `/api/comments/${own.id}`, anna)
      .set('If-Match', '*')
      .send({ status: 'approved' })
      .expect(200);
    await call('delete', `/api/comments/${shown.id}`, anna).set('If-Match', '*').expect(403);
    await call('post', '/api/comments', anna).send(grace).expect(403);
    const { body } = await call('get', '/api/comments', anna);
    assert.deepEqual(
      body.items.map((/** @type {any} */ { id }) => id).sort(),
      [own.id, shown.id].sort(),
    );
  });
});
