import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { png } from '../support/images.js';
import { addPeople, bearer } from '../support/people.js';

describe('The cover of a post in the API', () => {
  const { startBlog } = eachTest();

  it('may be named as the upload was answered, and stays until it is set to null', async () => {
    const blog = await startBlog();
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'posts:write', 'media:write');
    const api = request.agent(blog.url).set(token);
    const { body: media } = await api.post('/api/media?name=jar.png').send(png());
    const cover = { src: media.url, alt: 'A jar' };
    const { body } = await api.post('/api/posts').send({ title: 'Plum jam', cover }).expect(201);
    const kept = { src: `/media/${media.name}`, alt: 'A jar' };
    assert.deepEqual(body.cover, kept);
    /** @param {object} change */
    async function put(change) {
      const { headers } = await api.get('/api/posts/plum-jam');
      const answer = await api
        .put('/api/posts/plum-jam')
        .set('If-Match', headers.etag)
        .send(change);
      return answer.body;
    }
    assert.deepEqual((await put({ markdown: 'Sweet.' })).cover, kept);
    assert.equal((await put({ cover: { src: 'jar.png' } })).errors[0].field, 'cover');
    assert.equal((await put({ cover: { alt: 'A jar' } })).errors[0].field, 'cover.src');
    const src = 'https://elsewhere.example/a.png';
    assert.deepEqual((await put({ cover: { src } })).cover, { src, alt: '' });
    assert.equal((await put({ cover: null })).cover, null);
  });

  it('is refused for a page, which would not show it', async () => {
    const blog = await startBlog();
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'pages:write');
    const { body } = await request(blog.url)
      .post('/api/pages')
      .set(token)
      .send({ title: 'About', cover: { src: '/media/jar.png' } })
      .expect(422);
    assert.equal(body.errors[0].field, 'cover');
  });
});
