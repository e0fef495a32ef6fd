import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ask } from '../support/raw.js';
import { until } from './entries.js';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { AddressInfo } from 'node:net' */

const app = fileURLToPath(new URL('../../app.js', import.meta.url));
const paths = Array.from({ length: 20 }, (_, number) => `/page?number=${number}`);

describe('An accelerator with CACHE_DIR', () => {
  /** @type {string} */
  let folder;
  /** Paths that the origin was asked for. @type {string[]} */
  let asked;
  /** @type {ChildProcess | undefined} */
  let child;
  /** @type {{ port: number }} */
  let at;
  let messages = '';
  const origin = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('Cache-Control', 'max-age=1000');
    response.setHeader('Cache-Groups', '"all"');
    if (request.url === '/all') response.setHeader('Cache-Group-Invalidation', '"all"');
    response.end(`${request.url} `.repeat(1000));
  });

  before(() => once(origin.listen(0, '127.0.0.1'), 'listening'));
  after(() => void origin.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'larder-disk-'));
    asked = [];
    messages = '';
  });
  afterEach(async () => {
    await end('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** @param {string} [CACHE_DIR] */
  async function start(CACHE_DIR = folder) {
    const { port } = /** @type {AddressInfo} */ (origin.address());
    const env = {
      PATH: process.env.PATH,
      PORT: '0',
      ORIGIN_URL: `http://127.0.0.1:${port}`,
      CACHE_DIR,
    };
    child = spawn(process.execPath, [app, 'accelerate'], { env });
    child.stderr?.on('data', (text) => (messages += text));
    const [line] = await once(
      createInterface({ input: /** @type {any} */ (child.stdout) }),
      'line',
    );
    at = { port: Number(new URL(line.split(' ').at(-1)).port) };
  }

  /** @param {'SIGTERM' | 'SIGKILL'} signal */
  async function end(signal) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  const disk = async () => JSON.parse((await ask(at, '/.cache/status')).body.toString()).cache.disk;
  /** @param {string} path @returns {Promise<boolean>} whether the origin was not asked */
  async function isHit(path) {
    const { status, body, headers } = await ask(at, path);
    assert.deepEqual([status, body.toString()], [200, `${path} `.repeat(1000)]);
    return /^larder-accelerator; hit/.test(String(headers['cache-status']));
  }

  it('asks the origin for nothing again after a restart, and not after the next', async () => {
    await start();
    for (const path of paths) assert.equal(await isHit(path), false);
    for (let restarts = 0; restarts < 2; restarts++) {
      await end('SIGTERM');
      await start();
      for (const path of paths) assert.equal(await isHit(path), true);
      assert.equal((await disk()).hits, paths.length);
      assert.equal(asked.length, paths.length);
    }
  });

  it('asks after kill -9 only for what was invalidated before', async () => {
    await start();
    for (const path of paths) await isHit(path);
    await until(async () => (await disk()).entries === paths.length);
    await ask(at, paths[3], {}, 'POST');
    await end('SIGKILL');
    await start();
    asked = [];
    for (const path of paths) assert.equal(await isHit(path), path !== paths[3]);
    assert.deepEqual(asked, [`GET ${paths[3]}`]);
    await until(async () => (await disk()).entries === paths.length);
    await ask(at, '/all', {}, 'POST');
    await end('SIGKILL');
    await start();
    for (const path of paths) assert.equal(await isHit(path), false);
  });

  it('reads each response from disk once for all who wait for it', async () => {
    await start();
    await isHit(paths[0]);
    await end('SIGTERM');
    await start();
    const hits = await Promise.all(Array.from({ length: 20 }, () => isHit(paths[0])));
    assert.ok(hits.every(Boolean));
    assert.equal((await disk()).hits, 1);
    assert.equal(asked.length, 1);
  });

  it('works without it when the folder cannot be used, and says so', async () => {
    writeFileSync(join(folder, 'file'), '');
    await start(join(folder, 'file'));
    assert.deepEqual([await isHit('/a'), await isHit('/a')], [false, true]);
    assert.equal(await disk(), undefined);
    assert.match(
      messages,
      /Responses are kept in memory only, since the disk cache cannot be used/,
    );
  });
});
