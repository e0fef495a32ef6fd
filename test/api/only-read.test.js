import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';

describe('Read-only fields in the API', () => {
  const { startBlog } = eachTest();

  it("give a post's author, URL and time of change, and are ignored in requests", async () => {
    const blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'posts:write');
    /** @param {'get' | 'post' | 'put'} method @param {string} path @param {object} [headers] */
    const call = (method, path, headers = {}) => {
      const agent = request(blog.url);
      return agent[method](path).set({ ...token, ...headers });
    };
    const sent = {
      author: 'emil',
      url: 'https://evil.example/',
      updatedAt: '2001-01-01T00:00:00Z',
    };
    const { body } = await call('post', '/api/posts')
      .send({ title: 'Größe', ...sent })
      .expect(201);
    const told = ({ author, url, updatedAt } = body) => [author, url, updatedAt];
    const now = '2026-11-21T12:00:00.500Z';
    assert.deepEqual(told(), ['ada', `${blog.url}/post/grosse`, now]);
    await blog.clock.tick(60_000);
    const changed = await call('put', '/api/posts/grosse', { 'If-Match': '*' })
      .send({ markdown: 'Text', ...sent })
      .expect(200);
    const later = '2026-11-21T12:01:00.500Z';
    assert.deepEqual(told(changed.body), ['ada', `${blog.url}/post/grosse`, later]);
    const { body: page } = await call('get', '/api/pages/about').expect(200);
    assert.equal(page.url, `${blog.url}/about`);
    await call('put', '/api/posts/grosse', { 'If-Match': '*' }).send({ author: 7 }).expect(422);
  });
});
