import { once } from 'node:events';
import { createServer } from 'node:net';
/** @import { AddressInfo, Socket } from 'node:net' */

/** A memcached for each test, which answers `get` from a Map, or as a test says. */
export function eachMemcached() {
  /** @type {Record<string, string>} The settings of an accelerator that uses it. */
  const settings = {};
  /** @type {Map<string, string>} */
  const values = new Map();
  /** Keys that were asked for. @type {string[]} */
  let asked = [];
  /** @type {(key: string, socket: Socket) => void} */
  let answer;
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = '';
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      received += chunk;
      for (let end; (end = received.indexOf('\r\n')) >= 0; received = received.slice(end + 2)) {
        const key = received.slice('get '.length, end);
        asked.push(key);
        answer(key, socket);
      }
    });
  });
  beforeEach(async () => {
    values.clear();
    asked = [];
    answer = (key, socket) => {
      const value = values.get(key);
      const found = value === undefined ? '' : `VALUE ${key} 0 ${value.length}\r\n${value}\r\n`;
      socket.write(`${found}END\r\n`);
    };
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {AddressInfo} */ (server.address());
    settings.ETAG_SOURCE = `memcached://127.0.0.1:${port}`;
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    settings,
    values,
    asked: () => asked,
    /** @param {typeof answer} own */
    answers: (own) => void (answer = own),
  };
}
