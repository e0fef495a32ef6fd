import { LarderError } from '../base/errors.js';
import { bearerToken } from '../http/bearer-token.js';
import { originOf } from '../http/request-target.js';
import { hasScope } from '../people/rights.js';
/** @import { Socket } from 'node:net' */
/** @import { Request } from 'express' */
/** @import { Accounts } from '../people/accounts.js' */
/** @import { Cookies } from '../people/cookies.js' */
/** @import { Author } from '../people/rights.js' */
/** @import { Scope } from '../store/types.js' */

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * @param {string} baseUrl
 * @param {string} address at which the server listens
 * @returns {string[]} the origins of the blog's own pages. A blog at https does not accept plain http as well: on the
 * author's machine, another program may listen at that address
 */
export function ownOriginsOf(baseUrl, address) {
  const { origin, protocol } = new URL(baseUrl);
  return protocol === 'https:' ? [origin] : [origin, new URL(address).origin];
}

/**
 * Refuses cross-site requests (CSRF). Browsers say where a request comes from in Sec-Fetch-Site (Fetch Metadata);
 * older ones, and those on plain http, in Origin, which a page cannot forge. A request with neither does not come
 * from a browser, so it cannot carry somebody else's cookie.
 * @param {Request} request
 * @param {unknown} _response
 * @param {{ ownOrigins: string[], byAddress: boolean }} services  `ownOrigins`: never taken from the request's Host;
 * `byAddress`: also accept the address at which the connection arrived
 */
export function sameSiteOnly({ method, headers, socket }, _response, { ownOrigins, byAddress }) {
  if (SAFE.has(method)) return;
  const site = headers['sec-fetch-site'];
  const origin = headers.origin?.toLowerCase();
  if (origin !== undefined && ownOrigins.includes(origin)) return;
  const isPlain = ownOrigins[0].startsWith('https:') && origin?.startsWith('http:');
  if (!isPlain && (site === 'same-origin' || site === 'none')) return;
  if (site === undefined && origin === undefined) return;
  if (byAddress && originsAt(socket).includes(origin ?? '')) return;
  throw new LarderError(
    'forbidden',
    `This request came from another site or address than ${ownOrigins[0]}. To use the address shown in your browser, start Larder with BASE_URL set to it, such as BASE_URL=https://blog.example.org.`,
  );
}

/**
 * Origins of pages served over this connection: IP addresses and localhost only. A host name could belong to another
 * site that points it here (DNS rebinding).
 * @param {Socket} socket
 * @returns {string[]}
 */
function originsAt({ localAddress = '', localPort = 0 }) {
  const [address] = localAddress.replace(/^::ffff:(?=[\d.]+$)/, '').split('%');
  if (address === '') return [];
  const isLoopback = address === '::1' || address.startsWith('127.');
  const hosts = isLoopback ? [address, 'localhost'] : [address];
  return hosts.map((host) => originOf(host, localPort));
}

/**
 * Reads the session and device cookies, and sets `request.author` to the signed-in user.
 * @param {Request} request
 * @param {unknown} _response
 * @param {{ accounts: Accounts, cookies: Cookies }} services
 */
export async function authenticateSession(request, _response, { accounts, cookies }) {
  request.sessionToken = cookies.session.read(request.headers.cookie);
  request.deviceToken = cookies.device.read(request.headers.cookie);
  request.author = await accounts.sessions.author(request.sessionToken);
}

/**
 * Sets `request.author` to the user of the bearer token (RFC 6750), and refuses requests without a valid one.
 * Cookies are ignored here, so no other site can make a browser use the API.
 * @param {Request} request
 * @param {unknown} _response
 * @param {{ accounts: Accounts }} services
 * @returns {Promise<Author>}
 * @throws {LarderError} `unauthorised`
 */
export async function authenticateToken(request, _response, { accounts }) {
  const token = bearerToken(request.headers.authorization);
  request.author = await accounts.tokens.author(token);
  if (request.author) return request.author;
  if (token !== '') await accounts.throttle.badToken(request.ip ?? '');
  throw noGoodToken(token);
}

/** @param {string} token '' when none was sent */
function noGoodToken(token) {
  const [message, challenge] =
    token === ''
      ? ['The API needs a token: Authorization: Bearer …', 'Bearer']
      : ['This token is invalid or was revoked', 'Bearer error="invalid_token"'];
  return new LarderError('unauthorised', message, { headers: ['WWW-Authenticate', challenge] });
}

/**
 * @param {Request} request
 * @returns {Author} who is signed in
 * @throws {LarderError} `unauthorised`
 */
export function requireAuthor({ author }) {
  if (author) return author;
  throw new LarderError('unauthorised', 'Please sign in to see this page');
}

/**
 * @param {...Author['role']} roles
 * @returns {(request: Request) => Author}
 */
export function requireRole(...roles) {
  return (request) => {
    const author = requireAuthor(request);
    if (roles.includes(author.role)) return author;
    throw new LarderError('forbidden', `Only for ${roles.map((role) => `${role}s`).join(' and ')}`);
  };
}

/**
 * @param {Scope} scope
 * @returns {(request: Request) => void}
 */
export function requireScope(scope) {
  return (request) => {
    if (hasScope(requireAuthor(request), scope)) return;
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
    throw new LarderError('forbidden', `The token does not have the scope ${scope}`, {
      headers: ['WWW-Authenticate', challenge],
    });
  };
}
