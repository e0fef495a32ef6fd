/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Socket } from 'node:net' */

/**
 * @typedef {(request: Request, response: Response) => void} Listener
 */

/**
 * Has requests that were sent in a row on one connection (RFC 9112 section 9.3.2) handled one after the other, with those
 * of others in between. Node.js would pass on all that it has read of them at once, which can be 2,000. While some wait,
 * nothing more is read from their connection.
 * @param {Listener} handle
 * @returns {Listener}
 */
export function inOrder(handle) {
  /** How many wait on a connection. @type {WeakMap<Socket, number>} */
  const waiting = new WeakMap();
  return function take(request, response) {
    // The first in the row has the socket; the others are given it when their turn comes.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    // Node.js goes on to read after each request that it has passed on; this comes after that.
    queueMicrotask(() => socket.pause());
    response.once('socket', () => setImmediate(begin));

    function begin() {
      const left = (waiting.get(socket) ?? 0) - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      handle(request, response);
    }
  };
}
