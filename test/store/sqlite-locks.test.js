import assert from 'node:assert/strict';
import { blogFile } from './blog-file.js';
import { welcomePost } from './fixtures.js';

describe('A lock on the SQLite file that another program holds', () => {
  /** @type {ReturnType<typeof blogFile>} */
  let blog;
  /** @type {number[]} */
  let pauses;
  /** What happens while the store pauses. */
  let meanwhile = async () => {};
  beforeEach(() => {
    pauses = [];
    blog = blogFile({
      async sleep(ms) {
        pauses.push(ms);
        await meanwhile();
      },
    });
  });
  afterEach(() => blog.dispose());
  const create = (/** @type {any} */ store) =>
    store.write([{ kind: 'post', record: welcomePost, revision: null }]);

  it('stops no reader', async () => {
    const store = await blog.open();
    await create(store);
    blog.console().exec('BEGIN IMMEDIATE');
    assert.equal((await store.get('post', welcomePost.id)).slug, 'welcome');
    assert.equal((await store.summaries()).posts.length, 1);
    assert.deepEqual(pauses, []);
  });

  it('is waited for by a writer, while the process does other work', async () => {
    const store = await blog.open();
    const other = blog.console();
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    meanwhile = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (++turns === 3) other.exec('COMMIT');
    };
    await create(store);
    assert.equal(turns, 3);
    assert.equal((await store.get('post', welcomePost.id)).slug, 'welcome');
  });

  it('is waited for in pauses that grow, up to about five seconds, and then told', async () => {
    const store = await blog.open();
    blog.console().exec('BEGIN IMMEDIATE');
    const start = performance.now();
    await assert.rejects(create(store), { code: 'unavailable', message: /is locked/ });
    // SQLite's own wait, if it had one, would be five seconds for each try.
    assert.ok(performance.now() - start < 5000, 'the process itself was held up');
    const total = pauses.reduce((sum, pause) => sum + pause, 0);
    assert.ok(total >= 5000 && total < 5100, `${total} ms`);
    assert.ok(pauses[0] < 2 && Math.max(...pauses) > 20);
  });
});
