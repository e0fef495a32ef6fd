import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { certificates } from '../support/certificates.js';
import { parseAnswer, talk } from '../support/raw.js';
import { eachWorld, until } from './world.js';
/** @import { IncomingMessage } from 'node:http' */
/** @import { Socket } from 'node:net' */

const WEBSOCKET = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x';
const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
/** Bytes that no text is, with what looks like the ends of heads, and like a request. */
const BINARY = Buffer.from(
  '\x00\xff\x80\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n\xfe'.repeat(3000),
  'latin1',
);

for (const FAST_PATH of ['on', 'off'])
  describe(`A request for another protocol, with the fast path ${FAST_PATH}`, () => {
    const { origin, at, asks, answers, says, seen, clock } = eachWorld({ FAST_PATH });
    /** @type {{ request: IncomingMessage, socket: Socket }[]} */
    let switched = [];
    /** What the origin says to it. */
    let answer = '';
    const listener = (/** @type {IncomingMessage} */ request, /** @type {Socket} */ socket) => {
      socket.on('error', () => {}).write(answer);
      switched.push({ request, socket });
    };

    beforeEach(() => {
      [switched, answer] = [[], `${SWITCH}\r\n`];
      origin.on('upgrade', /** @type {any} */ (listener));
    });
    afterEach(() => {
      origin.off('upgrade', /** @type {any} */ (listener));
      for (const { socket } of switched) socket.destroy();
    });

    /** @param {string} [head] @param {string} [behind] bytes that come with it */
    function connects(head = WEBSOCKET, behind = '') {
      const client = net.connect(at()).on('error', () => {});
      client.write(`GET /socket?a HTTP/1.1\r\nHost: client\r\n${head}\r\n\r\n${behind}`);
      return client;
    }

    /** @param {Socket} socket @param {number} length @returns {Promise<Buffer>} so many bytes of it */
    async function reads(socket, length) {
      let all = Buffer.alloc(0);
      while (all.length < length) {
        const [chunk] = await once(socket, 'data');
        all = Buffer.concat([all, chunk]);
      }
      return all;
    }

    /** @param {Socket} client @returns {Promise<string>} the head of the answer */
    async function headOf(client) {
      let text = '';
      while (!text.includes('\r\n\r\n')) text += (await once(client, 'data'))[0].toString('latin1');
      return text;
    }

    it('reaches the origin as others do, and so does all that both say', async () => {
      await asks('/');
      const client = connects(WEBSOCKET, 'early');
      const head = await headOf(client);
      assert.match(head, /^HTTP\/1.1 101 Switching Protocols\r\n/);
      assert.match(head, /\r\nCache-Status: larder-accelerator; fwd=bypass; fwd-status=101\r\n/);
      const [{ request, socket }] = switched;
      const { headers, url } = request;
      assert.deepEqual(
        [url, headers.upgrade, headers['sec-websocket-key']],
        ['/socket?a', 'websocket', 'x'],
      );
      assert.match(String(headers.host), /^127\.0\.0\.1:/);
      assert.match(String(headers.via), /^1\.1 larder-accelerator-/);
      assert.equal(headers['x-forwarded-for'], '127.0.0.1');
      assert.equal(String(await reads(socket, 5)), 'early');
      client.write(BINARY);
      assert.ok((await reads(socket, BINARY.length)).equals(BINARY));
      socket.write(BINARY);
      assert.ok((await reads(client, BINARY.length)).equals(BINARY));
      client.destroy();
    });

    it('can follow other requests on its connection', async () => {
      says({ 'Cache-Control': 'max-age=60' });
      await asks('/stored');
      const client = net.connect(at());
      const first = ['/stored', '/other'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      client.write(`${first.join('')}GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\nearly`);
      let text = '';
      client.on('data', (chunk) => (text += chunk));
      await until(() => text.includes(' 101 '));
      assert.match(text, /response 1[^]*response 2[^]* 101 /);
      assert.equal(String(await reads(switched[0].socket, 5)), 'early');
      client.destroy();
    });

    const POST = 'POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx';
    const CHUNKED =
      'PUT /form HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n';
    const EXPECTED = POST.replace('Content-Length', 'Expect: 100-continue\r\nContent-Length');
    for (const [what, before] of Object.entries({ POST, CHUNKED, EXPECTED, twice: POST + CHUNKED }))
      it(`waits for the answer to a body before it in the same packet: ${what}`, async () => {
        const large = 'long '.repeat(100_000);
        answers((_request, response) => void setImmediate(() => response.end(large)));
        const client = net.connect(at());
        let text = '';
        client.on('data', (chunk) => (text += chunk.toString('latin1')));
        client.write(`${before}GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\nearly`);
        await until(() => text.includes(' 101 '));
        const bodies = text.split(large).length - 1;
        assert.equal(bodies, what === 'twice' ? 2 : 1);
        assert.match(text, /long 0?\r?\n?[^]{0,10}HTTP\/1\.1 101 /);
        assert.equal(String(await reads(switched[0].socket, 5)), 'early');
        client.destroy();
        const connect = await talk(at(), `${before}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`);
        assert.match(connect, /long 0?\r?\n?[^]{0,10}HTTP\/1\.1 501 /);
      });

    it('is dropped when its client goes, or the answer before it ends the connection', async () => {
      const switching = `GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\n`;
      /** @type {import('node:http').ServerResponse[]} */
      const open = [];
      answers((_request, response) => void open.push(response));
      for (const next of [switching, 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n']) {
        const client = net.connect(at());
        client.write(POST + next);
        await until(() => open.length === 1);
        client.resetAndDestroy();
        await until(() => open[0].closed);
        open.pop();
      }
      answers((_request, response) => response.end('last'));
      const last = await talk(at(), POST.replace('Host', 'Connection: close\r\nHost') + switching);
      assert.deepEqual([last.match(/HTTP\/1.1 \d+/g), switched.length], [['HTTP/1.1 200'], 0]);
    });

    it('gets what the origin says instead', async () => {
      origin.off('upgrade', /** @type {any} */ (listener));
      answers((_request, response) => response.writeHead(403, { 'X-Why': 'no' }).end('not you'));
      const { statusLine, headers, body } = parseAnswer(
        await talk(at(), `GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\n`),
      );
      assert.equal(statusLine, 'HTTP/1.1 403 Forbidden');
      assert.deepEqual(
        [headers['x-why'], headers.connection, body.includes('not you')],
        ['no', 'close', true],
      );
    });

    it('is 502 or 504 when the origin says nothing usable', async () => {
      const ask = async () =>
        parseAnswer(await talk(at(), `GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\n`))
          .statusLine;
      answer = SWITCH.replace('websocket', 'other') + '\r\n';
      assert.match(await ask(), / 502 /);
      answer = 'nonsense\r\n\r\n';
      assert.match(await ask(), / 502 /);
      answer = '';
      assert.match(await ask(), / 504 /);
    });

    it('is never stored, nor answered from the store', async () => {
      says({ 'Cache-Control': 'max-age=60' });
      await asks('/socket?a');
      const client = connects();
      assert.match(await headOf(client), / 101 /);
      client.destroy();
      assert.equal((await asks('/socket?a')).text, 'response 1');
    });

    const left = async () => JSON.parse((await asks('/.cache/status')).text).origin.upgraded;

    it('closes the other side when one has closed, or was reset', async () => {
      for (const end of /** @type {const} */ (['end', 'resetAndDestroy', 'destroy']))
        for (const side of ['client', 'origin']) {
          const client = connects();
          await headOf(client);
          const { socket } = switched.at(-1) ?? assert.fail();
          const [one, other] = side === 'client' ? [client, socket] : [socket, client];
          const ended = Promise.race([once(other.resume(), 'end'), once(other, 'close')]);
          one[end]();
          await ended;
          await clock.tick(5000);
          await until(async () => (await left()) === 0);
          for (const each of [client, socket]) each.destroy();
        }
    });

    /** @param {Socket} socket @returns {Promise<boolean>} */
    const drains = (socket) =>
      Promise.race([
        once(socket, 'drain').then(() => true),
        new Promise((resolve) => setTimeout(resolve, 100, false)),
      ]);

    it('waits with what one side does not read', async () => {
      const client = connects();
      await headOf(client);
      const { socket } = switched[0];
      const chunk = Buffer.alloc(1_000_000);
      for (const [one, other] of [
        [client, socket],
        [socket, client],
      ]) {
        other.pause();
        let written = 0;
        while (one.write(chunk) || (await drains(one))) written++;
        assert.ok(written < 40, `${written} MB were taken`);
        other.resume();
        await until(() => one.writableLength === 0);
      }
      client.destroy();
    });

    it('is ignored where there is none to switch to', async () => {
      says({});
      const ask = async (/** @type {string} */ head, body = '') =>
        parseAnswer(await talk(at(), `${head}\r\nHost: localhost\r\n\r\n${body}`));
      const h2c =
        'Connection: upgrade, http2-settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk';
      assert.equal((await ask(`GET / HTTP/1.1\r\n${h2c}`)).body.includes('response 1'), true);
      const body = 'a\x80b\r\n\r\nc'.repeat(500);
      const length = `Content-Length: ${Buffer.byteLength(body)}`;
      assert.match((await ask(`POST / HTTP/1.1\r\n${h2c}\r\n${length}`, body)).statusLine, / 200 /);
      assert.equal(seen()[1].text, body);
      const close = 'Connection: Upgrade, close\r\nUpgrade: websocket';
      assert.match((await ask(`GET /.cache/healthz HTTP/1.1\r\n${close}`)).statusLine, / 200 /);
      assert.match((await ask(`GET /a#b HTTP/1.1\r\n${close}`)).statusLine, / 400 /);
      assert.match((await ask(`GET / HTTP/1.0\r\n${close}`)).statusLine, / 200 /);
      assert.equal(switched.length, 0);
      assert.ok(seen().every(({ headers }) => headers.upgrade === undefined));
    });

    it('is refused with 503 when too many have switched', async () => {
      const clients = [];
      while (clients.length < 1024) {
        // The system refuses more at once.
        for (let n = 0; n < 128; n++) clients.push(connects());
        await until(() => switched.length === clients.length);
      }
      const { statusLine, headers } = parseAnswer(await headOf(connects()));
      assert.equal(statusLine, 'HTTP/1.1 503 Service Unavailable');
      assert.equal(headers['retry-after'], '5');
      for (const client of clients) client.destroy();
    });
  });

describe('A connection that has switched the protocol', () => {
  const { origin, at, asks } = eachWorld({}, { idle: 200 });

  it('is closed when nothing is said for a while', async () => {
    /** @type {Socket | undefined} */
    let other;
    origin.once('upgrade', (_request, socket) => {
      other = /** @type {Socket} */ (socket);
      socket.write(`${SWITCH}\r\n`);
    });
    const client = net.connect(at()).resume();
    client.write(`GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\n`);
    await once(client, 'close');
    assert.ok(client.bytesRead > 0);
    const { upgraded } = JSON.parse((await asks('/.cache/status')).text).origin;
    assert.equal(upgraded, 0);
    other?.destroy();
  });
});

describe('A request for another protocol over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-upgrades-'));
  const settings = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  writeFileSync(settings.TLS_CERT, certificates[0].cert);
  writeFileSync(settings.TLS_KEY, certificates[0].key);
  after(() => rmSync(folder, { recursive: true }));
  const { origin, at } = eachWorld(settings);

  it('is passed on as well', async () => {
    origin.once('upgrade', (request, socket) => {
      assert.match(String(request.headers.forwarded), /^for=127\.0\.0\.1;host=/);
      socket.on('error', () => {}).write(`${SWITCH}\r\n`);
      socket.pipe(socket);
    });
    const client = tls.connect({ ...at(), ca: certificates[0].cert, servername: 'localhost' });
    client.write(`GET / HTTP/1.1\r\nHost: x\r\n${WEBSOCKET}\r\n\r\n`);
    let text = '';
    client.on('data', (chunk) => (text += chunk.toString('latin1')));
    await until(() => text.includes('\r\n\r\n'));
    assert.match(text, /^HTTP\/1.1 101 /);
    text = '';
    client.write(BINARY);
    await until(() => text.length === BINARY.length);
    assert.equal(text, BINARY.toString('latin1'));
    client.destroy();
  });
});
