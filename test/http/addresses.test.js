import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest, startBlog } from '../support/blog.js';
import {
  aboutPage,
  breadPost,
  draftPost,
  jamPost,
  pickledPost,
  scheduledPost,
  shelvesOfPosts,
  smallBlog,
} from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { parsePage } from '../support/html.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('A URL', () => {
  /** @type {TestBlog} */
  let blog;
  before(async () => (blog = await startBlog({ posts: smallBlog })));
  after(() => blog.close());

  describe('with a slash too many', () => {
    const redirects = {
      '/tags/': '/tags',
      '/post/rye-bread/': '/post/rye-bread',
      '/post/rye-bread///?x=1': '/post/rye-bread?x=1',
      '/tag/S%c3%bc%C3%9Fes%20&%20Saures/': '/tag/S%C3%BC%C3%9Fes%20%26%20Saures',
      '/nothing/at/all/': '/nothing/at/all',
      '//': '/',
      '///': '/',
    };
    for (const [from, to] of Object.entries(redirects))
      it(`leads from ${from} to ${to}`, async () => {
        const { status, headers } = await ask(blog, from);
        assert.deepEqual([status, headers.location], [308, to]);
      });

    it('and with a query leads to one with the same query', async () => {
      const { headers } = await ask(blog, '/tags/?utm_source=mail&b=%C3%A9');
      assert.equal(headers.location, '/tags?utm_source=mail&b=%C3%A9');
    });

    it('never leads away from the blog', async () => {
      for (const path of [
        '//evil.example/',
        '///evil.example/',
        '//evil.example/%2F..//',
        '/\\evil.example/',
        '//evil.example:80/',
        '/%2Fevil.example/',
        '/%5Cevil.example/',
        '/.//evil.example/',
        '/%09/evil.example/',
        '//@evil.example//',
      ]) {
        const { status, headers } = await ask(blog, path);
        const { location = '' } = headers;
        assert.equal(status, 308, path);
        assert.match(location, /^\/[^/\\]/, path);
        assert.equal(new URL(location, blog.url).origin, blog.url, path);
      }
    });

    it('leads away neither without one at the end', async () => {
      for (const path of ['//evil.example', '//evil.example/tags', '/\\evil.example'])
        assert.equal((await ask(blog, path)).status, 404, path);
    });
  });

  describe('of a post that was renamed', () => {
    const { startBlog } = eachTest();

    it('leads to where it stands now, also after several names, and a page likewise', async () => {
      const blog = await startBlog({ posts: smallBlog });
      const { content, store } = blog.open;
      await rename(blog, jamPost.id, 'quince-jelly');
      await rename(blog, jamPost.id, 'κυδώνι');
      await rename(blog, aboutPage.id, 'about-us');
      const now = '/post/%CE%BA%CF%85%CE%B4%CF%8E%CE%BD%CE%B9';
      for (const old of ['/post/quince-jam', '/post/quince-jelly'])
        await request(blog.url)
          .get(old)
          .expect(301)
          .expect('Location', now)
          .expect('Cache-Control', 'max-age=0');
      await request(blog.url).get(now).expect(200);
      await request(blog.url).get('/about').expect(301).expect('Location', '/about-us');
      await request(blog.url).get('/about?a=b').expect(301).expect('Location', '/about-us?a=b');

      const { revision } = await store.get('post', pickledPost.id);
      const formerPaths = ['/2024/02/pickled.html', '/alte straße'];
      await content.savePost({ id: pickledPost.id, formerPaths }, { revision });
      for (const old of ['/2024/02/pickled.html', '/alte%20stra%C3%9Fe'])
        await request(blog.url).get(old).expect(301).expect('Location', '/post/pickled-lemons');
    });

    it('is not found while the post is a draft, and does not show its new URL', async () => {
      const blog = await startBlog({ posts: smallBlog });
      await rename(blog, jamPost.id, 'quince-jelly');
      const { revision } = await blog.open.store.get('post', jamPost.id);
      await blog.open.content.savePost({ id: jamPost.id, status: 'draft' }, { revision });
      const { status, headers } = await ask(blog, '/post/quince-jam');
      assert.deepEqual([status, headers.location], [404, undefined]);
    });

    it('is free for another', async () => {
      const blog = await startBlog({ posts: smallBlog });
      await rename(blog, jamPost.id, 'quince-jelly');
      await request(blog.url).get('/post/quince-jam').expect(301);
      await rename(blog, breadPost.id, 'quince-jam');
      await request(blog.url)
        .get('/post/quince-jam')
        .expect(200, /Rye bread/);
    });
  });

  describe('of a post that was removed', () => {
    const { startBlog } = eachTest();

    it('is gone, by all its names', async () => {
      const blog = await startBlog({ posts: smallBlog });
      await rename(blog, jamPost.id, 'quince-jelly');
      await request(blog.url).get('/post/quince-jelly').expect(200);
      const { revision } = await blog.open.store.get('post', jamPost.id);
      await blog.open.content.removePost(jamPost.id, revision);
      for (const old of ['/post/quince-jelly', '/post/quince-jam'])
        await request(blog.url)
          .get(old)
          .expect(410, /This page was removed/);
    });
  });

  it('at which nothing ever stood is not found', async () => {
    for (const path of [
      '/nothing',
      '/post/nothing',
      '/tag/nothing',
      '/tag/nothing/atomfeed',
      '/tag/bread/page/1',
      '/archive/1999',
      '/page/1',
      '/media/nothing.png',
      '/theme/style.css',
      '/source/npm-shrinkwrap.json',
      '/sitemap-2.xml',
      '/a/b/c/d',
    ])
      assert.equal((await ask(blog, path)).status, 404, path);
  });

  it('of a draft, or of a post that is yet to come, is not found, nor are its tags', async () => {
    for (const { slug } of [draftPost, scheduledPost])
      await request(blog.url).get(`/post/${slug}`).expect(404);
    for (const tag of ['secrets', 'SECRETS'])
      await request(blog.url).get(`/tag/${tag}`).expect(404);
    for (const path of ['/', '/archive', '/tags', '/tag/bread', '/atomfeed', '/sitemap.xml']) {
      const { body } = await ask(blog, path);
      assert.doesNotMatch(body.toString(), /secret|pudding/i, path);
    }
  });

  it('tells letters apart, as links have them', async () => {
    await request(blog.url).get('/ARCHIVE').expect(404);
    await request(blog.url).get('/post/Rye-Bread').expect(404);
    await request(blog.url).get('/tag/BREAD').expect(302).expect('Location', '/tag/bread');
  });

  it('with an encoded slash is another than one with a slash', async () => {
    for (const path of [
      '/post%2Frye-bread',
      '/source%2Fapp.js',
      '/source/lib%2Frouter/router.js',
      '/theme%2Fstyle.css',
      '/tag%2Fbread',
    ]) {
      const { status } = await ask(blog, path);
      assert.notEqual(status, 200, path);
    }
  });

  it('of a method other than reading says which ones there are', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])
      for (const path of ['/', '/post/rye-bread', '/nothing', '/status']) {
        const { status, headers } = await ask(blog, path, {}, method);
        assert.deepEqual([status, headers.allow], [405, 'GET, HEAD, OPTIONS'], `${method} ${path}`);
      }
  });

  it('answers OPTIONS, and so does the whole server', async () => {
    for (const path of ['/', '/post/rye-bread', '*']) {
      const { status, headers, body } = await ask(blog, path, {}, 'OPTIONS');
      assert.deepEqual([status, headers.allow, body.length], [204, 'GET, HEAD, OPTIONS', 0]);
    }
  });

  /** @param {TestBlog} blog @param {string} id @param {string} slug */
  async function rename({ open }, id, slug) {
    const { revision } = await open.store.get('post', id);
    await open.content.savePost({ id, slug }, { revision });
  }
});

describe('The numbered pages of a list', () => {
  const { startBlog } = eachTest();
  /** @param {string} html */
  const titles = (html) =>
    parsePage(html)
      .texts('article h2, article h3')
      .map((title) => Number(title.replace('Shelf ', '')));
  /** @param {number} from @param {number} to */
  const down = (from, to) => Array.from({ length: from - to + 1 }, (_, step) => from - step);

  for (const [base, tag] of [
    ['', ''],
    ['/tag/shelves', ' of a tag'],
  ])
    it(`${tag} count from the oldest, and the first page shows exactly the newest P`, async () => {
      const blog = await startBlog({ posts: shelvesOfPosts(35) });
      const read = async (/** @type {string} */ path) =>
        titles((await ask(blog, path)).body.toString());
      assert.deepEqual(await read(base || '/'), down(35, 26));
      assert.deepEqual(await read(`${base}/page/3`), down(30, 21));
      assert.deepEqual(await read(`${base}/page/2`), down(20, 11));
      assert.deepEqual(await read(`${base}/page/1`), down(10, 1));
    });

  it('end where they end, and have one spelling', async () => {
    const blog = await startBlog({ posts: shelvesOfPosts(35) });
    for (const base of ['', '/tag/shelves']) {
      for (const number of [
        '5',
        '99',
        '0',
        '-1',
        '01',
        '1.0',
        '1e0',
        '+1',
        ' 1',
        '',
        '999999999999',
        '１',
        'x',
        'NaN',
        '__proto__',
      ])
        assert.equal(
          (await ask(blog, `${base}/page/${encodeURIComponent(number)}`)).status,
          number === '' ? 308 : 404,
          number,
        );
      const next = await ask(blog, `${base}/page/4`);
      assert.deepEqual([next.status, next.headers.location], [302, base || '/']);
    }
  });

  it('keep their bytes when something new is written, and a new one comes once there are enough', async () => {
    const blog = await startBlog({ posts: shelvesOfPosts(20) });
    const read = async (/** @type {string} */ path) => (await ask(blog, path)).body.toString();
    const before = await read('/page/1');
    assert.equal((await ask(blog, '/page/2')).status, 302);
    await blog.open.content.savePost({ title: 'Shelf 21', status: 'published', tags: [] });
    assert.equal((await ask(blog, '/page/1')).headers['cache-status'], 'larder; hit');
    assert.equal(await read('/page/1'), before);
    assert.deepEqual(titles(await read('/')), down(21, 12));
    assert.deepEqual(titles(await read('/page/2')), down(20, 11));
  });

  it('are all within reach from the front page', async () => {
    const blog = await startBlog({ posts: shelvesOfPosts(45) });
    const seen = [];
    for (let path = '/'; path;) {
      const html = (await ask(blog, path)).body.toString();
      seen.push(...titles(html));
      [path] = parsePage(html).links('a.older[rel=next]');
    }
    assert.deepEqual(seen, [...down(45, 36), ...down(40, 1)]);
  });
});
