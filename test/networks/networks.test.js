import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { text } from '../../lib/changes/keys.js';
import { readConfig } from '../../lib/start/config.js';
import { openBlog } from '../../lib/start/open-blog.js';
import { startServer } from '../../lib/start/serve.js';
import { breadPost } from '../support/fixtures.js';
import { createClock } from '../support/clock.js';
import { eachTest } from '../support/blog.js';
import { addPeople, cookieFor } from '../support/people.js';
import { createStoreDouble } from '../support/store-double.js';
import { startNetwork } from '../support/network.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const SECOND = 1000;
const env = { BASE_URL: 'http://blog.example' };
const path = `/post/${breadPost.slug}`;

describe('A blog behind a network', () => {
  const { startBlog, makeFolder } = eachTest();
  /** @type {(() => void)[]} */
  const endings = [];
  let round = 0;
  let clock = createClock();
  afterEach(() => {
    round++;
    for (const end of endings.splice(0)) end();
  });

  /**
   * @param {Partial<Parameters<typeof startNetwork>[0]>} [options]
   * @param {Record<string, string>} [more]  settings
   * @param {(store: Store) => Store} [wrapStore]
   */
  async function startBoth({ kind = 'varnish', ...options } = {}, more = {}, wrapStore) {
    let origin = '';
    const network = await startNetwork({ kind, origin: () => origin, ...options });
    endings.push(network.stop);
    const settings = { ...env, CDN: `${kind}:${network.url}`, ...more };
    clock = createClock();
    const blog = await startBlog({ env: settings, clock, posts: [breadPost], wrapStore });
    origin = blog.url;
    await until(async () => (await stateOf(blog)).lastStatus === 200);
    await until(async () => (await stateOf(blog)).owed === 0);
    network.purges.length = 0;
    return { blog, network };
  }

  /** @param {TestBlog} blog */
  const stateOf = async ({ url }) => (await request(url).get('/status')).body.cdn[0];

  /** @param {number} milliseconds */
  async function pass(milliseconds) {
    for (let left = milliseconds; left > 0; left -= 250) {
      await clock.tick(250);
      for (let turn = 0; turn < 20; turn++) await setImmediate();
    }
  }

  /** Lets time pass meanwhile. @param {() => unknown} isSo  may be a promise */
  async function until(isSo) {
    const own = round;
    while (own === round && !(await isSo())) {
      await clock.tick(20);
      await setImmediate();
    }
  }

  /** @param {string} url */
  const ask = async (url) => {
    const answer = await fetch(url);
    return { from: answer.headers.get('x-network'), body: await answer.text() };
  };

  /** @param {TestBlog} blog @param {object} changes */
  async function edit({ open }, changes) {
    const [{ id }] = [...open.index.posts()];
    const post = await open.store.get('post', id);
    if (!post) throw new Error('It is gone');
    await open.content.savePost({ ...post, ...changes }, { revision: post.revision });
  }

  it('says what the network may keep, with tags, also when nothing has changed', async () => {
    const { blog } = await startBoth({}, { CDN_MAX_AGE: '2h' });
    const { headers } = await request(blog.url).get(path).expect(200);
    equal(headers['cdn-cache-control'], 'max-age=7200');
    equal(headers['cache-control'], 'max-age=0, must-revalidate');
    match(headers.xkey, /^[\w-]{5}( [\w-]{5})+$/);
    const again = await request(blog.url).get(path).set('If-None-Match', headers.etag).expect(304);
    deepEqual(
      [again.headers.xkey, again.headers['cdn-cache-control']],
      [headers.xkey, 'max-age=7200'],
    );
  });

  for (const each of [
    '/nowhere',
    '/posts/',
    '/search?q=bread',
    '/status',
    '/comment-received',
    '/subscribe/asked',
    '/admin',
    '/api/posts',
    `${path}/comments`,
  ])
    it(`lets no network keep ${each}`, async () => {
      const { blog } = await startBoth(
        {},
        { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@example.org' },
      );
      const { headers } = await request(blog.url).get(each);
      deepEqual([headers['cdn-cache-control'], headers.xkey], ['no-store', undefined]);
    });

  it('has it forget what a change touched, and nothing else', async () => {
    const { blog, network } = await startBoth();
    await blog.open.content.savePost({
      title: 'Oats',
      markdown: 'Rye.',
      status: 'published',
      slug: 'rye',
    });
    await pass(3 * SECOND);
    for (const each of [path, '/', '/post/rye', '/robots.txt']) await ask(network.url + each);
    await edit(blog, { markdown: 'Another **text**.' });
    await until(() => !network.kept.has(path));
    deepEqual([...network.kept.keys()].sort(), ['/post/rye', '/robots.txt']);
    match((await ask(network.url + path)).body, /Another <strong>text/);
    equal((await ask(network.url + '/post/rye')).from, 'hit');
    await pass(3 * SECOND);
    deepEqual(
      await stateOf(blog).then(({ owed, since, lastStatus }) => [owed, since, lastStatus]),
      [0, null, 200],
    );
  });

  it('tells its author when a change is live everywhere', async () => {
    const { blog, network } = await startBoth();
    await addPeople(blog);
    const cookie = await cookieFor(blog, 'ada');
    const get = (/** @type {string} */ url) =>
      request(blog.url).get(url).set('Cookie', cookie).expect(200);
    network.follow(() => ({ status: 503 }));
    await edit(blog, { title: 'Spelt' });
    const since = new Date(clock.now()).toISOString();
    const look = async () => (await get(`/admin/networks?since=${since}`)).body;
    equal((await look()).isLive, false);
    network.follow(() => null);
    await until(async () => (await look()).isLive);
    match((await look()).text, /^live everywhere after [\d,]+ ms$/);
    match((await get('/admin/cache')).text, /varnish:http[^]*live after/);
  });

  it('has it forget once more what came late', async () => {
    let isLate = false;
    /** @type {() => void} */
    let arrive = () => {};
    const { blog, network } = await startBoth({
      beforeKeeping: () =>
        isLate ? new Promise((resolve) => (arrive = () => resolve(null))) : Promise.resolve(),
    });
    isLate = true;
    const old = ask(network.url + path);
    await until(() => network.counts.misses > 0 && arrive);
    await until(() => [...blog.open.cache.slots()].some(({ entry }) => entry.key === path));
    await edit(blog, { title: 'Spelt' });
    await until(() => network.purges.length > 0);
    arrive();
    ok(!(await old).body.includes('Spelt'));
    isLate = false;
    equal((await ask(network.url + path)).from, 'hit');
    await pass(2 * SECOND);
    await until(() => network.purges.length > 1);
    match((await ask(network.url + path)).body, /Spelt/);
  });

  it('lets it keep nothing that a change has overtaken while it was rendered', async () => {
    const store = createStoreDouble();
    const { blog } = await startBoth({}, {}, store.wrap);
    store.holdBack('getMany');
    const asked = fetch(blog.url + path);
    await store.untilWaiting(1);
    store.holdNoMore();
    blog.open.cache.clear('editPost', [text([...blog.open.index.posts()][0].id)]);
    store.letGo();
    equal((await asked).headers.get('cdn-cache-control'), 'no-store');
  });

  it('waits with the second time until a slow answer has left, and cuts it off after half a minute', async () => {
    const { blog, network } = await startBoth();
    await edit(blog, { markdown: `${'Long. '.repeat(200_000)}` });
    await pass(3 * SECOND);
    const port = Number(new URL(blog.url).port);
    const slow = connect(port, '127.0.0.1');
    endings.push(() => slow.destroy());
    for (let asked = 0; asked < 30; asked++)
      slow.write(`GET ${path} HTTP/1.1\r\nHost: blog.example\r\n\r\n`);
    slow.pause();
    const { floating } = blog.open.cache.statistics().stores;
    // As many as the system takes.
    for (let hits = -1; hits !== floating.hits;) {
      hits = floating.hits;
      await pass(5 * SECOND);
    }
    network.purges.length = 0;
    await edit(blog, { title: 'Spelt' });
    await pass(20 * SECOND);
    equal(network.purges.length, 1);
    ok((await stateOf(blog)).owed === 0);
    await pass(13 * SECOND);
    await until(() => network.purges.length > 1);
    const [closed] = await Promise.all([once(slow, 'close'), slow.resume()]);
    ok(closed);
  });

  describe('that restarts', () => {
    const settings = () => ({ CACHE_DIR: makeFolder() });

    /** @param {TestBlog} blog */
    async function startAgain({ config, clock, log }) {
      const open = await openBlog(config, { clock, log });
      const server = await startServer(config, open, { clock, log, drawCard: null });
      endings.push(() => void server.close({ save: false, within: 0 }));
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

  describe('that knows no tags', () => {
    it('forgets by its address each page that changed, also one that the blog has no more', async () => {
      const { blog, network } = await startBoth({ kind: 'urls' });
      for (const each of [path, '/', '/robots.txt']) await ask(network.url + each);
      blog.open.cache.remove(path);
      await edit(blog, { title: 'Spelt' });
      await until(() => !network.kept.has(path) && !network.kept.has('/'));
      ok(network.kept.has('/robots.txt'));
      match((await ask(network.url + path)).body, /Spelt/);
    });

    it('keeps nothing under an address with a query, since it could not be told of it', async () => {
      const { blog, network } = await startBoth({ kind: 'urls' });
      for (const each of ['/?a', '/?a']) await ask(network.url + each);
      equal(network.kept.size, 0);
      const { headers } = await request(blog.url).get('/').expect(200);
      equal(headers['x-accel-expires'], '86400');
    });
  });

  for (const [setting, sentence] of Object.entries({
    'akamai:1': /^CDN must be varnish:URL/,
    'varnish:edge': /^CDN must have a URL/,
    'cloudflare:https://a': /^CDN must have an id/,
    'cloudflare:abc': /^CDN_TOKEN must have a token for cloudflare:abc/,
    'varnish:http://a,varnish:http://b': /^CDN_TOKEN must have one token, or as many/,
  }))
    it(`does not start with CDN=${setting}`, () => {
      const CDN_TOKEN = setting.includes('http://b') ? '1,2,3' : '';
      throws(
        () => readConfig({ ...env, CDN: setting, CDN_TOKEN }),
        ({ message }) => sentence.test(message),
      );
    });
});
