/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Duplex } from 'node:stream' */
/** @import { Socket } from 'node:net' */
/** @import { Log } from '../base/log.js' */
/** @import { Handler } from './door.js' */

/** @typedef {(request: Request, socket: Duplex, head: Buffer) => unknown} TakeOver  gets a connection from node:http */

/**
 * Has requests that were sent in a row on one connection (RFC 9112 section 9.3.2) handled one after the other, with
 * those of others in between. Node.js would pass on all that it has read of them at once. While some wait, nothing more
 * is read from their connection. What nobody else catches of theirs ends the connection, and not the process.
 * @param {object} deps
 * @param {WeakMap<object, Response>} deps.latest  is kept up to date with the response to the last request on each
 *   connection
 * @param {Log} deps.log
 */
export function createTurns({ latest, log }) {
  /** How many wait on a connection. @type {WeakMap<object, number>} */
  const waiting = new WeakMap();
  const count = (/** @type {object} */ socket, /** @type {number} */ more) => {
    const left = (waiting.get(socket) ?? 0) + more;
    waiting.set(socket, left);
    return left;
  };
  return { inOrder, afterOthers };

  /**
   * @param {(request: Request, response: Response) => unknown} handle
   * @returns {Handler} for `request` and what is like it
   */
  function inOrder(handle) {
    return function take(request, response) {
      // The first in the row has the socket; the others are given it when their turn comes.
      const { socket } = request;
      latest.set(socket, response);
      // Node.js would send chunks to a client of HTTP/1.0 whose TE has the word in it (RFC 9112 section 6.1).
      if (request.httpVersionMinor === 0) response.useChunkedEncodingByDefault = false;
      if (response.socket !== null) return caught(socket, () => handle(request, response));
      count(socket, 1);
      // Node.js goes on to read after each request that it has passed on; this comes after that.
      queueMicrotask(() => socket.pause());
      response.once('socket', () => setImmediate(begin));

      function begin() {
        if (count(socket, -1) === 0) socket.resume();
        caught(socket, () => handle(request, response));
      }
    };
  }

  /**
   * @param {TakeOver} takeOver
   * @returns {(request: Request, socket: Duplex, head: Buffer) => void} for `upgrade` and `connect`: node:http has let
   *   go of the connection, though requests on it may not be answered yet
   */
  function afterOthers(takeOver) {
    return (request, socket, head) => {
      // Nobody listens any more, and an error that nobody hears ends the process.
      for (const event of ['error', 'timeout']) socket.on(event, () => socket.destroy());
      const last = latest.get(socket);
      const begin = () => caught(socket, () => takeOver(request, socket, head));
      if (last === undefined || last.closed) return begin();
      count(socket, 1);
      const goOn = () => /** @type {any} */ (socket)._httpMessage?.emit('drain');
      socket.on('drain', goOn);
      last.once('close', () => {
        socket.off('drain', goOn);
        count(socket, -1);
        if (socket.writable) begin();
        else socket.destroy();
      });
    };
  }

  /** @param {Duplex} socket @param {() => unknown} work  may return a promise */
  async function caught(socket, work) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'A connection was closed because its request failed');
      socket.destroy();
    }
  }
}
