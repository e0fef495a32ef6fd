import { execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { besideNginx, besideRedis } from './accelerator/beside.js';
import { makeFolder } from './support/blog.js';
import { isInstalled } from './support/installed.js';
import { cpuOf, perRequest } from './support/usage.js';
import { align, machine } from './table.js';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { Load } from './support/load.js' */
/** @import { Server } from './support/servers.js' */
/** @import { Choices } from './usual.js' */

const inFolder = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`accelerator/${name}`, import.meta.url));
const app = fileURLToPath(new URL('../app.js', import.meta.url));

const [user, password] = ['bench', 'a password for it'];
const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const signedIn = { Authorization: basic };

/** Of one service that works 250 ms: as the first accelerator was measured. */
const SLOW = { requests: 1000, connections: 100, keepAlive: true, headers: {} };
/** Of a key-value cache. */
const KEYS = { requests: 20_000, connections: 16, keepAlive: true, headers: signedIn };
/** Of 200,000 records. */
const LARGE = { requests: 100, connections: 100, keepAlive: true };
/** Else the JDK's server waits 40 ms before it sends a body. */
const NO_DELAY = '-Dsun.net.httpserver.nodelay=true';
/** Between two groups of rows. */
const space = ['', '', '', '', ''];
/** Bytes of a value. */
const VALUE = 4096;

/**
 * The measurements of the older systems, done again: a slow service with and without an accelerator in front, a key-value cache
 * beside its Java twin and Redis, and a long JSON for many clients.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code
 */
export async function accelerator({ driver, tell, say, later }) {
  const { path: folder, remove } = makeFolder();
  later(remove);
  /** @type {Server[]} */
  const servers = [];
  const started = async (/** @type {Promise<Server>} */ server) => {
    servers.push(await server);
    return server;
  };
  /** @type {string[][]} */
  const lines = [['', 'requests/s', 'ms', 'CPU µs', 'times the first']];
  let first = 0;
  /** @param {string} name @param {Server} server @param {string} path @param {Load} load @param {boolean} [isFirst] */
  const row = async (name, server, path, load, isFirst = false) => {
    tell(name);
    const before = cpuOf(server.pid);
    const { perSecond, ms } = await driver.drive(server.url + path, load);
    const { all } = perRequest(before, cpuOf(server.pid), load.requests);
    if (isFirst) first = perSecond;
    const times = (perSecond / first).toFixed(1);
    lines.push([name, perSecond.toFixed(0), ms.toFixed(1), all.toFixed(0), times]);
  };
  try {
    const origin = await started(startScript('origin.js'));
    const proxy = await started(startAccelerator({ ORIGIN_URL: origin.url }));

    await row('a service of 250 ms, direct', origin, '/slow/1', SLOW, true);
    await row('through Larder, which is not told its ETag', proxy, '/slow/2', SLOW);
    await post(`${proxy.url}/.cache/etags`, { url: '/slow/1', new: '"1"' });
    await fetch(`${proxy.url}/slow/1`);
    await row('through Larder, which is told', proxy, '/slow/1', SLOW);
    lines.push(space);

    const plain = { ...LARGE, headers: {} };
    const short = { ...LARGE, headers: { 'Accept-Encoding': 'gzip' } };
    await row('200,000 records, direct', origin, '/records', plain, true);
    await row('direct, compressed for each', origin, '/records', short);
    await row('through Larder', proxy, '/records', plain);
    await row('through Larder, compressed once', proxy, '/records', short);
    lines.push(space);

    const file = join(folder, 'value');
    await writeFile(file, Buffer.alloc(VALUE, 'a jar '));
    const put = { ...KEYS, put: { file, contentType: 'text/plain' } };
    for (const [name, path, server] of await keyValueCaches(folder, started, say)) {
      const isFirst = name === 'Larder';
      await row(`PUT to ${name}`, server, path, put, isFirst);
      await row(`GET from ${name}`, server, path, KEYS);
    }
    say(`${machine()}, ${driver.name}\n\n${align(lines)}\n`);
    if (['nginx', 'wrk', 'redis-server', 'redis-benchmark'].every(isInstalled)) {
      tell('beside nginx and Redis');
      const head = ['CPU µs a request', 'Larder', 'the other', 'ratio'];
      const beside = await besideNginx(folder, origin, startAccelerator, started);
      const larder = await started(startAccelerator({}));
      const of = (/** @type {Load} */ load) => ({
        pid: larder.pid,
        drive: async () => {
          await driver.drive(`${larder.url}/.cache/entries/jar`, load);
          return load.requests;
        },
      });
      const socket = join(folder, 'alone.sock');
      const redis = await started(startRedis(socket));
      beside.push(
        ...(await besideRedis(socket, redis.pid, { PUT: of(put), GET: of(KEYS) }, VALUE)),
      );
      say(`\n${align([head, ...beside])}\n`);
    } else say('There are not both nginx and Redis here, and wrk.\n');
    tell('');
    return 0;
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
    await remove();
  }
}

/**
 * @param {string} folder for their files
 * @param {(server: Promise<Server>) => Promise<Server>} started notes what is to be stopped
 * @param {(text: string) => void} say is told what is missing
 * @returns {Promise<[name: string, path: string, server: Server][]>}
 */
async function keyValueCaches(folder, started, say) {
  const path = '/.cache/entries/jar';
  /** @type {[string, string, Server][]} */
  const caches = [['Larder', path, await started(startAccelerator({}))]];
  if (isInstalled('openssl'))
    caches.push(['Larder by TLS', path, await started(startAccelerator(certificate(folder)))]);
  else say('There is no openssl here, so TLS is left out.\n');
  if (isInstalled('java')) caches.push(['its Java twin', '/jar', await started(startTwin())]);
  else say('There is no Java here. On Debian: apt-get install default-jre-headless\n');
  if (isInstalled('redis-server')) {
    const socket = join(folder, 'redis.sock');
    await started(startRedis(socket));
    const front = startScript('redis-front.js', socket, user, password);
    caches.push(['Redis behind Node.js', '/jar', await started(front)]);
  } else say('There is no Redis here. On Debian: apt-get install redis-server\n');
  return caches;
}

/** @param {Record<string, string>} env @returns {Promise<Server>} */
async function startAccelerator(env) {
  const own = { CACHE_USER: user, CACHE_PASSWORD: password, CACHE_MAX_BYTES: '512MiB' };
  const child = spawn(process.execPath, [app, 'accelerate'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', ...own, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return serverOf(child, await firstUrl(child));
}

/** @returns {Promise<Server>} */
async function startTwin() {
  const child = spawn('java', ['-Xmx512m', NO_DELAY, inFolder('Twin.java'), user, password]);
  return serverOf(child, await firstUrl(child));
}

/** @param {string} name @param {...string} args @returns {Promise<Server>} */
async function startScript(name, ...args) {
  const child = fork(inFolder(name), args);
  const [{ port }] = /** @type {[{ port: number }]} */ (await once(child, 'message'));
  return serverOf(child, `http://127.0.0.1:${port}`);
}

/** @param {string} socket @returns {Promise<Server>} */
async function startRedis(socket) {
  const own = ['--port', '0', '--unixsocket', socket, '--save', '', '--loglevel', 'notice'];
  const child = spawn('redis-server', own, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const text of child.stdout ?? []) if (/Ready to accept/i.test((said += text))) break;
  return serverOf(child, '');
}

/** @param {ChildProcess} child @param {string} url @returns {Server} */
const serverOf = (child, url) => ({
  url,
  pid: child.pid ?? 0,
  async stop() {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, pause(3000)]);
    child.kill('SIGKILL');
  },
});

/** @param {ChildProcess} child @returns {Promise<string>} what it prints, without a slash at the end */
async function firstUrl(child) {
  const [line] = await once(/** @type {any} */ (child.stdout), 'data');
  const [url] = /** @type {RegExpMatchArray} */ (/https?:\/\/[^/\s]+/.exec(String(line)));
  return url;
}

/** @param {string} folder @returns {Record<string, string>} settings with a certificate that was made for this */
function certificate(folder) {
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', TLS_KEY, '-out', TLS_CERT, '-subj', '/CN=localhost', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...files], { stdio: 'ignore' });
  return { TLS_CERT, TLS_KEY };
}

/** @param {string} url @param {object} json */
async function post(url, json) {
  const headers = { ...signedIn, 'Content-Type': 'application/json' };
  const { ok, status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) });
  if (!ok) throw new Error(`${url} answered ${status}`);
}
