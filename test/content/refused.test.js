import assert from 'node:assert/strict';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { Changes } from '../../lib/changes.js';
import { createContent } from '../../lib/content/content.js';
import { TextWork } from '../../lib/content/text-work.js';
import { isError } from '../../lib/errors.js';
import { BlogIndex } from '../../lib/index/blog-index.js';
import { clusterBench } from '../store/cluster-bench.js';

/** @typedef {import('../../lib/content/content.js').Content} Content */
/** @typedef {import('../../lib/types.js').Comment} Comment */

const DAY = 86_400_000;
let ahead = 0;
const clock = { now: () => Date.now() + ahead, after: () => () => {} };
const author = { name: 'Ada', role: /** @type {const} */ ('author') };

describe('A change of several records, while a cluster loses its majority between two of them', () => {
  const bench = clusterBench();

  /** @param {number} node @returns {Promise<Content>} the blog, as a server at that node has it */
  async function openAt(node) {
    const store = await bench.open(node);
    const index = new BlogIndex();
    const texts = new TextWork({ clock });
    const parts = { store, index, texts, clock, log: bench.couches[node].log };
    const changes = new Changes({ ...parts, cache: new CacheManager({ maxBytes: 0 }) });
    await changes.load();
    return createContent({ ...parts, changes });
  }

  /** The server's node is cut off after so many documents were written. @param {number} count */
  function cutOffAfter(count) {
    let left = count;
    bench.couches[0].play((request, response) => {
      if (request.method === 'PUT' && !request.path.startsWith('_local/') && left-- <= 0)
        bench.cutOff();
      return bench.cluster.answer(0)(request, response);
    });
  }

  /**
   * @template T
   * @param {Content} content
   * @param {number} count of documents that are written before its node is cut off
   * @param {() => Promise<T>} change
   * @returns {Promise<{ isDone: boolean, made: T | undefined, after: Content }>} the blog as others have it when all is well again
   */
  async function tryToChange(content, count, change) {
    cutOffAfter(count);
    const isRefused = (/** @type {unknown} */ error) => {
      assert.ok(isError(error, 'unavailable'), String(error));
      return undefined;
    };
    let isDone = true;
    const made = await change().catch((error) => {
      isDone = false;
      return isRefused(error);
    });
    await bench.allTakenBack();
    bench.couches[0].play(bench.cluster.answer(0));
    bench.cluster.heal();
    return { isDone, made, after: await openAt(1) };
  }

  /** @param {Content} content @param {Partial<Comment>} [fields] */
  const comment = (content, fields, options = {}) =>
    content.saveComment(
      {
        ...{ postId: 'jam', replyTo: '', name: 'Mo', url: '', markdown: 'Nice.' },
        status: 'pending',
        ...fields,
      },
      options,
    );

  /** @returns {Promise<{ content: Content, revision: string, comments: Comment[] }>} a blog with a post and two comments */
  async function blogWithAPost() {
    const content = await openAt(0);
    const draft = {
      id: 'jam',
      title: 'Jam',
      slug: 'jam',
      status: /** @type {const} */ ('published'),
    };
    const { revision = '' } = await content.savePost(draft, { by: 'ada' });
    await content.saveCopy('jam', 'ada', { base: revision, fields: { title: 'Jam!' } });
    const comments = [await comment(content), await comment(content, { name: 'Vi' })];
    return { content, revision, comments };
  }

  const outcomes = new Set();
  afterEach(() => outcomes.clear());
  /** So that no test passes because nothing was refused, or everything. */
  const bothWereSeen = () => assert.deepEqual([...outcomes].sort(), [false, true]);
  const upTo = (/** @type {number} */ last) =>
    Array.from({ length: last + 1 }, (_, count) => count);

  it('is a save that readers see, or a refusal', async () => {
    for (const count of upTo(6)) {
      bench.reset();
      const { content, revision } = await blogWithAPost();
      const save = () =>
        content.savePost({ id: 'jam', title: 'Plum', slug: 'plum' }, { revision, by: 'ada' });
      const { isDone, after } = await tryToChange(content, count, save);
      outcomes.add(isDone);
      assert.equal((await after.store.get('post', 'jam')).slug, isDone ? 'plum' : 'jam');
    }
    bothWereSeen();
  });

  it('is a removal that readers see, or a refusal, and the post comes back with its comments', async () => {
    for (const count of upTo(8)) {
      bench.reset();
      const { content, revision } = await blogWithAPost();
      const { id, revision: first = '' } = await content.savePost({ title: 'To be forgotten' });
      await content.removePost(id, first);
      ahead += 31 * DAY;
      const remove = () => content.removePost('jam', revision, { by: 'ada' });
      const { isDone, after } = await tryToChange(content, count, remove);
      outcomes.add(isDone);
      assert.equal((await after.store.get('post', 'jam')) === null, isDone);
      assert.equal((await after.trash()).length, isDone ? 1 : 0);
      if (isDone) await after.restorePost('jam');
      assert.equal((await after.store.commentsOf('jam')).length, 2);
    }
    bothWereSeen();
  });

  it('is a restored post with all its comments, or a refusal', async () => {
    for (const count of upTo(9)) {
      bench.reset();
      const { content, revision } = await blogWithAPost();
      await content.removePost('jam', revision);
      const { isDone, after } = await tryToChange(content, count, () => content.restorePost('jam'));
      outcomes.add(isDone);
      assert.equal((await after.store.get('post', 'jam')) !== null, isDone);
      assert.equal((await after.trash()).length, isDone ? 0 : 1);
      if (!isDone) await after.restorePost('jam');
      assert.equal((await after.store.commentsOf('jam')).length, 2);
    }
    bothWereSeen();
  });

  it('is as many comments approved, deleted or restored as its author is told', async () => {
    for (const count of upTo(5)) {
      bench.reset();
      const { content, comments } = await blogWithAPost();
      const approve = () => content.moderate(comments, 'approved');
      const approved = await tryToChange(content, count, approve);
      const stand = await approved.after.store.commentsOf('jam');
      const isApproved = (/** @type {Comment} */ { status }) => status === 'approved';
      assert.equal(stand.filter(isApproved).length, approved.made?.length ?? 0);

      const removed = await tryToChange(content, count, () => content.removeComments(stand));
      const left = await removed.after.store.commentsOf('jam');
      assert.equal(left.length, 2 - (removed.made?.length ?? 0));

      await removed.after.removeComments(left);
      const trashed = await removed.after.trashedComments();
      const restored = await tryToChange(content, count, () => content.restoreComments(trashed));
      const back = await restored.after.store.commentsOf('jam');
      assert.equal(back.length, restored.made?.length ?? 0);
      for (const { isDone } of [approved, removed, restored]) outcomes.add(isDone);
    }
    bothWereSeen();
  });

  it('is a reply, or a refusal that leaves the comment waiting', async () => {
    for (const count of upTo(2)) {
      bench.reset();
      const { content, comments } = await blogWithAPost();
      const [answers] = comments;
      const reply = () =>
        comment(content, { status: 'approved', replyTo: answers.id }, { answers });
      const { isDone, after } = await tryToChange(content, count, reply);
      outcomes.add(isDone);
      assert.equal((await after.store.commentsOf('jam')).length, isDone ? 3 : 2);
      const { status } = await after.store.get('comment', answers.id);
      assert.equal(status, count === 2 ? 'approved' : 'pending');
    }
    bothWereSeen();
  });

  it('is a removed user, or a refusal that leaves their unpublished work', async () => {
    for (const count of upTo(2)) {
      bench.reset();
      const { content } = await blogWithAPost();
      const { id, revision = '' } = await content.saveUser({ id: 'ada', ...author });
      const { isDone, after } = await tryToChange(content, count, () =>
        content.removeUser(id, revision),
      );
      outcomes.add(isDone);
      assert.equal((await after.store.get('user', id)) === null, isDone);
      if (!isDone) assert.ok(await after.store.get('copy', 'jam:ada'));
    }
    bothWereSeen();
  });
});
