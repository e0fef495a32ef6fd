import { closeAtOnce, createServer } from '../../http/listening.js';
/** @import { Server, ServerOptions } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Server as TlsServer, TLSSocket } from 'node:tls' */
/** @import { Secrets } from './https.js' */

/** Milliseconds for a client to begin with TLS. */
const HANDSHAKE = 10_000;
/** Seconds for which a session can be resumed: as long as the key of its ticket is used. */
const SESSION = 24 * 60 * 60;
/** The protocol in which a directory asks for a proof: RFC 8737 section 4. */
const PROOF = 'acme-tls/1';

/**
 * A server for HTTPS, which refuses connections as long as it has no certificate.
 * @param {ServerOptions | undefined} classes  of its messages
 * @param {Secrets} secrets
 * @returns {{ server: Server, connections: Set<Socket>, local: Server, use: (secrets: Secrets) => void }} `local`
 *   passes its requests on to `server`; `use` has new connections use another certificate, or other keys
 */
export function createSecureServer(classes, secrets) {
  let { proofs } = secrets;
  const options = { handshakeTimeout: HANDSHAKE, ...contextOf(secrets), ALPNCallback };
  const { server, connections } = createServer(classes, options);
  const { server: local } = createServer(classes);
  for (const event of ['request', 'checkContinue', 'checkExpectation', 'connect', 'clientError'])
    local.on(event, (...args) => void server.emit(event, ...args));
  server.once('close', () => closeAtOnce(local));
  const secure = /** @type {Server & TlsServer} */ (server);
  return { server, connections, local, use };

  /** @param {Secrets} each */
  function use(each) {
    ({ proofs } = each);
    secure.setSecureContext(contextOf(each));
  }

  /**
   * @this {TLSSocket}
   * @param {{ servername: string, protocols: string[] }} hello
   * @returns {string | undefined}
   */
  function ALPNCallback(hello) {
    const { servername, protocols } = hello;
    const pem = protocols.includes(PROOF) && proofs.get(servername);
    if (!pem) return protocols.find((each) => each === 'http/1.1');
    this.setKeyCert({ key: pem, cert: pem });
    return PROOF;
  }
}

/** @param {Secrets} secrets @returns {import('node:tls').TlsOptions} */
const contextOf = ({ pem, ticketKeys }) => ({
  ...(pem && { key: pem, cert: pem }),
  ticketKeys: Buffer.from(ticketKeys),
  sessionTimeout: SESSION,
});
