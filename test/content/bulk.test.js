import assert from 'node:assert/strict';
import { LarderError } from '../../lib/base/errors.js';
import { createJobs } from '../../lib/content/jobs/jobs.js';
import { createManyPosts } from '../../lib/content/jobs/many-posts.js';
import { createBulkWriter } from '../../lib/content/writing/bulk.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { ManyPosts } from '../../lib/content/jobs/many-posts.js' */

/** @param {string} id @param {object} [fields] @returns {any} */
const postOf = (id, fields) => ({
  id,
  type: 'post',
  slug: id,
  title: `Title of ${id}`,
  status: 'draft',
  publishedAt: null,
  tags: ['Jam'],
  updatedAt: '2026-01-01T00:00:00.000Z',
  revision: '1',
  ...fields,
});

describe('A change of many posts', () => {
  it('is made by the author on the revision that was read, with what it takes to undo it', async () => {
    const { run, saved } = start([postOf('a')]);
    const { changed } = await run('publish', [{ id: 'a' }]);
    assert.deepEqual(saved, [
      [
        { id: 'a', status: 'published' },
        { revision: '1', by: 'ada' },
      ],
    ]);
    const { status, publishedAt, tags, updatedAt } = postOf('a');
    const before = { status, publishedAt, tags, updatedAt };
    assert.deepEqual(changed, [{ id: 'a', revision: '2', before }]);
  });

  it('adds and removes a tag in any letter case, and leaves the time of the last change alone', async () => {
    const posts = [postOf('a'), postOf('b', { tags: [] })];
    const ids = posts.map(({ id }) => ({ id }));
    const { updatedAt } = postOf('a');
    const added = start(posts);
    assert.equal((await added.run('tag', ids, { tag: 'JAM' })).same, 1);
    assert.deepEqual(added.fields(), [{ id: 'b', tags: ['JAM'], updatedAt }]);
    const removed = start(posts);
    assert.equal((await removed.run('untag', ids, { tag: 'JAM' })).same, 1);
    assert.deepEqual(removed.fields(), [{ id: 'a', tags: [], updatedAt }]);
  });

  it('goes on after a post that cannot be changed, and names twenty of these, without the title of a post of others', async () => {
    const ids = Array.from({ length: 23 }, (_, number) => ({ id: `lost-${number}` }));
    const { run } = start([postOf('theirs'), postOf('a')], { may: ({ id }) => id !== 'theirs' });
    const result = await run('publish', [{ id: 'theirs' }, ...ids, { id: 'a' }]);
    const { done, changed, failures, failed } = result;
    assert.deepEqual([done, changed.length, failures, failed.length], [25, 1, 24, 20]);
    const reason = 'It belongs to someone else';
    assert.deepEqual(failed[0], { id: 'theirs', title: 'A post', reason });
    assert.equal(failed[1].reason, 'It was deleted');
  });

  it('breaks off with the error when the store fails', async () => {
    const failure = new LarderError('unavailable', 'The disk is full');
    const { run } = start([postOf('a'), postOf('b')], { failure });
    const { done, error } = await run('publish', [{ id: 'a' }, { id: 'b' }]);
    assert.deepEqual([done, error], [0, failure]);
  });

  it('is tried again where another write came first', async () => {
    const failure = new LarderError('conflict', 'Saved by another');
    const { run } = start([postOf('a')], { failure, times: 1 });
    assert.equal((await run('publish', [{ id: 'a' }])).changed.length, 1);
  });

  it('is undone but for posts that were changed since then', async () => {
    const { run, fields } = start([postOf('a'), postOf('b', { revision: '7' }), postOf('c')]);
    const before = { tags: ['Plum'] };
    const { changed, same, failed } = await run('revert', [
      { id: 'a', revision: '1', before },
      { id: 'b', revision: '1', before },
      { id: 'c', revision: '0', before: { tags: ['Jam'] } },
    ]);
    assert.deepEqual([changed.length, same], [1, 1]);
    assert.deepEqual(failed, [
      { id: 'b', title: 'Title of b', reason: 'It was changed in the meantime' },
    ]);
    assert.deepEqual(fields(), [{ id: 'a', ...before }]);
  });

  it('deletes and restores, and says which post came back at another URL', async () => {
    const trash = ['a', 'taken'].map((id) => postOf(id));
    const { run, removed } = start([postOf('b')], { trash });
    await run('delete', [{ id: 'b' }]);
    assert.deepEqual(removed, [['b', '1', { by: 'ada' }]]);
    const all = ['a', 'taken', 'b', 'never'].map((id) => ({ id }));
    const { changed, same, failed } = await run('restore', all);
    assert.deepEqual([changed, same], [[{ id: 'a' }], 1]);
    assert.deepEqual(
      failed.map(({ reason }) => reason),
      ['Its URL was taken in the meantime: it is back with another', 'It has left the trash'],
    );
  });

  /**
   * @param {any[]} posts
   * @param {{ trash?: any[], may?: (post: { id: string }) => boolean, failure?: Error, times?: number }} [how]
   */
  function start(posts, { trash = [], may = () => true, failure, times = Infinity } = {}) {
    /** @type {any[]} */
    const saved = [];
    /** @type {any[]} */
    const removed = [];
    let failures = 0;
    const find = (/** @type {any[]} */ all, /** @type {string} */ id) =>
      all.find((each) => each.id === id) ?? null;
    /** @type {Map<string, any>} */
    const jobRecords = new Map();
    const store = {
      async get(/** @type {string} */ kind, /** @type {string} */ id) {
        if (kind === 'job') return jobRecords.get(id) ?? null;
        if (kind === 'post') return find(posts, id);
        return find(trash, id) && { post: find(trash, id) };
      },
      getMany: (/** @type {string} */ kind, /** @type {string[]} */ ids) =>
        Promise.all(ids.map((id) => store.get(kind, id))),
      async write(/** @type {any[]} */ writes) {
        for (const { record } of writes) jobRecords.set(record.id, { ...record, revision: '1' });
        return writes.map(() => '1');
      },
    };
    const deps = {
      store,
      async savePost(/** @type {any} */ input, /** @type {any} */ options) {
        if (failure && failures++ < times) throw failure;
        saved.push([input, options]);
        return { revision: '2' };
      },
      removePost: async (/** @type {any[]} */ ...all) => removed.push(all),
      restorePost: async (/** @type {string} */ id) => ({ slug: id === 'taken' ? 'taken-2' : id }),
      index: { post: () => undefined },
      newId: () => 'change',
      mayEdit: (/** @type {string} */ _by, /** @type {any} */ post) => may(post),
      clock: createClock(),
      log: createQuietLog(),
    };
    const jobs = createJobs(/** @type {any} */ (deps));
    const manyPosts = createManyPosts(
      /** @type {any} */ ({
        ...deps,
        jobs,
        changing: () => createBulkWriter(/** @type {any} */ (deps)),
      }),
    );
    /** @param {any} action @param {any[]} some @param {object} [more] */
    async function run(action, some, more) {
      const work = { action, type: 'post', tag: '', posts: some, ...more };
      const started = await manyPosts.begin('ada', /** @type {any} */ (work));
      assert.ok(started);
      const error = await started.ended.catch((reason) => reason);
      const job = /** @type {ManyPosts} */ (started.job);
      const { done, same, failed, failures } = job;
      const changed = (await manyPosts.changed(job)).map(withoutNone);
      return { done, same, failed, failures, error, changed };
    }
    return { run, saved, removed, fields: () => saved.map(([input]) => input) };
  }
});

/** @template {object} T @param {T} value @returns {T} without fields that are undefined */
const withoutNone = (value) => JSON.parse(JSON.stringify(value));
