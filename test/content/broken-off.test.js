import assert from 'node:assert/strict';
import { eachTest } from '../support/blog.js';
import { jamPost } from '../support/fixtures.js';
/** @import { TestBlog } from '../support/blog.js' */

const died = new Error('The process has died');
const comment = {
  id: `${jamPost.id}:99999999-9999-4999-8999-999999999999`,
  postId: jamPost.id,
  replyTo: '',
  name: 'Olga',
  url: '',
  markdown: 'Mine set at once.',
  status: /** @type {const} */ ('approved'),
};

describe('A change interrupted between two writes, in a store without transactions,', () => {
  const { startBlog } = eachTest();

  /**
   * A blog with a post that Anna has written and changed, whose process dies after so many writes from then on.
   * @param {number} lifetime
   */
  async function blogThatDies(lifetime) {
    let left = Infinity;
    const blog = await startBlog({
      posts: [jamPost],
      wrapStore: (store) => ({
        ...store,
        async write(writes) {
          const revisions = [];
          for (const each of writes) {
            if (left-- <= 0) throw died;
            revisions.push(...(await store.write([each])));
          }
          return revisions;
        },
      }),
    });
    await save(blog, 'Second', 'anna');
    await blog.open.content.saveComment(comment);
    left = lifetime;
    return { blog, live: () => (left = Infinity) };
  }

  /** @param {TestBlog} blog @param {string} title @param {string} by */
  async function save({ open: { store, content } }, title, by, autosave = false) {
    const { revision } = await store.get('post', jamPost.id);
    const slug = `${title.toLowerCase()}-jam`;
    return content.savePost({ id: jamPost.id, title, slug }, { revision, by, autosave });
  }

  /** @param {TestBlog} blog */
  async function history({ open: { store, content } }) {
    const { title, revision } = await store.get('post', jamPost.id);
    const desk = await content.history(jamPost.id, revision);
    const ids = desk.versions.map(({ id }) => id);
    const versions = await store.getMany('version', ids);
    return [...versions, { title, by: desk.by }].map((each) => `${each.title} by ${each.by}`);
  }
  const first = `${jamPost.title} by `;

  for (const lifetime of [0, 1, 2, 3, 4, 5])
    for (const autosave of [true, false])
      it(`is a save or none, and no version is lost (${autosave ? 'autosave' : 'save'}, ${lifetime} writes)`, async () => {
        const { blog, live } = await blogThatDies(lifetime);
        await save(blog, 'Third', 'ada', autosave).catch((error) => assert.equal(error, died));
        live();
        const found = await history(blog);
        const isDone = found.length === 3;
        assert.deepEqual(found, [first, 'Second by anna', ...(isDone ? ['Third by ada'] : [])]);
        await save(blog, 'Fourth', 'ada', autosave);
        assert.ok((await history(blog)).includes('Second by anna'));
        assert.equal((await history(blog)).at(-1), 'Fourth by ada');
      });

  for (const lifetime of [0, 1, 2, 3, 4])
    it(`is a removal or none, and the post can come back with its comment (${lifetime} writes)`, async () => {
      const { blog, live } = await blogThatDies(lifetime);
      const { store, content, changes } = blog.open;
      const { revision } = await store.get('post', jamPost.id);
      await content.removePost(jamPost.id, revision).catch((error) => assert.equal(error, died));
      live();
      await changes.load();
      const isThere = (await store.get('post', jamPost.id)) !== null;
      const trash = await content.trash();
      for (const { post } of trash)
        assert.ok(!('markdown' in post) && !('html' in post), 'a list holds no texts');
      const deleted = trash.map(({ post }) => post.title);
      assert.deepEqual(deleted, isThere ? [] : ['Second']);
      if (!isThere) await content.restorePost(jamPost.id);
      assert.equal((await store.get('post', jamPost.id)).title, 'Second');
      assert.equal((await store.commentsOf(jamPost.id)).length, 1);
    });

  it('leaves nothing behind after thirty days when it was a removal, and a post that stands as it is', async () => {
    for (const lifetime of [1, 2]) {
      const { blog, live } = await blogThatDies(lifetime);
      const { store, content, changes } = blog.open;
      const { revision } = await store.get('post', jamPost.id);
      await content.removePost(jamPost.id, revision).catch((error) => assert.equal(error, died));
      live();
      await changes.load();
      await blog.clock.tick(31 * 24 * 60 * 60_000);
      const other = await content.savePost({ title: 'Other' });
      await content.removePost(other.id, other.revision ?? '');
      assert.equal(await store.get('trash', jamPost.id), null);
      const isThere = lifetime === 1;
      assert.equal((await store.commentsOf(jamPost.id)).length, isThere ? 1 : 0);
      if (isThere) assert.deepEqual(await history(blog), [first, 'Second by anna']);
      else assert.equal(await store.get('history', jamPost.id), null);
    }
  });
});
