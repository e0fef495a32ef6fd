import { createHash, timingSafeEqual } from 'node:crypto';
import { bearerToken } from '../../http/bearer-token.js';
import { isForwarded, isLoopback, isLoopbackHost } from '../../http/clients.js';
/** @import { IncomingHttpHeaders } from 'node:http' */

/**
 * Decides who may read `/metrics`: who has the token; where there is none, programs on this machine that ask directly.
 * To a proxy on it that adds no header, everybody seems to be on this machine: where there may be one, a token is
 * needed.
 * @param {object} config
 * @param {string} config.metricsToken  '' for none
 * @param {string} config.baseUrl
 * @param {false | number | string[]} config.trustProxy
 * @returns {(request: { headers: IncomingHttpHeaders, address: string }) => boolean}
 */
export function createMetricsAccess({ metricsToken, baseUrl, trustProxy }) {
  const token = hashOf(metricsToken);
  const isProxySilent =
    trustProxy === false && baseUrl !== '' && !isLoopbackHost(new URL(baseUrl).host);
  return ({ headers, address }) => {
    const input = bearerToken(headers.authorization);
    if (metricsToken !== '') return timingSafeEqual(hashOf(input), token);
    if (input !== '') return false;
    const isDirect = isLoopback(address) && !isForwarded(headers);
    return isDirect && isLoopbackHost(headers.host ?? 'localhost') && !isProxySilent;
  };
}

/** Of equal length, so that they can be compared in constant time. @param {string} text */
const hashOf = (text) => createHash('sha256').update(text).digest();
