import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
/** @import { AddressInfo, Socket } from 'node:net' */

/** A line between two processes, which a test can cut, slow down and hold up. @returns the line, and its port at this end */
export async function createLine() {
  let target = 0;
  let isCut = false;
  let latency = 0;
  let held = Promise.resolve();
  let release = () => {};
  /** @type {Set<Socket>} */
  const sockets = new Set();
  const server = createServer((near) => {
    keep(near);
    // What is cut swallows all, as a broken network does: nobody is told.
    if (isCut) return void near.resume();
    if (target === 0) return void near.destroy();
    const far = keep(connect(target, '127.0.0.1'));
    near.pipe(way()).pipe(far).pipe(way()).pipe(near);
    far.on('close', () => isCut || near.destroy());
    near.on('close', () => isCut || far.destroy());
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
    /** @param {number} milliseconds  that all takes, each way */
    slow: (milliseconds) => void (latency = milliseconds),
    /** What is sent arrives after `release`. */
    hold: () => void (held = new Promise((resolve) => (release = resolve))),
    release: () => release(),
    close() {
      end();
      server.close();
    },
  };

  function way() {
    return new Transform({
      async transform(chunk, _encoding, done) {
        await held;
        if (latency > 0) await pause(latency);
        done(null, chunk);
      },
    });
  }

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
