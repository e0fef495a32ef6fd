import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
/** @import { AddressInfo } from 'node:net' */
/** @import { Answer } from './rival.js' */

/**
 * @typedef {object} Server  In a process of its own.
 * @property {string} url  without a slash at the end
 * @property {number} pid
 * @property {() => Promise<void>} stop
 *
 * @typedef {Server & { answerWith: (answer: Answer) => Promise<void> }} Rival
 */

const program = fileURLToPath(new URL('rival.js', import.meta.url));

/**
 * Starts a server that gives the same bytes as Larder, by the shortest way that its kind has.
 * @param {'bare' | 'express'} kind
 * @param {{ confine?: (pid: number) => void }} [options]
 * @returns {Promise<Rival>}
 */
export async function startRival(kind, { confine = () => {} } = {}) {
  const child = fork(program, [kind]);
  const pid = child.pid ?? 0;
  confine(pid);
  const [{ port }] = /** @type {[{ port: number }]} */ (await once(child, 'message'));
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    async answerWith(answer) {
      child.send(answer);
      await once(child, 'message');
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/**
 * @param {string} url
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Answer>} without what every server adds itself
 */
export function ask(url, headers = {}) {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({
        status: response.statusCode ?? 0,
        headers: ownHeaders(response.rawHeaders),
        body: Buffer.concat(chunks).toString('base64'),
      });
    });
    request.on('error', reject);
  });
}

/** @returns {Promise<number>} a port of the loopback that nobody listens on */
export async function freePort() {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {string[]} raw a flat list */
const ownHeaders = (raw) =>
  raw.flatMap((name, at) =>
    at % 2 === 0 && !/^(date|connection|keep-alive)$/i.test(name) ? [name, raw[at + 1]] : [],
  );

/** @param {Answer} answer @param {string} name in lower case @returns {string} '' when there is none */
export function headerOf({ headers }, name) {
  const at = headers.findIndex((each, place) => place % 2 === 0 && each.toLowerCase() === name);
  return at < 0 ? '' : headers[at + 1];
}
