import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { Database } from '../../../lib/base/sqlite.js';
import { readConfig } from '../../../lib/start/config.js';
import { checkDerived } from '../../../lib/start/commands/doctor/check-derived.js';
import { openStore } from '../../../lib/store/open.js';
import { eachTest } from '../../support/blog.js';
import { breadPost, smallBlog } from '../../support/fixtures.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';

describe('What doctor asks of search, saved pages and sums', () => {
  const { startBlog } = eachTest();
  const env = { BASE_URL: 'http://blog.example.org' };

  async function liveAMonth() {
    const blog = await startBlog({ posts: smallBlog, env });
    await request(blog.url).get('/search?q=bread').set('Host', 'blog.example.org').expect(200);
    await request(blog.url)
      .get(`/post/${breadPost.slug}`)
      .set({ Host: 'blog.example.org', 'User-Agent': 'Mozilla/5.0 Firefox/128.0' });
    await blog.clock.tick(2000);
    await blog.clock.tick(24 * 60 * 60_000);
    await blog.clock.tick(60_000);
    return blog;
  }
  /** @param {Awaited<ReturnType<typeof startBlog>>} blog @param {(folder: string) => void} harm */
  async function afterHarm(blog, harm) {
    await blog.stop();
    const file = blog.config.storeUrl.slice('sqlite:'.length);
    harm(dirname(file));
    const clock = createClock();
    const store = await openStore(blog.config.storeUrl, { clock, log: createQuietLog() });
    const refuse = () => Promise.reject(new Error('refused'));
    const problems = await checkDerived(blog.config, store, blog.clock.now(), refuse);
    await store.close();
    return problems.map(({ what }) => what);
  }
  /** @param {string} file @param {string} sql */
  const change = (file, sql) => new Database(file).exec(sql).close();

  it('is answered as it should be, by the running blog and by its files', async () => {
    const blog = await liveAMonth();
    const config = readConfig({ PORT: String(blog.port), STORE_URL: blog.config.storeUrl });
    /** @type {string[]} */
    const asked = [];
    /** @type {typeof fetch} */
    const ask = async (url, options) => {
      asked.push(String(url));
      return fetch(url, options);
    };
    assert.deepEqual(await checkDerived(config, blog.open.store, blog.clock.now(), ask), []);
    assert.equal(asked.length, 1);
    assert.deepEqual(await afterHarm(blog, () => {}), []);
  });

  it('tells when the search has failed', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const failed = async () => Response.json({ status: 503 }, { status: 503 });
    const [problem] = await checkDerived(blog.config, blog.open.store, blog.clock.now(), failed);
    assert.match(problem.what, /The search does not find the post “.*” by its title/);
  });

  it('tells what the search has lost', async () => {
    const harm = (/** @type {string} */ folder) =>
      change(
        join(folder, 'cache', 'search-1.db'),
        'DELETE FROM texts WHERE rowid IN (SELECT number FROM posts)',
      );
    assert.match(String(await afterHarm(await liveAMonth(), harm)), /^The search does not find/);
  });

  it('tells of damaged pages', async () => {
    const harm = (/** @type {string} */ folder) => {
      const file = join(folder, 'cache', 'manifest.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('place', 'plaice'));
    };
    assert.match(
      String(await afterHarm(await liveAMonth(), harm)),
      /^The saved pages in .* damaged/,
    );
  });

  it('tells of a month that is not the sum of its days', async () => {
    const harm = (/** @type {string} */ folder) =>
      change(
        join(folder, 'larder.db'),
        `UPDATE statistics SET fields = json_set(fields, '$.views', 7) WHERE id LIKE 'month:%'`,
      );
    assert.deepEqual(await afterHarm(await liveAMonth(), harm), [
      'The statistics of 2026-11 are not the sum of its days.',
    ]);
  });
});
