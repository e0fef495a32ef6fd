import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachWorld } from './world.js';

/** An origin that sends entity tags and nothing else, and tells of them. @param {Record<string, string>} [settings] */
function eachTellingWorld(settings) {
  const world = eachWorld(settings);
  let revision = 1;
  beforeEach(() => {
    revision = 1;
    world.answers((request, response) => {
      const etag = `"${revision}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end();
      else response.writeHead(200, { ETag: etag }).end(`revision ${revision}`);
    });
  });
  return { ...world, change: () => void revision++, tell, post };

  /** @param {string} path @param {object} json */
  async function post(path, json) {
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await world.asks(path, headers, 'POST', JSON.stringify(json));
    assert.equal(status, 200, text);
    return JSON.parse(text);
  }

  /** @param {{ url?: string, old?: string, new: string }} telling */
  function tell(telling) {
    return post('/.cache/etags', telling);
  }
}

const HOUR = 60 * 60_000;

describe('A URL whose entity tag the origin has reported', () => {
  const { clock, asks, answers, says, seen, change, tell, post } = eachTellingWorld();

  it('is answered without asking the origin until it reports another one', async () => {
    await asks('/a?b=1');
    await tell({ url: '/a?b=1', new: '"1"' });
    await clock.tick(24 * HOUR);
    const whole = await asks('/a?b=1');
    assert.deepEqual([whole.status, whole.text], [200, 'revision 1']);
    assert.match(whole.via, /^hit/);
    const same = await asks('/a?b=1', { 'if-none-match': '"1"' });
    assert.deepEqual([same.status, same.headers.etag], [304, '"1"']);
    assert.equal((await asks('/a?b=1', {}, 'HEAD')).status, 200);
    assert.equal((await asks('/a?b=1', { 'cache-control': 'max-age=0' })).status, 200);
    assert.equal(seen().length, 1);
    await asks('/a?b=1', { 'cache-control': 'no-cache' });
    assert.equal(seen().length, 2);
  });

  it('is answered 304 by the new one alone; the first 200 asks the origin once, however many wait', async () => {
    await asks('/a');
    change();
    assert.deepEqual(await tell({ url: '/a', new: '"2"' }), { reported: 1 });
    const same = await asks('/a', { 'if-none-match': '"0", W/"2"' });
    assert.deepEqual([same.status, same.headers.etag, same.via], [304, '"2"', 'hit; detail=told']);
    assert.equal(seen().length, 1);
    const many = await Promise.all(Array.from({ length: 20 }, () => asks('/a')));
    for (const { status, text } of many) assert.deepEqual([status, text], [200, 'revision 2']);
    assert.equal(seen().length, 2);
    await clock.tick(HOUR);
    assert.equal((await asks('/a')).text, 'revision 2');
    assert.equal((await asks('/a', { 'if-none-match': '"1"' })).text, 'revision 2');
    assert.equal(seen().length, 2);
  });

  it('is stored when the origin reports the tag while it makes the response', async () => {
    answers(async (request, response, nth) => {
      await tell({ url: request.url, new: `"${nth}"` });
      response.writeHead(200, { ETag: `W/"${nth}"` }).end(`revision ${nth}`);
    });
    const many = await Promise.all(Array.from({ length: 20 }, () => asks('/a')));
    assert.deepEqual(new Set(many.map(({ text }) => text)), new Set(['revision 1']));
    await clock.tick(HOUR);
    const { text, via } = await asks('/a');
    assert.equal(text, 'revision 1');
    assert.match(via, /^hit/);
    assert.equal(seen().length, 1);
  });

  it('is not stored when another tag was reported, or the URL invalidated, while the response was made', async () => {
    const later = { url: '/.cache/etags', json: { url: '/a', new: '"9"' } };
    const removed = { url: '/.cache/invalidate', json: { urls: ['/a'] } };
    for (const { url, json } of [later, removed]) {
      answers(async (_request, response, nth) => {
        await tell({ url: '/a', new: `"${nth}"` });
        await post(url, json);
        response.writeHead(200, { ETag: `"${nth}"` }).end(`revision ${nth}`);
      });
      await asks('/a');
      const before = seen().length;
      await asks('/a');
      assert.equal(seen().length, before + 1);
    }
  });

  it('may be named by its former entity tag, stored or reported', async () => {
    await asks('/a');
    await asks('/b');
    change();
    assert.deepEqual(await tell({ old: '"1"', new: '"2"' }), { reported: 2 });
    assert.equal((await asks('/a', { 'if-none-match': '"2"' })).status, 304);
    change();
    assert.deepEqual(await tell({ old: '"2"', new: '"3"' }), { reported: 2 });
    assert.equal((await asks('/b', { 'if-none-match': '"3"' })).status, 304);
    assert.equal(seen().length, 2);
    assert.equal((await asks('/b')).text, 'revision 3');
    assert.deepEqual(await tell({ old: '"1"', new: '"2"' }), { reported: 0 });
  });

  it('may be one that nobody asked for yet', async () => {
    await tell({ url: '/a', new: '"1"' });
    assert.equal((await asks('/a', { 'if-none-match': '"1"' })).status, 304);
    const personal = { 'if-none-match': '"1"', authorization: 'Bearer x' };
    assert.equal((await asks('/a', personal)).status, 304);
    assert.equal(seen().length, 1);
    await asks('/a');
    await asks('/a');
    assert.equal(seen().length, 2);
  });

  it('is asked for at the origin although a former response is fresh, and never answered with that', async () => {
    says({
      'Cache-Control': 'max-age=60, stale-while-revalidate=60, stale-if-error=60',
      ETag: '"1"',
    });
    assert.equal((await asks('/a')).text, 'response 1');
    assert.equal((await asks('/a')).text, 'response 1');
    await tell({ url: '/a', new: '"2"' });
    says({ 'Cache-Control': 'max-age=60', ETag: '"2"' });
    assert.equal((await asks('/a')).text, 'response 2');
    await tell({ old: '"2"', new: '"3"' });
    answers((request) => request.socket.destroy());
    const refused = await asks('/a', { 'cache-control': 'max-stale' });
    assert.equal(refused.status, 502);
  });

  it('follows the origin when a later response has another tag', async () => {
    await tell({ url: '/a', new: '"0"' });
    assert.equal((await asks('/a')).text, 'revision 1');
    const asked = await asks('/a', { 'if-none-match': '"0"' });
    assert.deepEqual([asked.status, asked.text], [200, 'revision 1']);
    assert.equal(seen().length, 2);
  });

  it('is asked for once after it was invalidated, by the interface or by an unsafe request', async () => {
    await asks('/a');
    await tell({ url: '/a', new: '"1"' });
    const changes = [
      () => post('/.cache/invalidate', { urls: ['/a'] }),
      () => post('/.cache/invalidate', { prefixes: ['/'] }),
      () => post('/.cache/invalidate', { etags: ['"1"'] }),
      () => asks('/.cache/entries/%2Fa', {}, 'DELETE'),
      () => asks('/a', {}, 'POST'),
    ];
    for (const invalidate of changes) {
      await invalidate();
      await clock.tick(1);
      const before = seen().length;
      assert.equal((await asks('/a', { 'if-none-match': '"1"' })).status, 304);
      assert.equal(seen().length, before + 1, String(invalidate));
      await asks('/a');
      assert.equal(seen().length, before + 1, String(invalidate));
      await tell({ url: '/a', new: '"1"' });
    }
  });

  it('is asked for again by those who waited when another tag was reported meanwhile', async () => {
    /** @type {(() => void)[]} */
    const held = [];
    answers(async (_request, response, nth) => {
      await new Promise((resolve) => held.push(() => resolve(null)));
      response.writeHead(200, { ETag: `"${nth}"` }).end(`response ${nth}`);
    });
    const until = async (/** @type {number} */ count) => {
      while (held.length < count) await new Promise(setImmediate);
    };
    const first = asks('/a');
    await until(1);
    await tell({ url: '/a', new: '"2"' });
    await clock.tick(1);
    const others = Array.from({ length: 10 }, () => asks('/a'));
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    held[0]();
    assert.equal((await first).text, 'response 1');
    await until(2);
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    held[1]();
    for (const { text } of await Promise.all(others)) assert.equal(text, 'response 2');
    assert.equal((await asks('/a')).text, 'response 2');
    assert.equal(seen().length, 2);
  });

  it('with variants by more than the encoding is current in the one that has it', async () => {
    answers((request, response) => {
      const language = request.headers['accept-language'];
      response.writeHead(200, { Vary: 'Accept-Language', ETag: `"${language}"` }).end(language);
    });
    const de = { 'accept-language': 'de' };
    const fr = { 'accept-language': 'fr' };
    await asks('/a', de);
    await asks('/a', fr);
    await tell({ url: '/a', new: '"de"' });
    assert.equal((await asks('/a', de)).text, 'de');
    assert.equal(seen().length, 2);
    assert.equal((await asks('/a', { ...fr, 'if-none-match': '"de"' })).text, 'fr');
    assert.equal(seen().length, 3);
  });
});

describe('A response that the origin has put into the cache for one of its URLs', () => {
  const { clock, asks, seen, tell } = eachTellingWorld();

  it('goes to readers, and is current until another entity tag is reported', async () => {
    await asks('/a?b');
    const url = `/.cache/entries/${encodeURIComponent('/a?b')}`;
    const put = await asks(url, { etag: '"9"', 'content-type': 'text/plain' }, 'PUT', 'pushed');
    assert.equal(put.status, 204);
    await clock.tick(24 * HOUR);
    const { status, text, headers } = await asks('/a?b');
    assert.deepEqual([status, text, headers['content-type']], [200, 'pushed', 'text/plain']);
    assert.equal((await asks('/a?b', { 'if-none-match': '"9"' })).status, 304);
    assert.equal((await asks('/a?b', { range: 'bytes=0-1' })).text, 'pu');
    assert.equal(seen().length, 1);
    await tell({ old: '"9"', new: '"1"' });
    assert.equal((await asks('/a?b')).text, 'revision 1');
    await asks('/a?b');
    assert.equal(seen().length, 2);
  });

  it('is validated after its max-age, if it has one', async () => {
    await tell({ url: '/a', new: '"1"' });
    const headers = { etag: '"1"', 'cache-control': 'max-age=60' };
    await asks('/.cache/entries/%2Fa', headers, 'PUT', 'pushed');
    await clock.tick(59_000);
    assert.equal((await asks('/a')).text, 'pushed');
    assert.equal(seen().length, 0);
    await clock.tick(1000);
    assert.equal((await asks('/a')).text, 'pushed');
    assert.equal(seen().length, 1);
  });
});

describe('After a restart with CACHE_DIR', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-told-'));
  const { clock, asks, says, seen, restart, tell } = eachTellingWorld({ CACHE_DIR: folder });
  after(() => rmSync(folder, { recursive: true }));

  it('a URL with a reported entity tag is validated once, and is current again', async () => {
    await asks('/a');
    await asks('/b');
    await tell({ url: '/a', new: '"1"' });
    await restart();
    await clock.tick(1);
    assert.equal(seen().length, 2);
    assert.equal((await asks('/a', { 'if-none-match': '"1"' })).status, 304);
    assert.equal(seen().length, 3);
    assert.equal((await asks('/a')).text, 'revision 1');
    assert.equal(seen().length, 3);
    await asks('/b');
    await asks('/b');
    assert.equal(seen().length, 5);
  });

  it('no response is fresh for which another entity tag was reported before', async () => {
    says({ 'Cache-Control': 'max-age=60', ETag: '"8"' });
    await asks('/c');
    await tell({ url: '/c', new: '"9"' });
    await restart();
    await clock.tick(1);
    await asks('/c');
    assert.equal(seen().length, 2);
  });
});

describe('With SHARED_ETAGS=304', () => {
  const { asks, seen, tell } = eachTellingWorld({ SHARED_ETAGS: '304' });

  it('a reported entity tag answers 304 alone', async () => {
    await asks('/a');
    await tell({ url: '/a', new: '"1"' });
    assert.equal((await asks('/a', { 'if-none-match': '"1"' })).status, 304);
    assert.equal(seen().length, 1);
    assert.equal((await asks('/a')).text, 'revision 1');
    assert.equal(seen().length, 2);
  });
});

describe('With SHARED_ETAGS=off', () => {
  const { asks, seen, tell } = eachTellingWorld({ SHARED_ETAGS: 'off' });

  it('a reported entity tag is not used', async () => {
    await asks('/a');
    await tell({ url: '/a', new: '"1"' });
    assert.equal((await asks('/a', { 'if-none-match': '"1"' })).status, 304);
    assert.equal((await asks('/a')).text, 'revision 1');
    assert.equal(seen().length, 3);
  });
});
