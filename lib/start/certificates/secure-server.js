import { closeAtOnce, createServer } from '../../http/listening.js';
/** @import { Server, ServerOptions } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Server as TlsServer } from 'node:tls' */
/** @import { Secrets } from './https.js' */

/** Milliseconds for a client to begin with TLS. */
const HANDSHAKE = 10_000;
/** Seconds for which a session can be resumed: as long as the key of its ticket is used. */
const SESSION = 24 * 60 * 60;

/**
 * A server for HTTPS, which refuses connections as long as it has no certificate.
 * @param {ServerOptions | undefined} classes  of its messages
 * @param {Secrets} secrets
 * @returns {{ server: Server, connections: Set<Socket>, local: Server, use: (secrets: Secrets) => void }} `local`
 *   passes its requests on to `server`; `use` has new connections use another certificate, or other keys
 */
export function createSecureServer(classes, secrets) {
  const options = { handshakeTimeout: HANDSHAKE, ...contextOf(secrets) };
  const { server, connections } = createServer(classes, options);
  const { server: local } = createServer(classes);
  for (const event of ['request', 'checkContinue', 'checkExpectation'])
    local.on(event, (...args) => void server.emit(event, ...args));
  server.once('close', () => closeAtOnce(local));
  const secure = /** @type {Server & TlsServer} */ (server);
  return { server, connections, local, use: (each) => secure.setSecureContext(contextOf(each)) };
}

/** @param {Secrets} secrets @returns {import('node:tls').TlsOptions} */
const contextOf = ({ pem, ticketKeys }) => ({
  ...(pem && { key: pem, cert: pem }),
  ticketKeys: Buffer.from(ticketKeys),
  sessionTimeout: SESSION,
});
