import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../../support/blog.js';
import { withAuthors } from '../../support/authors.js';
import { parsePage } from '../../support/html.js';
import { breadPost, jamPost } from '../../support/fixtures.js';
import { bearer } from '../../support/people.js';
/** @import { Form } from '../../support/authors.js' */
/** @import { Page } from '../../support/html.js' */
/** @import { Comment } from '../../../lib/store/types.js' */

const DAY = 24 * 60 * 60_000;
const path = '/post/rye-bread';

describe('A comment that was deleted', () => {
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], {
    posts: [breadPost, { ...jamPost, author: 'anna' }],
  });
  /** @param {Partial<Comment>} [fields] */
  const comment = (fields) =>
    blog.open.content.saveComment({
      postId: breadPost.id,
      replyTo: '',
      name: 'Mo',
      url: '',
      markdown: 'A *fine* loaf.',
      status: 'approved',
      ...fields,
    });
  const read = (page = path) => request(blog.url).get(page);
  /** @param {Page} page @returns {string[]} who commented, as listed */
  const namesIn = (page) => page.texts('.remarks h2');
  /** @param {Page} page @returns {Form} what the button “Undo” sends */
  const undoIn = (page) => ({
    ...page.fields('form.said'),
    action: page.attribute('form.said button:contains("Undo")[name=action]', 'value'),
  });
  /** @param {Form} form */
  const send = (form) => ada.follow('/admin/comments', form);
  const statuses = async (postId = breadPost.id) =>
    (await blog.open.store.commentsOf(postId)).map(({ name, status }) => `${name}: ${status}`);
  const inTrash = async () => namesIn(await ada.open('/admin/comments?status=trash'));

  it('is gone from every page at once, with many others, and all come back by one button as they were', async () => {
    const all = [
      await comment({ name: 'Shown' }),
      await comment({ name: 'Waiting', status: 'pending' }),
      await comment({ name: 'Bot', status: 'spam' }),
    ];
    const before = await statuses();
    const shown = (await read()).text;
    const page = await send({ action: 'delete', id: all.map(({ id }) => id), status: 'spam' });
    assert.match(page.text('.said'), /3 comments moved to the trash\./);
    for (const where of [path, '/', '/page/1', '/atomfeed'])
      assert.doesNotMatch((await read(where)).text, /1 comment|Shown/);
    assert.deepEqual(await statuses(), []);
    assert.deepEqual((await inTrash()).sort(), ['Bot', 'Shown', 'Waiting']);
    const undone = await send(undoIn(page));
    assert.match(undone.text(), /3 comments restored\..* Spam 1/);
    assert.deepEqual((await statuses()).sort(), before.sort());
    assert.equal((await read()).text, shown);
    assert.match((await read('/')).text, /1 comment/);
    assert.deepEqual(await inTrash(), []);
  });

  it('is in no list of the API, and what the API deletes can come back too', async () => {
    const { id } = await comment();
    const token = await bearer(blog, 'ada', 'read', 'comments:write');
    const call = (/** @type {'get' | 'delete'} */ method, where = '') =>
      request(blog.url)[method](`/api/comments${where}`).set(token).set('If-Match', '*');
    await call('delete', `/${id}`).expect(204);
    await call('get', `/${id}`).expect(404);
    for (const list of ['', `?postSlug=rye-bread`, '?status=approved'])
      assert.deepEqual((await call('get', list)).body.items, []);
    assert.deepEqual(await inTrash(), ['Mo']);
    await send({ one: `restore ${id}`, status: 'trash' });
    assert.equal((await call('get', `/${id}`)).body.status, 'approved');
  });

  it('leaves its replies, which stand by themselves until it is back', async () => {
    const { id } = await comment();
    await comment({ name: 'Vi', replyTo: id });
    await send({ one: `delete ${id}` });
    const names = async () => parsePage(await read()).texts('.comment > :is(h3, h4)');
    const replies = async () => parsePage(await read()).texts('.reply > h4');
    assert.deepEqual([await names(), await replies()], [['Vi'], []]);
    await send({ one: `restore ${id}` });
    assert.deepEqual([await names(), await replies()], [['Mo', 'Vi'], ['Vi']]);
  });

  it('comes back alone when its post was deleted and restored in between', async () => {
    const { id } = await comment({ name: 'Trashed' });
    await comment({ name: 'Kept', status: 'pending' });
    await send({ one: `delete ${id}` });
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.removePost(breadPost.id, revision);
    const page = await ada.open('/admin/comments?status=trash');
    assert.match(page.text('.remarks'), /Trashed.*a post in the trash.*Restore the post first/);
    assert.equal(page.has('[value^="restore "]'), false);
    const refused = await send({ one: `restore ${id}`, status: 'trash' });
    assert.match(refused.text(), /Nothing changed/);
    await blog.open.content.restorePost(breadPost.id);
    assert.deepEqual(await statuses(), ['Kept: pending']);
    await send({ one: `restore ${id}` });
    assert.deepEqual((await statuses()).sort(), ['Kept: pending', 'Trashed: approved']);
  });

  it('is kept for thirty days, and forgotten when something is deleted after that', async () => {
    const { id } = await comment();
    await send({ one: `delete ${id}` });
    await blog.clock.tick(30 * DAY);
    await ada.signInAgain();
    assert.deepEqual(await inTrash(), ['Mo']);
    await blog.clock.tick(1);
    assert.deepEqual(await inTrash(), []);
    assert.match((await send({ one: `restore ${id}` })).text(), /Nothing changed/);
    assert.deepEqual(await statuses(), []);
    await blog.clock.tick(DAY);
    const late = await comment({ name: 'Late' });
    await send({ one: `delete ${late.id}` });
    assert.equal(await blog.open.store.get('trashedComment', id), null);
    assert.ok(await blog.open.store.get('trashedComment', late.id));
  });

  it('belongs to those who may moderate it', async () => {
    const own = await comment({ postId: jamPost.id, name: 'Own' });
    const other = await comment({ name: 'Other' });
    await send({ action: 'delete', id: [own.id, other.id] });
    const page = await anna.open('/admin/comments?status=trash');
    assert.deepEqual(namesIn(page), ['Own']);
    assert.match(page.text('.remarks'), /deleted .* Ada/);
    const ids = { action: 'restore', id: [own.id, other.id] };
    assert.match((await anna.follow('/admin/comments', ids)).text(), /1 comment restored/);
    assert.deepEqual(await statuses(), []);
  });

  it('is not taken again when its reader sends the same once more', async () => {
    const form = { name: 'Grace', markdown: 'How long does it keep?' };
    const post = () => request(blog.url).post(`${path}/comments`).type('form').send(form);
    await post().expect(303);
    const [{ id }] = await blog.open.store.commentsOf(breadPost.id);
    await send({ one: `delete ${id}` });
    await post().expect(303);
    assert.deepEqual(await statuses(), []);
    await send({ one: `restore ${id}` });
    assert.deepEqual(await statuses(), ['Grace: pending']);
  });

  it('is paged through, deleted last first', async () => {
    const ids = [];
    for (let number = 1; number <= 30; number++)
      ids.push((await comment({ name: `N${number}`, markdown: `${number}` })).id);
    for (const id of ids) {
      await blog.clock.tick(1);
      await send({ one: `delete ${id}` });
    }
    const first = await ada.open('/admin/comments?status=trash');
    const second = await ada.open(first.attribute('[rel=next]', 'href'));
    const names = [...namesIn(first), ...namesIn(second)];
    assert.deepEqual([names.length, names[0], names[29]], [30, 'N30', 'N1']);
    assert.equal(second.has('[rel=next]'), false);
  });
});

describe('A comment whose deletion is interrupted, in a store without transactions,', () => {
  const { startBlog } = eachTest();

  for (const lifetime of [0, 1, 2, 3, 4])
    it(`is on its post or in the trash, and never both or neither (${lifetime} writes)`, async () => {
      let left = Infinity;
      const blog = await startBlog({
        posts: [breadPost],
        wrapStore: (store) => ({
          ...store,
          async write(writes) {
            const revisions = [];
            for (const each of writes) {
              if (left-- <= 0) throw new Error('The process has died');
              revisions.push(...(await store.write([each])));
            }
            return revisions;
          },
        }),
      });
      const { content, store, changes } = blog.open;
      const input = { postId: breadPost.id, replyTo: '', url: '', markdown: 'Yes.' };
      for (const name of ['One', 'Two'])
        await content.saveComment({ ...input, name, status: 'approved' });
      const names = async () => (await store.commentsOf(breadPost.id)).map(({ name }) => name);
      const trashed = async () =>
        (await content.trashedComments()).map(({ comment: { name } }) => name);
      left = lifetime;
      await content.removeComments(await store.commentsOf(breadPost.id)).catch(() => {});
      left = Infinity;
      await changes.load();
      assert.deepEqual([...(await names()), ...(await trashed())].sort(), ['One', 'Two']);
      left = lifetime;
      await content.restoreComments(await content.trashedComments()).catch(() => {});
      left = Infinity;
      await changes.load();
      assert.deepEqual([...(await names()), ...(await trashed())].sort(), ['One', 'Two']);
      await content.restoreComments(await content.trashedComments());
      assert.deepEqual((await names()).sort(), ['One', 'Two']);
    });
});
