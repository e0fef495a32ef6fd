import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../bench/support/servers.js';
import { certificates } from '../support/certificates.js';
import { ask } from '../support/raw.js';
import { describeWith, startRedis } from '../support/servers.js';
/** @import { AddressInfo } from 'node:net' */
/** @import { ChildProcess } from 'node:child_process' */

const app = fileURLToPath(new URL('../../app.js', import.meta.url));

describeWith('redis-server', 'Accelerators and a Redis with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-tls-'));
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(folder, name));
  /** @type {ChildProcess[]} */
  const children = [];
  /** @type {Awaited<ReturnType<typeof startRedis>>} */
  let redis;
  let url = '';
  let asked = 0;
  const origin = createServer((_request, response) => {
    asked++;
    response.writeHead(200, { ETag: '"1"' }).end('text');
  });

  before(async () => {
    writeFileSync(cert, certificates[0].cert);
    writeFileSync(key, certificates[0].key);
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    const port = await freePort();
    redis = await startRedis([
      ...['--tls-port', String(port), '--tls-cert-file', cert, '--tls-key-file', key],
      ...['--tls-ca-cert-file', cert, '--tls-auth-clients', 'no'],
    ]);
    url = `rediss://127.0.0.1:${port}`;
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  after(async () => {
    await redis?.stop();
    origin.close();
    rmSync(folder, { recursive: true });
  });

  /** @param {Record<string, string>} settings @returns {Promise<{ port: number }>} */
  async function start(settings) {
    const ORIGIN_URL = `http://127.0.0.1:${/** @type {AddressInfo} */ (origin.address()).port}`;
    const own = { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', ORIGIN_URL };
    const child = spawn(process.execPath, [app, 'accelerate'], { env: { ...own, ...settings } });
    children.push(child);
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return { port: Number(new URL(line.split(' ').at(-1)).port) };
  }

  it('share what is put, if they know who has signed its certificate', async () => {
    const settings = { SHARED_URL: url, NODE_EXTRA_CA_CERTS: cert };
    const [one, other] = [await start(settings), await start(settings)];
    const put = await ask(one, '/.cache/entries/k', {}, 'PUT', 'shared');
    assert.equal(put.status, 201);
    assert.equal(String((await ask(other, '/.cache/entries/k')).body), 'shared');
  });

  it('take nothing from one whose certificate nobody has signed', async () => {
    const stranger = await start({ SHARED_URL: url });
    assert.equal((await ask(stranger, '/.cache/entries/k', {}, 'PUT', 'shared')).status, 503);
  });

  it('answer by the ETags that are there, and that change', async () => {
    redis.run('set', '/a', '"1"');
    const reader = await start({ ETAG_SOURCE: url, NODE_EXTRA_CA_CERTS: cert });
    const isHit = async () => {
      const before = asked;
      assert.equal(String((await ask(reader, '/a')).body), 'text');
      return asked === before;
    };
    while (!(await isHit())) await pause(10);
    redis.run('set', '/a', '"2"');
    while (await isHit()) await pause(10);
  });
});
