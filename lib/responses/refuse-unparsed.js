import { STATUS_CODES } from 'node:http';
/** @import { ServerResponse as Response } from 'node:http' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../clock.js' */

/** Statuses by Node's error codes for requests that it cannot parse; all others are 400. */
const refusals = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * Answers bytes that Node cannot parse as HTTP: there is neither a request to route nor a response to write to. Earlier
 * requests on the same connection are still answered, then it is closed.
 * @param {NodeJS.ErrnoException} error
 * @param {Duplex & { _httpMessage?: Response }} socket `_httpMessage`: the response in progress on it,
 * which Node's own listener uses too
 * @param {{ headers?: string[], clock: Pick<Clock, 'now'> }} options
 */
export function refuseUnparsed({ code = '' }, socket, { headers = [], clock }) {
  const { _httpMessage: earlier } = socket;
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  if (earlier?.req.complete) {
    earlier.shouldKeepAlive = false;
    earlier.once('close', () => socket.end());
    socket.pause();
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
}
