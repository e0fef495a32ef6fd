import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { aboutPage, breadPost, jamPost, pickledPost } from '../support/fixtures.js';
import { listen } from '../store/listen.js';
import { parsePage } from '../support/html.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { Watcher } from '../../lib/store/types.js' */

const hit = 'larder; hit';

describe('A page of a custom theme', () => {
  const { startBlog, makeFolder } = eachTest();

  for (const [view, path] of [
    ['robots', '/robots.txt'],
    ['sitemap', '/sitemap.xml'],
    ['atomfeed', '/atomfeed'],
    ['archive', '/archive'],
  ])
    it(`shows the new value of a setting in ${view} once it changes`, async () => {
      const THEME_DIR = makeFolder();
      mkdirSync(join(THEME_DIR, 'views'));
      writeFileSync(
        join(THEME_DIR, 'views', `${view}.mustache`),
        '{{site.tagline}} {{#site.navigation}}{{title}}{{/site.navigation}} {{page.documentTitle}}',
      );
      const { url, open } = await startBlog({ posts: [breadPost], env: { THEME_DIR } });
      for (const change of [
        { tagline: 'Cool and dry' },
        { navigation: [{ title: 'Elsewhere', url: '/about' }] },
        { title: 'The pantry' },
      ]) {
        await request(url).get(path);
        await open.content.saveSettings(change);
        const { text } = await request(url).get(path);
        const [said] = Object.values(change);
        assert.ok(text.includes(typeof said === 'string' ? said : said[0].title), text);
      }
    });

  it('keeps robots.txt in the cache when it shows no setting', async () => {
    const { url, open } = await startBlog();
    await request(url).get('/robots.txt');
    await open.content.saveSettings({ title: 'The pantry' });
    await request(url).get('/robots.txt').expect('Cache-Status', hit);
  });
});

describe('The front page', () => {
  const { startBlog } = eachTest();

  it('has as many posts as the settings say, and links to those before them', async () => {
    const posts = Array.from({ length: 9 }, (_, number) => ({
      ...breadPost,
      id: `bread-${number}`,
      slug: `bread-${number}`,
    }));
    const { url, open } = await startBlog({ posts });
    for (const [postsPerPage, older] of /** @type {const} */ ([
      [2, '/page/4'],
      [3, '/page/2'],
    ])) {
      await open.content.saveSettings({ postsPerPage });
      const page = parsePage(await request(url).get('/'));
      assert.equal(page.links('.card h2 a').length, postsPerPage);
      assert.deepEqual(page.links('a.older'), [older]);
    }
  });
});

describe('A post that another process unpublished, deleted or made a page', () => {
  const { startBlog } = eachTest();

  for (const fields of [
    { status: 'draft' },
    { publishedAt: '2027-01-01T00:00:00.000Z' },
    { type: /** @type {const} */ ('page') },
  ])
    it(`is not shown even before the change feed reports it: ${JSON.stringify(fields)}`, async () => {
      const silent = { watch: () => ({ close: async () => {} }) };
      const { url, open } = await startBlog({
        posts: [jamPost, breadPost],
        wrapStore: (store) => ({ ...store, ...silent }),
      });
      const { store } = open;
      const { revision, ...before } = await store.get('post', jamPost.id);
      const after = {
        ...before,
        ...fields,
        title: 'Secret',
        markdown: 'secret',
        excerpt: 'secret',
      };
      await store.write([{ kind: 'post', record: after, revision }]);
      for (const path of [
        '/',
        '/post/quince-jam',
        '/tag/preserves',
        '/atomfeed',
        '/post/rye-bread',
      ]) {
        const { text, headers } = await request(url).get(path);
        assert.doesNotMatch(text, /secret/i, path);
        if (path === '/') assert.equal(headers['cache-status'], 'larder; fwd=miss');
      }
      await request(url).get('/post/quince-jam').expect(404);
    });
});

describe('A change made directly in the database', () => {
  const { startBlog, makeFolder } = eachTest();

  it('moves a page in the sitemap by its date alone', async () => {
    const { blog, inConsole } = await start();
    const places = async () => {
      const { text } = await request(blog.url).get('/sitemap.xml');
      return text.indexOf('/about<') < text.indexOf('/imprint<');
    };
    assert.equal(await places(), true);
    await inConsole(
      `UPDATE posts SET publishedAt = '2025-01-01T00:00:00.000Z' WHERE slug = 'about'`,
    );
    assert.equal(await places(), false);
  });

  it('makes a page of a post, and a post of a page', async () => {
    const { blog, inConsole } = await start();
    const paths = ['/', '/tags', '/archive', '/sitemap.xml', '/post/rye-bread', '/about'];
    for (const path of paths) await request(blog.url).get(path);
    await inConsole(`UPDATE posts SET type = 'page' WHERE slug = 'quince-jam'`);
    await request(blog.url).get('/quince-jam').expect(200);
    await request(blog.url).get('/post/quince-jam').expect(301);
    for (const path of ['/', '/archive', '/post/rye-bread'])
      assert.doesNotMatch((await request(blog.url).get(path)).text, /Quince jam/, path);
    await inConsole(`UPDATE posts SET type = 'post' WHERE slug = 'about'`);
    assert.match((await request(blog.url).get('/archive')).text, /About this larder/);
  });

  it('makes a download of a drawing, which may hold a script', async () => {
    const file = join(makeFolder(), 'larder.db');
    const blog = await startBlog({ env: { STORE_URL: `sqlite:${file}` } });
    const { content, changes } = blog.open;
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    const drawing = { name: 'a.svg', type: 'image/svg+xml', bytes, width: 10, height: 5 };
    const { id } = await content.saveMedia(drawing);
    const disposition = async () =>
      (await request(blog.url).get(`/media/${id}`)).headers['content-disposition'];
    assert.equal(await disposition(), undefined);
    const db = new Database(file);
    db.exec('UPDATE media SET width = NULL');
    const revision = db.prepare('SELECT revision FROM media').pluck().get();
    db.close();
    await changes.hear([{ kind: 'media', id, revision: String(revision) }]);
    assert.equal(await disposition(), 'attachment; filename="a.svg"');
  });

  it('gives the address of one post to another at the same moment', async () => {
    const { blog, inConsole } = await start();
    await inConsole(`BEGIN;
      UPDATE posts SET slug = 'elsewhere' WHERE slug = 'rye-bread';
      UPDATE posts SET slug = 'rye-bread' WHERE slug = 'quince-jam';
      UPDATE posts SET title = 'Bread' WHERE slug = 'elsewhere';
      COMMIT`);
    await request(blog.url).get('/post/elsewhere').expect(200);
    await request(blog.url).get('/post/rye-bread').expect(200);
  });

  it('shows a page again once a draft that had its address has another', async () => {
    const { blog, inConsole } = await start();
    const isShown = async () =>
      (await request(blog.url).get('/subscribe')).text.includes(String(aboutPage.markdown));
    const give = (/** @type {string} */ slug, /** @type {{ id: string }} */ { id }) =>
      inConsole(`UPDATE posts SET type = 'page', slug = '${slug}' WHERE id = '${id}'`);
    await inConsole(`UPDATE posts SET status = 'draft' WHERE id = '${breadPost.id}'`);
    await give('subscribe', aboutPage);
    assert.equal(await isShown(), true);
    await give('subscribe', breadPost);
    assert.equal(await isShown(), false);
    await give('elsewhere', breadPost);
    assert.equal(await isShown(), true);
  });

  async function start() {
    const file = join(makeFolder(), 'larder.db');
    const imprint = { ...aboutPage, id: aboutPage.id.replace('6', '7'), slug: 'imprint' };
    const publishedAt = '2024-06-01T00:00:00.000Z';
    const posts = [pickledPost, jamPost, breadPost, aboutPage, { ...imprint, publishedAt }];
    const double = createStoreDouble();
    const env = { STORE_URL: `sqlite:${file}` };
    const blog = await startBlog({ posts, env, wrapStore: double.wrap });
    return { blog, inConsole };

    /** Changes what it may, and waits until the feed has told. @param {string} sql */
    async function inConsole(sql) {
      const { sequence } = await blog.open.store.summaries();
      const heard = listen(blog.open.store, sequence);
      const db = new Database(file);
      db.exec(sql);
      db.close();
      await heard.until(() => heard.changes.length > 0);
      await heard.close();
      const [{ id, revision }] = heard.changes;
      const { index } = blog.open;
      while (index.post(id)?.revision !== revision) await new Promise((go) => setImmediate(go));
    }
  }
});

describe('A deletion that the change feed reports late', () => {
  const { startBlog } = eachTest();

  it('does not block the feed when the post was restored in the meantime', async () => {
    /** @type {Watcher} */
    let watcher = /** @type {any} */ (null);
    const { open, url } = await startBlog({
      posts: [jamPost, breadPost],
      wrapStore: (store) => ({
        ...store,
        watch(_since, given) {
          watcher = given;
          return { close: async () => {} };
        },
      }),
    });
    const { content, store } = open;
    const { revision } = await store.get('post', jamPost.id);
    await content.removePost(jamPost.id, revision);
    const back = await content.restorePost(jamPost.id);
    const removedAt = String(Number(back.revision) - 1);
    const removal = {
      kind: /** @type {const} */ ('post'),
      id: jamPost.id,
      revision: null,
      removedAt,
    };
    await watcher.onChanges([removal], '');
    assert.match((await request(url).get('/')).text, /Quince jam/);
  });
});
