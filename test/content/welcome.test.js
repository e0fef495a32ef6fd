import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../lib/start/config.js';
import { translateWelcome, writeWelcome } from '../../lib/content/welcome.js';
import { importBlog } from '../../lib/exchange/import/importer.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { OpenBlog } from '../../lib/start/open-blog.js' */

const silent = { warning() {}, refusal() {}, progress() {} };

describe('The welcome post of a new blog', () => {
  const { makeFolder } = eachTest();
  /** @type {OpenBlog[]} */
  let opened = [];
  afterEach(async () => {
    for (const blog of opened) await blog.close();
    opened = [];
  });

  /** @param {string} folder */
  async function openIn(folder) {
    const config = readConfig({ STORE_URL: `sqlite:${join(folder, 'larder.db')}` });
    const blog = await openBlog(config, { clock: createClock(), log: createQuietLog() });
    opened.push(blog);
    return blog;
  }

  it('has an id, which feeds tell, that no other blog’s has', async () => {
    const ids = [];
    for (const folder of [makeFolder(), makeFolder()]) {
      const { content } = await openIn(folder);
      assert.equal(await writeWelcome(content), true);
      ids.push(content.index.find('post', 'welcome')?.id);
    }
    assert.match(ids[0] ?? '', /^[0-9a-f]{8}-/);
    assert.notEqual(ids[0], ids[1]);
  });

  it('is written once when two processes start at once, and both go on', async () => {
    const folder = makeFolder();
    const blogs = [await openIn(folder), await openIn(folder)];
    const written = await Promise.all(blogs.map(({ content }) => writeWelcome(content)));
    assert.deepEqual(written.sort(), [false, true]);
    assert.equal((await blogs[0].store.summaries()).posts.length, 1);
  });

  it('is said in the language that the owner chooses, unless somebody has edited it', async () => {
    for (const isEdited of [false, true]) {
      const { content, index } = await openIn(makeFolder());
      await writeWelcome(content);
      const { id = '' } = index.find('post', 'welcome') ?? {};
      const read = async () => await content.store.get('post', id);
      const { revision } = await read();
      if (isEdited) await content.savePost({ ...(await read()), markdown: 'Mine' }, { revision });
      await content.saveSettings({ language: 'de-CH' });
      await translateWelcome(content);
      const { title, slug, markdown } = await read();
      assert.equal(slug, 'welcome');
      assert.equal(title, isEdited ? 'Welcome to Larder' : 'Willkommen bei Larder');
      assert.match(markdown, isEdited ? /^Mine/ : /^Dies ist der erste Beitrag/);
      await content.saveSettings({ language: 'en' });
      await translateWelcome(content);
      assert.equal((await read()).title, 'Welcome to Larder');
    }
  });

  it('steps aside for imported posts, unless somebody has edited it', async () => {
    const site = makeFolder();
    writeFileSync(join(site, 'rye.md'), '---\ntitle: Rye\ndate: 2026-01-02\n---\nFlour.');
    for (const isEdited of [false, true]) {
      const { content, index } = await openIn(makeFolder());
      await writeWelcome(content);
      const { id = '' } = index.find('post', 'welcome') ?? {};
      const post = await content.store.get('post', id);
      if (isEdited)
        await content.savePost({ ...post, markdown: 'Mine' }, { revision: post.revision });
      const { hints = [] } = await importBlog({ path: site, content, report: silent });
      assert.equal(index.find('post', 'welcome') !== undefined, isEdited);
      assert.equal(
        hints.some((hint) => hint.includes('welcome')),
        !isEdited,
      );
      assert.ok(index.find('post', 'rye'));
      if (!isEdited) assert.equal((await content.trash())[0].id, id);
    }
  });

  it('is not written where there is one already, whose id stays', async () => {
    const folder = makeFolder();
    const id = '6f1c5f6e-2f0b-4d54-9a3e-1a7d3b0c5e21';
    const first = await openIn(folder);
    await first.content.savePost({ id, slug: 'welcome', title: 'Welcome', markdown: 'x' });
    const again = await openIn(folder);
    assert.equal(await writeWelcome(again.content), false);
    assert.deepEqual(
      [...again.index.posts()].map((post) => post.id),
      [id],
    );
  });
});
