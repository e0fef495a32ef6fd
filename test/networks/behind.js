import { setImmediate } from 'node:timers/promises';
import request from 'supertest';
import { breadPost } from '../support/fixtures.js';
import { createClock } from '../support/clock.js';
import { eachTest } from '../support/blog.js';
import { startNetwork } from '../support/network.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const env = { BASE_URL: 'http://blog.example' };

/** Starts blogs behind networks for the tests of a suite. */
export function behindNetworks() {
  /** @type {(() => unknown)[]} */
  const endings = [];
  let round = 0;
  let clock = createClock();
  afterEach(async () => {
    round++;
    for (const end of endings.splice(0)) await end();
  });
  // Their folders go after what runs in them.
  const { startBlog, makeFolder } = eachTest();

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
  return {
    startBoth,
    stateOf,
    pass,
    until,
    ask,
    edit,
    makeFolder,
    endings,
    now: () => clock.now(),
  };
}
