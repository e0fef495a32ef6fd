import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { eachTest, startBlog } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { breadPost, jamPost, smallBlog } from '../support/fixtures.js';
import { ask } from '../support/raw.js';
import { createStoreDouble } from '../support/store-double.js';
/** @import { TestBlog } from '../support/blog.js' */

const path = '/post/rye-bread';
const NEW_YEAR_2020 = 'Wed, 01 Jan 2020 00:00:00 GMT';

describe('A conditional request', () => {
  /** @type {TestBlog} */
  let blog;
  let etag = '';
  let lastModified = '';
  before(async () => {
    blog = await startBlog({ posts: smallBlog });
    await ask(blog, path);
    await blog.clock.tick(10_000);
    const { headers } = await ask(blog, path);
    etag = headers.etag ?? '';
    lastModified = headers['last-modified'] ?? '';
  });
  after(() => blog.close());

  /** @param {Record<string, string>} headers @param {number} status */
  const expectStatus = async (headers, status) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(blog, path, headers, method);
      assert.equal(answer.status, status, `${method} ${JSON.stringify(headers)}`);
    }
  };

  it('has a weak tag and a date to go by', () => {
    assert.match(etag, /^W\/"[\w-]{22}"$/);
    assert.equal(lastModified, 'Sat, 21 Nov 2026 12:00:03 GMT');
  });

  describe('with If-None-Match', () => {
    it('gets 304 for the tag that it has', () => expectStatus({ 'If-None-Match': etag }, 304));

    it('gets 304 for the strong form of the tag, since the comparison is weak', () =>
      expectStatus({ 'If-None-Match': etag.slice(2) }, 304));

    it('gets 304 for “*”', () => expectStatus({ 'If-None-Match': ' * ' }, 304));

    it('gets 304 when the tag stands anywhere in a list', async () => {
      await expectStatus({ 'If-None-Match': `"a", ${etag} , W/"b"` }, 304);
      await expectStatus({ 'If-None-Match': `"with,comma","",${etag}` }, 304);
    });

    it('gets the page for another tag, for a part of the tag and for none at all', async () => {
      for (const other of [
        '"other"',
        'W/"other", "x"',
        etag.slice(0, -2),
        etag.slice(3, -1),
        '',
        '"*"',
        'W/',
        ',',
      ])
        await expectStatus({ 'If-None-Match': other }, 200);
    });

    it('pays no heed to If-Modified-Since beside it', async () => {
      await expectStatus({ 'If-None-Match': '"other"', 'If-Modified-Since': lastModified }, 200);
      await expectStatus({ 'If-None-Match': etag, 'If-Modified-Since': NEW_YEAR_2020 }, 304);
    });

    it('gets a 304 without a body and with what a cache needs to keep the page', async () => {
      const page = await ask(blog, path, { 'Accept-Encoding': 'gzip' });
      const { headers, body } = await ask(blog, path, {
        'If-None-Match': etag,
        'Accept-Encoding': 'gzip',
      });
      assert.equal(body.length, 0);
      for (const name of [
        'etag',
        'last-modified',
        'cache-control',
        'vary',
        'cache-status',
        'content-security-policy',
      ])
        assert.equal(headers[name], page.headers[name], name);
      for (const name of [
        'content-length',
        'content-encoding',
        'content-type',
        'transfer-encoding',
      ])
        assert.equal(headers[name], undefined, name);
    });

    it('gets 304 on a miss too, and the page is kept', async () => {
      blog.open.cache.clearAll('byHand');
      const miss = await ask(blog, path, { 'If-None-Match': etag });
      assert.deepEqual(
        [miss.status, miss.headers['cache-status']],
        [304, 'larder; fwd=miss; stored'],
      );
      await request(blog.url).get(path).expect(200).expect('Cache-Status', 'larder; hit');
    });

    it('gets the 404 page of an address where nothing stands, whatever it has', async () => {
      await request(blog.url)
        .get('/nothing')
        .set('If-None-Match', '*')
        .expect(404, /Not found/);
    });
  });

  describe('with If-Modified-Since', () => {
    it('gets 304 for the date of the page, and for a later one', async () => {
      await expectStatus({ 'If-Modified-Since': lastModified }, 304);
      await expectStatus({ 'If-Modified-Since': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 304);
    });

    it('gets the page for an earlier date', () =>
      expectStatus({ 'If-Modified-Since': 'Sat, 21 Nov 2026 12:00:00 GMT' }, 200));

    it('may write the date in the two old forms', async () => {
      await expectStatus({ 'If-Modified-Since': 'Saturday, 21-Nov-26 12:00:03 GMT' }, 304);
      await expectStatus({ 'If-Modified-Since': 'Sat Nov 21 12:00:03 2026' }, 304);
      await expectStatus({ 'If-Modified-Since': 'Sat Nov  7 12:00:01 2026' }, 200);
    });

    it('gets the page when the date is none, or has yet to come', async () => {
      for (const date of [
        'yesterday',
        '',
        '0',
        '2026-11-21T12:00:05Z',
        'Sat, 99 Nov 2026 12:00:05 GMT',
        'Fri, 01 Jan 2100 00:00:00 GMT',
        `${lastModified}, ${lastModified}`,
      ])
        await expectStatus({ 'If-Modified-Since': date }, 200);
    });
  });

  describe('with If-Match', () => {
    it('gets the page for “*”', () => expectStatus({ 'If-Match': '*' }, 200));

    it('gets 412 for any tag: ours are weak, and the comparison is strong', async () => {
      for (const tags of [etag, etag.slice(2), '"other"', ''])
        await expectStatus({ 'If-Match': tags }, 412);
    });

    it('gets a 412 with nothing in it', async () => {
      const { headers, body } = await ask(blog, path, { 'If-Match': '"other"' });
      assert.deepEqual([headers['content-length'], body.length], ['0', 0]);
      assert.ok(headers['content-security-policy']);
    });

    it('comes before If-None-Match and If-Unmodified-Since', async () => {
      await expectStatus({ 'If-Match': '"other"', 'If-None-Match': etag }, 412);
      await expectStatus({ 'If-Match': '*', 'If-Unmodified-Since': NEW_YEAR_2020 }, 200);
    });
  });

  describe('with If-Unmodified-Since', () => {
    it('gets 412 when the page has changed since', () =>
      expectStatus({ 'If-Unmodified-Since': NEW_YEAR_2020 }, 412));

    it('gets the page when it has not, or when the date is none', async () => {
      await expectStatus({ 'If-Unmodified-Since': lastModified }, 200);
      await expectStatus({ 'If-Unmodified-Since': 'some day' }, 200);
    });
  });
});

describe('An entity tag', () => {
  const { startBlog } = eachTest();

  it('is the same after a start, since it tells the bytes alone', async () => {
    const env = { BASE_URL: 'https://larder.example' };
    const one = await startBlog({ posts: smallBlog, env });
    const other = await startBlog({ posts: smallBlog, env });
    const [first, second] = [await ask(one, path), await ask(other, path)];
    assert.equal(first.headers.etag, second.headers.etag);
  });

  it('is another one once the page is another', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const before = await ask(blog, path);
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Wheat bread' }, { revision });
    const after = await ask(blog, path, { 'If-None-Match': before.headers.etag ?? '' });
    assert.equal(after.status, 200);
    assert.notEqual(after.headers.etag, before.headers.etag);
  });
});

describe('Last-Modified', () => {
  const { startBlog, makeFolder } = eachTest();

  it('is left out until no other process shows an older page', async () => {
    const blog = await startBlog({ posts: smallBlog });
    const shown = async () => (await ask(blog, path)).headers['last-modified'];
    assert.equal(await shown(), undefined);
    await blog.clock.tickTo('2026-11-21T12:00:02.999Z');
    assert.equal(await shown(), undefined);
    await blog.clock.tickTo('2026-11-21T12:00:03.000Z');
    assert.equal(await shown(), 'Sat, 21 Nov 2026 12:00:03 GMT');
  });

  it('is later than the seconds in which another process still shows the page of before', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await blog.clock.tickTo('2026-11-21T13:00:00.990Z');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Wheat bread' }, { revision });
    await blog.clock.tickTo('2026-11-21T14:00:00.000Z');
    for (const got of ['13:00:00', '13:00:01', '13:00:02']) {
      const since = { 'If-Modified-Since': `Sat, 21 Nov 2026 ${got} GMT` };
      assert.equal((await ask(blog, path, since)).status, 200, got);
    }
  });

  it('moves on with an edit, and with a removal', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await blog.clock.tickTo('2026-11-21T13:00:00.000Z');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    const edited = await blog.open.content.savePost(
      { id: breadPost.id, title: 'Wheat bread' },
      { revision },
    );
    await blog.clock.tickTo('2026-11-21T14:00:00.000Z');
    await request(blog.url).get('/').expect('Last-Modified', 'Sat, 21 Nov 2026 13:00:03 GMT');
    await blog.open.content.removePost(breadPost.id, edited.revision ?? '');
    await blog.clock.tickTo('2026-11-21T15:00:00.000Z');
    const { headers } = await request(blog.url).get('/');
    assert.notEqual(headers['last-modified'], 'Sat, 21 Nov 2026 13:00:03 GMT');
  });

  it('never goes back, not even with the clock', async () => {
    const blog = await startBlog({ posts: smallBlog });
    await blog.clock.tickTo('2026-11-21T11:00:00.000Z');
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, title: 'Wheat bread' }, { revision });
    await blog.clock.tickTo('2026-11-21T15:00:00.000Z');
    await request(blog.url).get(path).expect('Last-Modified', 'Sat, 21 Nov 2026 12:00:04 GMT');
  });

  describe('of a clock that was an hour fast', () => {
    const FAST = '2026-11-21T13:00:00.000Z';
    const told = 'Sat, 21 Nov 2026 13:00:03 GMT';
    const env = { BASE_URL: 'https://blog.test' };

    it('is told of no other page, once an hour has gone by', async () => {
      const blog = await startFast();
      await blog.clock.tickTo('2026-11-21T12:00:10.000Z');
      await rename(blog, 'Wheat bread');
      assert.equal((await ask(blog, path)).headers['last-modified'], undefined);
      await blog.clock.tickTo('2026-11-21T14:00:00.000Z');
      assert.equal((await ask(blog, path, { 'If-Modified-Since': told })).status, 200);
    });

    for (const isWarm of [true, false])
      it(`is told of no other page after a ${isWarm ? 'warm' : 'cold'} start`, async () => {
        const folder = makeFolder();
        const own = { ...env, STORE_URL: `sqlite:${join(folder, 'larder.db')}` };
        const blog = await startFast(own);
        // Of this no record tells the time.
        if (isWarm) await blog.open.content.saveSettings({ tagline: 'Cool and dry' });
        await blog.clock.tick(3000);
        const { headers } = await ask(blog, path);
        await blog.stop();
        if (!isWarm) rmSync(join(folder, 'cache'), { recursive: true });
        const clock = createClock('2026-11-21T12:00:10.000Z');
        const again = await startBlog({ env: own, clock });
        await rename(again, 'Wheat bread');
        await clock.tickTo('2026-11-21T14:00:00.000Z');
        const last = headers['last-modified'] ?? '';
        assert.ok(last >= told);
        assert.equal((await ask(again, path, { 'If-Modified-Since': last })).status, 200);
      });

    /** A blog that has told a reader the time of such a clock. @param {Record<string, string>} [own] */
    async function startFast(own = env) {
      const blog = await startBlog({ posts: smallBlog, env: own });
      await blog.clock.tickTo(FAST);
      await rename(blog, 'Barley bread');
      await ask(blog, path);
      await blog.clock.tick(3000);
      assert.equal((await ask(blog, path)).headers['last-modified'], told);
      return blog;
    }

    /** @param {TestBlog} blog @param {string} title */
    async function rename({ open }, title) {
      const { revision } = await open.store.get('post', breadPost.id);
      await open.content.savePost({ id: breadPost.id, title }, { revision });
    }
  });

  it('is not told of a page that was changed while it was rendered', async () => {
    const store = createStoreDouble();
    const blog = await startBlog({ posts: smallBlog, wrapStore: store.wrap });
    const { revision } = await blog.open.store.get('post', jamPost.id);
    store.holdBack('getMany');
    const [first, second] = [ask(blog, '/post/quince-jam'), ask(blog, '/post/quince-jam')];
    await store.untilWaiting(1);
    await blog.untilAsked(2);
    await blog.open.content.savePost({ id: jamPost.id, title: 'Marmalade' }, { revision });
    await blog.clock.tick(5000);
    store.letGo();
    // With the date of the change, their next If-Modified-Since would get a 304 for the old text.
    for (const { status, headers } of [await first, await second])
      assert.deepEqual([status, headers['last-modified']], [200, undefined]);
    await request(blog.url)
      .get('/post/quince-jam')
      .expect('Last-Modified', 'Sat, 21 Nov 2026 12:00:03 GMT');
  });
});
