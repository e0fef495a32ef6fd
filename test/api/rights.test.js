import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { breadPost, draftPost, smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('Access by API token', () => {
  /** @type {TestBlog} */
  let blog;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    const { content } = blog.open;
    await content.savePost({ title: 'Of Anna', slug: 'of-anna', author: 'anna' });
    await content.savePost({ title: 'Of Emil', slug: 'of-emil', author: 'emil' });
  });
  afterEach(() => blog.close());

  it('needs a token: 401 with WWW-Authenticate', async () => {
    for (const path of ['/api/posts', '/api/posts/rye-bread', '/api/settings', '/api/comments']) {
      const { headers, body } = await request(blog.url).get(path).expect(401);
      assert.equal(headers['www-authenticate'], 'Bearer');
      assert.equal(headers['content-type'], 'application/problem+json');
      assert.equal(body.status, 401);
    }
  });

  it('is refused for an invalid or revoked token', async () => {
    const headers = await bearer(blog, 'ada', 'admin');
    const get = (/** @type {object} */ set) =>
      request(blog.url)
        .get('/api/posts')
        .set({ ...set });
    await get(headers).expect(200);
    await blog.open.accounts.tokens.revoke((await blog.open.accounts.tokens.list())[0].id);
    await get(headers).expect(401).expect('WWW-Authenticate', 'Bearer error="invalid_token"');
    for (const value of [
      'Bearer x',
      'Bearer setup',
      'Bearer larder_',
      'Basic YTpi',
      'Bearer',
      `Bearer larder_${'A'.repeat(43)}`,
    ])
      await get({ Authorization: value }).expect(401);
  });

  it('is slowed down for those who guess, but never for a valid token', async () => {
    const good = await bearer(blog, 'ada', 'read');
    const guess = (/** @type {number} */ number) =>
      request(blog.url).get('/api/posts').set('Authorization', `Bearer larder_${number}`);
    const guesses = Array.from({ length: 200 }, (_, number) => guess(number));
    for (const { status } of await Promise.all(guesses)) assert.equal(status, 401);
    await guess(200).expect(429).expect('Retry-After', '1');
    await request(blog.url).get('/api/posts').set(good).expect(200);
  });

  it('is limited to its scopes', async () => {
    const read = await bearer(blog, 'ada', 'read');
    const comments = await bearer(blog, 'ada', 'comments:write');
    const all = await bearer(blog, 'ada', 'admin');
    const post = (/** @type {object} */ headers) =>
      request(blog.url)
        .post('/api/posts')
        .set({ ...headers })
        .send({ title: 'New' });
    const { headers } = await post(read).expect(403);
    assert.match(headers['www-authenticate'], /error="insufficient_scope", scope="posts:write"/);
    await post(comments).expect(403);
    await post(all).expect(201);
    await request(blog.url).get('/api/posts').set(comments).expect(200);
    await request(blog.url)
      .put('/api/settings')
      .set(comments)
      .set('If-Match', '*')
      .send({})
      .expect(403);
  });

  it("never exceeds the user's role: authors have only their own posts", async () => {
    const anna = await bearer(blog, 'anna', 'admin');
    /** @param {'get' | 'put' | 'delete'} method @param {string} path */
    const call = (method, path) => request(blog.url)[method](path).set(anna).set('If-Match', '*');
    await call('get', '/api/posts/of-anna').expect(200);
    await call('put', '/api/posts/of-anna').send({ title: 'Mine' }).expect(200);
    await call('get', `/api/posts/${breadPost.slug}`).expect(200);
    for (const method of /** @type {const} */ (['put', 'delete'])) {
      await call(method, `/api/posts/${breadPost.slug}`).send({ title: 'Mine' }).expect(403);
      await call(method, `/api/posts/${draftPost.slug}`).send({ title: 'Mine' }).expect(404);
      await call(method, '/api/posts/of-emil').send({ title: 'Mine' }).expect(404);
      await call(method, '/api/pages/about').send({ title: 'Mine' }).expect(403);
    }
    await call('get', '/api/posts/of-emil').expect(404);
    const { body } = await call('get', '/api/posts');
    assert.deepEqual(
      body.items
        .filter((/** @type {any} */ { state }) => state !== 'public')
        .map((/** @type {any} */ { slug }) => slug),
      ['of-anna'],
    );
    await request(blog.url).post('/api/pages').set(anna).send({ title: 'Mine' }).expect(403);
    await call('put', '/api/settings').send({ title: 'Mine' }).expect(403);
  });

  it("always makes the token's user the author of a new post", async () => {
    const anna = await bearer(blog, 'anna', 'posts:write');
    const { body } = await request(blog.url)
      .post('/api/posts')
      .set(anna)
      .send({ title: 'Hers', author: 'emil' })
      .expect(201);
    assert.equal((await blog.open.store.get('post', body.id)).author, 'anna');
    await request(blog.url)
      .post('/api/posts')
      .set(anna)
      .send({ title: 'Theirs', id: breadPost.id })
      .expect(409);
    assert.equal((await blog.open.store.get('post', breadPost.id)).title, 'Rye bread');
  });

  it('lets an editor write everyone’s posts and pages, and leaves the settings to the owner', async () => {
    const emil = await bearer(blog, 'emil', 'admin');
    const ada = await bearer(blog, 'ada', 'admin');
    const put = (/** @type {string} */ path, /** @type {object} */ headers) =>
      request(blog.url)
        .put(path)
        .set({ ...headers, 'If-Match': '*' })
        .send({ title: 'Changed' });
    await put('/api/posts/of-anna', emil).expect(200);
    await put('/api/pages/about', emil).expect(200);
    await put('/api/settings', emil).expect(403);
    await put('/api/settings', ada).expect(200);
    const { author } = await blog.open.store.get(
      'post',
      blog.open.index.find('post', 'of-anna')?.id ?? '',
    );
    assert.equal(author, 'anna');
  });

  it("follows the user's role, and ends with the account", async () => {
    const emil = await bearer(blog, 'emil', 'admin');
    const put = () =>
      request(blog.url)
        .put('/api/posts/of-anna')
        .set({ ...emil, 'If-Match': '*' })
        .send({ title: 'x' });
    await put().expect(200);
    await blog.open.content.saveUser({ id: 'emil', name: 'Emil', role: 'author' });
    await put().expect(404);
  });

  it('with a token of the blog itself is limited only by its scopes, before there are users', async () => {
    const blogs = await bearer(blog, '', 'posts:write');
    await request(blog.url)
      .post('/api/posts')
      .set(blogs)
      .send({ title: 'From the terminal' })
      .expect(201);
    await request(blog.url)
      .put('/api/settings')
      .set(blogs)
      .set('If-Match', '*')
      .send({})
      .expect(403);
  });

  it('is answered with the allowed methods of each URL', async () => {
    const ada = await bearer(blog, 'ada', 'admin');
    await request(blog.url)
      .patch('/api/posts/rye-bread')
      .set(ada)
      .expect(405)
      .expect('Allow', 'GET, HEAD, PUT, DELETE, OPTIONS');
    await request(blog.url)
      .options('/api/posts')
      .set(ada)
      .expect(204)
      .expect('Allow', 'GET, HEAD, POST, OPTIONS');
    await request(blog.url).get('/api/nothing').set(ada).expect(404);
  });
});
