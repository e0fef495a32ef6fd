import { shapes } from '../../lib/content/shapes.js';
import assert from 'node:assert/strict';
import request from 'supertest';
import { startBlog } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The API of settings', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {{ Authorization: string }} */
  let token;
  beforeEach(async () => {
    blog = await startBlog({ posts: smallBlog });
    await addPeople(blog);
    token = await bearer(blog, 'ada', 'settings:write');
  });
  afterEach(() => blog.close());

  const get = () => request(blog.url).get('/api/settings').set(token);
  /** @param {object} fields @param {string} [match] */
  const put = (fields, match = '*') =>
    request(blog.url).put('/api/settings').set(token).set('If-Match', match).send(fields);

  it('returns the settings, also before any were saved, and changes what is sent', async () => {
    const first = await get().expect(200);
    assert.deepEqual(Object.keys(first.body).sort(), Object.keys(shapes.settings).sort());
    await request(blog.url).get('/').expect(200);
    const changed = await put({ title: 'The cool room' }, first.headers.etag).expect(200);
    assert.equal(changed.body.tagline, first.body.tagline);
    await request(blog.url)
      .get('/')
      .expect(200, /The cool room/);
    await put({ title: 'Again' }, first.headers.etag).expect(412);
    await request(blog.url).put('/api/settings').set(token).send({}).expect(428);
    const { body, headers } = await get();
    assert.equal((await put(body, headers.etag).expect(200)).headers.etag, headers.etag);
  });

  for (const [field, fields] of /** @type {[string, object][]} */ ([
    ['title', { title: ' ' }],
    ['language', { language: 'not a tag' }],
    ['theme', { theme: 'none' }],
    ['appearance.accent', { appearance: { accent: 'red' } }],
    ['appearance.logoDark', { appearance: { logoDark: 'https://a.example/x.png' } }],
    ['appearance.front', { appearance: { front: 'sideways' } }],
    ['appearance.css', { appearance: { css: 'a {' } }],
    ['appearance.nothing', { appearance: { nothing: 1 } }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['postsPerPage', { postsPerPage: 0 }],
    ['postsPerPage', { postsPerPage: 2.5 }],
    ['postsPerPage', { postsPerPage: '10' }],
    ['navigation', { navigation: [{ title: 'x', url: 'javascript:alert(1)' }] }],
    ['navigation', { navigation: [{ title: 'x', url: '//evil.example/' }] }],
    ['navigation[0].url', { navigation: [{ title: 'x' }] }],
    ['id', { id: 'other' }],
  ]))
    it(`names the invalid field: ${JSON.stringify(fields)}`, async () => {
      const { body } = await put(fields).expect(422);
      assert.equal(body.errors[0].field, field);
    });
});
