import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { breadPost, jamPost, scheduledPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

describe('Subscribers of changes', () => {
  const { startBlog } = eachTest();
  const HIT = 'larder; hit';

  /** @param {TestBlog} blog @param {string} path */
  const statusOf = async (blog, path) => (await ask(blog, path)).headers['cache-status'];

  /** @param {TestBlog} blog @param {string} id @param {string} title */
  async function rename({ open }, id, title) {
    const { revision } = await open.store.get('post', id);
    return open.content.savePost({ id, title }, { revision });
  }

  it('hear of each change once, in their order, after the cache was cleared and before the author has an answer', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await ask(blog, '/post/quince-jam');
    /** @type {unknown[]} */
    const told = [];
    for (const name of ['first', 'second'])
      blog.open.changes.subscribe(name, ({ by, kind, record, effects }) => {
        if (kind !== 'post') return;
        const isCleared = blog.open.cache.peek('/post/quince-jam') === undefined;
        told.push([name, by, record.title, effects.at(-1)?.cause, isCleared]);
      });
    await rename(blog, jamPost.id, 'Marmalade');
    const expected = ['here', 'Marmalade', 'editPost', true];
    assert.deepEqual(told, [
      ['first', ...expected],
      ['second', ...expected],
    ]);
    // The feed tells it again some milliseconds later.
    await untilFeedTells(blog);
    assert.equal(told.length, 2);
  });

  for (const [settings, status] of /** @type {const} */ ([
    ['held', 'pending'],
    ['shown', 'approved'],
  ]))
    it(`hear once that a comment is by a reader, when comments are ${settings}`, async () => {
      const { blog, told } = await startWatched(settings);
      await sendComment(blog);
      assert.deepEqual(told, [`reader: ${status}`]);
      await untilFeedTells(blog);
      assert.deepEqual(told, [`reader: ${status}`]);
    });

  it('hear that a comment is by a reader also when the feed reports it before the store has answered', async () => {
    /** @type {() => Promise<void>} */
    let beforeAnswer = async () => {};
    const { blog, told } = await startWatched('shown', (store) => ({
      ...store,
      async write(writes) {
        const revisions = await store.write(writes);
        if (writes.some(({ kind }) => kind === 'comment')) await beforeAnswer();
        return revisions;
      },
    }));
    beforeAnswer = () => untilFeedTells(blog);
    await sendComment(blog);
    assert.deepEqual(told, ['reader: approved']);
  });

  it('hear that a comment by an author is not by a reader', async () => {
    const { blog, told } = await startWatched('shown');
    const comment = { postId: jamPost.id, replyTo: '', name: 'Ada', url: '', markdown: 'Thanks' };
    await blog.open.content.saveComment({ ...comment, status: 'approved' });
    assert.deepEqual(told, ['here: approved']);
  });

  /** @param {'held' | 'shown'} comments @param {(store: Store) => Store} [wrapStore] */
  async function startWatched(comments, wrapStore) {
    const blog = await startBlog({ posts: smallBlog, wrapStore });
    const { content, changes } = blog.open;
    await content.saveSettings({ comments });
    await untilFeedTells(blog);
    const told = /** @type {string[]} */ ([]);
    changes.subscribe('test', ({ by, kind, record }) => {
      if (kind === 'comment') told.push(`${by}: ${record?.status}`);
    });
    return { blog, told };
  }

  /** @param {TestBlog} blog */
  const sendComment = ({ url }) =>
    request(url)
      .post('/post/quince-jam/comments')
      .type('form')
      .send({ name: 'Grace', markdown: 'Fine' })
      .expect(303);

  it('hear from the clock of a scheduled post that becomes public', async () => {
    const blog = await startBlog({ posts: smallBlog });
    /** @type {unknown[]} */
    const told = [];
    blog.open.changes.subscribe('test', ({ by, effects }) =>
      told.push([by, effects.map(({ cause, about }) => `${cause}: ${about}`)]),
    );
    await blog.clock.tick(Date.parse(scheduledPost.publishedAt ?? '') - blog.clock.now());
    assert.deepEqual(told, [['clock', [`scheduled: ${scheduledPost.title}`]]]);
  });

  it('that fail are logged, and hurt neither the others nor the author', async () => {
    const blog = await startBlog({ posts: smallBlog });
    let told = 0;
    blog.open.changes.subscribe('broken', () => {
      throw new Error('out of jars');
    });
    blog.open.changes.subscribe('whole', () => void told++);
    assert.equal((await rename(blog, jamPost.id, 'Marmalade')).title, 'Marmalade');
    assert.ok(told > 0);
    assert.match(String((await ask(blog, '/post/quince-jam')).body), /Marmalade/);
  });

  for (const [part, breakIt] of /** @type {const} */ ([
    ['index', (/** @type {any} */ { index }) => (index.setPost = fail)],
    ['clearing', (/** @type {any} */ { cache }) => (cache.clear = fail)],
  ]))
    it(`hear of a change also when the ${part} fails on it, and then the whole blog is read again`, async () => {
      const blog = await startBlog({ posts: smallBlog });
      await ask(blog, '/post/rye-bread');
      assert.equal(await statusOf(blog, '/post/rye-bread'), HIT);
      const { index, cache } = blog.open;
      const whole = { setPost: index.setPost, clear: cache.clear };
      let told = 0;
      blog.open.changes.subscribe('test', ({ kind }) => void (told += Number(kind === 'post')));
      breakIt(/** @type {any} */ ({ index, cache }));
      await rename(blog, breadPost.id, 'Barley bread');
      Object.assign(index, { setPost: whole.setPost });
      Object.assign(cache, { clear: whole.clear });
      assert.equal(told, 1);
      const { headers, body } = await ask(blog, '/post/rye-bread');
      assert.match(String(body), /Barley bread/);
      assert.equal(headers['cache-status'], 'larder; fwd=miss; stored');
      assert.equal(await statusOf(blog, '/post/rye-bread'), HIT);
    });

  it('leave the cache cold for as long as the blog cannot be read anew', async () => {
    let isAway = false;
    const blog = await startBlog({
      posts: smallBlog,
      wrapStore: (store) =>
        new Proxy(store, {
          get(target, name) {
            if (name === 'summaries' && isAway) return fail;
            const value = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
    });
    const { index, changes } = blog.open;
    const { setPost } = index;
    isAway = true;
    Object.assign(index, { setPost: fail });
    await rename(blog, jamPost.id, 'Marmalade');
    Object.assign(index, { setPost });
    for (let time = 0; time < 2; time++)
      assert.equal(await statusOf(blog, '/post/quince-jam'), 'larder; fwd=miss');
    isAway = false;
    await blog.clock.tick(1000);
    await changes.recovery;
    assert.match(String((await ask(blog, '/post/quince-jam')).body), /Marmalade/);
    assert.equal(await statusOf(blog, '/post/quince-jam'), HIT);
  });
});

/** @param {TestBlog} blog */
async function untilFeedTells({ open: { changes, store } }) {
  const { sequence } = await store.summaries();
  while (changes.dump().place !== sequence) await setTimeout(5);
}

/** @returns {never} */
function fail() {
  throw new Error('broken');
}
