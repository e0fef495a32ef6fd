import proxyAddr from 'proxy-addr';
/** @import { IncomingMessage } from 'node:http' */
/** @import { Config } from '../config.js' */

/** Characters of the end of X-Forwarded-For, where the proxies that are trusted write; and of an address, since they may write anything. */
const LOOKED_AT = 300;
const LONGEST = 45;

/**
 * Finds the addresses of clients.
 * @param {Config['trustProxy']} trusted proxies
 */
export function createClients(trusted) {
  const isTrusted =
    typeof trusted === 'number'
      ? (/** @type {string} */ _address, /** @type {number} */ hop) => hop < trusted
      : proxyAddr.compile(trusted || []);
  /** The last one, since most requests come from the same proxy. */
  let last = '';
  let isProxy = false;
  return { keyOf, addressOf };

  /**
   * @param {string} remote  the other end of the connection
   * @param {string} [forwarded]  X-Forwarded-For
   * @returns {string} that from which the address follows
   */
  function keyOf(remote, forwarded) {
    if (trusted === false || !forwarded) return remote;
    if (remote !== last) [last, isProxy] = [remote, isTrusted(remote, 0)];
    return isProxy ? forwarded.slice(-LOOKED_AT) : remote;
  }

  /** @param {string} remote @param {string} key @returns {string} the address of the client; one of IPv4 may come as one of IPv6 */
  function addressOf(remote, key) {
    const headers = { 'x-forwarded-for': key === remote ? '' : key };
    const request = /** @type {unknown} */ ({ socket: { remoteAddress: remote }, headers });
    const address = proxyAddr(/** @type {IncomingMessage} */ (request), isTrusted) ?? '';
    return address.slice(0, LONGEST).replace(/^::ffff:(?=\d+\.)/i, '');
  }
}
