import { buildConnector } from 'undici';
/** @import { Socket } from 'node:net' */

/** What writing says when the other side has closed the connection. */
const CLOSED = new Set(['EPIPE', 'ECONNRESET']);

/**
 * How undici connects. While its first connection is open already, undici 6 still compiles its parser, and if the other
 * side ends meanwhile, it does not notice: the request would never be answered. The end of a paused socket waits until
 * undici reads from it.
 * @param {number} timeout in milliseconds
 * @param {string} [servername] that the certificate is asked for; default: as undici does
 * @returns {buildConnector.connector}
 */
export function createConnector(timeout, servername) {
  const connect = buildConnector({ timeout });
  return (options, callback) =>
    connect(servername ? { ...options, servername } : options, (...outcome) => {
      const [, socket] = outcome;
      if (socket) {
        socket.pause();
        answerFirst(socket);
        socket.on('error', (error) => Object.assign(error, { bytesRead: socket.bytesRead }));
      }
      callback(...outcome);
    });
}

/**
 * A server may answer before it has read the whole request, and close. Then writing fails, but its answer can still be
 * read; reading tells of the end of the connection as well.
 * @param {Socket} socket
 */
function answerFirst(socket) {
  for (const name of /** @type {const} */ (['_write', '_writev'])) {
    const write = /** @type {any} */ (socket[name]);
    socket[name] = (/** @type {any[]} */ ...input) => {
      const callback = input.pop();
      write.call(socket, ...input, (/** @type {NodeJS.ErrnoException | null} */ error) =>
        callback(CLOSED.has(error?.code ?? '') ? null : error),
      );
    };
  }
}
