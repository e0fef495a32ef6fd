import { LarderError } from '../errors.js';
import { originOf } from '../request-target.js';
import { hasScope } from './rights.js';

/** @typedef {import('express').RequestHandler} Handler */

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * @param {string} baseUrl
 * @param {string} address at which the blog listens
 * @returns {string[]} the origins of the blog's own pages. Where they are at https, plain http is none of them: on an
 *   author's machine, another program may answer at that address
 */
export function ownOriginsOf(baseUrl, address) {
  const { origin, protocol } = new URL(baseUrl);
  return protocol === 'https:' ? [origin] : [origin, new URL(address).origin];
}

/**
 * Refuses what another site makes a browser send. Browsers tell by Sec-Fetch-Site (Fetch Metadata) where a
 * request comes from, older ones and those on plain http by Origin, which a page cannot forge. What carries
 * neither comes from no browser, and so with no cookie that somebody else has put there.
 * @param {string[]} ownOrigins never taken from the request's Host
 * @param {{ byAddress?: boolean }} [options] `byAddress`: the address at which the connection arrived is an origin of its own too
 * @returns {Handler}
 */
export function sameSiteOnly(ownOrigins, { byAddress = false } = {}) {
  const isHttps = ownOrigins[0].startsWith('https:');
  return ({ method, headers, socket }, _response, next) => {
    if (SAFE.has(method)) return next();
    const site = headers['sec-fetch-site'];
    const origin = headers.origin?.toLowerCase();
    if (origin !== undefined && ownOrigins.includes(origin)) return next();
    const isPlain = isHttps && origin?.startsWith('http:');
    if (!isPlain && (site === 'same-origin' || site === 'none')) return next();
    if (site === undefined && origin === undefined) return next();
    if (byAddress && originsAt(socket).includes(origin ?? '')) return next();
    next(
      new LarderError(
        'forbidden',
        `This request came from another site or address than ${ownOrigins[0]}. To use the address shown in your browser, start Larder with BASE_URL set to it, such as BASE_URL=https://blog.example.org.`,
      ),
    );
  };
}

/**
 * Origins of pages that come over connections such as this one, by an IP address or as localhost alone: by a name,
 * a site could have its own point here (DNS rebinding), and pass for us.
 * @param {import('node:net').Socket} socket
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
 * Notes who is signed in by the cookie, and the cookie of the device.
 * @param {import('./accounts.js').Accounts} accounts
 * @param {import('../authors.js').Cookies} cookies
 * @returns {Handler}
 */
export function authenticateSession(accounts, cookies) {
  return async (request, _response, next) => {
    request.sessionToken = cookies.session.read(request.headers.cookie);
    request.deviceToken = cookies.device.read(request.headers.cookie);
    request.author = await accounts.sessions.author(request.sessionToken);
    next();
  };
}

/**
 * Notes whom a bearer token (RFC 6750) speaks for, and refuses a request without a good one. A cookie opens
 * nothing here, so no other site can make a browser use the API.
 * @param {import('./accounts.js').Accounts} accounts
 * @returns {Handler}
 */
export function authenticateToken(accounts) {
  return async (request, _response, next) => {
    const token = bearerToken(request.headers.authorization);
    request.author = await accounts.tokens.author(token);
    if (request.author) return next();
    if (token !== '') accounts.throttle.badToken(request.ip ?? '');
    throw noGoodToken(token);
  };
}

/** @param {string} token '' when there was none */
function noGoodToken(token) {
  const [message, challenge] =
    token === ''
      ? ['The API needs a token: Authorization: Bearer …', 'Bearer']
      : ['This token is invalid or was revoked', 'Bearer error="invalid_token"'];
  return new LarderError('unauthorised', message, { headers: ['WWW-Authenticate', challenge] });
}

/**
 * @param {import('node:http').IncomingMessage} request for a page
 * @returns {boolean} whether it wants one that comes from no cache, and brings a token
 */
export const asksToBeFresh = ({ headers }) =>
  headers.authorization !== undefined && /\bno-cache\b/i.test(headers['cache-control'] ?? '');

/** @param {string} [authorization] the header @returns {string} '' when there is no token in it */
export const bearerToken = (authorization = '') =>
  (/^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization) ?? ['', ''])[1];

/** @type {Handler} */
export const requireAuthor = (request, _response, next) => {
  if (request.author) return next();
  next(new LarderError('unauthorised', 'Please sign in to see this page'));
};

/**
 * @param {...import('./rights.js').Author['role']} roles
 * @returns {Handler}
 */
export function requireRole(...roles) {
  return (request, response, next) => {
    if (!request.author) return requireAuthor(request, response, next);
    if (roles.includes(request.author.role)) return next();
    next(new LarderError('forbidden', `Only for ${roles.join(' and ')}`));
  };
}

/**
 * @param {import('./rights.js').Scope} scope
 * @returns {Handler}
 */
export function requireScope(scope) {
  return (request, response, next) => {
    if (!request.author) return requireAuthor(request, response, next);
    if (hasScope(request.author, scope)) return next();
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
    next(
      new LarderError('forbidden', `The token does not have the scope ${scope}`, {
        headers: ['WWW-Authenticate', challenge],
      }),
    );
  };
}
