import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { Changes } from '../../lib/changes/changes.js';
import { putAct } from '../../lib/content/acts.js';
import { createContent } from '../../lib/content/content.js';
import { createJobs } from '../../lib/content/jobs/jobs.js';
import { createMailing } from '../../lib/mail/mailings.js';
import { TextWork } from '../../lib/markup/text-work.js';
import { isError } from '../../lib/base/errors.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { clusterBench } from '../store/cluster-bench.js';
/** @import { Content } from '../../lib/content/content.js' */
/** @import { Comment } from '../../lib/store/types.js' */
/** @import { Request } from '../store/scripted-couch.js' */

const DAY = 86_400_000;
let ahead = 0;
const clock = { now: () => Date.now() + ahead, after: () => () => {} };
const author = { name: 'Ada', role: /** @type {const} */ ('author') };

describe('When a cluster loses its quorum between two writes,', () => {
  const bench = clusterBench();

  /** @param {number} node @returns {Promise<Content>} the blog, as a server at that node has it */
  async function openAt(node) {
    const store = await bench.open(node);
    const index = new BlogIndex();
    const texts = new TextWork({ clock });
    const parts = { store, index, texts, clock, log: bench.couches[node].log };
    const changes = new Changes({ ...parts, cache: new CacheManager({ maxBytes: 0, stores: {} }) });
    await changes.load();
    const jobs = createJobs({ ...parts, newId: randomUUID });
    return createContent({ ...parts, changes, jobs, mayEdit: () => true });
  }

  /** The server's node is cut off after so many documents were written. @param {number} count */
  function cutOffAfter(count) {
    let left = count;
    bench.couches[0].play((request, response) => {
      if (isWrite(request) && left-- <= 0) bench.cutOff();
      return bench.cluster.answer(0)(request, response);
    });
  }

  /** @param {Request} request @returns {boolean} versions have no vote */
  const isWrite = ({ method, path, body }) =>
    (method === 'PUT' && !path.startsWith('_local/')) ||
    body?.docs?.some((/** @type {{ _id: string }} */ { _id }) => _id.startsWith('version:'));

  /**
   * @template T
   * @param {Content} content
   * @param {number} count of documents that are written before its node is cut off
   * @param {() => Promise<T>} change
   * @returns {Promise<{ made: T | undefined, after: Content }>} undefined when it was refused; and the blog as others have it when
   *   all is well again
   */
  async function tryToChange(content, count, change) {
    cutOffAfter(count);
    const made = await change().catch((error) => {
      assert.ok(isError(error, 'unavailable'), String(error));
      return undefined;
    });
    await bench.allTakenBack();
    bench.couches[0].play(bench.cluster.answer(0));
    bench.cluster.heal();
    return { made, after: await openAt(1) };
  }

  /** @param {Content} content @param {Partial<Comment>} [fields] @param {{ answers?: Comment }} [options] */
  const comment = (content, fields, options) =>
    content.saveComment(
      {
        postId: 'jam',
        replyTo: '',
        name: 'Mo',
        url: '',
        markdown: 'Nice.',
        status: 'pending',
        ...fields,
      },
      options,
    );

  /** @returns {Promise<{ content: Content, revision: string, comments: Comment[] }>} a blog with a post and two comments */
  async function blogWithAPost() {
    const content = await openAt(0);
    const status = /** @type {const} */ ('published');
    const post = { id: 'jam', title: 'Jam', slug: 'jam', status };
    const { revision = '' } = await content.savePost(post, { by: 'ada' });
    await content.saveAutosave('jam', 'ada', { base: revision, fields: { title: 'Jam!' } });
    const comments = [await comment(content), await comment(content, { name: 'Vi' })];
    return { content, revision, comments };
  }

  /**
   * @param {number} last
   * @param {string} what
   * @param {(count: number) => Promise<void>} tryOut after so many documents
   */
  function afterEachUpTo(last, what, tryOut) {
    for (let count = 0; count <= last; count++)
      it(`${what} (${count} documents written)`, () => tryOut(count));
  }

  afterEachUpTo(6, 'a save is shown to readers, or refused', async (count) => {
    const { content, revision } = await blogWithAPost();
    const { made, after } = await tryToChange(content, count, () =>
      content.savePost({ id: 'jam', title: 'Plum', slug: 'plum' }, { revision, by: 'ada' }),
    );
    assert.equal(made !== undefined, count >= 4);
    assert.equal((await after.store.get('post', 'jam')).slug, made ? 'plum' : 'jam');
  });

  afterEachUpTo(
    6,
    'a post that becomes public has the mailing that was ordered with it',
    async (count) => {
      const content = await openAt(0);
      const { revision = '' } = await content.savePost({ id: 'jam', title: 'Jam' }, { by: 'ada' });
      const given = {
        id: 'jam',
        posts: ['jam'],
        by: 'ada',
        epoch: '',
        now: '2026-01-01T00:00:00Z',
      };
      const record = createMailing('post', given);
      const done = { what: 'mailing.begun', of: 'jam' };
      const act = putAct({ user: 'ada', via: '' }, done, { clock, newId: randomUUID });
      const { made, after } = await tryToChange(content, count, () =>
        content.savePost(
          { id: 'jam', status: 'published' },
          {
            revision,
            by: 'ada',
            ordered: { first: [{ kind: 'mailing', record, revision: null }], then: [act] },
          },
        ),
      );
      const { status } = await after.store.get('post', 'jam');
      assert.equal(status, made ? 'published' : 'draft');
      assert.ok(!made || (await after.store.get('mailing', 'jam')));
      assert.equal(made?.revision, made && (await after.store.get('post', 'jam')).revision);
    },
  );

  afterEachUpTo(8, 'a removal succeeds, or is refused, and no comment is lost', async (count) => {
    const { content, revision } = await blogWithAPost();
    const { id, revision: first = '' } = await content.savePost({ title: 'To be forgotten' });
    await content.removePost(id, first);
    ahead += 31 * DAY;
    const { made, after } = await tryToChange(content, count, async () => {
      await content.removePost('jam', revision, { by: 'ada' });
      return true;
    });
    assert.equal(made ?? false, count >= 2);
    assert.equal((await after.store.get('post', 'jam')) === null, made ?? false);
    assert.equal((await after.trash()).length, made ? 1 : 0);
    if (made) await after.restorePost('jam');
    assert.equal((await after.store.commentsOf('jam')).length, 2);
  });

  // What is made anew where something was removed is two writes.
  afterEachUpTo(8, 'a post is restored with all its comments, or not at all', async (count) => {
    const { content, revision } = await blogWithAPost();
    await content.removePost('jam', revision);
    const restore = () => content.restorePost('jam');
    const { made, after } = await tryToChange(content, count, restore);
    assert.equal(made !== undefined, count >= 7);
    assert.equal((await after.store.get('post', 'jam')) !== null, made !== undefined);
    assert.equal((await after.trash()).length, made ? 0 : 1);
    if (!made) await after.restorePost('jam');
    assert.equal((await after.store.commentsOf('jam')).length, 2);
  });

  afterEachUpTo(2, 'as many comments are moderated as the author is told', async (count) => {
    const { content, comments } = await blogWithAPost();
    const approve = () => content.moderate(comments, 'approved');
    const { made = [], after } = await tryToChange(content, count, approve);
    assert.equal(made.length, count);
    const stand = await after.store.commentsOf('jam');
    assert.equal(stand.filter(({ status }) => status === 'approved').length, count);
  });

  afterEachUpTo(4, 'as many comments are deleted as the author is told', async (count) => {
    const { content, comments } = await blogWithAPost();
    const remove = () => content.removeComments(comments);
    const { made = [], after } = await tryToChange(content, count, remove);
    assert.equal(made.length, Math.floor(count / 2));
    assert.equal((await after.store.commentsOf('jam')).length, 2 - made.length);
    assert.equal((await after.trashedComments()).length, made.length);
  });

  afterEachUpTo(5, 'as many comments are restored as the author is told', async (count) => {
    const { content, comments } = await blogWithAPost();
    await content.removeComments(comments);
    const trashed = await content.trashedComments();
    const restore = () => content.restoreComments(trashed);
    const { made = [], after } = await tryToChange(content, count, restore);
    assert.equal(made.length, [0, 0, 1, 1, 1, 2][count]);
    assert.equal((await after.store.commentsOf('jam')).length, made.length);
    assert.equal((await after.trashedComments()).length, 2 - made.length);
  });

  afterEachUpTo(2, 'an answer is shown to readers, or refused', async (count) => {
    const { content, comments } = await blogWithAPost();
    const [answers] = comments;
    const reply = () => comment(content, { status: 'approved', replyTo: answers.id }, { answers });
    const { made, after } = await tryToChange(content, count, reply);
    assert.equal(made !== undefined, count >= 1);
    assert.equal((await after.store.commentsOf('jam')).length, made ? 3 : 2);
    const { status } = await after.store.get('comment', answers.id);
    assert.equal(status, count === 2 ? 'approved' : 'pending');
  });

  afterEachUpTo(2, 'a user is removed, or stays with their unpublished work', async (count) => {
    const { content } = await blogWithAPost();
    const { id, revision = '' } = await content.saveUser({ id: 'ada', ...author });
    const { made, after } = await tryToChange(content, count, async () => {
      await content.removeUser(id, revision);
      return true;
    });
    assert.equal(made ?? false, count >= 1);
    assert.equal((await after.store.get('user', id)) === null, count >= 1);
    assert.equal((await after.store.get('autosave', 'jam:ada')) === null, count >= 2);
  });
});
