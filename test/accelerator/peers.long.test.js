import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ask } from '../support/raw.js';
import { createLine } from './cuttable-proxy.js';
import { until } from './entries.js';
/** @import { ChildProcess } from 'node:child_process' */

const app = fileURLToPath(new URL('../../app.js', import.meta.url));
const CACHE_TOKEN = 'a-token-of-peers';
const NAMES = ['a', 'b', 'c'];

describe('Three accelerators with PEERS', () => {
  /** @type {Record<string, { child: ChildProcess, port: number }>} */
  const nodes = {};
  /** By sender and receiver. @type {Map<string, Awaited<ReturnType<typeof createLine>>>} */
  const lines = new Map();

  const folder = mkdtempSync(join(tmpdir(), 'larder-peers-'));

  before(async () => {
    for (const from of NAMES)
      for (const to of NAMES) if (from !== to) lines.set(from + to, await createLine());
    await Promise.all(NAMES.map(start));
    await untilAgreed();
    for (const name of NAMES) await untilShared(name);
  });
  after(async () => {
    await Promise.all(NAMES.map((name) => end(name, 'SIGTERM')));
    for (const line of lines.values()) line.close();
    rmSync(folder, { recursive: true });
  });

  it('have what one of them acknowledged, and not what it removed', async () => {
    assert.equal(await send('a', 'PUT', 'one', 'text'), 201);
    assert.deepEqual(
      await Promise.all(NAMES.map((name) => get(name, 'one'))),
      Array(3).fill('text'),
    );
    assert.equal(await send('b', 'DELETE', 'one'), 204);
    assert.deepEqual(await Promise.all(NAMES.map((name) => get(name, 'one'))), Array(3).fill(404));
  });

  it('pass on bytes as they are', async () => {
    const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    await send('c', 'PUT', 'bytes', body);
    const { body: arrived, headers } = await request('a', 'GET', 'bytes');
    assert.deepEqual(arrived, body);
    assert.equal(headers['content-type'], 'application/octet-stream');
  });

  it('agree after a short break: a removed entry stays removed, and the later write wins', async () => {
    for (const key of ['gone', 'both']) await send('a', 'PUT', key, 'old');
    cut('b');
    const since = Date.now();
    assert.equal(await send('a', 'DELETE', 'gone'), 204);
    assert.ok(Date.now() - since < 3000, 'a write waits long for a peer that is cut off');
    await send('b', 'PUT', 'both', 'of b');
    await send('c', 'PUT', 'both', 'of c');
    assert.equal((await lostBy('b')).length, 2);
    heal();
    await untilAgreed();
    for (const name of NAMES) {
      assert.equal(await get(name, 'gone'), 404);
      // Nothing, if the break was not so short on a busy computer.
      assert.ok(['of c', 404].includes(await get(name, 'both')), name);
    }
  });

  it('serve nothing that was put before, once one of them is cut off for five seconds', async () => {
    await send('a', 'PUT', 'gone', 'old');
    cut('b');
    await send('a', 'DELETE', 'gone');
    const since = Date.now();
    await until(async () => {
      await setTimeout(20);
      return (await get('b', 'gone')) === 404;
    });
    assert.ok(Date.now() - since < 5500, `${Date.now() - since} ms`);
    await send('b', 'PUT', 'own', 'text');
    assert.equal(await get('b', 'own'), 'text');
    heal();
    await untilAgreed();
  });

  it('start empty when one of them is killed, and go on', async () => {
    await send('a', 'PUT', 'before', 'text');
    await end('c', 'SIGKILL');
    await send('a', 'DELETE', 'before');
    await start('c');
    await untilAgreed();
    assert.deepEqual(
      await Promise.all(NAMES.map((name) => get(name, 'before'))),
      Array(3).fill(404),
    );
    await untilShared('c');
  });

  it('keep nothing on disk over a restart that was put, since it may have been removed', async () => {
    await send('a', 'PUT', 'stays', 'text');
    await end('b', 'SIGTERM');
    await send('c', 'DELETE', 'stays');
    await start('b');
    await untilAgreed();
    assert.equal(await get('b', 'stays'), 404);
    await untilShared('b');
  });

  it('show their peers in the status', async () => {
    const peers = await status('a');
    const expected = ['ab', 'ac'].map((line) => `127.0.0.1:${lines.get(line)?.port}`);
    assert.deepEqual(
      peers,
      expected.map((name) => ({ name, queued: 0, lagMs: 0, lost: false })),
    );
  });

  it('take writes only from who has the token', async () => {
    const { port } = nodes.a;
    const headers = { authorization: 'Bearer another-token' };
    const { status } = await ask({ port }, '/.cache/peers/writes', headers, 'POST', 'x');
    assert.equal(status, 401);
  });

  it('refuse a message that is damaged', async () => {
    const { port } = nodes.a;
    const headers = { authorization: `Bearer ${CACHE_TOKEN}` };
    for (const body of ['', 'xxxxxxxx', '{}', '[]', 'null'])
      assert.equal(
        (await ask({ port }, '/.cache/peers/writes', headers, 'POST', body)).status,
        400,
      );
  });

  /** @param {string} name */
  async function start(name) {
    const others = NAMES.filter((other) => other !== name);
    const PEERS = others.map((other) => `http://127.0.0.1:${lines.get(name + other)?.port}`).join();
    const CACHE_DIR = name === 'b' ? folder : '';
    const own = { PORT: '0', LOG_LEVEL: 'silent', CACHE_TOKEN, PEERS, CACHE_DIR };
    const env = { PATH: process.env.PATH, ...own };
    const child = spawn(process.execPath, [app, 'accelerate'], { env });
    const [line] = await once(
      createInterface({ input: /** @type {any} */ (child.stdout) }),
      'line',
    );
    const port = Number(new URL(line.split(' ').at(-1)).port);
    nodes[name] = { child, port };
    for (const other of others) lines.get(other + name)?.leadTo(port);
  }

  /** @param {string} name @param {'SIGTERM' | 'SIGKILL'} signal */
  async function end(name, signal) {
    nodes[name].child.kill(signal);
    await once(nodes[name].child, 'exit');
  }

  /** @param {string} name */
  function cut(name) {
    for (const [ends, line] of lines) if (ends.includes(name)) line.cut();
  }

  function heal() {
    for (const line of lines.values()) line.heal();
  }

  /** @param {string} name @param {string} method @param {string} key @param {string | Buffer} [body] */
  function request(name, method, key, body) {
    const { port } = nodes[name];
    const headers = { authorization: `Bearer ${CACHE_TOKEN}` };
    return ask({ port }, `/.cache/entries/${key}`, headers, method, /** @type {string} */ (body));
  }

  /** @param {string} name @param {string} method @param {string} key @param {string | Buffer} [body] */
  async function send(name, method, key, body) {
    return (await request(name, method, key, body)).status;
  }

  /** @param {string} name @param {string} key @returns {Promise<string | number>} the text, or the status if there is none */
  async function get(name, key) {
    const { status, body } = await request(name, 'GET', key);
    return status === 200 ? String(body) : status;
  }

  /** @param {string} name */
  async function status(name) {
    const headers = { authorization: `Bearer ${CACHE_TOKEN}` };
    const { body } = await ask({ port: nodes[name].port }, '/.cache/status', headers);
    return JSON.parse(String(body)).peers;
  }

  /** Until what this node puts is at all others: they hear of all again. @param {string} name */
  async function untilShared(name) {
    await until(async () => {
      await setTimeout(50);
      await send(name, 'PUT', 'after', 'text');
      const values = await Promise.all(NAMES.map((each) => get(each, 'after')));
      return values.every((value) => value === 'text');
    });
  }

  /** Asks now and then: to ask all the time would take the processor from the three. */
  function untilAgreed() {
    return until(async () => {
      await setTimeout(50);
      return (await Promise.all(NAMES.map(lostBy))).flat().length === 0;
    });
  }

  /** @param {string} name @returns {Promise<string[]>} the peers that it has lost, or that lack something */
  async function lostBy(name) {
    const peers = await status(name);
    return peers
      .filter((/** @type {any} */ { lost, queued }) => lost || queued > 0)
      .map((/** @type {any} */ peer) => peer.name);
  }
});
