import assert from 'node:assert/strict';
import request from 'supertest';
import { eachTest } from '../support/blog.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { addPeople, bearer } from '../support/people.js';
import { ask } from '../support/raw.js';
/** @import { TestBlog } from '../support/blog.js' */

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const bread = `/post/${breadPost.slug}`;
const period = 'from=2026-11-21&to=2026-11-21';

describe('The statistics of a server', () => {
  const { startBlog } = eachTest();

  for (const FAST_PATH of ['on', 'off'])
    it(`count pages, feeds and what is missing, with the fast path ${FAST_PATH}`, async () => {
      const blog = await start({ FAST_PATH, TRUST_PROXY: 'loopback' });
      const { headers } = await view(blog, bread, 1);
      await view(blog, bread, 2, { Referer: 'https://www.google.com/' });
      await view(blog, bread, 2, { 'If-None-Match': String(headers.etag) });
      await view(blog, `${bread}?utm_source=x`, 3, { 'Sec-Fetch-Mode': 'navigate' });
      for (const more of notCounted) await view(blog, bread, 4, more);
      await view(blog, '/old/page', 1);
      for (const visitor of [1, 2]) await view(blog, `/2012/${breadPost.slug}.html`, visitor);
      await view(blog, '/status', 1);
      await view(blog, '/admin/login', 1);
      await view(blog, '/favicon.ico', 1);
      await view(blog, bread, 5, { 'User-Agent': 'GPTBot/1.2' });
      await view(blog, '/atomfeed', 6, { 'User-Agent': 'Feedly/1.0 (; 12 subscribers)' });
      await view(blog, '/atomfeed', 6, { 'User-Agent': 'Feedly/1.0 (; 12 subscribers)' });
      await view(blog, '/atomfeed', 7, { 'User-Agent': 'NetNewsWire (RSS Reader)' });
      await ask(blog, bread, { 'User-Agent': firefox }, 'HEAD');
      await ask(blog, bread, { 'User-Agent': firefox }, 'POST');

      const { body } = await figures(blog);
      const { views, visitors, visits, bots, feedReaders, pages, referrers, notFound } = body;
      assert.deepEqual({ views, visitors, visits, bots, feedReaders }, expected);
      assert.deepEqual(pages, [{ path: bread, views: 4 }]);
      assert.deepEqual(referrers, [{ site: 'Google', kind: 'search', views: 1 }]);
      assert.deepEqual(notFound, [
        { path: `/2012/${breadPost.slug}.html`, requests: 2 },
        { path: '/old/page', requests: 1 },
      ]);
      assert.deepEqual(body.crawlers, [{ name: 'GPTBot', kind: 'ai', requests: 1 }]);
      assert.deepEqual(body.feeds, [{ path: '/atomfeed', readers: 13 }]);
    });

  it('believe no forwarded address of a client that is no trusted proxy', async () => {
    const blog = await start();
    for (const address of [1, 2, 3]) await view(blog, bread, address);
    const { body } = await figures(blog);
    assert.deepEqual([body.views, body.visitors], [3, 1]);
  });

  it('leave out pages that a token has had rendered afresh', async () => {
    const blog = await start();
    await addPeople(blog);
    const fresh = { ...(await bearer(blog, 'ada', 'read')), 'Cache-Control': 'no-cache' };
    await view(blog, bread, 1, fresh);
    await view(blog, bread, 1);
    assert.equal((await figures(blog)).body.views, 1);
  });

  it('tell clients apart that differ in one character', async () => {
    const blog = await start({ TRUST_PROXY: 'loopback' });
    const other = firefox.replace('rv:128', 'rv:129');
    for (const agent of [firefox, other, firefox, other])
      await view(blog, bread, 1, { 'User-Agent': agent });
    const { body } = await figures(blog);
    assert.deepEqual([body.views, body.visitors, body.visits], [4, 2, 2]);
  });

  it('are still there after the next start', async () => {
    const blog = await start();
    await view(blog, bread, 1);
    await blog.stop();
    const { Database } = await import('../../lib/base/sqlite.js');
    const db = new Database(blog.config.storeUrl.slice('sqlite:'.length), { readonly: true });
    const rows = db.prepare('SELECT id, fields FROM counts').all();
    db.close();
    assert.match(JSON.stringify(rows), /hour:2026-11-21T12:.*\\"views\\":1/);
    assert.doesNotMatch(JSON.stringify(rows), /127\.0\.0\.1|Firefox\/128/);
  });

  it('are for owners and editors, and tokens with their scope', async () => {
    const blog = await start();
    await addPeople(blog);
    const get = async (/** @type {string} */ user, /** @type {string[]} */ ...scopes) =>
      request(blog.url)
        .get(`/api/statistics?${period}`)
        .set(await bearer(blog, user, ...scopes));
    assert.equal((await get('ada', 'statistics:read')).status, 200);
    assert.equal((await get('ada', 'read')).status, 403);
    assert.equal((await get('anna', 'statistics:read')).status, 403);
    const token = await bearer(blog, 'ada', 'statistics:read');
    await request(blog.url).get('/api/posts').set(token).expect(403);
  });

  it('refuse a question that makes no sense with the field', async () => {
    const blog = await start();
    const wrong = {
      'to=2026-11-21': 'from',
      'from=2026-11-21&to=2026-02-30': 'to',
      'from=2026-11-22&to=2026-11-21': 'to',
      'from=0001-01-01&to=2026-11-21': 'from',
      'from=2026-01-01&to=2026-11-21&by=hour': 'by',
      'from=2026-11-21&to=2026-11-21&by=minute': 'by',
    };
    for (const [query, field] of Object.entries(wrong)) {
      const { body } = await figures(blog, query, 422);
      assert.equal(body.errors[0].field, field, query);
    }
  });

  it('are not there when they are off', async () => {
    const blog = await start({ STATISTICS: 'off' });
    await view(blog, bread, 1);
    await figures(blog, period, 404);
  });

  /** @param {Record<string, string>} [env] */
  const start = (env = {}) => startBlog({ posts: smallBlog, env });
});

const expected = { views: 4, visitors: 3, visits: 3, bots: 1, feedReaders: 13 };

/** What is not counted of a browser. @type {Record<string, string>[]} */
const notCounted = [
  { DNT: '1' },
  { 'Sec-GPC': '1' },
  { DNT: '1, 1' },
  { 'Sec-GPC': '1, 1' },
  { 'Sec-Fetch-Mode': 'cors' },
  { 'Sec-Purpose': 'prefetch' },
  { Cookie: 'a=1; larder-uncounted=1' },
];

/** @param {TestBlog} blog @param {string} path @param {number} client @param {Record<string, string>} [more] */
const view = (blog, path, client, more = {}) =>
  ask(blog, path, { 'User-Agent': firefox, 'X-Forwarded-For': `203.0.113.${client}`, ...more });

/** @param {TestBlog} blog @param {string} [query] @param {number} [status] */
const figures = async (blog, query = period, status = 200) =>
  request(blog.url)
    .get(`/api/statistics?${query}`)
    .set(await bearer(blog, '', 'statistics:read'))
    .expect(status);
