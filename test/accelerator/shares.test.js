import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { eachWorld, until } from './world.js';
/** @import { ServerResponse } from 'node:http' */
/** @import { Socket } from 'node:net' */

const CONNECTIONS = 256;
const TUNNELS = 1024;
const SWITCHED =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

describe('Connections to the origin that others hold', () => {
  const timeouts = { origin: 20_000 };
  const { at, asks, answers, seen, origin, clock } = eachWorld({ TRUST_PROXY: '1' }, timeouts);
  /** @type {ServerResponse[]} */
  let open = [];
  /** @type {Socket[]} */
  let clients = [];
  beforeEach(() => {
    [open, clients] = [[], []];
    answers((request, response) => {
      if (request.url === '/other') return response.end('other');
      open.push(response);
      if (request.url?.startsWith('/events'))
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: x\n\n');
      if (request.url?.startsWith('/long'))
        response.writeHead(200, { 'Cache-Control': 'no-store' }).write('long');
    });
  });
  afterEach(() => clients.forEach((client) => client.destroy()));

  /** @param {string} head @param {string} [address] @param {string} [lines] */
  function connect(head, address = '192.0.2.1', lines = '') {
    const client = net
      .connect(at())
      .resume()
      .on('error', () => {});
    client.write(`${head}\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n${lines}\r\n`);
    clients.push(client);
    return client;
  }

  /** @param {(n: number) => string} head @param {string} [lines] */
  async function hold(head, lines) {
    for (let n = 0; n < CONNECTIONS; n++) connect(`${head(n)} HTTP/1.1`, undefined, lines);
    await until(() => seen().length === CONNECTIONS);
  }

  it('leave half of them to others when they are streams of events', async () => {
    await hold((n) => `GET /events?${n}`);
    assert.equal((await asks('/other')).text, 'other');
    await until(() => open.some(({ destroyed }) => destroyed));
  });

  it('leave half of them when they are long in coming, or their readers take nothing', async () => {
    await hold((n) => `GET /long?${n}`);
    const other = asks('/other');
    await clock.tick(5000);
    assert.equal((await other).text, 'other');
  });

  it('leave half of them when the bodies of requests never come', async () => {
    await hold((n) => `POST /form?${n}`, 'Transfer-Encoding: chunked\r\n\r\n1\r\nx');
    const other = asks('/other');
    await clock.tick(20_000);
    assert.equal((await other).text, 'other');
  });

  it('go to another client when one has all that have switched the protocol', async () => {
    /** @type {Socket[]} */
    const switched = [];
    const take = (/** @type {unknown} */ _request, /** @type {Socket} */ socket) => {
      socket.on('error', () => {}).write(SWITCHED);
      switched.push(socket);
    };
    origin.on('upgrade', /** @type {any} */ (take));
    const head = 'GET /socket HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket';
    while (clients.length < TUNNELS) {
      // The system refuses more at once.
      for (let n = 0; n < 128; n++) connect(head);
      await until(() => switched.length === clients.length);
    }
    const [own] = await once(connect(head), 'data');
    assert.match(String(own), / 503 /);
    const [others] = await once(connect(head, '192.0.2.2'), 'data');
    assert.match(String(others), / 101 /);
    await until(() => clients.some(({ closed }) => closed));
    origin.off('upgrade', /** @type {any} */ (take));
    for (const socket of switched) socket.destroy();
  });
});
