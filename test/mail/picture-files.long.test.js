import { deepEqual, equal, match } from 'node:assert/strict';
import request from 'supertest';
import { inspect } from '../../lib/content/media/inspect.js';
import { loadSharp } from '../../lib/content/media/resize.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { addPeople } from '../support/people.js';
import { skipWithoutSharp } from '../support/sharp.js';
import { withMail } from './readers.js';

describe('An uploaded photo in a mail', () => {
  const { startBlog } = eachTest();

  it('is a JPEG twice as wide as it is shown, made once, and gone with the photo', async function () {
    skipWithoutSharp(this);
    const sharp = /** @type {any} */ (await loadSharp());
    const create = { width: 2000, height: 1000, channels: 4, background: '#a33' };
    const bytes = await sharp({ create }).webp().toBuffer();
    const blog = await startBlog(withMail());
    await addPeople(blog);
    const { content, store, index } = blog.open;
    const { id } = await saveUpload({ name: 'jam.webp', bytes }, '', content);
    const post = await content.savePost(
      /** @type {any} */ ({
        title: 'Jam',
        markdown: `![A jar](/media/${id})`,
        status: 'published',
      }),
    );
    const page = (await request(blog.url).get('/post/jam')).headers.etag;
    const ada = await signInAs(blog, 'ada');
    const mail = () => ada.get(`/admin/mailings/${post.id}/mail`).expect(200);
    const [, path = ''] =
      /<img src="[^"]*(\/media\/[^"]*)" alt="A jar" width="600" height="300"/.exec(
        (await mail()).text,
      ) ?? [];
    match(path, /\.1200w\.jpg$/);
    const file = await request(blog.url)
      .get(path)
      .buffer(true)
      .expect('Content-Type', 'image/jpeg');
    const { width, height } = inspect(file.body);
    deepEqual([width, height], [1200, 600]);
    const before = await store.get('media', `${id}.1200w.jpg`);
    await mail();
    deepEqual(await store.get('media', `${id}.1200w.jpg`), before);
    equal((await request(blog.url).get('/post/jam')).headers.etag, page);
    equal(index.picture(id)?.sizes.length, 0);
    const { revision = '' } = await store.get('media', id);
    await content.removeMedia(id, revision);
    await request(blog.url).get(path).expect(404);
  });
});
