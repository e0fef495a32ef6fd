import assert from 'node:assert/strict';
import request from 'supertest';
import { hasSharp, loadSharp } from '../../lib/content/media/resize.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { createCardThread } from '../../lib/views/share-cards.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { breadPost, jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { pngThatClaims } from '../support/images.js';
import { drawWith, sharpDouble } from '../support/sharp.js';
/** @import { TestBlog } from '../support/blog.js' */

const path = '/post/quince-jam/card.png';

describe('The card of a post without a cover', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {() => Promise<any>} */
  let load;
  let draws = 0;
  beforeEach(async () => {
    draws = 0;
    load = async () => sharpDouble;
    const drawCard = drawWith(() => (draws++, load()));
    blog = await startBlog({ posts: [breadPost, jamPost], drawCard });
  });
  const get = (/** @type {string} */ wanted) => request(blog.url).get(wanted);
  const read = async (slug = 'quince-jam') =>
    parsePage(await get(`/post/${slug}`).expect(200)).attributes('meta', 'content');
  const card = async () => JSON.parse(String((await get(path).expect(200)).body));
  /** @param {object} changes */
  async function edit(changes) {
    const { content } = blog.open;
    const { revision } = await content.store.get('post', jamPost.id);
    await content.savePost({ id: jamPost.id, ...changes }, { revision });
  }

  it('is what a shared link shows, with its size and its title in words', async () => {
    const page = parsePage(await get('/post/quince-jam').expect(200));
    const meta = (/** @type {string} */ name) =>
      page.attribute(`meta[property="og:image${name}"]`, 'content');
    assert.deepEqual(
      [meta(''), meta(':width'), meta(':height'), meta(':alt')],
      [blog.url + path, '1200', '630', jamPost.title],
    );
    assert.equal(page.attribute('meta[name="twitter:card"]', 'content'), 'summary_large_image');
    assert.match(page.text('script[type="application/ld+json"]'), /quince-jam\/card\.png/);
    assert.equal(draws, 0);
  });

  it('is drawn when it is first asked for, and kept', async () => {
    const { headers } = await get(path).expect(200).expect('Content-Type', 'image/png');
    assert.equal(headers['cache-control'], 'max-age=0, must-revalidate');
    await get(path).expect('Cache-Status', 'larder; hit');
    await get(path).set('If-None-Match', headers.etag).expect(304);
    assert.equal(draws, 1);
  });

  it('shows the titles of post and blog, in which nothing is markup', async () => {
    const { background, texts } = await card();
    assert.match(background, />L<\/text>/);
    assert.match(texts[0].text, />Quince jam &amp; &lt;other&gt; jams</);
    assert.match(texts[1].text, />Larder</);
  });

  it('is drawn anew after a new title, but not after a new text', async () => {
    await card();
    await edit({ markdown: 'Another text.' });
    await get(path).expect('Cache-Status', 'larder; hit');
    await edit({ title: 'Plum jam' });
    await blog.clock.tick(10);
    assert.equal(draws, 1, 'before anyone asks');
    assert.match((await card()).texts[0].text, />Plum jam</);
    const { settings, content } = { ...blog.open, settings: blog.open.index.settings };
    await content.saveSettings({ ...settings, title: '🫙 My jars' });
    assert.match((await card()).texts[1].text, />🫙 My jars</);
    assert.equal(draws, 3);
  });

  it('breaks and shrinks a long title, and cuts one that is longer still', async () => {
    const [short] = (await card()).texts;
    assert.deepEqual([short.wrap, short.dpi, short.height], ['word-char', 72, undefined]);
    await edit({ title: 'q\u0301'.repeat(150) });
    const [long] = (await card()).texts;
    assert.deepEqual([long.dpi, long.height, long.top], [undefined, 330, 145]);
    assert.ok(long.text.includes(`>${'q\u0301'.repeat(139)}…<`));
    await edit({ title: 'seven words '.repeat(15) });
    assert.match((await card()).texts[0].text, /seven words seven…</);
  });

  it('has no title if nothing of it can be seen', async () => {
    await edit({ title: '\u200b' });
    assert.equal((await card()).texts.length, 1);
  });

  it('is not drawn for what is not public', async () => {
    await edit({ status: 'draft' });
    await Promise.all(
      [path, '/post/nothing/card.png', '/about/card.png'].map((each) => get(each).expect(404)),
    );
    assert.equal(draws, 0);
  });

  it('is drawn alone: of many, a few wait, and the others come back later', async () => {
    const slugs = Array.from({ length: 6 }, (_, number) => `jam-${number}`);
    for (const slug of slugs)
      await blog.open.content.savePost({ ...jamPost, id: undefined, slug, title: slug });
    /** @type {(sharp: any) => void} */
    let goOn = () => {};
    const held = new Promise((resolve) => (goOn = resolve));
    load = () => held;
    const answers = slugs.map((slug) => get(`/post/${slug}/card.png`).then((answer) => answer));
    const [refused] = await Promise.all([Promise.any(answers), blog.untilAsked(6)]);
    assert.equal(refused.status, 503);
    assert.ok(refused.headers['retry-after']);
    assert.equal(draws, 1);
    goOn(sharpDouble);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 200, 200, 200, 503, 503]);
  });

  it('is not there for now when sharp fails, and the log says why', async () => {
    load = async () => null;
    await get(path).expect(503);
    assert.match(String(blog.log.lines.at(-1)?.fields.err), /cannot be loaded/);
    load = async () => sharpDouble;
    await get(path).expect(200);
  });

  it('yields to the cover', async () => {
    const { content } = blog.open;
    const { id } = await saveUpload({ name: 'j.png', bytes: pngThatClaims(900, 600) }, '', content);
    await edit({ cover: { src: `/media/${id}`, alt: 'Jars' } });
    const contents = await read();
    for (const each of [`${blog.url}/media/${id}`, '900', '600', 'Jars', 'summary_large_image'])
      assert.ok(contents.includes(each), each);
    assert.ok(!contents.includes(blog.url + path));
  });

  it('is neither named nor drawn without sharp', async () => {
    blog = await startBlog({ posts: [jamPost] });
    await get(path).expect(404);
    assert.doesNotMatch((await read()).join(), /card\.png|summary_large/);
  });
});

describe('sharp', () => {
  it('is known to be there or not before it is loaded', async () =>
    assert.equal(hasSharp(), (await loadSharp()) !== null));

  it('draws cards in a thread, which says so when there is none', async () => {
    const thread = createCardThread({ clock: createClock() });
    const background = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>';
    const drawing = thread.draw({ title: 'Jam', blog: 'Larder' }, background);
    try {
      if (!hasSharp()) await assert.rejects(drawing, /cannot be loaded/);
      else assert.equal(Buffer.from(await drawing).toString('latin1', 1, 4), 'PNG');
    } finally {
      await thread.close();
    }
  });
});
