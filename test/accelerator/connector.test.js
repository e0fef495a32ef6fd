import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createConnector } from '../../lib/accelerator/connector.js';
/** @import { AddressInfo, Socket } from 'node:net' */

describe('A connection to the origin', () => {
  it('gives the answer that came before the origin closed, though more was written to it', async () => {
    const closing = createServer((socket) => {
      socket.end('answer', () => socket.destroy());
    });
    const accepting = once(closing, 'connection');
    await once(closing.listen(0, '127.0.0.1'), 'listening');
    const { port } = /** @type {AddressInfo} */ (closing.address());
    /** @type {Socket} */
    const socket = await new Promise((resolve, reject) =>
      createConnector(1000)(
        { hostname: '127.0.0.1', protocol: 'http:', port: String(port) },
        (error, connected) => (connected ? resolve(connected) : reject(error)),
      ),
    );
    const [accepted] = await accepting;
    await once(accepted, 'close');
    let read = '';
    socket.on('error', () => {}).on('data', (chunk) => (read += chunk));
    for (let i = 0; i < 3; i++) await new Promise((resolve) => socket.write('more', resolve));
    socket.resume();
    if (!socket.closed) await once(socket, 'close');
    assert.equal(read, 'answer');
    closing.close();
  });
});
