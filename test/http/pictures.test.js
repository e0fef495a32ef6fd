import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import request from 'supertest';
import { openBlog } from '../../lib/start/open-blog.js';
import { saveSizes } from '../../lib/content/media/sizes.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaId } from '../../lib/content/writing/media.js';
import { inspect } from '../../lib/content/media/inspect.js';
import { eachTest } from '../support/blog.js';
import { aboutPage, breadPost, jamPost } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png, pngThatClaims } from '../support/images.js';

const jar = { name: 'jar.png', bytes: inspect(png({ width: 40, height: 30 })).bytes };
const id = mediaId(jar.name, jar.bytes);
const markdown = `![A jar](/media/${id})`;

describe('A picture in a post', () => {
  const { startBlog } = eachTest();
  const start = async () => {
    const blog = await startBlog({
      posts: [
        { ...breadPost, markdown },
        { ...aboutPage, markdown },
      ],
    });
    /** @param {string} path */
    const widths = async (path) =>
      parsePage(await request(blog.url).get(path)).attributes('.text img', 'width');
    return { ...blog, widths };
  };

  it('gets its size when it is uploaded after the post was saved, and loses it when it is deleted', async () => {
    const { open, widths } = await start();
    const paths = ['/post/rye-bread', '/about'];
    for (const path of paths) assert.deepEqual(await widths(path), []);
    const { revision = '' } = await saveUpload(jar, '', open.content);
    for (const path of paths) assert.deepEqual(await widths(path), ['40']);
    await open.content.removeMedia(id, revision);
    for (const path of paths) assert.deepEqual(await widths(path), []);
  });

  it('gets it when another process uploads it', async () => {
    const { open, widths, config, clock, log } = await start();
    assert.deepEqual(await widths('/post/rye-bread'), []);
    const other = await openBlog(config, { clock, log });
    await saveUpload(jar, '', other.content);
    await other.close();
    while (!open.index.picture(id)) await setTimeout(1);
    assert.deepEqual(await widths('/post/rye-bread'), ['40']);
  });

  it('is in feeds as one file of medium size that says how large it is', async () => {
    const { open, url } = await startBlog();
    const photo = { name: 'jar.png', bytes: pngThatClaims(4000, 3000) };
    const media = await saveUpload(photo, '', open.content);
    const sizes = [pngThatClaims(400, 300), pngThatClaims(1600, 1200)];
    const src = `/media/${media.id}`;
    await open.content.savePost({ ...breadPost, markdown: 'Bread', cover: { src, alt: '' } });
    await open.content.savePost({ ...jamPost, markdown: `![A jar](${src})` });
    const shown = async () => {
      const { text } = await request(url).get('/feed.json').buffer(true);
      const items = JSON.parse(text).items.map((/** @type {any} */ item) => item.content_html);
      const { attributes } = parsePage(items.join(''));
      return ['src', 'width', 'height', 'srcset', 'fetchpriority'].map((name) =>
        attributes('img', name),
      );
    };
    const picture = url + src;
    const twice = (/** @type {string} */ value) => [value, value];
    assert.deepEqual(await shown(), [twice(picture), twice('4000'), twice('3000'), [], []]);
    await saveSizes(media, sizes, open.content);
    const file = `${picture}.1600w.png`;
    assert.deepEqual(await shown(), [twice(file), twice('1600'), twice('1200'), [], []]);
  });
});
