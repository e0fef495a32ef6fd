import { equal, match, ok } from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { folderOf } from '../../lib/start/warm-start.js';
import { breadPost } from '../support/fixtures.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const path = `/post/${breadPost.slug}`;

import { behindNetworks } from './behind.js';
describe('A blog behind a network that knows no tags', () => {
  const { startBoth, stateOf, until, ask, edit, makeFolder } = behindNetworks();

  it('forgets by its address each page that changed, also one that the blog has no more', async () => {
    const { blog, network } = await startBoth({ kind: 'urls' });
    for (const each of [path, '/', '/robots.txt']) await ask(network.url + each);
    blog.open.cache.remove(path);
    await edit(blog, { title: 'Spelt' });
    await until(() => !network.kept.has(path) && !network.kept.has('/'));
    ok(network.kept.has('/robots.txt'));
    match((await ask(network.url + path)).body, /Spelt/);
  });

  it('forgets a page also if an older one was made more slowly', async () => {
    const store = createStoreDouble();
    const { blog, network } = await startBoth({ kind: 'urls' }, {}, store.wrap);
    store.holdBack('getMany');
    const old = fetch(`${blog.url}/`);
    await store.untilWaiting(1);
    const letGo = store.holdNoMore();
    const rye = { title: 'Rye', slug: 'rye', status: /** @type {const} */ ('published') };
    await blog.open.content.savePost({ ...rye, markdown: 'Oats.' });
    await until(async () => (await stateOf(blog)).owed === 0);
    match((await ask(`${network.url}/`)).body, /Oats/);
    letGo();
    ok(!(await (await old).text()).includes('Oats'));
    const [post] = [...blog.open.index.posts()].filter(({ slug }) => slug === 'rye');
    await blog.open.content.savePost({ ...rye, id: post.id, markdown: 'Spelt.' }, post);
    await until(() => !network.kept.has('/'));
    match((await ask(`${network.url}/`)).body, /Spelt/);
  });

  it('keeps nothing while it cannot be noted what it has, and readers get their pages', async () => {
    const { blog } = await startBoth({ kind: 'urls' });
    const { Database } = await import('../../lib/base/sqlite.js');
    const file = new Database(join(folderOf(blog.config), 'handed-out.db'));
    file.exec('DROP TABLE handed');
    file.close();
    const { headers } = await request(blog.url).get(path).expect(200);
    equal(headers['x-accel-expires'], '0');
    await edit(blog, { title: 'Spelt' });
    match((await request(blog.url).get(path).expect(200)).text, /Spelt/);
  });

  it('has its list made anew when that is damaged, and somebody told to empty it', async () => {
    const CACHE_DIR = makeFolder();
    writeFileSync(join(CACHE_DIR, 'handed-out.db'), Buffer.alloc(8192, 'x'));
    const { blog } = await startBoth({ kind: 'urls' }, { CACHE_DIR });
    const { headers } = await request(blog.url).get(path).expect(200);
    equal(headers['x-accel-expires'], '86400');
    const told = blog.log.lines.filter(({ message }) => /empty their caches/.test(message));
    equal(told.length, 1);
  });

  it('keeps nothing under another address of a page, since it could not be told of it', async () => {
    const { blog, network } = await startBoth({ kind: 'urls' });
    const spelt = path.replace(/[a-z]$/, (last) => `%${last.charCodeAt(0).toString(16)}`);
    for (const each of ['/?a', '/?a', spelt, spelt]) await ask(network.url + each);
    equal(network.kept.size, 0);
    const { headers } = await request(blog.url).get('/').expect(200);
    equal(headers['x-accel-expires'], '86400');
  });
});
