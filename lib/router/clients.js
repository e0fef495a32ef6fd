import proxyAddr from 'proxy-addr';
/** @import { IncomingMessage as Request } from 'node:http' */
/** @import { Config } from '../config.js' */

/** Characters of the longest address: a proxy may pass on anything. */
const LONGEST = 45;

/**
 * What is known of a client, by its connection or by the proxies that are trusted.
 * @param {Config['trustProxy']} trusted proxies
 */
export function createClients(trusted) {
  const isTrusted =
    typeof trusted === 'number'
      ? (/** @type {string} */ _address, /** @type {number} */ hop) => hop < trusted
      : proxyAddr.compile(trusted || []);
  return { addressOf, isEncrypted };

  /** @param {Pick<Request, 'headers' | 'socket'>} request @returns {string} its IP address; '' when it has gone */
  function addressOf(request) {
    if (trusted === false) return request.socket.remoteAddress ?? '';
    return (proxyAddr(/** @type {Request} */ (request), isTrusted) ?? '').slice(0, LONGEST);
  }

  /** @param {Request} request @returns {boolean} whether it uses HTTPS */
  function isEncrypted({ socket, headers }) {
    if ('encrypted' in socket) return true;
    if (!isTrusted(socket.remoteAddress ?? '', 0)) return false;
    return /^\s*https\s*(?:,|$)/i.test(String(headers['x-forwarded-proto'] ?? ''));
  }
}
