import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { run as runImport } from '../../lib/start/commands/import.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { signInAs } from '../support/authors.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { breadPost, draftPost, jamPost, scheduledPost, smallBlog } from '../support/fixtures.js';
import { createQuietLog } from '../support/log.js';
import { addPeople } from '../support/people.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const scheduledPath = `/post/${scheduledPost.slug}`;

/** What readers and owners of other engines have reported. */
describe('A page in the cache', () => {
  const { startBlog, makeFolder } = eachTest();

  it('shows a scheduled post from its hour on, though nothing runs at that hour', async () => {
    let now = Date.parse(scheduledPost.publishedAt ?? '') - 1;
    const clock = { ...createClock(), now: () => now, after: () => () => {} };
    const blog = await startBlog({ posts: [breadPost, scheduledPost], clock });
    assert.ok(!(await read(blog, '/')).includes(scheduledPath));
    now++;
    for (const path of ['/', '/archive', '/atomfeed', '/sitemap.xml'])
      assert.ok((await read(blog, path)).includes(scheduledPath), path);
  });

  it('shows a scheduled post at the same moment, whatever time zone is set meanwhile', async () => {
    const blog = await startBlog({ posts: [breadPost, scheduledPost] });
    const hour = Date.parse(scheduledPost.publishedAt ?? '');
    await read(blog, '/');
    await blog.open.content.saveSettings({ timeZone: 'Pacific/Kiritimati' });
    await blog.clock.tick(hour - blog.clock.now() - 1);
    assert.ok(!(await read(blog, '/')).includes(scheduledPath));
    await blog.open.content.saveSettings({ timeZone: 'Pacific/Pago_Pago' });
    await blog.clock.tick(1);
    assert.ok((await read(blog, '/')).includes(scheduledPath));
  });

  it('lists the posts of an import that another process has made', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const post = '/post/salted-lemons';
    const lists = { '/': post, '/archive': post, '/tags': '/tag/salt', '/atomfeed': post };
    for (const path of Object.keys(lists)) await read(blog, path);
    await importPost(blog, '---\ntitle: Salted lemons\ntags: [salt]\n---\nSalt.');
    for (const [path, shown] of Object.entries(lists))
      await until(async () => (await read(blog, path)).includes(shown));
  });

  it('is never the preview of a draft', async () => {
    const blog = await startBlog({ posts: [draftPost] });
    await addPeople(blog);
    const ada = await signInAs(blog, 'ada');
    const page = await ada.follow(`/admin/posts/${draftPost.slug}/link`, { action: 'make' });
    const path = new URL(page.links('[aria-labelledby=secret] a')[0]).pathname;
    for (const own of [path, `/post/${draftPost.slug}`]) {
      await read(blog, own);
      assert.equal(blog.open.cache.peek(own), undefined);
    }
    assert.equal((await ask(blog, `/post/${draftPost.slug}`)).status, 404);
  });

  it('has the new menu everywhere it stands, in headers and footers', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const paths = ['/', '/post/rye-bread', '/about', '/tags', '/archive', '/subscribe'];
    for (const path of paths) await read(blog, path);
    const navigation = [{ title: 'Pantry rules', url: '/about' }];
    await blog.open.content.saveSettings({ navigation });
    for (const path of paths) assert.match(await read(blog, path), /Pantry rules/, path);
  });

  it('comes in the place of a redirect from that address', async () => {
    const blog = await startBlog({ posts: [breadPost] });
    await edit(blog, breadPost.id, { slug: 'wheat-bread' });
    for (const _ of [1, 2]) assert.equal((await ask(blog, '/post/rye-bread')).status, 301);
    const post = { ...breadPost, id: undefined, title: 'Another rye bread' };
    await blog.open.content.savePost(post);
    const { status, body } = await ask(blog, '/post/rye-bread');
    assert.deepEqual([status, /Another rye bread/.test(String(body))], [200, true]);
  });

  it('comes in the place of a 404 as soon as there is something at that address', async () => {
    const blog = await startBlog({ posts: [breadPost] });
    const paths = ['/post/quince-jam', '/tag/fruit', '/archive/2026', '/about'];
    const status = () => Promise.all(paths.map(async (path) => (await ask(blog, path)).status));
    for (const _ of [1, 2]) assert.deepEqual((await status()).slice(0, 2), [404, 404]);
    await blog.open.content.savePost({ ...jamPost, tags: ['fruit'] });
    const about = { type: /** @type {const} */ ('page'), slug: 'about', title: 'About' };
    await blog.open.content.savePost({ ...about, markdown: 'Us.', status: 'published' });
    assert.deepEqual(await status(), [200, 200, 200, 200]);
  });

  it('of a tag is as new as the feeds of that tag', async () => {
    const blog = await startBlog({ posts: [{ ...jamPost, tags: ['fruit'] }] });
    const paths = ['', '/atomfeed', '/rss.xml', '/feed.json'].map((end) => `/tag/fruit${end}`);
    for (const path of paths) await read(blog, path);
    await edit(blog, jamPost.id, { title: 'Quince jelly' });
    for (const path of paths) assert.match(await read(blog, path), /Quince jelly/, path);
    await edit(blog, jamPost.id, { tags: [] });
    for (const path of paths) assert.equal((await ask(blog, path)).status, 404, path);
  });

  /** With `node app.js import`. @param {TestBlog} blog @param {string} text of a file */
  async function importPost({ config, clock }, text) {
    const folder = makeFolder();
    mkdirSync(join(folder, '_posts'));
    writeFileSync(join(folder, '_posts', '2026-03-04-salted-lemons.md'), text);
    const quiet = { write: () => true };
    const openContent = () => openBlog(config, { clock, log: createQuietLog() });
    const io = { stdout: quiet, stderr: quiet, openContent, clock };
    assert.equal(await runImport([folder], /** @type {any} */ (io)), 0);
  }
});

/** @param {TestBlog} blog @param {string} path @returns {Promise<string>} */
const read = async (blog, path) => String((await ask(blog, path)).body);

/** @param {TestBlog} blog @param {string} id @param {object} fields */
async function edit({ open: { store, content } }, id, fields) {
  const { revision } = await store.get('post', id);
  await content.savePost({ id, ...fields }, { revision });
}

/** @param {() => Promise<boolean>} holds */
async function until(holds) {
  while (!(await holds())) await setImmediate();
}
