import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { aboutPage, breadPost, jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';

const elsewhere = 'https://kitchen.example/rye?a=1&b=2';

describe('What search engines are told of a post', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [breadPost, jamPost, aboutPage] });
  const get = (/** @type {string} */ path) => request(blog.url).get(path);
  const read = async (/** @type {string} */ path) => parsePage(await get(path).expect(200));
  const path = '/admin/posts/rye-bread';
  /** @param {Record<string, string>} fields @param {string} [where] */
  const save = async (fields, where = path) =>
    ada.send(where, await ada.fill(where, { ...fields, action: 'save' }));

  it('is its description, or else what lists show', async () => {
    const saved = { description: ' Rye, <slowly> ' };
    assert.match((await read('/post/rye-bread')).attribute('[name=description]', 'content'), /^Fl/);
    assert.equal((await save(saved)).status, 303);
    const post = await read('/post/rye-bread');
    for (const name of ['[name=description]', '[property="og:description"]'])
      assert.equal(post.attribute(name, 'content'), 'Rye, <slowly>');
    const data = JSON.parse(post.text('script[type="application/ld+json"]'));
    assert.equal(data.description, 'Rye, <slowly>');
    assert.equal(data.dateModified, breadPost.updatedAt, 'for readers, the text is the same');
    assert.match((await read('/')).text('.teaser'), /^Flour/);
    await save({ description: '' });
    assert.match((await read('/post/rye-bread')).attribute('[name=description]', 'content'), /^Fl/);
  });

  it('is where it was first published, which is not here then for sitemaps', async () => {
    await read('/sitemap.xml');
    await save({ canonicalUrl: elsewhere });
    const post = await read('/post/rye-bread');
    assert.deepEqual(post.links('link[rel=canonical]'), [elsewhere]);
    assert.equal(post.attribute('[property="og:url"]', 'content'), elsewhere);
    assert.doesNotMatch((await get('/sitemap.xml').buffer(true)).text, /rye-bread/);
    // Its own URL changes nothing.
    await save({ canonicalUrl: `${blog.url}/post/rye-bread` });
    assert.match((await get('/sitemap.xml').buffer(true)).text, /rye-bread/);
  });

  it('can be to leave it out, and a page as well', async () => {
    await read('/sitemap.xml');
    await save({ noindex: 'on' });
    await save({ noindex: 'on' }, '/admin/pages/about');
    for (const where of ['/post/rye-bread', '/about']) {
      const response = await get(where);
      assert.equal(response.headers['x-robots-tag'], 'noindex');
      assert.equal((await get(where)).headers['x-robots-tag'], 'noindex', 'a hit');
      const page = parsePage(response);
      assert.equal(page.attribute('meta[name=robots]', 'content'), 'noindex');
      assert.equal(page.has('link[rel=canonical]'), false);
    }
    const { text } = await get('/sitemap.xml').buffer(true);
    assert.deepEqual(text.match(/\/(about|post\/[\w-]+)(?=<)/g), ['/post/quince-jam']);
    assert.equal((await ada.open(path)).fields('#editor').noindex, 'on');
    await save({ noindex: '' });
    assert.equal((await get('/post/rye-bread')).headers['x-robots-tag'], undefined);
    assert.match((await get('/sitemap.xml').buffer(true)).text, /rye-bread/);
  });

  it('is never that it was changed before it was published, as the text of a scheduled post was', async () => {
    const day = '2026-10-01T08:00:00.000Z';
    const { revision } = await blog.open.store.get('post', jamPost.id);
    await blog.open.content.savePost({ ...jamPost, publishedAt: day }, { revision });
    const post = await read('/post/quince-jam');
    assert.equal(post.attribute('[property="article:modified_time"]', 'content'), day);
    const data = JSON.parse(post.text('script[type="application/ld+json"]'));
    assert.deepEqual([data.datePublished, data.dateModified], [day, day]);
    const { text } = await get('/sitemap.xml').buffer(true);
    assert.match(text, new RegExp(`quince-jam</loc><lastmod>${day}<`));
  });

  it('is checked', async () => {
    for (const wrong of [
      'javascript:alert(1)',
      '/post/x',
      'https://',
      `https://x/${'y'.repeat(2e3)}`,
    ])
      assert.match(
        parsePage(await save({ canonicalUrl: wrong })).problems().canonicalUrl,
        /must start with https?:\/\//,
      );
    const { description } = parsePage(await save({ description: 'x'.repeat(501) })).problems();
    assert.equal(description, 'The description can have at most 500 characters');
  });

  it('comes back with an earlier version', async () => {
    await save({ description: 'One', canonicalUrl: elsewhere, noindex: 'on' });
    await save({ description: 'Two', canonicalUrl: '', noindex: '' });
    const [newest] = (await ada.open(`${path}/history`)).links('a[href*="/history/"]');
    const version = await ada.open(newest);
    assert.match(version.text('main'), /Description/);
    await ada.send(newest, version.fields());
    const { description, canonicalUrl, noindex } = (await ada.open(path)).fields('#editor');
    assert.deepEqual([description, canonicalUrl, noindex], ['One', elsewhere, 'on']);
  });
});
