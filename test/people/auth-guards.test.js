import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest, startBlog } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { addPeople, bearer, cookieFor, password, signIn } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The address at which the server listens', () => {
  const { startBlog } = eachTest();
  /** @param {TestBlog} blog @param {string} origin */
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
  /** @type {TestBlog} */
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

describe('A form, without BASE_URL,', () => {
  const { startBlog } = eachTest();
  const post = async (/** @type {string} */ url, /** @type {Record<string, string>} */ headers) => {
    const form = { token: 'x', name: 'Ada', password };
    const { status, text } = await request(url)
      .post('/admin/setup')
      .set(headers)
      .type('form')
      .send(form);
    // The token is no good, but the form was taken.
    return { isTaken: /set-up link is no longer valid/.test(text), status, text };
  };

  it('is taken by the address at which it arrives, or as localhost, on the own port', async () => {
    const { port } = await startBlog({ env: { HOST: '0.0.0.0' } });
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost']) {
      const address = host === 'localhost' ? '127.0.0.1' : host;
      const headers = { Origin: `http://${host}:${port}`, Host: `${host}:${port}` };
      assert.ok((await post(`http://${address}:${port}`, headers)).isTaken, host);
    }
  });

  it('is taken by no name that a site could have point here, and no other address or port', async () => {
    const { port } = await startBlog({ env: { HOST: '0.0.0.0' } });
    for (const origin of [
      `http://evil.example:${port}`,
      `http://nas:${port}`,
      `http://127.0.0.3:${port}`,
      `http://localhost.evil.example:${port}`,
      `https://127.0.0.2:${port}`,
      'http://127.0.0.2:1',
      'http://127.0.0.2',
      `http://127.0.0.2.evil.example:${port}`,
      'null',
    ]) {
      const headers = { Origin: origin, Host: origin.replace(/^https?:\/\//, '') };
      assert.equal((await post(`http://127.0.0.2:${port}`, headers)).status, 403, origin);
    }
  });

  it('that is refused says what to do, and that nothing typed is lost', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const { text } = await post(blog.url, { Origin: 'http://nas:3000' });
    assert.match(text, /start Larder with BASE_URL set to it/);
    assert.match(text, /Use your browser’s back button: what you typed is still there/);
    const comment = await request(blog.url)
      .post('/post/rye-bread/comments')
      .set('Origin', 'http://nas:3000')
      .type('form')
      .send({ name: 'Ada' })
      .expect(403);
    assert.match(comment.text, /start Larder with BASE_URL set to it/);
    assert.match(comment.text, /Use your browser’s back button: what you typed is still there/);
  });

  it('is taken by the address of BASE_URL alone where there is one', async () => {
    const env = { HOST: '0.0.0.0', BASE_URL: 'http://blog.example' };
    const { port } = await startBlog({ env });
    const url = `http://127.0.0.2:${port}`;
    assert.equal((await post(url, { Origin: url })).status, 403);
    assert.ok((await post(url, { Origin: 'http://blog.example' })).isTaken);
  });
});
