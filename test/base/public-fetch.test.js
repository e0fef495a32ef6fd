import { deepEqual, equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { fetchPublic, isPublic } from '../../lib/base/public-fetch.js';
/** @import { AddressInfo } from 'node:net' */

describe('An address that somebody typed', () => {
  it('is public when everybody can reach it, and no other', () => {
    const all = [
      ...['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700::1111'],
      ...['127.0.0.1', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254'],
      ...['100.100.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1'],
      ...['fc00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'a.b'],
    ];
    deepEqual(all.filter(isPublic), all.slice(0, 4));
  });

  /** @type {string[]} */
  const asked = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/moved') return response.writeHead(302, { Location: '/jar' }).end();
    if (url === '/home') return response.writeHead(302, { Location: 'http://10.0.0.1/' }).end();
    if (url === '/round') return response.writeHead(302, { Location: '/round' }).end();
    if (url === '/none') return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'image/png' }).end('jar');
  });
  let port = 0;
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = /** @type {AddressInfo} */ (server.address()));
  });
  after(() => server.close());
  beforeEach(() => void (asked.length = 0));

  const { signal } = new AbortController();
  /** @param {string} path @param {number} [atMost] */
  const read = (path, atMost = 10) =>
    fetchPublic(`http://localhost:${port}${path}`, {
      atMost,
      signal,
      mayAsk: (address) => address === '127.0.0.1',
    });

  it('is read, also where a redirect leads', async () => {
    deepEqual(await read('/jar'), { type: 'image/png', bytes: Buffer.from('jar') });
    deepEqual(await read('/moved'), { type: 'image/png', bytes: Buffer.from('jar') });
  });

  it('is given up when it is nothing, too large, or leads round in circles', async () => {
    await rejects(read('/none'), /status 404/);
    await rejects(read('/jar', 2), /too large/);
    await rejects(read('/round'), /too often/);
    equal(asked.length, 6);
  });

  it('is given up when its server switches the protocol, or has nothing but interim answers', async () => {
    const stop = new AbortController();
    const heads = [
      '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x',
      '103 Early Hints',
    ];
    for (const head of heads) {
      const silent = createTcpServer((socket) => {
        socket.on('error', () => {}).write(`HTTP/1.1 ${head}\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n`);
        if (head === heads[1]) setImmediate(() => stop.abort());
      });
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const address = `http://127.0.0.1:${/** @type {AddressInfo} */ (silent.address()).port}/`;
      await rejects(fetchPublic(address, { atMost: 1, signal: stop.signal, mayAsk: () => true }));
      silent.close();
    }
  });

  it('leads nowhere into the private network, by its number, its name, or a redirect', async () => {
    const options = { atMost: 10, signal };
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])
      await rejects(fetchPublic(`http://${host}:${port}/jar`, options), /no public address/);
    await rejects(read('/home'), /10\.0\.0\.1 is no public address/);
    deepEqual(asked, ['/home']);
  });

  it('is one of the web, without a password', async () => {
    for (const address of ['file:///etc/passwd', 'ftp://a.example/', 'http://a:b@a.example/'])
      await rejects(fetchPublic(address, { atMost: 10, signal }), /no address/);
  });

  it('is asked for only as long as somebody waits', async () => {
    const late = new AbortController();
    late.abort(new Error('late'));
    const mayAsk = () => true;
    await rejects(
      fetchPublic(`http://127.0.0.1:${port}/jar`, { atMost: 10, signal: late.signal, mayAsk }),
    );
    deepEqual(asked, []);
  });
});
