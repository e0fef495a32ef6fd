/**
 * A slow service, in a process of its own; it tells its port as a message. `/slow/…` works for 250 ms and sends an ETag and nothing
 * else that a cache could use; `/page/…` is fresh for an hour, `/private` is never stored; `/records` is JSON of 200,000 records, compressed for each who asks for that.
 */
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

const WORK = 250;
const RECORDS = 200_000;
const page = Buffer.alloc(4096, 'a jar ');
const gzip = promisify(zlib.gzip);
const records = Array.from({ length: RECORDS }, (_, id) => ({ id, name: `jar ${id}`, litres: 2 }));

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {AddressInfo} */ (server.address());
  process.send?.({ port });
});
process.on('disconnect', () => process.exit());

/** @param {IncomingMessage} request @param {ServerResponse} response */
async function answer({ url = '', headers }, response) {
  if (url.startsWith('/slow/')) {
    await pause(WORK);
    response.setHeader('ETag', '"1"');
    if (headers['if-none-match'] === '"1"') return response.writeHead(304).end();
    return response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ url }));
  }
  if (url.startsWith('/p')) {
    const cacheControl = url.startsWith('/page/') ? 'max-age=3600' : 'no-store';
    return response.setHeader('Cache-Control', cacheControl).end(page);
  }
  const text = JSON.stringify(records);
  const isShort = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Cache-Control', 'max-age=3600').setHeader('Vary', 'Accept-Encoding');
  if (!isShort) return response.end(text);
  return response.setHeader('Content-Encoding', 'gzip').end(await gzip(text));
}
