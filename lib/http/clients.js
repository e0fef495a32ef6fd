import proxyAddr from 'proxy-addr';
/** @import { IncomingHttpHeaders, IncomingMessage as Request } from 'node:http' */

/** @typedef {false | number | string[]} TrustedProxies  how many there are, or their addresses */

/**
 * Characters of the longest address: a proxy may pass on anything. And of the end of X-Forwarded-For, where the trusted
 * ones write.
 */
const LONGEST = 45;
const LOOKED_AT = 300;

/** As some proxies pass on an address. */
const WITH_PORT = /^\[(?<v6>[^\]]*)\](?::\d+)?$|^(?<v4>\d+(?:\.\d+){3}):\d+$/;

const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/i;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d*)?$/i;
const FORWARDED = [
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip', 'true-client-ip'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-server'],
];

/** @param {string} address @returns {boolean} whether it is on this machine */
export const isLoopback = (address) => LOOPBACK.test(address);

/**
 * @param {string} host with a port or without
 * @returns {boolean} false for a name that a stranger's DNS server may point here
 */
export const isLoopbackHost = (host) => LOOPBACK_HOST.test(host);

/** @param {IncomingHttpHeaders} headers @returns {boolean} whether a proxy says that it passes on the request */
export const isForwarded = (headers) => FORWARDED.some((name) => headers[name] !== undefined);

/**
 * What is known of a client, by its connection or by the proxies that are trusted.
 * @param {TrustedProxies} trusted
 * @param {(remote: string) => void} [onUntrusted]  called with the address of one that passes on another, and is not
 *   trusted
 */
export function createClients(trusted, onUntrusted = () => {}) {
  const isTrusted =
    typeof trusted === 'number'
      ? (/** @type {string} */ _address, /** @type {number} */ hop) => hop < trusted
      : remembering(proxyAddr.compile(trusted || []));
  return { keyOf, addressOf, isEncrypted };

  /**
   * @param {{ headers: IncomingHttpHeaders, socket: Pick<Request['socket'], 'remoteAddress'> }} request
   * @returns {string} its IP address; '' when it has gone
   */
  function addressOf(request) {
    const { remoteAddress: remote = '' } = request.socket;
    if (request.headers['x-forwarded-for'] && !isTrusted(remote, 0)) onUntrusted(remote);
    if (trusted === false) return remote;
    const address = proxyAddr(/** @type {Request} */ (request), isTrusted) ?? '';
    return address.trim().replace(WITH_PORT, '$<v6>$<v4>').slice(0, LONGEST);
  }

  /**
   * @param {string} remote  the other end of the connection
   * @param {string} [forwarded]  X-Forwarded-For
   * @returns {string} that from which the address follows, which costs more
   */
  function keyOf(remote, forwarded) {
    if (!forwarded) return remote;
    if (isTrusted(remote, 0)) return forwarded.slice(-LOOKED_AT);
    onUntrusted(remote);
    return remote;
  }

  /** @param {Request} request @returns {boolean} whether it uses HTTPS */
  function isEncrypted({ socket, headers }) {
    if ('encrypted' in socket) return true;
    if (!isTrusted(socket.remoteAddress ?? '', 0)) return false;
    return /^\s*https\s*(?:,|$)/i.test(String(headers['x-forwarded-proto'] ?? ''));
  }
}

/**
 * Most requests come through the same proxy, and comparing networks costs more than the rest.
 * @param {(address: string, hop: number) => boolean} isTrusted
 */
function remembering(isTrusted) {
  let last = '';
  return (/** @type {string} */ address, /** @type {number} */ hop) => {
    if (address !== '' && address === last) return true;
    const is = isTrusted(address, hop);
    if (is) last = address;
    return is;
  };
}
