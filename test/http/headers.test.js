import assert from 'node:assert/strict';
import { eachTest, startBlog } from '../support/blog.js';
import { jamPost, smallBlog } from '../support/fixtures.js';
import { ask, parseAnswer, talk } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const HTTPS = { BASE_URL: 'https://larder.example' };

/** Every kind of answer: its name, how it is asked for, its status and its Cache-Control. */
const answers = /** @type {const} */ ([
  ['a page', 'GET', '/', 200, 'max-age=0, must-revalidate'],
  ['a post', 'GET', '/post/rye-bread', 200, 'max-age=0, must-revalidate'],
  ['a feed', 'GET', '/atomfeed', 200, 'max-age=0, must-revalidate'],
  ['the sitemap', 'GET', '/sitemap.xml', 200, 'max-age=0, must-revalidate'],
  ['the icon', 'GET', '/favicon.ico', 200, 'max-age=0, must-revalidate'],
  ['a source file', 'GET', '/source/app.js', 200, 'max-age=0, must-revalidate'],
  ['the answer to HEAD', 'HEAD', '/', 200, 'max-age=0, must-revalidate'],
  ['the redirect of a trailing slash', 'GET', '/tags/', 308, 'max-age=0'],
  ['the redirect of an old slug', 'GET', '/post/old-jam', 301, 'max-age=0'],
  ['a 404 page', 'GET', '/nothing', 404, 'max-age=0, must-revalidate'],
  ['a 405 page', 'POST', '/', 405, 'max-age=0, must-revalidate'],
  ['a 400 page', 'GET', '/%zz', 400, 'max-age=0, must-revalidate'],
  ['a 421 page', 'GET', 'http://evil.example/', 421, 'max-age=0, must-revalidate'],
  ['the status', 'GET', '/status', 200, 'no-store'],
  ['the health', 'GET', '/healthz', 200, 'no-store'],
  ['the answer to OPTIONS', 'OPTIONS', '/', 204, undefined],
]);

const posts = [...smallBlog];

describe('The response headers', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => {
    blog = await startBlog({ posts });
    const { content, store } = blog.open;
    const { revision } = await store.get('post', jamPost.id);
    const renamed = await content.savePost({ id: jamPost.id, slug: 'old-jam' }, { revision });
    await content.savePost({ id: jamPost.id, slug: 'new-jam' }, { revision: renamed.revision });
  });
  after(() => blog.close());

  for (const [name, method, path, status, caching] of answers)
    it(`of ${name} are those of the design, on a miss and after it`, async () => {
      for (const _ of ['miss', 'hit']) {
        const answer = await ask(blog, path, {}, method);
        assert.equal(answer.status, status);
        expectSecurity(answer.headers);
        assert.equal(answer.headers['cache-control'], caching);
        assert.equal(answer.headers['x-powered-by'], undefined);
        assert.equal(answer.headers['keep-alive'], undefined);
        const isConditional = answer.status === 200 && caching !== 'no-store';
        assert.equal(answer.headers.etag !== undefined, isConditional);
        assert.equal(answer.headers['set-cookie'], undefined);
        assert.equal(answer.headers['strict-transport-security'], undefined);
        assert.doesNotMatch(String(answer.headers['content-security-policy']), /upgrade/);
      }
    });

  it('of theme files let browsers cache them for ever', async () => {
    const page = await ask(blog, '/');
    const [style] = page.body.toString().match(/\/theme\/style[^"]+/) ?? [''];
    const { headers } = await ask(blog, style);
    expectSecurity(headers);
    assert.equal(headers['cache-control'], 'max-age=31536000, immutable');
    assert.equal(headers['content-type'], 'text/css; charset=utf-8');
  });

  it('of a 304 and a 412 are those of the page', async () => {
    for (const header of ['If-None-Match', 'If-Match'])
      expectSecurity(
        (await ask(blog, '/', { [header]: header === 'If-Match' ? '"x"' : '*' })).headers,
      );
  });

  it('of an answer to what is not HTTP are the same', async () => {
    const answer = parseAnswer(await talk(blog, 'NONSENSE\r\n\r\n'));
    assert.match(answer.statusLine, /^HTTP\/1\.1 400 /);
    expectSecurity(answer.headers);
  });

  it('have a Content-Type for everything', async () => {
    const types = {
      '/': 'text/html; charset=utf-8',
      '/atomfeed': 'application/xml; charset=utf-8',
      '/sitemap.xml': 'application/xml; charset=utf-8',
      '/robots.txt': 'text/plain; charset=utf-8',
      '/favicon.ico': 'image/svg+xml; charset=utf-8',
      '/status': 'application/json',
      '/nothing': 'text/html; charset=utf-8',
    };
    for (const [path, type] of Object.entries(types))
      assert.equal((await ask(blog, path)).headers['content-type'], type);
  });

  /** @param {Record<string, any>} headers */
  function expectSecurity(headers) {
    const policy = headers['content-security-policy'];
    for (const part of [
      "default-src 'self'",
      "img-src 'self' https: data:",
      "media-src 'self' https:",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split('; ').includes(part), part);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.ok(headers['permissions-policy']);
    assert.ok(headers.date);
  }
});

describe('A blog with an https address', () => {
  const { startBlog } = eachTest();

  it('asks browsers to stay there, on every kind of answer', async () => {
    const blog = await startBlog({ posts, env: HTTPS });
    for (const [, method, path] of answers) {
      const { headers } = await ask(blog, path, {}, method);
      assert.equal(headers['strict-transport-security'], 'max-age=31536000', path);
      assert.match(String(headers['content-security-policy']), /; upgrade-insecure-requests$/);
    }
  });

  it('names its own address in pages, feeds and the sitemap, and no other', async () => {
    const blog = await startBlog({ posts, env: HTTPS });
    for (const path of ['/', '/post/rye-bread', '/atomfeed', '/sitemap.xml', '/robots.txt']) {
      const text = (await ask(blog, path)).body.toString();
      assert.match(text, /https:\/\/larder\.example/);
      assert.doesNotMatch(text, /127\.0\.0\.1|localhost/);
    }
  });

  it('sends whoever asks for another path on by the path alone', async () => {
    const blog = await startBlog({ posts, env: HTTPS });
    assert.equal((await ask(blog, '/tags/')).headers.location, '/tags');
  });
});
