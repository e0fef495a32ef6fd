import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest, startBlog } from '../support/blog.js';
import { addPeople, bearer, cookieFor, password, signIn } from '../support/people.js';

describe('The address at which a blog listens', () => {
  const { startBlog } = eachTest();
  /** @param {import('../support/blog.js').TestBlog} blog @param {string} origin */
  const signInFrom = (blog, origin) => signIn(blog, 'ada').set('Origin', origin);

  it('is its own when BASE_URL names none, or one at plain http', async () => {
    for (const BASE_URL of ['', 'http://nas:3000']) {
      const blog = await startBlog({ env: { BASE_URL } });
      await addPeople(blog);
      await signInFrom(blog, blog.url).expect(303);
    }
  });

  it('is a stranger’s when BASE_URL is at https: another program may answer there on an author’s machine', async () => {
    const blog = await startBlog({ env: { BASE_URL: 'https://blog.example.org' } });
    await addPeople(blog);
    await signInFrom(blog, blog.url).expect(403);
    await signInFrom(blog, blog.url).set('Sec-Fetch-Site', 'cross-site').expect(403);
    await signInFrom(blog, blog.url).set('Sec-Fetch-Site', 'same-origin').expect(403);
    await signInFrom(blog, 'https://blog.example.org').expect(303);
  });
});

describe('A request from another site', () => {
  /** @type {import('../support/blog.js').TestBlog} */
  let blog;
  before(async () => {
    blog = await startBlog({ env: { BASE_URL: 'https://blog.example.org' } });
    await addPeople(blog);
  });
  after(() => blog.close());

  const foreign = [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'https://other.example.org' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'https://blog.example.org.evil.example' },
    { Origin: 'http://blog.example.org' },
    { Origin: 'http://127.0.0.1:3000' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://127.0.0.1:3000' },
    { Origin: 'http://localhost:3000', Host: 'localhost:3000' },
    { Origin: 'https://evil.example', Host: 'evil.example' },
    { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
  ];

  for (const headers of foreign) {
    it(`is refused wherever it would change something (${JSON.stringify(headers)})`, async () => {
      const cookie = await cookieFor(blog, 'ada');
      for (const path of ['/admin/login', '/admin/logout', '/admin/setup', '/admin/account/name'])
        await request(blog.url)
          .post(path)
          .set({ ...headers, Cookie: cookie })
          .type('form')
          .send({ name: 'ada', password })
          .expect(403);
      await request(blog.url)
        .post('/api/posts')
        .set({ ...headers, ...(await bearer(blog, 'ada', 'admin')) })
        .send({ title: 'Mine' })
        .expect(403);
      await request(blog.url).get('/admin/account').set('Cookie', cookie).expect(200);
    });
  }

  const own = [
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://blog.example.org' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'https://blog.example.org' },
    {},
  ];

  for (const headers of own) {
    it(`is what the blog’s own is not (${JSON.stringify(headers)})`, async () => {
      await request(blog.url)
        .post('/admin/login')
        .set(headers)
        .type('form')
        .send({ name: 'ada', password })
        .expect(303);
    });
  }

  it('cannot sign anybody in by a link, nor sign them out', async () => {
    const cookie = await cookieFor(blog, 'ada');
    await request(blog.url).get('/admin/logout').set('Cookie', cookie).expect(405);
    await request(blog.url).get('/admin/account').set('Cookie', cookie).expect(200);
  });

  it('reads nothing across origins, since no answer allows it', async () => {
    const response = await request(blog.url)
      .options('/api/posts')
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' });
    assert.equal(response.headers['access-control-allow-origin'], undefined);
  });

  it('opens no API with a cookie', async () => {
    const cookie = await cookieFor(blog, 'ada');
    await request(blog.url).get('/api/posts').set('Cookie', cookie).expect(401);
  });
});
