import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { breadPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { recordingsIn } from '../../lib/views/presenters/enclosures.js';

const bytes = Buffer.from('a sound of the jar');
const id = '0123456789abcdef-jar.mp3';
const sound = { id, name: 'jar.mp3', type: 'audio/mpeg', bytes, width: null, height: null };
const elsewhere = 'https://cdn.example/jar.mp4?a=1&b=2';
const markdown = [
  `<audio controls src="/media/${id}"></audio>`,
  `<video><source src="${elsewhere.replace('&', '&amp;')}"><source src="/jar.webm"></video>`,
  `[Again](/media/${id}), [a page](/about), [gone](/media/0123456789abcdef-gone.mp3)`,
].join('\n\n');

describe('Sound and video of a post', () => {
  const { startBlog } = eachTest();

  /** @param {{ url: string, open: any }} blog */
  async function enclosures({ url }) {
    const get = async (/** @type {string} */ path) =>
      (await request(url).get(path).buffer(true).expect(200)).text;
    const [rss, atom] = [await get('/rss.xml'), await get('/atomfeed')].map(parsePage);
    const [item] = JSON.parse(await get('/feed.json')).items;
    /** @param {typeof rss} page @param {string} element @param {string[]} names */
    const all = (page, element, ...names) => names.map((name) => page.attributes(element, name));
    return {
      rss: all(rss, 'enclosure', 'url', 'length', 'type'),
      atom: all(atom, 'entry > link[rel=enclosure]', 'href', 'length', 'type'),
      json: item.attachments,
    };
  }

  it('are enclosures in each feed, with type and length, once and in their order', async () => {
    const blog = await startBlog({ posts: [{ ...breadPost, markdown }] });
    await blog.open.content.saveMedia(sound);
    const url = `${blog.url}/media/${id}`;
    const types = ['audio/mpeg', 'video/mp4'];
    assert.deepEqual(await enclosures(blog), {
      rss: [[url, elsewhere], ['18', '0'], types],
      atom: [[url, elsewhere], ['18'], types],
      json: [
        { url, mime_type: 'audio/mpeg', size_in_bytes: 18 },
        { url: elsewhere, mime_type: 'video/mp4' },
      ],
    });
  });

  it('come and go with their files', async () => {
    const blog = await startBlog({ posts: [{ ...breadPost, markdown }] });
    const urls = async () => (await enclosures(blog)).rss[0];
    assert.deepEqual(await urls(), [elsewhere]);
    const { revision } = await blog.open.content.saveMedia(sound);
    assert.deepEqual(await urls(), [`${blog.url}/media/${id}`, elsewhere]);
    await blog.open.content.removeMedia(id, revision ?? '');
    assert.deepEqual(await urls(), [elsewhere]);
  });

  it('are named by the blog’s own URL, by a name with an ending, or by what plays them', () => {
    const base = 'https://larder.example';
    for (const [html, ...found] of /** @type {[string, ...string[]][]} */ ([
      [`<audio src="${base}/media/a"></audio>`, '/media/a audio/mpeg'],
      ['<video src="b" poster="c.png"></video>', 'b video/mp4'],
      ['<video src="b"><source src="c.mp4"></video>', 'b video/mp4'],
      ['<audio><source src="d" type="audio/ogg"></audio>', 'd audio/ogg'],
      ['<a href="e.M4A#t=1">e</a> <a href="e.M4A#t=1">e</a>', 'e.M4A#t=1 audio/mp4'],
      ['<a href="mp3">f</a> <a class="x.mp3" href="g">g</a>'],
      ['<audio></audio> <a href="/about">h</a>'],
    ]))
      assert.deepEqual(
        recordingsIn(html, base).map(({ src, type }) => `${src} ${type}`),
        found,
        html,
      );
  });
});
