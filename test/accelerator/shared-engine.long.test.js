import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { BOUND } from '../../lib/accelerator/shared/shared.js';
import { systemClock } from '../../lib/base/clock.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
import { describeWith, startRedis } from '../support/servers.js';
import { createLine } from './cuttable-proxy.js';
/** @import { AddressInfo } from 'node:net' */

/** @typedef {Awaited<ReturnType<typeof startAccelerator>>} Accelerator */

/** Milliseconds after which a node has looked at the engine again, or does not count it as reachable. */
const LOOKS = BOUND + 100;

describeWith('redis-server', 'Accelerators with SHARED_URL', () => {
  /** @type {Awaited<ReturnType<typeof startRedis>>} */
  let redis;
  /** @type {Awaited<ReturnType<typeof createLine>>} between c and the engine */
  let line;
  /** @type {Record<string, Accelerator>} */
  const nodes = {};
  let asked = 0;
  let revision = 1;
  const origin = createServer((request, response) => {
    asked++;
    const fields = {
      ETag: `"${revision}"`,
      'Cache-Control': request.url === '/fresh' ? 'max-age=60' : '',
    };
    response.writeHead(200, fields).end(`revision ${revision}`);
  });

  before(async () => {
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    redis = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always']);
    line = await createLine();
    line.leadTo(redis.port);
    for (const name of ['a', 'b', 'c']) await start(name);
    await untilReachable();
  });
  after(async () => {
    for (const name of Object.keys(nodes)) await nodes[name].stop();
    await redis?.stop();
    line?.close();
    origin.close();
  });
  beforeEach(() => {
    asked = 0;
  });

  /** @param {string} name */
  async function start(name) {
    const { port } = /** @type {AddressInfo} */ (origin.address());
    const SHARED_URL = name === 'c' ? `redis://127.0.0.1:${line.port}` : redis.url;
    const config = readAcceleratorConfig({
      PORT: '0',
      ORIGIN_URL: `http://127.0.0.1:${port}`,
      SHARED_URL,
    });
    const nodeId = name.padEnd(8, '-');
    nodes[name] = await startAccelerator(config, {
      clock: systemClock,
      log: createQuietLog(),
      nodeId,
    });
  }

  /** @param {string} name @param {string} method @param {string} path @param {Record<string, string>} [headers] @param {string} [body] */
  async function send(name, method, path, headers = {}, body) {
    const port = Number(new URL(nodes[name].url).port);
    const answer = await ask({ port }, path, headers, method, body);
    return { ...answer, text: String(answer.body) };
  }

  /** @param {string} name @param {string} key @param {string} [body] @param {Record<string, string>} [headers] */
  const put = async (name, key, body = 'text', headers = {}) =>
    (await send(name, 'PUT', `/.cache/entries/${key}`, headers, body)).status;
  /** @param {string} name @param {string} key */
  const remove = async (name, key) => (await send(name, 'DELETE', `/.cache/entries/${key}`)).status;
  /** @param {string} name @param {string} key @returns {Promise<string | number>} the text, or the status if there is none */
  async function get(name, key) {
    const { status, text } = await send(name, 'GET', `/.cache/entries/${key}`);
    return status === 200 ? text : status;
  }
  /** @param {string} name @param {string} path @param {object} json */
  async function post(name, path, json) {
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await send(name, 'POST', path, headers, JSON.stringify(json));
    return status === 200 ? JSON.parse(text) : status;
  }
  /** @param {string} name @returns {Promise<{ reachable: boolean, writes: number }>} */
  const status = async (name) =>
    JSON.parse((await send(name, 'GET', '/.cache/status')).text).shared;

  async function untilReachable() {
    await until(async () => {
      const all = await Promise.all(Object.keys(nodes).map(status));
      return all.every(({ reachable, writes }) => reachable && writes === all[0].writes);
    });
  }

  /** @param {() => Promise<boolean>} condition */
  async function until(condition) {
    while (!(await condition())) await pause(10);
  }

  it('share what is put, with its fields, and what is removed', async () => {
    assert.equal(await put('a', 'k', 'one', { 'content-type': 'text/x', etag: '"1"' }), 201);
    const { text, headers } = await send('b', 'GET', '/.cache/entries/k');
    assert.deepEqual([text, headers['content-type'], headers.etag], ['one', 'text/x', '"1"']);
    assert.equal(await put('b', 'k', 'two'), 204);
    await until(async () => (await get('a', 'k')) === 'two');
    assert.equal(await remove('c', 'k'), 204);
    await until(async () => (await get('a', 'k')) === 404);
    assert.equal(await remove('a', 'k'), 404);
  });

  it('have what was put before they started', async () => {
    await put('a', 'old');
    await nodes.b.stop();
    await start('b');
    assert.equal(await get('b', 'old'), 'text');
  });

  it('forget what has expired', async () => {
    await put('a', 'short', 'text', { 'cache-control': 'max-age=1' });
    assert.equal(await get('b', 'short'), 'text');
    await until(async () => (await get('b', 'short')) === 404);
    await until(async () => (await put('b', 'short', 'new', { 'if-none-match': '*' })) === 201);
  });

  it('give a lock to one of many', async () => {
    const tries = ['a', 'b', 'c'].flatMap((name) =>
      Array.from({ length: 20 }, () => put(name, 'lock', name, { 'if-none-match': '*' })),
    );
    const all = await Promise.all(tries);
    assert.equal(all.filter((each) => each === 201).length, 1);
    assert.equal(all.filter((each) => each === 412).length, 59);
  });

  it('write on the condition that an entry is what the client knows, wherever that was put', async () => {
    await put('a', 'if', 'one', { etag: '"1"' });
    assert.equal(await put('b', 'if', 'two', { etag: '"2"', 'if-match': '"1"' }), 204);
    assert.equal(await put('c', 'if', 'three', { 'if-match': '"1"' }), 412);
    const headers = { 'if-match': '"2"' };
    assert.equal((await send('c', 'DELETE', '/.cache/entries/if', headers)).status, 204);
  });

  for (const [what, selector] of /** @type {const} */ ([
    ['URLs', { urls: ['x/1'] }],
    ['prefixes', { prefixes: ['x/'] }],
    ['entity tags', { etags: ['"x"'] }],
    ['groups', { groups: ['x'] }],
  ]))
    it(`invalidate by ${what} what others have put, also in the engine`, async () => {
      const fields = { etag: '"x"', 'cache-groups': '"x"' };
      await put('a', 'x%2F1', 'text', fields);
      await put('a', 'y', 'text', { etag: '"y"' });
      await until(async () => (await get('b', 'x%2F1')) === 'text');
      assert.deepEqual(await post('c', '/.cache/invalidate', selector), { removed: 1 });
      await until(async () => (await get('b', 'x%2F1')) === 404);
      assert.equal(redis.run('exists', 'larder:entry:x/1'), '0');
      assert.equal(await get('b', 'y'), 'text');
    });

  it('answer readers by what was told, put and invalidated at another', async () => {
    await send('b', 'GET', '/page');
    await post('a', '/.cache/etags', { url: '/page', new: '"1"' });
    await until(async () => {
      const before = asked;
      return (await send('b', 'GET', '/page')).text === 'revision 1' && asked === before;
    });
    revision = 2;
    await post('c', '/.cache/etags', { old: '"1"', new: '"2"' });
    await until(async () => (await send('b', 'GET', '/page')).text === 'revision 2');
    await put('a', '%2Fpage', 'pushed', { etag: '"3"' });
    await until(async () => (await send('b', 'GET', '/page')).text === 'pushed');
    await send('a', 'POST', '/page');
    await until(async () => (await send('b', 'GET', '/page')).text === 'revision 2');
  });

  it('refuse all writes while the engine is away, with nothing applied, and serve what needs no telling', async () => {
    await send('a', 'GET', '/fresh');
    await put('a', 'kept');
    await put('b', '%2Fpage', 'pushed', { etag: '"9"' });
    await redis.kill();
    await until(async () => !(await status('a')).reachable);
    assert.equal(await put('a', 'kept', 'other'), 503);
    assert.equal(await remove('a', 'kept'), 503);
    assert.equal(await post('a', '/.cache/invalidate', { prefixes: [''] }), 503);
    assert.equal(await post('a', '/.cache/etags', { url: '/fresh', new: '"7"' }), 503);
    assert.equal(await get('a', 'kept'), 503);
    assert.equal((await send('b', 'GET', '/page')).text, 'revision 2');
    asked = 0;
    assert.equal((await send('a', 'GET', '/fresh')).status, 200);
    await send('a', 'GET', '/fresh');
    assert.ok(asked <= 1);
    await redis.start();
    await untilReachable();
    assert.equal(await get('a', 'kept'), 'text');
  });

  it('have no room where the engine has none, but remove there', async () => {
    await put('a', 'large');
    redis.run('config', 'set', 'maxmemory', '1');
    assert.equal(await put('a', 'larger'), 507);
    assert.equal(await remove('b', 'large'), 204);
    assert.deepEqual(await post('c', '/.cache/invalidate', { urls: ['large'] }), { removed: 0 });
    await pause(LOOKS);
    assert.equal((await status('a')).reachable, true);
    redis.run('config', 'set', 'maxmemory', '0');
  });

  it('apply nothing afterwards that a frozen engine has not answered', async () => {
    await put('a', 'frozen', 'before');
    redis.freeze();
    const [one, two] = await Promise.all([put('a', 'frozen', 'after'), put('b', 'lock2')]);
    assert.deepEqual([one, two], [503, 503]);
    redis.thaw();
    // A node may give up a connection on which it has waited for too long only now.
    await pause(LOOKS);
    await untilReachable();
    assert.equal(await get('c', 'frozen'), 'before');
    assert.equal(await get('c', 'lock2'), 404);
  });

  it('open both connections to the engine anew when it ends one of them', async () => {
    for (let i = 0; i < 3; i++) {
      // Those that wait for what is written are in XREAD; the others are lost.
      const idle = redis
        .run('client', 'list')
        .split('\n')
        .filter((each) => /cmd=(?!xread|client)/.test(each));
      for (const each of idle) redis.run('client', 'kill', 'id', /id=(\d+)/.exec(each)?.[1] ?? '');
      await until(async () => [201, 204].includes(await put('a', 'anew')));
      await until(async () => [201, 204].includes(await put('b', 'anew')));
      await untilReachable();
    }
  });

  it('serve nothing by telling that is cut off, after two seconds', async () => {
    await put('a', 'cut');
    await until(async () => (await get('c', 'cut')) === 'text');
    line.cut();
    await remove('a', 'cut');
    const since = performance.now();
    await until(async () => (await get('c', 'cut')) !== 'text');
    assert.ok(performance.now() - since < BOUND + 500, `${performance.now() - since} ms`);
    line.heal();
    await untilReachable();
    assert.equal(await get('c', 'cut'), 404);
  });

  it('start empty when the engine was emptied, or lost its end', async () => {
    await put('a', 'emptied');
    await until(async () => (await get('b', 'emptied')) === 'text');
    redis.run('flushall');
    await until(async () => (await get('b', 'emptied')) === 404);
    await untilReachable();
    await put('a', 'again');
    await until(async () => (await get('b', 'again')) === 'text');
    redis.run(
      'eval',
      "redis.call('incrby', 'larder:counter', 5) redis.call('del', 'larder:entry:again')",
      '0',
    );
    await until(async () => (await get('b', 'again')) === 404);
    await untilReachable();
  });

  it('tell the others of what the origin changed while the engine was away', async () => {
    await send('b', 'GET', '/fresh');
    await redis.kill();
    await until(async () => !(await status('a')).reachable);
    revision = 7;
    assert.equal((await send('a', 'POST', '/fresh')).status, 200);
    assert.equal((await send('a', 'GET', '/fresh')).text, 'revision 7');
    await redis.start();
    await untilReachable();
    await until(async () => (await send('b', 'GET', '/fresh')).text === 'revision 7');
  });
});

describe('SHARED_URL', () => {
  const SHARED_URL = 'redis://127.0.0.1';

  it('is refused together with PEERS', () => {
    assert.throws(() => readAcceleratorConfig({ SHARED_URL, ETAG_SOURCE: 'memcached://a' }), {
      message: 'SHARED_URL and ETAG_SOURCE cannot both be set.',
    });
    assert.throws(() => readAcceleratorConfig({ SHARED_URL, PEERS: 'http://a' }), {
      message: 'SHARED_URL and PEERS cannot both be set.',
    });
  });

  it('is the URL of a Redis, perhaps with TLS, a user and the number of a database', () => {
    for (const url of [SHARED_URL, 'rediss://user:secret@example.org:6380/2'])
      assert.equal(readAcceleratorConfig({ SHARED_URL: url }).sharedUrl, url);
    for (const url of ['http://a', 'redis://', 'redis://a/b'])
      assert.throws(
        () => readAcceleratorConfig({ SHARED_URL: url }),
        /^LarderError: SHARED_URL must be/,
      );
  });
});
