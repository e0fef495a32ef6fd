import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { breadPost } from '../support/fixtures.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

describe('A blog that is read again because a change could not be applied', () => {
  const { startBlog } = eachTest();

  it('has what was written during the read', async () => {
    const gate = createGate();
    // The feed tells nothing.
    const watch = () => ({ close: async () => {} });
    const blog = await startBlog({
      posts: [breadPost],
      wrapStore: (store) => ({ ...store, watch, summaries: gate.after(store.summaries) }),
    });
    gate.close();
    breakOnce(blog);
    const saving = blog.open.content.saveSettings({ title: 'The pantry' });
    await gate.reached;
    const { revision } = await blog.open.store.get('post', breadPost.id);
    const second = blog.open.content.savePost({ id: breadPost.id, title: 'Rolls' }, { revision });
    while (blog.open.index.post(breadPost.id)?.title !== 'Rolls') await setImmediate();
    gate.open();
    await Promise.all([saving, second]);
    assert.match((await request(blog.url).get('/archive')).text, /Rolls/);
  });

  it('answers the author only after that', async () => {
    const gate = createGate();
    const blog = await startBlog({
      posts: [breadPost],
      wrapStore: (store) => ({ ...store, summaries: gate.after(store.summaries) }),
    });
    gate.close();
    breakOnce(blog);
    let isAnswered = false;
    const saving = blog.open.content
      .saveSettings({ title: 'The pantry' })
      .then(() => (isAnswered = true));
    await gate.reached;
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    assert.equal(isAnswered, false);
    gate.open();
    await saving;
    assert.match((await request(blog.url).get('/')).text, /The pantry/);
  });

  it('empties the cache of a worker that cannot read a reported change', async () => {
    let isDown = false;
    const blog = await startBlog({
      posts: [breadPost],
      wrapStore: (store) => ({
        ...store,
        get: (...asked) => (isDown ? Promise.reject(new Error('down')) : store.get(...asked)),
      }),
    });
    await request(blog.url).get('/');
    assert.ok(blog.open.cache.count().entries > 0);
    isDown = true;
    await blog.open.changes.hear([{ kind: 'post', id: breadPost.id, revision: '999' }]);
    assert.equal(blog.open.cache.count().entries, 0);
  });
});

/** The next change of the settings cannot be taken in. @param {TestBlog} blog */
function breakOnce({ open: { index } }) {
  const { setSettings } = index;
  index.setSettings = () => {
    index.setSettings = setSettings;
    throw new Error('It cannot be taken in');
  };
}

/** Holds back, while it is closed, what was read of a store. */
function createGate() {
  let open = () => {};
  let reach = () => {};
  let isClosed = false;
  let isOpen = Promise.resolve();
  const reached = /** @type {Promise<void>} */ (new Promise((resolve) => (reach = resolve)));
  return {
    reached,
    open: () => open(),
    close() {
      isClosed = true;
      isOpen = new Promise((resolve) => (open = resolve));
    },
    /** @param {Store['summaries']} read @returns {Store['summaries']} */
    after: (read) => async () => {
      const summaries = await read();
      if (isClosed) reach();
      await isOpen;
      return summaries;
    },
  };
}
