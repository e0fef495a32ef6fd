import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { CacheManager } from '../../lib/cache/cache-manager.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { createRecompressor } from '../../lib/responses/recompressor.js';
import { ResponseManager } from '../../lib/responses/response-manager.js';
import { createClock } from '../support/clock.js';
/** @import { Entry } from '../../lib/responses/entry.js' */

const text = 'A page with words that come again, and words that come again. '.repeat(300);

describe('Recompression when idle', () => {
  let isIdle = true;
  const setUp = () => {
    isIdle = true;
    const clock = createClock();
    /** @type {CacheManager<Entry>} */
    const cache = new CacheManager({ maxBytes: 1e6, stores: typedStores });
    const responses = new ResponseManager({ baseUrl: '', cache, clock, changes: { settledAt: 0 } });
    const recompressor = createRecompressor({ cache, responses, clock, isIdle: () => isIdle });
    recompressor.start();
    const lease = cache.lease();
    const page = {
      store: /** @type {const} */ ('dynamic'),
      contentType: 'text/html',
      body: text,
      dependsOn: [],
    };
    const keep = (/** @type {string} */ key) => {
      const entry = responses.entry({ ...page, key });
      cache.store(entry, lease);
    };
    const kept = (/** @type {string} */ key) => /** @type {Entry} */ (cache.peek(key));
    return { clock, cache, responses, recompressor, keep, kept };
  };

  /** @param {ReturnType<typeof setUp>} parts @param {string} key @param {number} times */
  const read = async ({ cache, responses }, key, times) => {
    const response = /** @type {any} */ ({ writeHead() {}, end() {} });
    const request = /** @type {any} */ ({ method: 'GET', headers: { 'accept-encoding': 'gzip' } });
    for (let time = 0; time < times; time++)
      await responses.send(request, response, /** @type {any} */ (cache.hit(key)));
  };

  it('compresses popular pages at the highest level', async () => {
    const parts = setUp();
    parts.keep('/');
    await read(parts, '/', 3);
    assert.equal(parts.kept('/').encodings.gzip?.effort, 'fast');
    await parts.clock.tick(250);
    const entry = parts.kept('/');
    assert.equal(entry.encodings.gzip?.effort, 'best');
    const { body, headers } = /** @type {any} */ (entry.encodings.gzip);
    assert.equal(gunzipSync(body).toString(), text);
    assert.equal(headers[headers.indexOf('Content-Length') + 1], String(body.length));
    assert.equal(entry.bytes, body.length);
  });

  it('leaves unpopular pages and unused encodings alone', async () => {
    const parts = setUp();
    for (const key of ['/seldom', '/often']) parts.keep(key);
    await read(parts, '/seldom', 2);
    await read(parts, '/often', 9);
    await parts.clock.tick(250);
    assert.equal(parts.kept('/seldom').encodings.gzip?.effort, 'fast');
    assert.equal(parts.kept('/often').encodings.br, undefined);
  });

  it('takes one page at a time', async () => {
    const parts = setUp();
    for (const key of ['/a', '/b', '/c']) {
      parts.keep(key);
      await read(parts, key, 3);
    }
    const best = () =>
      parts.cache.entries().filter(({ encodings }) => encodings.gzip?.effort === 'best').length;
    for (const count of [1, 2, 3, 3]) {
      await parts.clock.tick(250);
      assert.equal(best(), count);
    }
  });

  it('waits until the server is idle', async () => {
    const parts = setUp();
    parts.keep('/');
    await read(parts, '/', 3);
    isIdle = false;
    await parts.clock.tick(250);
    assert.equal(parts.kept('/').encodings.gzip?.effort, 'fast');
    isIdle = true;
    await parts.clock.tick(250);
    assert.equal(parts.kept('/').encodings.gzip?.effort, 'best');
  });

  it('uses no memory for pages that were cleared in the meantime', async () => {
    const parts = setUp();
    parts.keep('/');
    await read(parts, '/', 3);
    const squeezed = parts.clock.tick(250);
    parts.cache.clearAll('byHand');
    await squeezed;
    assert.equal(parts.cache.statistics().bytes, 0);
    assert.equal(parts.cache.peek('/'), undefined);
  });

  it('does not continue after a stop', async () => {
    const parts = setUp();
    for (const key of ['/first', '/second']) {
      parts.keep(key);
      await read(parts, key, 3);
    }
    const underWay = parts.clock.tick(250);
    parts.recompressor.stop();
    await underWay;
    await parts.clock.tick(10_000);
    assert.equal(parts.kept('/first').encodings.gzip?.effort, 'best');
    assert.equal(parts.kept('/second').encodings.gzip?.effort, 'fast');
  });
});
