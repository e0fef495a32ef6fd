import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { withAuthors } from '../support/authors.js';
import { breadPost, jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png } from '../support/images.js';

describe('The cover of a post', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [breadPost, jamPost] });
  const cover = { src: '', alt: 'A “loaf” & a knife' };
  beforeEach(async () => {
    const { content } = blog.open;
    const { id } = await saveUpload({ name: 'rye.png', bytes: png() }, 'ada', content);
    cover.src = `/media/${id}`;
    const { revision } = await content.store.get('post', breadPost.id);
    await content.savePost({ id: breadPost.id, cover }, { revision });
  });
  const read = async (/** @type {string} */ path) =>
    parsePage(await request(blog.url).get(path).expect(200));
  const path = '/admin/posts/quince-jam';
  /** @param {Record<string, string>} fields */
  const save = async (fields) =>
    ada.send(path, await ada.fill(path, { ...fields, action: 'save' }));

  it('is shown with the post, on its cards, and where it is shared', async () => {
    const post = await read('/post/rye-bread');
    assert.equal(post.attribute('.cover img', 'src'), cover.src);
    assert.equal(post.attribute('.cover img', 'alt'), cover.alt);
    assert.equal(post.attribute('meta[property="og:image"]', 'content'), blog.url + cover.src);
    for (const list of ['/', '/tag/bread'])
      assert.deepEqual((await read(list)).attributes('.card .cover img', 'src'), [cover.src]);
  });

  it('is loaded at once on the first card of a list, and late on the others', async () => {
    for (const { id } of [breadPost, jamPost]) {
      const { revision } = await blog.open.content.store.get('post', id);
      await blog.open.content.savePost({ id, cover, tags: ['both'] }, { revision });
    }
    for (const list of ['/', '/tag/both']) {
      const page = await read(list);
      assert.equal(page.attribute('.card:nth-of-type(1) img', 'fetchpriority'), 'high');
      assert.deepEqual(page.attributes('.card img', 'loading'), ['lazy']);
    }
  });

  it('is in the feeds', async () => {
    const { text } = await request(blog.url).get('/feed.json').buffer(true);
    const [{ image, content_html: html }] = JSON.parse(text).items;
    assert.equal(image, blog.url + cover.src);
    assert.ok(
      html.startsWith(`<p><img src="${image}" alt="A “loaf” &amp; a knife" width="3"`),
      html,
    );
    const { text: atom } = await request(blog.url).get('/atomfeed').buffer(true);
    assert.ok(atom.includes(image));
  });

  it('is refused when no browser could ask for it', async () => {
    for (const src of ['https://[', 'http://a:b:c/', '/elsewhere.png']) {
      const saved = blog.open.content.savePost({ title: 'Jam', cover: { src, alt: '' } });
      await assert.rejects(saved, { code: 'invalid', field: 'cover' });
    }
  });

  it('is not shown when an earlier version kept one for which no browser could ask', async () => {
    const { store } = blog.open;
    const record = {
      ...(await store.get('post', breadPost.id)),
      cover: { src: 'https://[', alt: '' },
    };
    await store.write([{ kind: 'post', record, revision: record.revision }]);
    while (blog.open.index.post(breadPost.id)?.revision === record.revision) await setImmediate();
    assert.deepEqual((await read('/post/rye-bread')).attributes('.cover img', 'src'), []);
    for (const path of ['/', '/atomfeed', '/rss.xml', '/feed.json'])
      await request(blog.url).get(path).expect(200);
  });

  it('is not shown above a text, in pages and feeds, that shows the same picture', async () => {
    const { content } = blog.open;
    const { revision } = await content.store.get('post', breadPost.id);
    const markdown = `Rye.\n\n![](${cover.src})`;
    await content.savePost({ id: breadPost.id, markdown }, { revision });
    const post = await read('/post/rye-bread');
    assert.deepEqual(post.attributes('article img', 'src'), [cover.src]);
    assert.equal(post.attribute('meta[property="og:image"]', 'content'), blog.url + cover.src);
    const { text } = await request(blog.url).get('/feed.json').buffer(true);
    assert.equal(JSON.parse(text).items[0].content_html.split('<img').length, 2);
  });

  it('is not shown anywhere once its upload is gone', async () => {
    const paths = ['/post/rye-bread', '/', '/tag/bread', '/atomfeed', '/rss.xml', '/feed.json'];
    const get = async (/** @type {string} */ path) =>
      (await request(blog.url).get(path).buffer(true)).text;
    for (const path of paths) assert.ok((await get(path)).includes(cover.src), path);
    const { content } = blog.open;
    const media = await content.store.get('media', cover.src.slice('/media/'.length));
    await content.removeMedia(media.id, media.revision);
    for (const path of paths) assert.ok(!(await get(path)).includes(cover.src), path);
  });

  it('is chosen in the editor, and taken away there', async () => {
    await read('/post/quince-jam');
    assert.equal((await save({ cover: cover.src, coverAlt: 'Jam' })).status, 303);
    assert.equal((await read('/post/quince-jam')).attribute('.cover img', 'alt'), 'Jam');
    assert.equal((await ada.open(path)).fields().cover, cover.src);
    await save({ cover: '' });
    assert.equal((await read('/post/quince-jam')).has('.cover'), false);
  });

  it('has to be an upload or the address of an image', async () => {
    for (const wrong of ['javascript:alert(1)', 'jam.png', '/post/x'])
      assert.match(parsePage(await save({ cover: wrong })).problems().cover, /must be a file/);
  });
});
