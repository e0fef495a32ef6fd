/**
 * A server that gives one constant answer, in a process of its own: `node rival.js bare` or `node rival.js express`. The
 * answer comes as a message; it tells its port, and each change of the answer, as messages too.
 * @typedef {{ status: number, headers: string[], body: string }} Answer  headers as a flat list, body in base64
 */
import { createServer } from 'node:http';
import express from 'express';
import { holdTickShape } from '../../lib/start/tune-runtime.js';
/** @import { RequestListener } from 'node:http' */
/** @import { AddressInfo } from 'node:net' */

/** @type {{ status: number, headers: string[], body: Buffer }} */
let answer = { status: 204, headers: [], body: Buffer.alloc(0) };

// At their best, the rivals too: one that rests for a minute would need a fifth more.
holdTickShape();

const server = createServer(process.argv[2] === 'express' ? expressRoute() : bareHandler);
// As Larder keeps connections: a time-out for kept ones alone would add a header.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {AddressInfo} */ (server.address());
  process.send?.({ port });
});
process.on('message', (/** @type {Answer} */ { status, headers, body }) => {
  answer = { status, headers, body: Buffer.from(body, 'base64') };
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());

/** @type {RequestListener} */
function bareHandler(_request, response) {
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}

function expressRoute() {
  const app = express();
  app.set('etag', false);
  app.get('/{*path}', (_request, response) => {
    response.status(answer.status);
    for (let at = 0; at < answer.headers.length; at += 2)
      response.set(answer.headers[at], answer.headers[at + 1]);
    if (answer.status === 304) response.end();
    else response.send(answer.body);
  });
  return app;
}
