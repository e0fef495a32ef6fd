import { equal, ok } from 'node:assert/strict';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import request from 'supertest';
import { digest } from '../../lib/base/digest.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { startServer } from '../../lib/start/serve.js';
import { breadPost } from '../support/fixtures.js';
import { addPeople, cookieFor } from '../support/people.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const path = `/post/${breadPost.slug}`;

import { behindNetworks } from './behind.js';
describe('A blog behind a network that restarts', () => {
  const { startBoth, stateOf, until, ask, edit, makeFolder, endings, now } = behindNetworks();
  const settings = () => ({ CACHE_DIR: makeFolder() });

  /** @param {TestBlog} blog */
  async function startAgain({ config, clock, log }) {
    const open = await openBlog(config, { clock, log });
    const server = await startServer(config, open, { clock, log, drawCard: null });
    endings.push(() => server.close({ save: false, within: 0 }));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address());
    return `http://127.0.0.1:${port}`;
  }

  it('goes on with what the network could not be told before the stop', async () => {
    const { blog, network } = await startBoth({}, settings());
    await ask(network.url + path);
    await ask(`${network.url}/robots.txt`);
    network.follow(() => ({ status: 503 }));
    await edit(blog, { title: 'Spelt' });
    await until(async () => (await stateOf(blog)).lastStatus === 503);
    await blog.stop({ save: true, within: 0 });
    ok(network.kept.has(path));
    network.follow(() => null);
    await startAgain(blog);
    await until(() => !network.kept.has(path));
    ok(network.kept.has('/robots.txt'));
  });

  it('has all forgotten when it was killed, since nobody knows what it owed', async () => {
    const { blog, network } = await startBoth({}, settings());
    await ask(`${network.url}/robots.txt`);
    await blog.stop({ within: 0 });
    await startAgain(blog);
    await until(() => network.kept.size === 0);
  });

  it('does not say of a change from before that it is live while all is owed', async () => {
    const { blog, network } = await startBoth({}, settings());
    await addPeople(blog);
    network.follow(() => ({ status: 503 }));
    await edit(blog, { title: 'Spelt' });
    const since = new Date(now()).toISOString();
    await until(async () => (await stateOf(blog)).lastStatus === 503);
    await blog.stop({ within: 0 });
    const url = await startAgain(blog);
    const cookie = await cookieFor({ ...blog, url }, 'ada');
    const look = async () =>
      (await request(url).get(`/admin/networks?since=${since}`).set('Cookie', cookie)).body.isLive;
    equal(await look(), false);
    network.follow(() => null);
    await until(look);
  });

  it('has all forgotten that changed while it was not told of any', async () => {
    const { blog, network } = await startBoth({}, settings());
    await ask(`${network.url}/robots.txt`);
    await blog.stop({ save: true, within: 0 });
    const { clock, log, config } = blog;
    const alone = { ...config, cdn: [] };
    const open = await openBlog(alone, { clock, log });
    const server = await startServer(alone, open, { clock, log, drawCard: null });
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.server.address());
    const { headers } = await fetch(`http://127.0.0.1:${port}/robots.txt`);
    // Nor do its saved pages say that a network may keep them.
    equal(headers.get('cdn-cache-control'), null);
    await server.close({ save: true, within: 0 });
    ok(network.kept.has('/robots.txt'));
    await startAgain(blog);
    await until(() => network.kept.size === 0);
  });

  it('has all forgotten after a worker of other pages has ended', async () => {
    const { blog, network } = await startBoth({}, settings());
    await ask(`${network.url}/robots.txt`);
    const { store } = blog.open;
    const server = digest(`${hostname()} ${resolve(blog.config.cacheDir)} ${blog.config.port}`);
    const { revision = null, ...left } = /** @type {any} */ (
      await store.get('job', `networks:${server}`)
    );
    const record = /** @type {any} */ ({ ...left, identity: 'of newer workers' });
    await store.write([{ kind: 'job', record, revision }]);
    await blog.stop({ within: 0 });
    await until(() => network.kept.size === 0);
  });

  it('has what changed meanwhile forgotten, and nothing else', async () => {
    const { blog, network } = await startBoth({}, settings());
    await ask(network.url + path);
    await ask(`${network.url}/robots.txt`);
    await blog.stop({ save: true, within: 0 });
    const { content, close } = await openBlog(blog.config, blog);
    const [{ id }] = [...content.index.posts()];
    const post = await content.store.get('post', id);
    await content.savePost({ ...post, title: 'Spelt' }, { revision: post?.revision });
    await close();
    await startAgain(blog);
    await until(() => !network.kept.has(path));
    ok(network.kept.has('/robots.txt'));
  });
});
