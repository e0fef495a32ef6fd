import assert from 'node:assert/strict';
import { eachTest } from '../support/blog.js';
import { signInAs } from '../support/authors.js';
import { addPeople } from '../support/people.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
/** @import { Entry } from '../../lib/responses/entry.js' */
/** @import { TestBlog } from '../support/blog.js' */

const MINUTE = 60_000;
const path = '/post/rye-bread';
const OLD = 'W/"old"';

describe('The cache, checked while the blog runs', () => {
  const { startBlog } = eachTest();

  it('counts the pages that are as a fresh render, one a minute, all in turn', async () => {
    const blog = await start([path, '/about', '/']);
    for (let minute = 1; minute <= 5; minute++) await pass(blog);
    assert.deepEqual(await figures(blog), { checked: 5, wrong: 0 });
    assert.equal((await ask(blog, path)).headers['cache-status'], 'larder; hit');
  });

  it('removes a page that differs, and tells the log and the owner', async () => {
    const blog = await start([path]);
    spoil(blog);
    await pass(blog);
    assert.equal(blog.open.cache.peek(path)?.etag, OLD);
    for (const _ of [1, 2]) await pass(blog, 10_000);
    assert.deepEqual(await figures(blog), { checked: 1, wrong: 1 });
    const fresh = await tagOf(blog);
    const line = blog.log.lines.find(({ message }) => message.includes('differed'));
    const { key, etag, freshEtag, dependsOn, freshDependsOn } = line?.fields ?? {};
    assert.deepEqual([key, etag, freshEtag, dependsOn], [path, OLD, fresh, ['text:old']]);
    assert.ok(freshDependsOn.includes(`text:${breadPost.id}`));
    await addPeople(blog);
    const { text } = await (await signInAs(blog, 'ada')).get('/admin');
    assert.ok(text.includes(`The cached page ${path} differed from a fresh one.`));
    assert.doesNotMatch((await (await signInAs(blog, 'emil')).get('/admin')).text, /differed/);
  });

  it('takes a page for right that a change clears meanwhile', async () => {
    const blog = await start([path]);
    spoil(blog);
    await pass(blog);
    blog.open.cache.remove(path);
    await ask(blog, path);
    for (const _ of [1, 2]) await pass(blog, 10_000);
    assert.deepEqual(await figures(blog), { checked: 0, wrong: 0 });
  });

  it('can be turned off', async () => {
    const blog = await start([path], { env: { CACHE_CHECK: 'off' } });
    await pass(blog);
    assert.deepEqual(await figures(blog), { checked: 0, wrong: 0 });
  });

  it('is in the metrics', async () => {
    const blog = await start([path]);
    await pass(blog);
    const text = String((await ask(blog, '/metrics')).body);
    assert.match(text, /^larder_cache_checked_total 1$/m);
    assert.match(text, /^larder_cache_wrong_total 0$/m);
  });

  /** @param {string[]} paths  of the pages that it keeps @param {Parameters<typeof startBlog>[0]} [options] */
  async function start(paths, options) {
    const blog = await startBlog({ posts: smallBlog, ...options });
    blog.open.cache.clearAll('byHand');
    for (const each of paths) await ask(blog, each);
    return blog;
  }
});

/** @param {TestBlog} blog  the page at `path` is replaced by an old one */
function spoil({ open: { cache } }) {
  const entry = /** @type {Entry} */ (cache.peek(path));
  const lease = cache.lease();
  cache.store({ ...entry, etag: OLD, dependsOn: ['text:old'] }, lease);
  cache.release(lease);
}

/** @param {TestBlog} blog @param {number} [milliseconds] */
async function pass({ clock }, milliseconds = MINUTE) {
  await clock.tick(milliseconds);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

/** @param {TestBlog} blog */
const tagOf = async (blog) => (await ask(blog, path)).headers.etag;

/** @param {TestBlog} blog */
async function figures(blog) {
  const { checked, wrong } = JSON.parse(String((await ask(blog, '/status')).body)).cache;
  return { checked, wrong };
}
