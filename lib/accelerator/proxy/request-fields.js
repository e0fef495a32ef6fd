import { isIPv6 } from 'node:net';
import { endToEnd, membersOf, without } from '../rules/fields.js';
/** @import { IncomingMessage as Request } from 'node:http' */

/**
 * What is not passed on to the origin, since it is no part of the key: where the request went, from whom and by which method in the words of
 * other proxies. With it anyone could have a response stored that is meant for another address (“cache poisoning”).
 */
const UNKEYED =
  /^(?:forwarded|x-(?:forwarded.*|original-.+|rewrite-.+|host|host-override|backend-host|http-(?:host|method|destinationurl).*|method-override|(?:url-)?scheme|real-ip|(?:cluster-|envoy-)?(?:client-ip|external-address)|remote-.+|proxy.*|arr-ssl|accel-.+|sendfile.*|middleware-.+)|(?:true-|cf-|fastly-)?(?:client|connecting)-ip|front-end-https|proxy|base-url|request-uri|redirect-url)$/;

/** What belongs to the connection or is said anew; undici writes the length itself. */
const SAID_ANEW = new Set(['host', 'via', 'expect', 'http2-settings']);

/** What this server itself goes by, whatever Connection says. */
const NEEDED = new Set([
  ...['host', 'via', 'upgrade', 'expect', 'content-length', 'transfer-encoding'],
  ...['cache-control', 'authorization'],
]);

/** Preconditions and ranges (RFC 9110 sections 13.1 and 14.2): what is fetched to be stored is fetched whole. */
const SELECTIVE = new Set([
  ...['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range', 'range'],
]);

/**
 * Makes the header fields of requests to the origin. What it is told of the host is what the settings say, and never a request.
 * @param {object} deps
 * @param {string} deps.host  of the origin, or the public one
 * @param {'http' | 'https'} deps.scheme  of the public URL
 * @param {string} deps.name  of this accelerator, in Via
 * @param {(request: Request) => string} deps.addressOf  of the client
 */
export function createRequestFields({ host, scheme, name, addressOf }) {
  return { host, namesUs, dropNamed, fieldsFor };

  /** @param {Request} request @returns {boolean} whether it has come through this accelerator before (RFC 9110 section 7.6.3) */
  function namesUs({ headers: { via = '' } }) {
    return via.includes(name);
  }

  /**
   * Forgets what Connection names, since the origin does not get it either: a response must not be stored as one for these fields.
   * @param {Request} request
   */
  function dropNamed({ headers }) {
    for (const name of membersOf(headers.connection)) if (!NEEDED.has(name)) delete headers[name];
  }

  /**
   * @param {Request} request
   * @param {{ isWhole: boolean, extra?: readonly string[] }} options  `isWhole`: without its preconditions and range
   * @returns {string[]} a flat list
   */
  function fieldsFor(request, { isWhole, extra = [] }) {
    const { rawHeaders, httpVersion, headers } = request;
    const address = addressOf(request) || 'unknown';
    const node = isIPv6(address) ? `"[${address}]"` : address;
    const via = `${httpVersion} ${name}`;
    const kept = without(
      endToEnd(rawHeaders),
      (field) => SAID_ANEW.has(field) || UNKEYED.test(field) || (isWhole && SELECTIVE.has(field)),
    );
    return [
      ...['Host', host],
      ...kept,
      ...extra,
      ...['Via', headers.via ? `${headers.via}, ${via}` : via],
      ...['Forwarded', `for=${node};host="${host}";proto=${scheme}`],
      ...['X-Forwarded-For', address, 'X-Forwarded-Proto', scheme],
    ];
  }
}
