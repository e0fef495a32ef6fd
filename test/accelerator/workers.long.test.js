import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import https from 'node:https';
import { connect } from 'node:tls';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { childrenOf } from '../../bench/support/broken-off.js';
import { certificates } from '../support/certificates.js';
import { ask } from '../support/raw.js';
import { describeWith, startRedis } from '../support/servers.js';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Answer } from '../support/raw.js' */

const root = fileURLToPath(new URL('../..', import.meta.url));
const MANY = 8;

/** @param {Record<string, string>} env @returns {Promise<{ child: ChildProcess, url: string, port: number }>} an accelerator of two workers */
async function start(env) {
  const child = spawn(process.execPath, ['app.js', 'accelerate'], {
    cwd: root,
    env: { PORT: '0', LOG_LEVEL: 'silent', WORKERS: '2', ...env },
  });
  const [line] = await once(createInterface({ input: /** @type {any} */ (child.stdout) }), 'line');
  const [, url] = /^Larder is ready at (\S+)$/.exec(line) ?? [];
  return { child, url, port: Number(new URL(url).port) };
}

/** @param {{ child: ChildProcess } | undefined} accelerator */
async function stop(accelerator) {
  if (!accelerator) return;
  accelerator.child.kill('SIGTERM');
  assert.deepEqual(await once(accelerator.child, 'exit'), [0, null]);
}

/** Its revision is in each response, and its ETag. Whatever is posted to it makes another one. */
function createOrigin() {
  let revision = 1;
  const origin = createServer((request, response) => {
    if (request.method === 'POST') revision++;
    const fields = {
      ETag: `"${revision}"`,
      'Cache-Control': request.url?.startsWith('/fresh') ? 'max-age=600' : 'no-transform',
      'Content-Length': String(revision).length,
    };
    request.resume();
    response.writeHead(200, fields).end(String(revision));
  });
  return {
    listen: async () => void (await once(origin.listen(0, '127.0.0.1'), 'listening')),
    close: () => origin.close(),
    change: () => `"${++revision}"`,
    revision: () => String(revision),
    url: () => `http://127.0.0.1:${/** @type {AddressInfo} */ (origin.address()).port}`,
  };
}

/** Each request has a connection of its own, and the connections go to the workers in turn. @param {() => { port: number }} server */
function createClient(server) {
  const entry = (/** @type {string} */ key) => `/.cache/entries/${key}`;
  /** @param {string} path @param {object} json */
  async function post(path, json) {
    const headers = { 'content-type': 'application/json' };
    const { status, body } = await ask(server(), path, headers, 'POST', JSON.stringify(json));
    assert.equal(status, 200);
    return JSON.parse(String(body));
  }
  return {
    /** @param {string} key @param {string} body @param {Record<string, string>} [headers] */
    put: async (key, body, headers) =>
      (await ask(server(), entry(key), headers, 'PUT', body)).status,
    /** @param {string} key */
    remove: async (key) => (await ask(server(), entry(key), {}, 'DELETE')).status,
    /** @param {string} url @param {string} etag */
    tell: (url, etag) => post('/.cache/etags', { url, new: etag }),
    /** @param {object} selector */
    invalidate: (selector) => post('/.cache/invalidate', selector),
    status: async () => JSON.parse(String((await ask(server(), '/.cache/status')).body)),
    /** @param {string} path @param {Record<string, string>} [headers] @returns {Promise<Answer[]>} */
    everywhere: (path, headers) =>
      Promise.all(Array.from({ length: MANY }, () => ask(server(), path, headers))),
    /** @param {string} key @returns {Promise<(string | number)[]>} what is there, or the status: each once */
    async entries(key) {
      const all = await this.everywhere(entry(key));
      return [...new Set(all.map(({ status, body }) => (status === 200 ? String(body) : status)))];
    },
    /** @param {string} path @returns {Promise<string[]>} the bodies: each once */
    async bodies(path) {
      return [...new Set((await this.everywhere(path)).map(({ body }) => String(body)))];
    },
  };
}

describe('An accelerator of two workers', () => {
  const origin = createOrigin();
  /** @type {Awaited<ReturnType<typeof start>>} */
  let server;
  const client = createClient(() => server);
  const { put, remove, tell, invalidate, status } = client;

  before(async () => {
    await origin.listen();
    server = await start({ ORIGIN_URL: origin.url() });
  });
  after(async () => {
    await stop(server);
    origin.close();
  });

  const workers = () => childrenOf(server.child.pid ?? 0);
  const bothServe = async () => {
    while ((await status()).workers.length < 2) await pause(20);
  };

  it('shows at each of them what was put and removed, from its answer on', async () => {
    for (let round = 0; round < 5; round++) {
      assert.equal(await put('jar', `plums ${round}`), 201);
      assert.deepEqual(await client.entries('jar'), [`plums ${round}`]);
      assert.equal(await put('jar', 'pears'), 204);
      assert.deepEqual(await client.entries('jar'), ['pears']);
      assert.equal(await remove('jar'), 204);
      assert.deepEqual(await client.entries('jar'), [404]);
      assert.equal(await remove('jar'), 404);
    }
  });

  it('shows at none of them what was invalidated, told otherwise or changed through another', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all(['/fresh', '/told'].map((path) => client.everywhere(path)));
      await tell('/told', origin.change());
      assert.deepEqual(await client.bodies('/told'), [origin.revision()]);
      assert.deepEqual(await invalidate({ prefixes: ['/fresh'] }), { removed: 1 });
      assert.deepEqual(await client.bodies('/fresh'), [origin.revision()]);
      await ask(server, '/fresh', {}, 'POST');
      assert.deepEqual(await client.bodies('/fresh'), [origin.revision()]);
    }
  });

  it('lets one of all who want to create an entry do so, and one of all who replace the same', async () => {
    for (let round = 0; round < 5; round++) {
      const key = `lock-${round}`;
      /** @param {Record<string, string>} headers */
      const all = async (headers) =>
        (
          await Promise.all(Array.from({ length: MANY }, (_, i) => put(key, String(i), headers)))
        ).sort();
      const refused = Array(MANY - 1).fill(412);
      assert.deepEqual(await all({ 'if-none-match': '*', etag: '"1"' }), [201, ...refused]);
      assert.deepEqual(await all({ 'if-match': '"1"', etag: '"2"' }), [204, ...refused]);
      assert.equal((await client.entries(key)).length, 1);
    }
  });

  it('lets an entry be created again when the former one has expired', async () => {
    const headers = { 'if-none-match': '*', 'cache-control': 'max-age=0' };
    assert.equal(await put('brief', 'one', headers), 201);
    assert.equal(await put('brief', 'two', headers), 201);
  });

  it('tells of each worker, and of both together', async () => {
    await put('counted', 'text');
    await client.everywhere('/fresh');
    const { requests, cache, toldEtags, workers: all } = await status();
    const [one, other] = all;
    assert.ok(one.requests.hits > 0 && other.requests.hits > 0);
    assert.equal(requests.hits, one.requests.hits + other.requests.hits);
    assert.equal(one.cache.memory.maxBytes, cache.memory.maxBytes / 2);
    assert.equal(toldEtags, Math.max(one.toldEtags, other.toldEtags));
  });

  it('gives a new worker what was put and told before it serves, and serves on while one is killed', async () => {
    await put('shelf', 'cool and dry');
    await put('%2Fpage', 'put');
    await tell('/never-asked-for', '"9"');
    for (const pid of workers()) {
      process.kill(pid, 'SIGKILL');
      assert.equal(await put('during', 'text'), 201);
      await remove('during');
      while (workers().includes(pid)) await pause(10);
      await bothServe();
    }
    assert.deepEqual(await client.entries('shelf'), ['cool and dry']);
    assert.deepEqual(await client.bodies('/page'), ['put']);
    const had = { 'if-none-match': '"9"' };
    for (const answer of await client.everywhere('/never-asked-for', had))
      assert.equal(answer.status, 304);
  });

  it('replaces a worker that hangs before the invalidation is answered, so that it never serves what it missed', async () => {
    await client.everywhere('/fresh');
    const [hung] = workers();
    process.kill(hung, 'SIGSTOP');
    origin.change();
    const asked = client.everywhere('/fresh-other');
    await invalidate({ urls: ['/fresh'] });
    assert.ok(!workers().includes(hung));
    assert.deepEqual(await client.bodies('/fresh'), [origin.revision()]);
    await asked;
    await bothServe();
  });

  it('keeps what was put when all workers are replaced by SIGHUP', async () => {
    await put('over', 'still here');
    const former = workers();
    server.child.kill('SIGHUP');
    while (workers().some((pid) => former.includes(pid))) await pause(20);
    assert.deepEqual(await client.entries('over'), ['still here']);
  });
});

describe('WORKERS of an accelerator', () => {
  /** @type {[Record<string, string>, RegExp][]} */
  const refused = [
    [{ CACHE_DIR: tmpdir() }, /^CACHE_DIR is a folder of one process: set WORKERS to 1/],
    [{ PEERS: 'http://a', CACHE_TOKEN: 'a-token-of-the-peers' }, /^PEERS are single processes/],
  ];
  for (const [settings, stderr] of refused)
    it(`are one with ${Object.keys(settings)[0]}`, async () => {
      const env = { PORT: '0', WORKERS: '2', ...settings };
      const run = promisify(execFile)(process.execPath, ['app.js', 'accelerate'], {
        cwd: root,
        env,
      });
      await assert.rejects(
        run,
        (/** @type {any} */ error) => error.code === 1 && stderr.test(error.stderr),
      );
    });

  it('speak HTTPS', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-https-'));
    const settings = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
    writeFileSync(settings.TLS_CERT, certificates[0].cert);
    writeFileSync(settings.TLS_KEY, certificates[0].key);
    const server = await start(settings);
    try {
      assert.match(server.url, /^https:/);
      const options = {
        port: server.port,
        host: 'localhost',
        path: '/.cache/entries/x',
        agent: false,
      };
      const secure = { ...options, ca: certificates[0].cert };
      const put = https.request({ ...secure, method: 'PUT' }).end('hello');
      assert.equal((await once(put, 'response'))[0].statusCode, 201);
      for (let times = 0; times < 4; times++) {
        const [response] = await once(https.get(secure), 'response');
        assert.equal(String(await once(response, 'data')), 'hello');
      }
      const session = await sessionAt(server.port);
      for (let times = 0; times < 4; times++)
        assert.equal(await isResumed(server.port, session), true);
    } finally {
      await stop(server);
      rmSync(folder, { recursive: true });
    }
  });
});

describeWith('redis-server', 'An accelerator of two workers with SHARED_URL', () => {
  it('shows at none of them what was invalidated, from its answer on', async () => {
    const origin = createOrigin();
    await origin.listen();
    const redis = await startRedis();
    const server = await start({ ORIGIN_URL: origin.url(), SHARED_URL: redis.url });
    const client = createClient(() => server);
    try {
      while (
        (await client.status()).workers.some((/** @type {any} */ { shared }) => !shared.reachable)
      )
        await pause(20);
      for (let round = 0; round < 10; round++) {
        await client.everywhere('/fresh');
        origin.change();
        await client.invalidate({ urls: ['/fresh'] });
        assert.deepEqual(await client.bodies('/fresh'), [origin.revision()]);
        await client.tell('/told', origin.change());
        assert.deepEqual(await client.bodies('/told'), [origin.revision()]);
        await client.put('jar', String(round));
        assert.deepEqual(await client.entries('jar'), [String(round)]);
      }
      const { shared, workers } = await client.status();
      assert.equal(shared.writes, workers[0].shared.writes);
    } finally {
      await stop(server);
      await redis.stop();
      origin.close();
    }
  });
});

/** @param {number} port @returns {Promise<Buffer>} */
async function sessionAt(port) {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  const [session] = await once(socket, 'session');
  socket.destroy();
  return session;
}

/** @param {number} port @param {Buffer} session */
async function isResumed(port, session) {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, session });
  await once(socket, 'secureConnect');
  const isReused = socket.isSessionReused();
  socket.destroy();
  return isReused;
}
