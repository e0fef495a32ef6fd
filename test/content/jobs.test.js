import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { createJobs } from '../../lib/content/jobs/jobs.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { eachTest, quickPasswords } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { ManyPosts } from '../../lib/content/jobs/many-posts.js' */
/** @import { OpenBlog } from '../../lib/start/open-blog.js' */
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const LEASE = 10_000;
/** More than two slices. */
const POSTS = 101;
const died = new Error('The process has died');

describe('A job', () => {
  const { startBlog } = eachTest();
  /** @type {TestBlog} */
  let blog;
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  beforeEach(async () => {
    clock = createClock();
    blog = await startBlog({ clock });
  });

  /** A process that counts to five, one record at a time, and what it has counted. */
  function start(log = createQuietLog()) {
    const { store } = blog.open;
    const jobs = createJobs({ store, clock, log, newId: () => String(Math.random()) });
    /** @type {number[]} */
    const counted = [];
    /** @type {Promise<unknown> | null} */
    let gate = null;
    jobs.define('count', async function* (job) {
      while (job.done < job.total) {
        await gate;
        counted.push(job.done++);
        yield;
      }
    });
    const hold = () => {
      let release = () => {};
      gate = new Promise((resolve) => (release = () => resolve(undefined)));
      return release;
    };
    const begin = () => jobs.begin({ id: 'count', name: 'count', by: 'ada', total: 5 });
    return { jobs, counted, hold, begin, log };
  }
  const stored = () => blog.open.store.get('job', 'count');

  it('is done, and can begin again', async () => {
    const { begin, counted } = start();
    for (const times of [1, 2]) {
      await (
        await begin()
      )?.ended;
      assert.equal((await stored()).isOver, true);
      assert.equal(counted.length, 5 * times);
    }
  });

  it('begins in one process at a time', async () => {
    const [one, other] = [start(), start()];
    const release = one.hold();
    const started = await one.begin();
    assert.equal(await one.begin(), null);
    assert.equal(await other.begin(), null);
    release();
    await started?.ended;
    assert.deepEqual(other.counted, []);
  });

  it('ends after the record at hand when its process stops, and goes on in the next', async () => {
    const one = start();
    const release = one.hold();
    const started = await one.begin();
    const closing = one.jobs.close();
    release();
    await closing;
    await started?.ended;
    assert.deepEqual(one.counted, [0]);
    const next = start();
    await next.jobs.goOn();
    await until(async () => (await stored()).isOver);
    assert.deepEqual(next.counted, [1, 2, 3, 4]);
  });

  it('goes on in another process when its own says nothing for long, and not in both', async () => {
    const [frozen, other] = [start(), start()];
    const release = frozen.hold();
    const started = await frozen.begin();
    await other.jobs.goOn();
    assert.deepEqual(other.counted, []);
    await clock.tick(LEASE + 1);
    await until(async () => (await stored()).isOver);
    assert.deepEqual(other.counted, [0, 1, 2, 3, 4]);
    release();
    await started?.ended;
    assert.match(frozen.log.lines.at(-1)?.message ?? '', /Another process goes on/);
    assert.equal((await stored()).done, 5);
  });

  it('goes on by itself when the store could not be reached, even to say so', async () => {
    const one = start();
    const release = one.hold();
    const { ended } = /** @type {NonNullable<Awaited<ReturnType<typeof one.begin>>>} */ (
      await one.begin()
    );
    const { store } = blog.open;
    const { write } = store;
    store.write = () => Promise.reject(died);
    await clock.tick(1000);
    release();
    await assert.rejects(ended, died);
    store.write = write;
    await clock.tick(LEASE + 1);
    await until(async () => (await stored()).isOver);
    assert.equal((await stored()).problem, null);
  });
});

describe('After a process has died,', () => {
  const { startBlog } = eachTest();
  /** @type {OpenBlog} */
  let next;
  afterEach(() => next.close());

  /** A blog whose process dies after so many writes from `live` on. */
  async function start() {
    let left = Infinity;
    const blog = await startBlog({
      wrapStore: (store) => ({
        ...store,
        async write(writes) {
          if (left-- <= 0) throw died;
          return store.write(writes);
        },
      }),
    });
    const { content } = blog.open;
    await content.saveUser({ id: 'ada', name: 'Ada', role: 'owner' });
    return { blog, content, live: (/** @type {number} */ lifetime) => (left = lifetime) };
  }

  /** @param {TestBlog} blog @param {Promise<{ ended: Promise<void> } | null | void>} beginning */
  async function startAgain(blog, beginning) {
    const started = await beginning.catch((error) => void assert.equal(error, died));
    await started?.ended.catch((error) => assert.equal(error, died));
    next = await openBlog(blog.config, {
      clock: createClock(new Date(blog.clock.now() + LEASE).toISOString()),
      log: createQuietLog(),
      passwords: quickPasswords(),
    });
    await next.jobs.goOn();
    return started;
  }

  /** Titles, tags and states. @param {OpenBlog} open */
  const stateOf = ({ index }) =>
    Array.from(index.posts(), ({ title, tags, status }) => `${title} ${tags} ${status}`).sort();

  /** @param {Awaited<ReturnType<typeof start>>['content']} content */
  async function writePosts(content) {
    const posts = [];
    for (let number = 0; number < POSTS; number++)
      posts.push(
        await content.savePost({ title: `Jam ${number}`, tags: ['jam'], status: 'published' }),
      );
    return posts.map(({ id }) => ({ id }));
  }

  for (const action of /** @type {const} */ (['tag', 'unpublish', 'delete']))
    for (const lifetime of [1, 3, 4, 30, 56, 80])
      it(`a change of many posts goes on and can be undone (${action}, ${lifetime} writes)`, async () => {
        const { blog, content, live } = await start();
        const posts = await writePosts(content);
        const before = stateOf(blog.open);
        live(lifetime);
        const work = { action, tag: 'quick', type: /** @type {const} */ ('post') };
        const begun = await startAgain(blog, content.manyPosts.begin('ada', { ...work, posts }));
        if (!begun) return assert.deepEqual(stateOf(next), before, 'nothing has begun');
        const { manyPosts } = next.content;
        const { id } = (await next.store.get('job', 'by:ada')).jobs[0];
        const job = /** @type {ManyPosts} */ (await over(() => manyPosts.report('ada', id)));
        assert.deepEqual([job.done, job.changed, job.failures], [POSTS, POSTS, 0]);
        assert.ok(stateOf(next).every((each) => !before.includes(each)));
        const undoing = await manyPosts.begin('ada', {
          ...work,
          action: action === 'delete' ? 'restore' : 'revert',
          posts: await manyPosts.changed(job),
          undoes: job.id,
        });
        await undoing?.ended;
        assert.deepEqual(stateOf(next), before);
      });

  for (const lifetime of [1, 2, 3, 40])
    it(`a tag’s new name reaches all its posts (${lifetime} writes)`, async () => {
      const { blog, content, live } = await start();
      await writePosts(content);
      live(lifetime);
      await startAgain(blog, content.retag('jam', 'jelly', 'ada'));
      await over(() => next.content.retagging());
      assert.equal(next.index.tagNames.find('jam'), undefined);
      assert.equal(next.index.tagNames.find('jelly')?.count, POSTS);
    });

  it('the rest of many files is deleted, and all of them are counted', async () => {
    const { blog, content, live } = await start();
    const files = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      const bytes = Buffer.from(name);
      files.push(
        await content.saveMedia({
          name: `${name}.txt`,
          type: 'text/plain',
          bytes,
          width: null,
          height: null,
        }),
      );
    }
    live(3);
    await startAgain(blog, content.removeManyMedia(files, 'ada'));
    const job = await over(() => next.content.removingMedia('ada'));
    assert.deepEqual([job?.done, job?.deleted], [5, 5]);
    assert.deepEqual(
      await next.store.getMany(
        'media',
        files.map(({ id }) => id),
      ),
      Array(5).fill(null),
    );
  });
});

/** @template {{ isOver: boolean }} T @param {() => Promise<T | null>} find */
async function over(find) {
  let job = await find();
  while (!job?.isOver) {
    await setImmediate();
    job = await find();
  }
  return job;
}

/** @param {() => Promise<unknown>} holds */
async function until(holds) {
  while (!(await holds())) await setImmediate();
}
