import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import request from 'supertest';
import { text } from '../../lib/changes/keys.js';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { readConfig } from '../../lib/start/config.js';
import { breadPost } from '../support/fixtures.js';
import { addPeople, cookieFor } from '../support/people.js';
import { mp3 } from '../support/images.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { Store } from '../../lib/store/types.js' */
/** @import { TestBlog } from '../support/blog.js' */

const SECOND = 1000;
const env = { BASE_URL: 'http://blog.example' };
const path = `/post/${breadPost.slug}`;

import { behindNetworks } from './behind.js';
describe('A blog behind a network', () => {
  const { startBoth, stateOf, pass, until, ask, edit, endings, now } = behindNetworks();

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

  it('lets it keep no part of a page, and no refusal', async () => {
    const { blog } = await startBoth();
    const file = { name: 'jar.mp3', bytes: mp3 };
    const upload = `/media/${(await saveUpload(file, '', blog.open.content)).id}`;
    for (const [url, headers, status] of /** @type {const} */ ([
      [upload, { Range: 'bytes=0-3' }, 206],
      [upload, { Range: 'bytes=9999999-' }, 416],
      [path, { 'If-Match': '"other"' }, 412],
    ])) {
      const answer = await request(blog.url).get(url).set(headers).expect(status);
      equal(answer.headers['cdn-cache-control'], 'no-store');
      equal(answer.headers.xkey, undefined);
    }
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
    const since = new Date(now()).toISOString();
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
    ok((await stateOf(blog)).owed > 0);
    await pass(13 * SECOND);
    await until(() => network.purges.length > 1);
    const [closed] = await Promise.all([once(slow, 'close'), slow.resume()]);
    ok(closed);
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
