import { isIPv6 } from 'node:net';
import { networkOf } from '../../base/attempts.js';
import { LarderError } from '../../base/errors.js';
import { endToEnd, membersOf, without } from '../rules/fields.js';
import { isRefused, isUsual } from '../rules/request-fields.js';
/** @import { IncomingHttpHeaders, IncomingMessage as Request } from 'node:http' */
/** @import { Asking } from '../../base/semaphore.js' */

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
 * @param {IncomingHttpHeaders} headers
 * @returns {boolean} whether it asks for a stream, which nobody can be made to wait for
 */
export const wantsEvents = ({ accept = '' }) => /\btext\/event-stream\b/i.test(accept);

/**
 * @param {readonly string[]} names of FORWARD_HEADERS
 * @throws {LarderError} `invalid` when one of them is never passed on
 */
export function checkForwarded(names) {
  const refused = names.find(isRefused);
  if (refused !== undefined)
    throw new LarderError('invalid', `FORWARD_HEADERS: ${refused} is never passed on.`);
}

/**
 * Makes the header fields of requests to the origin. What it is told of the host is what the settings say, and never a
 * request.
 * @param {object} deps
 * @param {string} deps.host  of the origin, or the public one
 * @param {'http' | 'https'} deps.scheme  of the public URL
 * @param {string} deps.name  of this accelerator, in Via
 * @param {(request: Request) => string} deps.addressOf  of the client
 * @param {readonly string[]} deps.harmless  names, in lower case, of fields on which no response depends
 *   (FORWARD_HEADERS)
 */
export function createRequestFields({ host, scheme, name, addressOf, harmless }) {
  const known = new Set(harmless);
  return { host, namesUs, dropNamed, unknownIn, fieldsFor, askerOf };

  /** @param {Request} request @returns {Asking} for whom places are taken */
  function askerOf(request) {
    return { owner: networkOf(addressOf(request)), mayLast: wantsEvents(request.headers) };
  }

  /**
   * @param {Request} request
   * @returns {boolean} whether it has come through this accelerator before (RFC 9110 section 7.6.3)
   */
  function namesUs({ headers: { via = '' } }) {
    return via.includes(name);
  }

  /**
   * Forgets what Connection names, since the origin does not get it either: a response must not be stored as one for
   * these fields.
   * @param {Request} request
   */
  function dropNamed({ headers }) {
    for (const name of membersOf(headers.connection)) if (!NEEDED.has(name)) delete headers[name];
  }

  /**
   * @param {Request} request
   * @returns {string[]} the names, in lower case, of fields that the origin gets and on which a response may depend
   *   unnoticed
   */
  function unknownIn({ rawHeaders }) {
    const names = endToEnd(rawHeaders).flatMap((each, place) => {
      const field = place % 2 ? '' : each.toLowerCase();
      return field === '' || isUsual(field) || known.has(field) || isRefused(field) ? [] : [field];
    });
    return [...new Set(names)];
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
    const stored = without(
      endToEnd(rawHeaders),
      (field) => SAID_ANEW.has(field) || isRefused(field) || (isWhole && SELECTIVE.has(field)),
    );
    return [
      ...['Host', host],
      ...stored,
      ...extra,
      ...['Via', headers.via ? `${headers.via}, ${via}` : via],
      ...['Forwarded', `for=${node};host="${host}";proto=${scheme}`],
      ...['X-Forwarded-For', address, 'X-Forwarded-Proto', scheme],
    ];
  }
}
