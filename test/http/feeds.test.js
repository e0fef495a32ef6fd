import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { aboutPage, breadPost, jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';

const HTTPS = { BASE_URL: 'https://larder.example' };
const formats = ['/atomfeed', '/rss.xml', '/feed.json'];

describe('Feeds', () => {
  const { startBlog } = eachTest();
  /** @param {string} url @param {string} path */
  const get = async (url, path) => (await request(url).get(path).buffer(true)).text;

  it('tell the same posts in Atom, RSS and JSON Feed, newest first', async () => {
    const { url } = await startBlog({ posts: [breadPost, jamPost], env: HTTPS });
    const feed = JSON.parse(await get(url, '/feed.json'));
    assert.deepEqual(
      feed.items.map((/** @type {any} */ item) => item.url),
      ['https://larder.example/post/rye-bread', 'https://larder.example/post/quince-jam'],
    );
    const titles = feed.items.map((/** @type {any} */ { title }) => title);
    for (const path of ['/atomfeed', '/rss.xml'])
      assert.deepEqual(parsePage(await get(url, path)).texts(':is(entry, item) > title'), titles);
  });

  it('keep to JSON Feed 1.1', async () => {
    const { url } = await startBlog({ posts: [breadPost], env: HTTPS });
    const feed = JSON.parse(await get(url, '/feed.json'));
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
    assert.equal(feed.feed_url, 'https://larder.example/feed.json');
    assert.equal(feed.home_page_url, 'https://larder.example/');
    const [item] = feed.items;
    assert.match(item.content_html, /<p>/);
    assert.equal(item.date_published, new Date(item.date_published).toISOString());
    assert.deepEqual(Object.keys(item.authors[0]), ['name']);
  });

  it('keep to RSS 2.0', async () => {
    const { url } = await startBlog({ posts: [breadPost], env: HTTPS });
    const { body, headers } = await request(url).get('/rss.xml').buffer(true).parse(asText);
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8');
    assert.match(body, /<guid isPermaLink="false">urn:uuid:[\w-]+<\/guid>/);
    assert.match(body, /<pubDate>\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT<\/pubDate>/);
    assert.match(body, /<content:encoded>&lt;p&gt;/);
  });

  it('are there for each tag, and for no tag that is not there', async () => {
    const { url } = await startBlog({ posts: [breadPost, jamPost] });
    const tag = 'bread';
    for (const path of formats) {
      const text = await get(url, `/tag/${tag}${path}`);
      assert.match(text, /rye-bread/);
      assert.doesNotMatch(text, /quince-jam/);
      await request(url).get(`/tag/nothing${path}`).expect(404);
    }
  });

  it('are announced by every page', async () => {
    const { url } = await startBlog({ posts: [breadPost], env: HTTPS });
    const page = parsePage(await get(url, '/post/rye-bread'));
    assert.deepEqual(
      page.attributes('link[rel=alternate]', 'href'),
      formats.map((path) => `https://larder.example${path}`),
    );
  });

  it('are found at the addresses that other blogs give them', async () => {
    const { url } = await startBlog();
    for (const path of ['/feed', '/feed.xml', '/index.xml', '/atom.xml'])
      await request(url).get(path).expect(301).expect('Location', '/atomfeed');
    for (const path of ['/rss', '/feed.rss', '/index.rss'])
      await request(url).get(path).expect(301).expect('Location', '/rss.xml');
  });

  it('leave an address to the page of the owner that has it', async () => {
    const { url } = await startBlog({ posts: [{ ...aboutPage, slug: 'rss' }] });
    await request(url).get('/rss').expect(200);
  });

  it('can be read in a browser, with a word about what they are', async () => {
    const { url } = await startBlog({ posts: [breadPost] });
    for (const path of ['/atomfeed', '/rss.xml']) {
      const text = await get(url, path);
      const [, style = ''] =
        /<\?xml-stylesheet type="text\/css" href="([^"]+)"\?>/.exec(text) ?? [];
      await request(url)
        .get(style)
        .expect(200)
        .expect('Content-Type', /text\/css/);
      assert.match(text, /This is a feed\./);
      // Or phones would show it as small as on a desk.
      assert.match(text, /<meta name="viewport"/);
    }
  });
});

describe('/subscribe', () => {
  const { startBlog } = eachTest();

  it('names the feeds', async () => {
    const { url } = await startBlog({ env: HTTPS });
    const { text } = await request(url).get('/subscribe').expect(200);
    for (const path of formats) assert.ok(text.includes(`https://larder.example${path}`), path);
  });

  it('gives way to a page of the owner, and comes back when that goes', async () => {
    const { url, open } = await startBlog();
    const shows = async () => (await request(url).get('/subscribe').expect(200)).text;
    assert.match(await shows(), /feed reader/);
    const page = { slug: 'subscribe', title: 'By post', markdown: 'Write to me.' };
    const fields = { type: 'page', status: 'published', author: 'ada', ...page };
    const { id, revision } = await open.content.savePost(/** @type {any} */ (fields));
    assert.match(await shows(), /Write to me/);
    await open.content.savePost({ id, status: 'draft' }, { revision });
    assert.match(await shows(), /feed reader/);
  });
});

/** @param {any} response @param {(error: null, text: string) => void} done */
function asText(response, done) {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (/** @type {string} */ chunk) => (text += chunk));
  response.on('end', () => done(null, text));
}
