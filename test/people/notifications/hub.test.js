import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { eachTest } from '../../support/blog.js';
import { breadPost, scheduledPost } from '../../support/fixtures.js';
/** @import { Content } from '../../../lib/content/content.js' */

const env = { WEBSUB_HUB: 'https://hub.example/', BASE_URL: 'https://larder.example' };
const feeds = ['atomfeed', 'rss.xml', 'feed.json'].map((name) => `https://larder.example/${name}`);

describe('A WebSub hub', () => {
  const { startBlog } = eachTest();
  /** @type {{ url: string, mode: string | null, feed: string | null }[]} */
  let calls;
  let isDown = false;
  const network = {
    get: () => Promise.reject(new Error('There is no network')),
    sendMail: async () => {},
    post: async (/** @type {string} */ url, /** @type {any} */ body) => {
      calls.push({ url, mode: body.get('hub.mode'), feed: body.get('hub.url') });
      if (isDown) throw new Error('it did not answer in time');
    },
  };
  beforeEach(() => {
    calls = [];
    isDown = false;
  });
  const start = (settings = env) =>
    startBlog({ posts: [breadPost, scheduledPost], env: settings, network });
  /** @param {Content} content @param {object} fields */
  const save = (content, fields) =>
    content.savePost(/** @type {any} */ ({ author: 'ada', title: 'Plum jam', ...fields }));
  const told = () => calls.map(({ feed }) => feed);
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };

  it('is notified once of a post that is published, whatever else is saved', async () => {
    const { open, clock } = await start();
    const { id, revision } = await save(open.content, { status: 'draft' });
    const post = await open.content.savePost({ id, status: 'published' }, { revision });
    await open.content.savePost({ id, markdown: 'More.' }, { revision: post.revision });
    await clock.tick(1000);
    await settle();
    assert.deepEqual(told(), feeds);
    assert.deepEqual(calls[0], { url: env.WEBSUB_HUB, mode: 'publish', feed: feeds[0] });
    await clock.tick(3_600_000);
    assert.equal(calls.length, 3);
  });

  it('is notified of a scheduled post when it becomes public', async () => {
    const { clock } = await start();
    assert.deepEqual(told(), []);
    await clock.tickTo('2026-12-26T00:00:00Z');
    await clock.tick(1000);
    await settle();
    assert.deepEqual(told(), feeds);
  });

  it('is notified at most twice a minute, however many posts are published', async () => {
    const { open, clock } = await start();
    for (let second = 0; second < 60; second++) {
      await save(open.content, { status: 'published', title: `Jar ${second}` });
      await clock.tick(900);
    }
    await settle();
    assert.equal(calls.length, 3);
    await clock.tick(30_000);
    await settle();
    assert.equal(calls.length, 6);
  });

  it('is notified once of many posts that are published together', async () => {
    const { open, clock } = await start();
    for (let number = 0; number < 5; number++) await save(open.content, { status: 'published' });
    await clock.tick(1000);
    await settle();
    assert.deepEqual(told(), feeds);
  });

  it('is notified again when it does not answer', async () => {
    const { open, clock } = await start();
    isDown = true;
    await save(open.content, { status: 'published' });
    await clock.tick(1000);
    await settle();
    isDown = false;
    await clock.tick(10_000);
    await settle();
    assert.deepEqual(told(), [feeds[0], ...feeds]);
  });

  it('is notified before the server stops', async () => {
    const blog = await start();
    await save(blog.open.content, { status: 'published' });
    await blog.close();
    assert.deepEqual(told(), feeds);
  });

  it('is named in the feeds of the whole blog, and in no other', async () => {
    const { url } = await start();
    const get = async (/** @type {string} */ path) =>
      (await request(url).get(path).buffer(true)).text;
    for (const path of ['/atomfeed', '/rss.xml', '/feed.json'])
      assert.match(await get(path), /https:\/\/hub\.example\//, path);
    assert.doesNotMatch(await get('/tag/bread/atomfeed'), /hub\.example/);
  });

  it('is neither notified nor named in feeds unless the owner has set one', async () => {
    const { url, open, clock } = await start({ ...env, WEBSUB_HUB: '' });
    await save(open.content, { status: 'published' });
    await clock.tick(1000);
    await settle();
    assert.deepEqual(told(), []);
    assert.doesNotMatch((await request(url).get('/atomfeed').buffer(true)).text, /rel="hub"/);
  });
});
