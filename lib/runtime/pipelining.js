/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Socket } from 'node:net' */

/**
 * @typedef {(request: Request, response: Response) => void} Listener
 */

/**
 * Handles pipelined requests of one connection (RFC 9112 section 9.3.2) one after the other, so that other connections are
 * served in between. Node.js would emit all that it has read at once, up to 2,000. While some wait, nothing more is read
 * from their connection.
 * @param {Listener} handle
 * @returns {Listener}
 */
export function inOrder(handle) {
  /** How many wait on a connection. @type {WeakMap<Socket, number>} */
  const waiting = new WeakMap();
  return function take(request, response) {
    // The first response has the socket; the others get it when their turn comes.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    // Node.js resumes reading after each request that it emits, so pause only after that.
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
