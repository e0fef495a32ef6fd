import assert from 'node:assert/strict';
import { eachTest } from '../support/blog.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

/** Milliseconds after which what was cleared is rendered again. */
const SOON = 10;
const PATH = '/post/rye-bread';
const encodings = ['gzip', 'br', 'identity'];

describe('An entry of the cache', () => {
  const { startBlog } = eachTest();

  it('stays as it was stored, whatever is asked for, compressed or rendered again', async () => {
    const blog = await startBlog({ posts: smallBlog });
    freezeEntries(blog);
    const statusOf = async (/** @type {string} */ encoding) =>
      (await ask(blog, PATH, { 'Accept-Encoding': encoding })).headers['cache-status'];
    assert.equal(await statusOf('gzip'), 'larder; fwd=miss; stored');
    for (const encoding of [...encodings, ...encodings])
      assert.equal(await statusOf(encoding), 'larder; hit');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Sourdough' }, { revision });
    await blog.clock.tick(SOON);
    for (const encoding of encodings) assert.equal(await statusOf(encoding), 'larder; hit');
    assert.deepEqual(
      blog.log.lines.filter(({ level }) => level !== 'info'),
      [],
    );
  });
});

/** Makes whatever tries to change an entry that is kept fail. @param {TestBlog} blog */
function freezeEntries({ open: { cache } }) {
  const [store, replace] = [cache.store.bind(cache), cache.replace.bind(cache)];
  cache.store = (entry, lease) => store(freeze(entry), lease);
  cache.replace = (entry, next) => replace(entry, freeze(next));
}

/** @template T @param {T} value @returns {T} the same, with all that it holds */
function freeze(value) {
  // Buffers cannot be frozen.
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
