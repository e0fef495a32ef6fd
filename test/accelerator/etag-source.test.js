import assert from 'node:assert/strict';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { eachMemcached } from './fake-memcached.js';
import { eachWorld, until } from './world.js';

const HOUR = 60 * 60_000;

/** An origin that sends entity tags and nothing else, and keeps them in memcached. @param {Record<string, string>} [settings] */
function eachSourcedWorld(settings = {}) {
  const memcached = eachMemcached();
  const world = eachWorld(Object.assign(memcached.settings, settings));
  let revision = 1;
  beforeEach(() => {
    revision = 1;
    world.answers((request, response) => {
      const etag = `"${revision}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304, { ETag: etag }).end();
      else response.writeHead(200, { ETag: etag }).end(`revision ${revision}`);
    });
  });
  return { ...world, memcached, change };

  /** @param {string} path whose entity tag is set as well */
  function change(path) {
    revision++;
    memcached.values.set(path, `"${revision}"`);
  }
}

describe('A URL whose ETag the origin keeps in memcached', () => {
  const { memcached, clock, log, asks, answers, seen, change } = eachSourcedWorld();
  const { values } = memcached;

  for (const value of ['"1"', '1', 'W/"1"'])
    it(`is answered without the origin as long as it is the stored one, here ${value}`, async () => {
      values.set('/a?b=1', value);
      await asks('/a?b=1');
      await clock.tick(HOUR);
      const { text, via } = await asks('/a?b=1');
      assert.equal(text, 'revision 1');
      assert.match(via, /^hit/);
      assert.equal(seen().length, 1);
      assert.deepEqual(memcached.asked(), ['/a?b=1', '/a?b=1']);
      change('/a?b=1');
      assert.equal((await asks('/a?b=1')).text, 'revision 2');
      assert.equal((await asks('/a?b=1')).text, 'revision 2');
      assert.equal(seen().length, 2);
    });

  it('is 304 for a client that has it, also before anything is stored, and not for one that signs in', async () => {
    values.set('/a', '"1"');
    const has = { 'if-none-match': 'W/"1"' };
    const { status, headers } = await asks('/a', has);
    assert.deepEqual([status, headers.etag], [304, '"1"']);
    assert.equal(seen().length, 0);
    await asks('/a', { ...has, authorization: 'Bearer x' });
    assert.equal(seen().length, 1);
    change('/a');
    assert.equal((await asks('/a', has)).text, 'revision 2');
  });

  it('is asked for once when the origin sets it as it answers, however many wait', async () => {
    answers((request, response, nth) => {
      values.set('/a', `"${nth}"`);
      response.writeHead(200, { ETag: `"${nth}"` }).end(`response ${nth}`);
    });
    const many = await Promise.all(Array.from({ length: 50 }, () => asks('/a')));
    assert.deepEqual(new Set(many.map(({ text }) => text)), new Set(['response 1']));
    assert.equal(seen().length, 1);
  });

  it('is asked for once when it has changed, however many wait', async () => {
    values.set('/a', '"1"');
    await asks('/a');
    change('/a');
    const many = await Promise.all(Array.from({ length: 50 }, () => asks('/a')));
    assert.deepEqual(new Set(many.map(({ text }) => text)), new Set(['revision 2']));
    assert.equal(seen().length, 2);
  });

  it('is asked for each time while memcached names another than the origin sends', async () => {
    values.set('/a', '"0"');
    for (let i = 0; i < 3; i++) assert.equal((await asks('/a')).text, 'revision 1');
    assert.equal(seen().length, 3);
  });

  it('is not answered with what is old when the origin fails', async () => {
    values.set('/a', '"1"');
    await asks('/a');
    change('/a');
    answers((_request, response) => response.socket?.destroy());
    assert.equal((await asks('/a')).status, 502);
    values.delete('/a');
    assert.equal((await asks('/a')).text, 'revision 1', 'nothing is known: as RFC 9111 has it');
  });

  it('is validated for whoever says no-cache', async () => {
    values.set('/a', '"1"');
    await asks('/a');
    await asks('/a', { 'cache-control': 'no-cache' });
    assert.equal(seen().length, 2);
  });

  it('is not looked up when its key is longer than 250 bytes', async () => {
    for (const path of [`/${'a'.repeat(250)}`, '/%E9'.repeat(63)]) {
      assert.equal((await asks(path)).text, 'revision 1');
      assert.equal((await asks(path)).text, 'revision 1');
    }
    assert.deepEqual(memcached.asked(), []);
  });

  it('is not told: that is 409', async () => {
    const json = { 'content-type': 'application/json' };
    const telling = JSON.stringify({ url: '/a', new: '"1"' });
    const { status, text } = await asks('/.cache/etags', json, 'POST', telling);
    assert.equal(status, 409);
    assert.match(text, /change the ETag there/);
  });

  /** @type {Record<string, string>} */
  const nonsense = {
    'an error': 'SERVER_ERROR out of memory\r\n',
    'no protocol': 'hello\r\n',
    'an endless line': 'x'.repeat(10_000),
    'another key': 'VALUE /b 0 3\r\n"1"\r\nEND\r\n',
    'a value that is longer than it says': 'VALUE /a 0 3\r\n"1"2\r\nEND\r\n',
    'a huge value': 'VALUE /a 0 999999999\r\n',
    'two values': 'VALUE /a 0 3\r\n"1"\r\nVALUE /a 0 3\r\n"1"\r\nEND\r\n',
    'what is no ETag': 'VALUE /a 0 3\r\n" "\r\nEND\r\n',
    'more than was asked for': 'END\r\nEND\r\n',
  };
  for (const [what, bytes] of Object.entries(nonsense))
    it(`is asked of the origin when memcached answers ${what}`, async () => {
      await asks('/a');
      memcached.answers((_key, socket) => socket.write(bytes));
      for (let i = 0; i < 3; i++) {
        assert.equal((await asks('/a')).text, 'revision 1');
        await clock.tick(1000);
      }
      assert.equal(seen().length, 4);
    });

  it('is asked of the origin while memcached is slow or away, and no longer when it is back', async () => {
    values.set('/a', '"1"');
    await asks('/a');
    log.lines.length = 0;
    memcached.answers(() => {});
    const slow = asks('/a');
    await until(() => memcached.asked().length === 2);
    await clock.tick(200);
    assert.equal((await slow).text, 'revision 1');
    assert.equal((await asks('/a')).text, 'revision 1', 'at once: it was away a moment ago');
    assert.equal(seen().length, 3);
    assert.equal(log.lines.filter(({ level }) => level === 'warn').length, 1);
    memcached.answers((key, socket) => socket.write(`VALUE ${key} 0 3\r\n"1"\r\nEND\r\n`));
    await clock.tick(1000);
    assert.match((await asks('/a')).via, /^hit/);
    const { etagSource } = JSON.parse((await asks('/.cache/status')).text);
    assert.deepEqual(etagSource, { reachable: true, lookups: 4, failures: 2 });
  });

  it('is read for each of many requests at once, in order, in pieces', async () => {
    for (let i = 0; i < 20; i++) values.set(`/${i}`, `"${i}"`);
    memcached.answers((key, socket) => {
      const whole = `VALUE ${key} 0 ${values.get(key)?.length}\r\n${values.get(key)}\r\nEND\r\n`;
      socket.write(whole.slice(0, 9));
      setImmediate(() => {});
      socket.write(whole.slice(9));
    });
    const same = await Promise.all(
      Array.from({ length: 20 }, (_, i) => asks(`/${i}`, { 'if-none-match': `"${i}"` })),
    );
    assert.ok(same.every(({ status }) => status === 304));
    assert.equal(seen().length, 0);
  });
});

describe('With ETAG_KEY=etag:{pathname} and SHARED_ETAGS=304', () => {
  const settings = { ETAG_KEY: 'etag:{pathname}', SHARED_ETAGS: '304' };
  const { memcached, asks, seen } = eachSourcedWorld(settings);

  it('304 alone is answered without the origin, by the path without its query', async () => {
    memcached.values.set('etag:/a', '1');
    await asks('/a?b=1');
    await asks('/a?b=1');
    assert.equal(seen().length, 2);
    assert.equal((await asks('/a?c=2', { 'if-none-match': '"1"' })).status, 304);
    assert.equal(seen().length, 2);
    assert.equal(memcached.asked().at(-1), 'etag:/a');
  });
});

describe('ETAG_SOURCE and ETAG_KEY', () => {
  /** @param {Record<string, string>} env */
  const reading = (env) => () => readAcceleratorConfig(env);

  it('are refused when they are none, without the password in the message', () => {
    const secret = 'redis-cluster://user:plum-jam@h';
    for (const ETAG_SOURCE of ['h:11211', 'http://h', 'memcached://h/0', 'memcached://', secret])
      assert.throws(
        reading({ ETAG_SOURCE }),
        (/** @type {Error} */ { message }) =>
          /^ETAG_SOURCE must be memcached:/.test(message) && !message.includes('plum-jam'),
      );
    for (const ETAG_KEY of ['etag', '{path} {path}', '{url}'])
      assert.throws(reading({ ETAG_KEY }), /ETAG_KEY must contain \{path\}/);
    reading({ ETAG_SOURCE: 'rediss://user:plum-jam@h:6379/0', ETAG_KEY: 'e:{pathname}' })();
  });
});
