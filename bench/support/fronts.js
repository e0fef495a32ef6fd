import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './servers.js';
/** @import { ChildProcess } from 'node:child_process' */
/** @import { IncomingHttpHeaders } from 'node:http' */

/**
 * Networks in front of a blog at `http://127.0.0.1:PORT`, which readers call `blog.example`: a real Varnish and a real
 * nginx as docs/running.md sets them up, our accelerator, and one that fails as networks do.
 *
 * @typedef {object} Front
 * @property {string} setting  in CDN
 * @property {string} url  without a slash at the end
 * @property {() => void} stop
 *
 * @typedef {{ status: number, headers: IncomingHttpHeaders, body: string }} Reply
 */

export const HOST = 'blog.example';
export const TOKEN = 'a-secret-of-the-networks';
const app = fileURLToPath(new URL('../../app.js', import.meta.url));
const running = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8');
/** Milliseconds. */
const PATIENCE = 20_000;

/**
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, body?: string, agent?: http.Agent | false }} [options]
 * @returns {Promise<Reply>}
 */
export function ask(url, { method = 'GET', headers = {}, body = '', agent = false } = {}) {
  return new Promise((resolve, reject) => {
    const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
    const all = { Host: HOST, ...headers, ...length };
    const asking = http.request(url, { method, headers: all, agent, timeout: PATIENCE });
    asking.on('timeout', () => asking.destroy(new Error(`No answer: ${url}`)));
    asking.on('error', reject).on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('error', reject).on('end', () => {
        const { statusCode: status = 0, headers: own, complete } = response;
        if (complete) resolve({ status, headers: own, body: text });
        else reject(new Error(`A part of an answer: ${url}`));
      });
    });
    asking.end(body);
  });
}

/** @param {string} start  of the paragraph in docs/running.md @returns {string} the indented lines below it */
function documented(start) {
  const [, lines = ''] = running.slice(running.indexOf(start)).split(/\n\n(?= {6})/);
  const [block] = lines.split(/\n\n(?! )|\n- /);
  if (!block) throw new Error(`docs/running.md has nothing below ${start}`);
  return block;
}

/** @param {number} port  of the blog @param {string} folder @returns {Promise<Front>} */
export async function startVarnish(port, folder) {
  const own = await freePort();
  const file = `${folder}.vcl`;
  // It reads and works as a user of its own.
  chmodSync(dirname(folder), 0o755);
  writeFileSync(file, `${documented('- **Varnish**').replace('"3000"', `"${port}"`)}\n`);
  const args = ['-F', '-a', `127.0.0.1:${own}`, '-f', file, '-n', folder, '-s', 'malloc,64m'];
  return front('varnish', own, spawn('varnishd', args, { stdio: 'ignore' }));
}

/** @param {number} port  of the blog @param {string} folder @returns {Promise<Front>} */
export async function startNginx(port, folder) {
  const own = await freePort();
  mkdirSync(folder);
  const site = documented('- **nginx**')
    .replace('/var/cache/nginx/blog', join(folder, 'cache'))
    .replace('server {', `server { listen 127.0.0.1:${own};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `load_module /usr/lib/nginx/modules/ngx_http_cache_purge_module.so;\n${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
events {} http { access_log off; ${site} }`,
  );
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  return front('urls', own, spawn('nginx', args, { stdio: 'ignore' }));
}

/** @param {number} port  of the blog @param {string} folder @returns {Promise<Front>} */
export async function startEdge(port, folder) {
  const own = await freePort();
  const env = {
    PATH: process.env.PATH,
    ORIGIN_URL: `http://127.0.0.1:${port}`,
    BASE_URL: `http://${HOST}`,
    CACHE_TOKEN: TOKEN,
    CACHE_DIR: folder,
    PORT: String(own),
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [app, 'accelerate'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return front('larder', own, child);
}

/** @param {string} kind @param {number} port @param {ChildProcess} child @returns {Promise<Front>} */
async function front(kind, port, child) {
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + PATIENCE;
  const stop = () => void child.kill('SIGTERM');
  // Also when another one does not start.
  process.once('exit', stop);
  for (;;)
    try {
      await ask(url);
      return { setting: `${kind}:${url}`, url, stop };
    } catch (cause) {
      if (performance.now() > until)
        throw new Error(`${child.spawnfile} does not start`, { cause });
      await pause(50);
    }
}

/** How often the scripted network does what, of all purges. */
const FAILS = 0.1;
const TOO_MANY = 0.05;
const CUTS = 0.05;
/** Milliseconds at most: until a purge is done, and until an answer is kept. */
const PURGE_DELAY = 500;
const KEEP_DELAY = 1200;

/**
 * A network that reads what Varnish reads, keeps by max-age, does purges after a while, fails one in ten, some of them
 * after it has done them, answers 429, cuts lines, and keeps answers late.
 * @param {number} port  of the blog
 * @param {() => number} random  from 0 to 1
 * @returns {Promise<Front & { counts: Record<string, number> }>}
 */
export async function startScripted(port, random) {
  /** @type {Map<string, { reply: Reply, tags: string[], until: number }>} */
  const kept = new Map();
  const counts = { hits: 0, misses: 0, purges: 0, failed: 0, refused: 0, cut: 0 };
  const server = http.createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    request.resume();
    if (method === 'PURGE') return purge(String(headers['xkey-purge']).split(' '), response);
    const known = kept.get(url);
    if (known && known.until > Date.now()) {
      counts.hits++;
      return send(response, known.reply);
    }
    counts.misses++;
    try {
      const reply = await ask(`http://127.0.0.1:${port}${url}`, { method });
      send(response, reply);
      const age = /max-age=(\d+)/.exec(String(reply.headers['cdn-cache-control']))?.[1];
      if (!age || method !== 'GET') return;
      await pause(random() * KEEP_DELAY);
      const tags = String(reply.headers.xkey).split(' ');
      kept.set(url, { reply, tags, until: Date.now() + Number(age) * 1000 });
    } catch {
      response.writeHead(502).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const own = /** @type {import('node:net').AddressInfo} */ (server.address()).port;
  const url = `http://127.0.0.1:${own}`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { setting: `varnish:${url}`, url, stop, counts };

  /** @param {string[]} tags @param {http.ServerResponse} response */
  async function purge(tags, response) {
    counts.purges++;
    const lot = random();
    const does = lot > FAILS + TOO_MANY + CUTS || random() < 0.5;
    await pause(random() * PURGE_DELAY);
    if (does)
      for (const [path, entry] of kept)
        if (entry.tags.some((tag) => tags.includes(tag))) kept.delete(path);
    if (lot < FAILS) {
      counts.failed++;
      response.writeHead(500).end();
    } else if (lot < FAILS + TOO_MANY) {
      counts.refused++;
      response.writeHead(429, { 'Retry-After': '1' }).end();
    } else if (lot < FAILS + TOO_MANY + CUTS) {
      counts.cut++;
      response.writeHead(200, { 'Content-Length': 10 });
      response.write('Pur');
      response.destroy();
    } else response.writeHead(200).end();
  }
}

/** @param {http.ServerResponse} response @param {Reply} reply */
function send(response, { status, headers, body }) {
  const { etag = '', location = '' } = headers;
  response.writeHead(status, { ...(etag && { etag }), ...(location && { location }) }).end(body);
}

/** Where two pages differ. @param {string} seen @param {string} fresh @returns {string} */
export function difference(seen, fresh) {
  let place = 0;
  while (place < seen.length && seen[place] === fresh[place]) place++;
  const around = (/** @type {string} */ text) =>
    JSON.stringify(text.slice(Math.max(0, place - 60), place + 100));
  return `  seen  ${around(seen)}\n  fresh ${around(fresh)}`;
}
