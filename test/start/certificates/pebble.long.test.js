import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import https from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../bench/support/servers.js';
import { systemClock } from '../../../lib/base/clock.js';
import { Directory } from '../../../lib/start/certificates/directory.js';
import { readKey } from '../../../lib/start/certificates/jws.js';
import { eachTest } from '../../support/blog.js';
import { startPebble } from '../../support/pebble.js';
import { describeWith } from '../../support/servers.js';
/** @import { TLSSocket } from 'node:tls' */

const app = fileURLToPath(new URL('../../../app.js', import.meta.url));
const name = 'blog.test';
const RENEWALS = 20;
const RENEWED = 'There is a new certificate';

describeWith('pebble', 'With Pebble as its directory, a server', function () {
  this.timeout(180_000);
  const { makeFolder } = eachTest();
  /** @type {(() => unknown)[]} */
  const endings = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  for (const [workers, hasHttp] of /** @type {[string, boolean][]} */ ([
    ['1', true],
    ['2', true],
    ['1', false],
    ['2', false],
  ]))
    it(`renews its certificate twenty times under load and loses no request (WORKERS=${workers}, ${hasHttp ? 'over HTTP' : 'in TLS'})`, async () => {
      const place = await prepare({ seconds: 3, env: { PEBBLE_WFE_NONCEREJECT: '50' } });
      if (!hasHttp) await place.takeHttpPort();
      const server = place.start([], { WORKERS: workers });
      await server.logged(RENEWED);
      const load = { failures: /** @type {unknown[]} */ ([]), requests: 0, serials: new Set() };
      const agent = new https.Agent({ keepAlive: true, maxSockets: 2 });
      const isDone = () => load.serials.size > RENEWALS;
      /** @param {https.Agent | false} each */
      const ask = async (each) => {
        while (!isDone()) {
          const answer = await get(place.port, '/', each).catch((error) =>
            load.failures.push(error),
          );
          load.requests++;
          if (typeof answer !== 'object') continue;
          if (answer.status !== 200) load.failures.push(answer.status);
          if (!each) load.serials.add(answer.serial);
          await setTimeout(2);
        }
      };
      await Promise.all([ask(agent), ask(agent), ask(false), ask(false)]);
      agent.destroy();
      assert.deepEqual(load.failures, []);
      assert.ok(load.requests > 1000, `${load.requests}`);
    });

  it('says that the name points elsewhere, and has its certificate after a restart when it does not', async () => {
    const place = await prepare();
    await place.pebble.pointTo('127.0.0.9');
    const server = place.start();
    assert.match(await server.logged('no new certificate'), /Open ports 80 and 443/);
    await server.stop();
    await place.pebble.pointTo('127.0.0.1');
    await place.startAnew().logged(RENEWED);
  });

  it('makes a new account when the directory has forgotten the old one, or revoked it', async () => {
    const place = await prepare();
    const first = place.start();
    await first.logged(RENEWED);
    await first.stop();
    await place.pebble.restart();
    rmSync(place.file('certificate.pem'));
    const second = place.startAnew();
    await second.logged(RENEWED);
    await second.stop();
    await place.deactivate();
    rmSync(place.file('certificate.pem'));
    await place.startAnew().logged(RENEWED);
  });

  it('has an account that is bound to one elsewhere where the directory wants that', async () => {
    const keys = { mine: 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W' };
    const place = await prepare({ keys });
    const server = place.start();
    assert.match(await server.logged('no new certificate'), /Set ACME_EAB/);
    await server.stop();
    await place.startAnew([], { ACME_EAB: `mine:${keys.mine}` }).logged(RENEWED);
  });

  it('has its certificate in the end, however often it is killed', async () => {
    const place = await prepare({ env: { PEBBLE_VA_NOSLEEP: '0', PEBBLE_VA_SLEEPTIME: '1' } });
    for (let wait = 0; wait < 10; wait++) {
      const server = place.startAnew();
      await server.logged('Larder is ready');
      await setTimeout(wait * 50);
      await server.stop('SIGKILL');
    }
    const last = place.startAnew();
    await last.logged('Larder is ready');
    if (!existsSync(place.file('certificate.pem'))) await last.logged(RENEWED);
    assert.equal((await get(place.port, '/', false)).status, 200);
  });

  it('that accelerates another one has its certificate in the same way', async () => {
    const place = await prepare();
    await place.start(['accelerate']).logged(RENEWED);
    const { status } = await get(place.port, '/.cache/healthz', false);
    assert.equal(status, 200);
  });

  /** @param {Partial<Parameters<typeof startPebble>[0]>} [options] */
  async function prepare(options) {
    const folder = makeFolder();
    const [port, httpPort] = [await freePort(), await freePort()];
    const pebble = await startPebble({ folder, httpPort, tlsPort: port, ...options });
    endings.push(pebble.stop);
    const env = {
      STORE_URL: `sqlite:${folder}/larder.db`,
      CERTIFICATE_DIR: join(folder, 'certificates'),
      DOMAIN: name,
      HOST: '127.0.0.1',
      PORT: String(port),
      HTTP_PORT: String(httpPort),
      ACME_URL: pebble.url,
      NODE_EXTRA_CA_CERTS: pebble.ca,
      BACKUP: 'off',
    };
    const file = (/** @type {string} */ own) => join(folder, 'certificates', own);
    return { port, pebble, file, start, startAnew, deactivate, takeHttpPort };

    async function takeHttpPort() {
      const other = createServer((socket) => socket.destroy()).listen(httpPort, '127.0.0.1');
      await once(other, 'listening');
      endings.push(() => other.close());
    }

    /** As a minute after the last start. @type {typeof start} */
    function startAnew(...how) {
      rmSync(file('tries.json'), { force: true });
      return start(...how);
    }

    /** @param {string[]} [args] @param {Record<string, string>} [more] */
    function start(args = [], more = {}) {
      const child = spawn(process.execPath, [app, ...args], {
        env: { PATH: process.env.PATH, ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => (said += text));
      const stop = async (/** @type {NodeJS.Signals} */ signal = 'SIGTERM') => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill(signal);
        await once(child, 'exit');
      };
      endings.push(() => stop('SIGKILL'));
      return { stop, logged };

      /** @param {string} part @returns {Promise<string>} the line that has it */
      async function logged(part) {
        for (;;) {
          const line = said.split('\n').find((each) => each.includes(part));
          if (line) return line;
          if (child.exitCode !== null) throw new Error(`It ended: ${said}`);
          await setTimeout(10);
        }
      }
    }

    /** Has the directory revoke the account. */
    async function deactivate() {
      const { key, url } = JSON.parse(readFileSync(file('account.json'), 'utf8'));
      /** @type {any} */
      const fetchThere = (/** @type {string} */ at, /** @type {any} */ request) => ask(at, request);
      const { signal } = new AbortController();
      const directory = new Directory(pebble.url, {
        fetch: fetchThere,
        clock: systemClock,
        signal,
      });
      await directory.post(url, { key: readKey(key), url }, { status: 'deactivated' });
    }
  }
});

/** @param {string} url @param {{ method?: string, headers?: any, body?: string }} [request] */
async function ask(url, { method, headers, body } = {}) {
  const options = { method, headers, rejectUnauthorized: false };
  const [response] = await once(https.request(url, options).end(body), 'response');
  const parts = [];
  for await (const part of response) parts.push(part);
  const text = method === 'HEAD' ? null : Buffer.concat(parts);
  return new Response(text, { status: response.statusCode, headers: response.headers });
}

/** @param {number} port @param {string} path @param {https.Agent | false} agent */
async function get(port, path, agent) {
  const request = https.get({
    host: '127.0.0.1',
    port,
    path,
    agent,
    servername: name,
    rejectUnauthorized: false,
    headers: { Host: name },
  });
  const [response] = await once(request, 'response');
  const serial = /** @type {TLSSocket} */ (response.socket).getPeerCertificate().serialNumber;
  let bytes = 0;
  for await (const part of response) bytes += part.length;
  return { status: response.statusCode, bytes, serial };
}
