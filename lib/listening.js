import { LarderError } from './errors.js';

/** Milliseconds that a graceful stop waits for what is under way. */
const STOP_WITHIN = 10_000;

/**
 * @param {import('node:http').Server} server
 * @param {{ host: string, port: number }} config
 * @returns {Promise<string>} its address, without a slash at the end
 * @throws {LarderError} `invalid`, a sentence that says what to set
 */
export function listen(server, { host, port }) {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {Error} */ error) =>
      reject(new LarderError('invalid', sentence(error, host, port), { cause: error }));
    server.once('error', fail);
    server.listen({ host, port }, () => {
      server.off('error', fail);
      const { port: taken } = /** @type {import('node:net').AddressInfo} */ (server.address());
      const isEverywhere = host === '0.0.0.0' || host === '::';
      const name = isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
      resolve(`http://${name}:${taken}`);
    });
  });
}

/** @param {NodeJS.ErrnoException} error @param {string} host @param {number} port */
function sentence({ code, message }, host, port) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to a free one, or to 0.`;
  if (code === 'EACCES') return `Port ${port} is not ours to take. Set PORT to one above 1023.`;
  return `HOST and PORT: cannot listen on ${host}, port ${port}: ${message}`;
}

/**
 * Takes no more connections, and waits for what is under way.
 * @param {import('node:http').Server} server
 * @param {import('./clock.js').Clock} clock
 */
export async function stopListening(server, clock) {
  // A connection on which an answer is still to come is closed once it has come: 0 would mean never.
  server.keepAliveTimeout = 1;
  const cancel = clock.after(STOP_WITHIN, () => server.closeAllConnections());
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  cancel();
}
