/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Socket } from 'node:net' */

/** @typedef {(request: Request, response: Response) => void} Handler */

/**
 * Has requests that were sent in a row on one connection (RFC 9112 section 9.3.2) handled one after the other, with
 * those of others in between. Node.js would pass on all that it has read of them at once. While some wait,
 * nothing more is read from their connection.
 * @param {Handler} handle
 * @param {WeakMap<object, Response>} latest  is kept up to date with the response to the last request on each
 *   connection
 * @returns {Handler}
 */
export function inOrder(handle, latest) {
  /** How many wait on a connection. @type {WeakMap<Socket, number>} */
  const waiting = new WeakMap();
  return function take(request, response) {
    // The first in the row has the socket; the others are given it when their turn comes.
    const { socket } = request;
    latest.set(socket, response);
    // Node.js would send chunks to a client of HTTP/1.0 whose TE has the word in it (RFC 9112 section 6.1).
    if (request.httpVersionMinor === 0) response.useChunkedEncodingByDefault = false;
    if (response.socket !== null) return handle(request, response);
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
