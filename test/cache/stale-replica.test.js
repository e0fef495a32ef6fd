import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { jamPost, pickledPost } from '../support/fixtures.js';
/** @import { FeedChange, Store, Watcher } from '../../lib/store/types.js' */

describe('A cluster node that reports a change before it has the data', () => {
  const { startBlog } = eachTest();

  it('is asked again until it has the new text', async () => {
    const { blog, cluster } = await start();
    await request(blog.url).get('/post/quince-jam');
    const { change } = await cluster.edit({ title: 'Quince jelly' });
    await cluster.catchUp(blog.clock, cluster.tell(change));
    const { text } = await request(blog.url).get('/post/quince-jam');
    assert.match(text, /Quince jelly/);
  });

  it('is asked again until it has lost what was removed', async () => {
    const { blog, cluster } = await start();
    await request(blog.url).get('/post/quince-jam');
    const { change } = await cluster.remove();
    await cluster.catchUp(blog.clock, cluster.tell(change));
    assert.equal((await request(blog.url).get('/post/quince-jam')).status, 410);
  });

  it('has its old text sent to those who wait, without the date of the change, and not kept', async () => {
    const { blog, cluster } = await start();
    const { record } = await cluster.edit({ title: 'Quince jelly' });
    blog.open.changes.apply('post', jamPost.id, record, record.revision);
    blog.clock.tick(60_000);
    const { headers } = await request(blog.url).get('/post/quince-jam');
    assert.equal(headers['cache-status'], 'larder; fwd=miss');
    assert.equal(headers['last-modified'], undefined);
    assert.ok((await request(blog.url).get('/tags')).headers['last-modified']);
    await cluster.catchUp(blog.clock);
    const late = await request(blog.url).get('/post/quince-jam');
    assert.match(late.text, /Quince jelly/);
  });

  it('does not take the blog back to what it was, however long it lags', async () => {
    const { blog, cluster } = await start();
    const { record } = await cluster.edit({ title: 'Quince jelly' });
    blog.open.changes.apply('post', jamPost.id, record, record.revision);
    const { kind, id } = { kind: /** @type {const} */ ('post'), id: jamPost.id };
    const told = cluster.tell({ kind, id, revision: String(Number(record.revision) + 1) });
    await tickUntil(told, blog.clock, 100);
    // It goes on asking for that revision, but not for ever.
    for (let asked = -1; asked !== cluster.reads();) {
      asked = cluster.reads();
      blog.clock.tick(5000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.match((await request(blog.url).get('/archive')).text, /Quince jelly/);
  });

  it('does not hold up what is told of other posts', async () => {
    const { blog, cluster } = await start();
    const { change } = await cluster.edit({ title: 'Quince jelly' });
    const { store } = blog.open;
    const other = await store.get('post', pickledPost.id);
    const put = { kind: /** @type {const} */ ('post'), revision: other.revision };
    const [revision] = await store.write([{ ...put, record: { ...other, title: 'Gherkins' } }]);
    const told = cluster
      .tell(change)
      .then(() => cluster.tell({ kind: 'post', id: other.id, revision }));
    const since = blog.clock.now();
    await tickUntil(told, blog.clock, 10);
    assert.ok(blog.clock.now() - since < 1000);
    assert.match((await request(blog.url).get('/archive')).text, /Gherkins/);
  });

  for (const [behind, shown, what] of /** @type {const} */ ([
    [1, /Quince jam/, 'was removed'],
    [0, /Quince jelly/, 'was removed before'],
  ]))
    it(`shows the version that is left of two when its rival ${what}`, async () => {
      const { blog, cluster } = await start();
      const { before, record } = await cluster.edit({ title: 'Quince jelly' });
      blog.open.changes.apply('post', jamPost.id, record, record.revision);
      const left = { kind: /** @type {const} */ ('post'), id: jamPost.id };
      const replaces = Number(record.revision) + behind;
      await cluster.tell({ ...left, revision: before.revision, replaces });
      assert.match((await request(blog.url).get('/archive')).text, shown);
    });

  it('is asked again until it has lost a rival of what is left', async () => {
    const { blog, cluster } = await start();
    const { before, record } = await cluster.edit({ title: 'Quince jelly' });
    blog.open.changes.apply('post', jamPost.id, record, record.revision);
    await cluster.catchUp(blog.clock);
    const left = { kind: /** @type {const} */ ('post'), id: jamPost.id };
    const replaces = Number(record.revision) + 1;
    const told = cluster.tell({ ...left, revision: before.revision, replaces });
    let looks = 0;
    await tickUntil(told, blog.clock, 10, () => ++looks === 3 && cluster.lag(before));
    assert.match((await request(blog.url).get('/archive')).text, /Quince jam/);
  });

  it('has a file that is not in the index shown no more once it is removed', async () => {
    const { blog, cluster } = await start();
    const { store } = blog.open;
    const file = {
      id: '0123456789abcdef-list.pdf',
      type: 'application/pdf',
      bytes: Buffer.from('x'),
    };
    const more = {
      size: 1,
      width: null,
      height: null,
      by: '',
      alt: '',
      createdAt: jamPost.updatedAt,
    };
    const [revision] = await store.write([
      { kind: 'media', record: { ...file, ...more }, revision: null },
    ]);
    await request(blog.url).get(`/media/${file.id}`).expect(200);
    const removal = { kind: /** @type {const} */ ('media'), id: file.id };
    await store.write([{ ...removal, revision: String(revision), removed: true }]);
    await cluster.tell({ ...removal, revision: null, removedAt: `${Number(revision) + 1}` });
    await request(blog.url).get(`/media/${file.id}`).expect(404);
  });

  it('does not bring back the former name of an author', async () => {
    const { url, open } = await startBlog({ posts: [{ ...jamPost, author: 'ada' }] });
    const user = { id: 'ada', role: /** @type {const} */ ('author') };
    await open.content.saveUser({ ...user, name: 'Ada' });
    const former = await open.store.get('user', 'ada');
    await open.content.saveUser({ ...user, name: 'Countess' });
    open.changes.apply('user', 'ada', former, former.revision);
    assert.match((await request(url).get('/post/quince-jam')).text, /Countess/);
  });

  it('has a page without a new comment sent to those who wait, and not kept', async () => {
    let isBehind = true;
    const wrapStore = (/** @type {Store} */ store) => ({
      ...store,
      commentsOf: async (/** @type {string} */ id) => (isBehind ? [] : store.commentsOf(id)),
    });
    const blog = await startBlog({ posts: [jamPost], wrapStore });
    const text = { name: 'Mo', url: '', markdown: 'With cheese', replyTo: '' };
    const comment = { ...text, status: /** @type {const} */ ('approved') };
    await blog.open.content.saveComment({ ...comment, postId: jamPost.id });
    const early = await request(blog.url).get('/post/quince-jam');
    assert.equal(early.headers['cache-status'], 'larder; fwd=miss');
    isBehind = false;
    assert.match((await request(blog.url).get('/post/quince-jam')).text, /With cheese/);
  });

  it('has a comment that was taken back shown to nobody', async () => {
    const blog = await startBlog({
      posts: [jamPost],
      wrapStore: (store) => ({ ...store, watch: () => ({ close: async () => {} }) }),
    });
    const text = { name: 'Mo', url: '', markdown: 'With cheese', replyTo: '' };
    const comment = { ...text, status: /** @type {const} */ ('approved') };
    const { content, store } = blog.open;
    const { revision, ...record } = await content.saveComment({ ...comment, postId: jamPost.id });
    const pending = { ...record, status: 'pending' };
    await store.write([{ kind: 'comment', record: pending, revision: revision ?? null }]);
    const { text: page } = await request(blog.url).get('/post/quince-jam');
    assert.doesNotMatch(page, /With cheese/);
  });

  it('has a comment that came and went before it told of it shown to nobody', async () => {
    const { blog, tell } = await startUntold();
    const { content, store } = blog.open;
    const text = { name: 'Mo', url: '', markdown: 'With cheese', replyTo: '' };
    const times = { id: `${jamPost.id}:1`, createdAt: '2026-03-01T12:00:00.000Z' };
    const record = { ...text, ...times, postId: jamPost.id, html: '<p>With cheese</p>' };
    await content.saveComment({ ...text, status: 'approved', postId: jamPost.id });
    const put = { kind: /** @type {const} */ ('comment'), revision: null };
    const [revision] = await store.write([{ ...put, record: { ...record, status: 'approved' } }]);
    await request(blog.url).get('/post/quince-jam');
    await store.write([
      { kind: 'comment', id: record.id, revision: revision ?? '', removed: true },
    ]);
    await tell({ kind: 'comment', id: record.id, revision: null });
    const { text: page } = await request(blog.url).get('/post/quince-jam');
    assert.equal(page.split('With cheese').length, 2);
  });

  it('has a title that was changed and changed back before it told of it kept on no page', async () => {
    const { blog, tell } = await startUntold();
    const { store } = blog.open;
    const before = await store.get('post', jamPost.id);
    const put = { kind: /** @type {const} */ ('post'), record: before };
    const [revision] = await store.write([
      { ...put, record: { ...before, title: 'Oops' }, revision: before.revision },
    ]);
    await request(blog.url).get('/');
    const [last] = await store.write([{ ...put, revision }]);
    await tell({ kind: 'post', id: jamPost.id, revision: last });
    assert.doesNotMatch((await request(blog.url).get('/')).text, /Oops/);
  });

  async function startUntold() {
    /** @type {Watcher} */
    let watcher;
    const wrapStore = (/** @type {Store} */ store) => ({
      ...store,
      watch: (/** @type {string} */ _since, /** @type {Watcher} */ given) => {
        watcher = given;
        return { close: async () => {} };
      },
    });
    const blog = await startBlog({ posts: [jamPost], wrapStore });
    const tell = (/** @type {FeedChange} */ change) => watcher.onChanges([change], '');
    return { blog, tell };
  }

  async function start() {
    const cluster = createLaggingNode();
    const blog = await startBlog({ posts: [pickledPost, jamPost], wrapStore: cluster.wrap });
    return { blog, cluster };
  }
});

/** A store of which one post is read as it was, until it catches up. */
function createLaggingNode() {
  /** @type {Store} */
  let real;
  /** @type {Watcher} */
  let watcher;
  /** @type {any} */
  let old = null;
  let reads = 0;
  const lag = (/** @type {any} */ record) => (old = record);
  return { wrap, edit, remove, tell, catchUp, lag, reads: () => reads };

  /** @param {Store} store @returns {Store} */
  function wrap(store) {
    real = store;
    return {
      ...store,
      async get(kind, id) {
        if (old && id === old.id) reads++;
        return old && id === old.id ? old : store.get(kind, id);
      },
      async getMany(kind, ids) {
        const records = await store.getMany(kind, ids);
        return records.map((record, place) => (old && ids[place] === old.id ? old : record));
      },
      watch(_since, given) {
        watcher = given;
        return { close: async () => {} };
      },
    };
  }

  /** @param {object} fields */
  async function edit(fields) {
    const before = await real.get('post', jamPost.id);
    const [revision] = await real.write([
      { kind: 'post', record: { ...before, ...fields }, revision: before.revision },
    ]);
    old = before;
    const change = { kind: /** @type {const} */ ('post'), id: jamPost.id, revision };
    return { change, before, record: { ...before, ...fields, revision } };
  }

  async function remove() {
    const before = await real.get('post', jamPost.id);
    await real.write([{ kind: 'post', id: jamPost.id, revision: before.revision, removed: true }]);
    old = before;
    return { change: { kind: /** @type {const} */ ('post'), id: jamPost.id, revision: null } };
  }

  /** @param {FeedChange} change */
  function tell(change) {
    return watcher.onChanges([change], '');
  }

  /**
   * After it was asked a few times in vain, or at once when nobody asks.
   * @param {Ticking} clock
   * @param {Promise<unknown>} [told]
   */
  async function catchUp(clock, told) {
    if (told) await tickUntil(told, clock, 10, () => reads >= 3 && (old = null));
    old = null;
  }
}

/** @typedef {{ tick: (milliseconds: number) => unknown }} Ticking */

/** @param {Promise<unknown>} done @param {Ticking} clock @param {number} step  milliseconds @param {() => unknown} [look]  after each step */
async function tickUntil(done, clock, step, look = () => {}) {
  let isDone = false;
  done.then(() => (isDone = true));
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.tick(step);
    look();
  }
}
