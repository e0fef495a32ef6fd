import { deepEqual, equal } from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { draftPost, jamPost } from '../support/fixtures.js';
/** @import { Author } from '../support/authors.js' */

describe('Who else has a post open', () => {
  /** @type {unknown[]} */
  const written = [];
  const { blog, ada, emil, anna } = withAuthors(['ada', 'emil', 'anna'], {
    posts: [jamPost, draftPost],
    wrapStore: (store) => ({
      ...store,
      write: (records) => (written.push(records), store.write(records)),
    }),
  });
  const path = '/admin/presence';
  const open = { id: jamPost.id, page: 'a-1' };
  /** @param {Author} who @param {Record<string, string>} [more] */
  const tell = async (who, more) =>
    (await who.sendJson(path, { ...open, ...more }).expect(200)).body.others;

  it('is told to each of them by name, until they leave', async () => {
    equal(await tell(ada), '');
    equal(await tell(emil), 'Ada has this open too.');
    equal(await tell(ada), 'Emil has this open too.');
    equal(await tell(ada, { page: 'a-2' }), 'Emil has this open too. Open in another window too.');
    await ada.sendJson(path, { ...open, left: '' }).expect(204);
    await ada.sendJson(path, { ...open, page: 'a-2', left: '' }).expect(204);
    equal(await tell(emil), '');
  });

  it('is told to nobody who may not edit the post, and of no post that there is not', async () => {
    await tell(ada);
    await anna.sendJson(path, open).expect(404);
    await ada.sendJson(path, { ...open, id: 'nowhere' }).expect(404);
    for (const page of ['', 'a b', 'a'.repeat(41)])
      await ada.sendJson(path, { ...open, page }).expect(422);
  });

  it('needs a session, and comes from the blog’s own pages', async () => {
    await request(blog.url).post(path).type('form').send(open).expect(401);
    await ada.sendJson(path, open).set('Sec-Fetch-Site', 'cross-site').expect(403);
  });

  it('clears no page, and is not written to the store', async () => {
    await request(blog.url).get('/post/quince-jam').expect(200);
    await tell(ada);
    written.length = 0;
    await tell(ada);
    await tell(emil, { hidden: '' });
    await ada.sendJson(path, { ...open, left: '' });
    deepEqual(written, []);
    const { headers } = await request(blog.url).get('/post/quince-jam');
    equal(headers['cache-status'], 'larder; hit');
  });
});
