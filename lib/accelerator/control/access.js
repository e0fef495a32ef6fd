import { timingSafeEqual } from 'node:crypto';
import { Attempts, networkOf } from '../../base/attempts.js';
import { LarderError } from '../../base/errors.js';
import { limits } from '../../base/limits.js';
import { isForwarded, isLoopback, isLoopbackHost } from '../../http/clients.js';
import { sha256 } from '../../base/digest.js';
/** @import { IncomingMessage as Request } from 'node:http' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { createClients } from '../../http/clients.js' */

/**
 * @typedef {object} AccessConfig
 * @property {string} cacheUser  '' without `cachePassword`
 * @property {string} cachePassword
 * @property {string} cacheToken  '': none
 * @property {'loopback' | 'anywhere'} cachePlainHttp  from where the interface may be used without TLS
 * @property {false | number | string[]} trustProxy
 * @property {number} workers  each counts what it sees
 */

/**
 * Decides who may use the interface: whoever has the password or the token, or, if there is none, whoever is on this
 * machine.
 * @param {{ config: AccessConfig, clients: ReturnType<typeof createClients>, clock: Clock }} deps
 * @returns {(request: Request) => void} throws `unauthorised`, `forbidden`, or `tooMany`
 */
export function createAccess({ config, clients, clock }) {
  const { cacheUser, cachePassword, cacheToken, cachePlainHttp, workers } = config;
  const free = Math.ceil(limits.interface.free / workers);
  const attempts = new Attempts({ clock, ...limits.interface, free });
  /** By scheme. @type {Map<string, { secret: Buffer, challenge: string }>} */
  const schemes = new Map();
  if (cachePassword !== '') {
    const secret = sha256(Buffer.from(`${cacheUser}:${cachePassword}`));
    schemes.set('basic', { secret, challenge: 'Basic realm="cache", charset="UTF-8"' });
  }
  if (cacheToken !== '') schemes.set('bearer', { secret: sha256(cacheToken), challenge: 'Bearer' });
  const challenges = [...schemes.values()].flatMap((each) => ['WWW-Authenticate', each.challenge]);

  return function check(request) {
    refusePages(request);
    const address = clients.addressOf(request);
    const isHere = isLocal(request, address);
    if (schemes.size === 0) return refuseOthers(isHere && isCalledLoopback(request));
    if (!isHere && cachePlainHttp === 'loopback' && !clients.isEncrypted(request))
      throw new LarderError(
        'forbidden',
        'From another machine, this needs HTTPS. Behind a proxy, set TRUST_PROXY',
      );
    const network = networkOf(address);
    attempts.check(network);
    const { authorization } = request.headers;
    if (isRight(authorization)) return;
    if (authorization !== undefined) attempts.count(network);
    const message = authorization === undefined ? 'Credentials are missing' : 'Wrong credentials';
    throw new LarderError('unauthorised', message, { headers: challenges });
  };

  /**
   * By the connection and by what trusted proxies say. Without those, what another program passes on may come from
   * anywhere.
   * @param {Request} request
   * @param {string} address of the client
   */
  function isLocal({ socket, headers }, address) {
    if (!isLoopback(socket.remoteAddress ?? '') || !isLoopback(address)) return false;
    return config.trustProxy !== false || !isForwarded(headers);
  }

  /** @param {string} [authorization] */
  function isRight(authorization = '') {
    const [, name, value] = /^([a-z]{1,10}) +([^ ]+) *$/i.exec(authorization) ?? [];
    const scheme = schemes.get(name?.toLowerCase());
    if (!scheme) return false;
    const isBasic = name.toLowerCase() === 'basic';
    // Of equal length, and in constant time.
    return timingSafeEqual(sha256(isBasic ? Buffer.from(value, 'base64') : value), scheme.secret);
  }
}

/** @param {boolean} isHere */
function refuseOthers(isHere) {
  if (isHere) return;
  throw new LarderError(
    'forbidden',
    'Without CACHE_TOKEN or CACHE_PASSWORD, only this machine can use the cache’s interface, at http://localhost',
  );
}

/**
 * No page may use the credentials of a browser, or its place on this machine: not even one of this origin, which may be
 * the work of many. `none`: somebody typed the URL.
 * @param {Request} request
 * @throws {LarderError} `forbidden`
 */
function refusePages({ headers: { origin, 'sec-fetch-site': site = 'none' } }) {
  if (origin !== undefined || site !== 'none')
    throw new LarderError('forbidden', 'This request came from a page in a browser');
}

/** Another name may be one that a stranger's DNS server points to this machine. @param {Request} request */
const isCalledLoopback = ({ headers }) => isLoopbackHost(headers.host ?? 'localhost');
