import proxyAddr from 'proxy-addr';
/** @import { IncomingMessage } from 'node:http' */
/** @import { Config } from '../config.js' */
/** @import { Clients } from './counting.js' */

/** Characters of the end of X-Forwarded-For, where the proxies that are trusted write. */
const LOOKED_AT = 300;

/** @param {Config['trustProxy']} trusted proxies @returns {Clients} */
export function createClients(trusted) {
  if (trusted === false) return { addressOf: (remote) => plain(remote), keyOf: (remote) => remote };
  const isTrusted =
    typeof trusted === 'number'
      ? (/** @type {string} */ _address, /** @type {number} */ hop) => hop < trusted
      : proxyAddr.compile(trusted);
  return {
    addressOf(remote, headers) {
      const forwarded = String(headers['x-forwarded-for'] ?? '').slice(-LOOKED_AT);
      const request = {
        socket: { remoteAddress: remote },
        headers: { 'x-forwarded-for': forwarded },
      };
      return plain(
        proxyAddr(/** @type {IncomingMessage} */ (/** @type {unknown} */ (request)), isTrusted),
      );
    },
    keyOf: (remote, headers) =>
      `${remote} ${String(headers['x-forwarded-for'] ?? '').slice(-LOOKED_AT)}`,
  };
}

/** An IPv4 address may come as one of IPv6. @param {string} address */
const plain = (address) => address.slice(0, LONGEST).replace(/^::ffff:(?=\d+\.)/i, '');

/** Characters of an address: a proxy may pass on anything. */
const LONGEST = 45;
