import { once } from 'node:events';
import { createServer } from 'node:http';
import { startAccelerator } from '../../lib/accelerator/accelerator.js';
import { readAcceleratorConfig } from '../../lib/accelerator/config.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { ask } from '../support/raw.js';
import { acceptedBy, leaveToNode } from './blogs.js';
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */
/** @import { Subject } from './differential.js' */

const LAST_MODIFIED = 'Sat, 21 Nov 2020 12:00:00 GMT';
const LONG = { 'Cache-Control': 'max-age=100000000', 'Last-Modified': LAST_MODIFIED };

/** What the origin answers, by path. @type {Record<string, { status?: number, headers?: Record<string, string>, body?: string }>} */
const origin = {
  '/': { headers: { Vary: 'Accept-Encoding', ETag: '"front"', 'Content-Type': 'text/html' } },
  '/post/rye-bread': { headers: { ETag: 'W/"bread"' }, body: 'bread '.repeat(10_000) },
  '/tags': { headers: { Vary: 'Accept-Language' } },
  '/atomfeed': { headers: { Vary: 'Cookie, Accept-Encoding', ETag: '"feed"' } },
  '/about': { headers: { ETag: '"about"', 'X-Latin': '\xe9' } },
  '/gone': { status: 410 },
  '/moved': { status: 301, headers: { Location: '/about' } },
  '/empty': { body: '' },
  '/nothing': { status: 204, body: '' },
  '/stale': { headers: { 'Cache-Control': 'no-cache' } },
};
const paths = Object.keys(origin);
/** Those that are answered fast come more often. */
const fastPaths = ['/', '/post/rye-bread', '/about', '/empty'];

/**
 * A client of HTTP/1.0 of whom Node.js says that he wants his connection kept, and whose next request its parser refuses: the fast path
 * answers that one.
 */
const unclear = /\nconnection:[^\r\n]*\t *\r/i;

/** @returns {Promise<Subject>} two accelerators in front of the same server */
export async function openAccelerators() {
  const clock = createClock();
  const server = createServer((request, response) => answer(request, response, clock.now()));
  server.on('upgrade', (request, socket) => {
    const protocol = `Connection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n\r\n`;
    socket.on('error', () => {}).write(`HTTP/1.1 101 Switching Protocols\r\n${protocol}`);
    socket.pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  const start = async (/** @type {string} */ FAST_PATH) => {
    const settings = { ORIGIN_URL: `http://127.0.0.1:${port}`, PORT: '0', FAST_PATH };
    const deps = { clock, log: createQuietLog(), nodeId: '5eed' };
    const accelerator = await startAccelerator(readAcceleratorConfig(settings), deps);
    if (FAST_PATH === 'off') leaveToNode(accelerator.server);
    const at = { port: Number(new URL(accelerator.url).port) };
    return { ...at, accepted: acceptedBy(accelerator.server), stop: accelerator.stop };
  };
  const servers = [await start('on'), await start('off')];
  for (const each of servers)
    for (const path of paths)
      for (const encoding of ['br', 'gzip', 'identity'])
        await ask(each, path, { 'Accept-Encoding': encoding });
  const asked = [...paths, ...Array.from({ length: 8 }, () => fastPaths).flat()];
  const pages = asked.map((path) => {
    const etag = origin[path].headers?.ETag ?? '"none"';
    return { path, etag, lastModified: LAST_MODIFIED };
  });
  return { clock, servers, pages, oldest: clock.now(), atOnce: 1, unclear, countsOf, close };

  async function close() {
    server.closeAllConnections();
    server.close();
    for (const { stop } of servers) await stop();
  }
}

/** @param {IncomingMessage} request @param {ServerResponse} response @param {number} now */
function answer({ url = '', method = '', headers }, response, now) {
  response.setHeader('Date', new Date(now).toUTCString());
  const found = method === 'GET' || method === 'HEAD' ? origin[url.replace(/[?#].*/, '')] : null;
  if (!found) return response.writeHead(404, { 'Cache-Control': 'no-store' }).end('none');
  const { status = 200, headers: own = {}, body } = found;
  const varied = (own.Vary ?? '').split(', ').map((name) => headers[name.toLowerCase()]);
  response.writeHead(status, { ...LONG, ...own });
  response.end(body ?? `of ${url} for ${varied}`);
}

/** What is counted of requests behind the end of a connection is chance. @param {{ port: number }} server */
async function countsOf(server) {
  const { fastPath } = JSON.parse(String((await ask(server, '/.cache/status')).body));
  return { fastHits: fastPath.hits };
}
