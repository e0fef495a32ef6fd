import { STATUS_CODES } from 'node:http';
/** @import { ServerResponse as Response } from 'node:http' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../base/clock.js' */

/** Statuses by Node's error codes for requests that it cannot parse; all others are 400. */
const refusals = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Responses that a refusal waits for. @type {WeakSet<Response>} */
const awaited = new WeakSet();

/**
 * Answers bytes that Node cannot parse as HTTP: there is neither a request to route nor a response to write to. Earlier
 * requests on the same connection are still answered, then it is closed.
 * @param {NodeJS.ErrnoException} error
 * @param {Duplex} socket
 * @param {object} options
 * @param {string[]} [options.headers]
 * @param {Pick<Clock, 'now'>} options.clock
 * @param {Response} [options.last]  to the last request on this connection that could be parsed
 */
export function refuseUnparsed(error, socket, { headers = [], clock, last }) {
  const { code = '' } = error;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isSent = last?.writableEnded && last.socket === null;
  const earlier = isSent ? undefined : last;
  if (earlier && (earlier.req.complete || earlier.socket === null)) {
    socket.pause();
    if (awaited.has(earlier)) return;
    awaited.add(earlier);
  }
  if (earlier?.req.complete) {
    const isLate = earlier.headersSent;
    earlier.shouldKeepAlive = false;
    earlier.once('close', () => {
      if (!isLate) socket.end();
      else if (socket.writable) refuseUnparsed(error, socket, { headers, clock });
    });
    return;
  }
  if (earlier?.socket === null) {
    // Its own body is malformed. When its turn has come, it is handled (lib/router/router.js), and then this.
    const again = () => refuseUnparsed(error, socket, { headers, clock, last: earlier });
    earlier.once('socket', () => setImmediate(again));
    return;
  }
  // Every response is written in one go, so it is already complete.
  if (earlier?.headersSent) return void socket.end();
  refuseOn(socket, refusals.get(code) ?? 400, { headers, clock });
}

/**
 * Answers on a connection that has no response object, and closes it.
 * @param {Duplex} socket
 * @param {number} status
 * @param {{ headers?: string[], clock: Pick<Clock, 'now'> }} options
 */
export function refuseOn(socket, status, { headers = [], clock }) {
  const own = ['Date', new Date(clock.now()).toUTCString(), 'Content-Length', '0'];
  const fields = [...own, 'Connection', 'close', ...headers];
  const lines = fields.map((part, place) => (place % 2 ? `${part}\r\n` : `${part}: `)).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n`);
  // So that it is seen when the client has gone.
  socket.resume();
}
