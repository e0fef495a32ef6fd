import { once } from 'node:events';
import { connect, createServer } from 'node:net';
/** @import { AddressInfo, Socket } from 'node:net' */

/** A line between two processes, which a test can cut. @returns the line, and its port at this end */
export async function createLine() {
  let target = 0;
  let isCut = false;
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const server = createServer((near) => {
    keep(near);
    // What is cut swallows all, as a broken network does: nobody is told.
    if (isCut) return void near.resume();
    if (target === 0) return void near.destroy();
    const far = keep(connect(target, '127.0.0.1'));
    near.pipe(far).pipe(near);
    far.on('close', () => isCut || near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = /** @type {AddressInfo} */ (server.address());
  return {
    port,
    leadTo: (/** @type {number} */ other) => void (target = other),
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    heal() {
      isCut = false;
      // As if what had been sent meanwhile were given up.
      end();
    },
    close() {
      end();
      server.close();
    },
  };

  /** @param {Socket} socket */
  function keep(socket) {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    return socket;
  }

  function end() {
    for (const socket of sockets) socket.destroy();
  }
}
