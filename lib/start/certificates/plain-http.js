import { createServer } from 'node:http';
import { pathOfTarget } from '../../base/paths.js';
import { redirectTarget } from '../../http/request-target.js';
/** @import { Server } from 'node:http' */

const CHALLENGES = '/.well-known/acme-challenge/';
/** Milliseconds for a request; and connections at once, which last for one request each. */
const PATIENCE = 10_000;
const MOST = 1000;

/**
 * What listens for plain HTTP: answers the challenges of a directory (RFC 8555 section 8.3), and redirects all else.
 * @param {{ challenges: Map<string, string>, to: string, headers?: string[] }} deps  `to`: the public URL; `headers`
 *   of all answers, as a flat list
 * @returns {Server}
 */
export function createPlainHttp({ challenges, to, headers = [] }) {
  const server = createServer({ requestTimeout: PATIENCE, headersTimeout: PATIENCE });
  server.maxConnections = MOST;
  server.timeout = PATIENCE;
  return server.on('request', ({ url = '/' }, response) => {
    const usual = ['Connection', 'close', ...headers];
    const path = pathOfTarget(url);
    if (!path.startsWith(CHALLENGES)) {
      const location = ['Location', to + redirectTarget(url)];
      return void response.writeHead(308, [...location, 'Content-Length', '0', ...usual]).end();
    }
    const answer = challenges.get(path.slice(CHALLENGES.length));
    if (answer === undefined)
      return void response.writeHead(404, ['Content-Length', '0', ...usual]).end();
    response.writeHead(200, ['Content-Type', 'application/octet-stream', ...usual]).end(answer);
  });
}
