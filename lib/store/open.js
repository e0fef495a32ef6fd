import { setTimeout } from 'node:timers/promises';
import { LarderError } from '../base/errors.js';
/** @import { Log } from '../base/log.js' */
/** @import { Store } from './types.js' */

/**
 * @typedef {(ms: number, options?: { ref?: boolean, signal?: AbortSignal }) => Promise<void>} Sleep
 *   rejects when the signal aborts; `ref: false` does not keep the process alive
 */

/**
 * @typedef {object} Deps
 * @property {Log} log
 * @property {{ now: () => number }} clock  milliseconds
 * @property {Sleep} sleep
 * @property {() => number} random  from 0 to 1, for jitter between retries
 * @property {boolean} create  whether to create a store that does not exist
 * @property {string | null} [notes]  a folder of this process, where the CouchDB store records pending writes
 */

/**
 * Opens the store at a URL, and creates or migrates what it needs: folder, file and tables, or database and
 * design document. Errors never contain the password.
 *
 * @param {string} url `sqlite:./path/to/file.db` or `http(s)://user:password@host:5984/name`, in a cluster with several
 *   hosts, as in `http://user:password@one:5984,two:5984/name`
 * @param {Pick<Deps, 'log' | 'clock'> & Partial<Deps>} deps
 * @returns {Promise<Store>}
 * @throws {LarderError} `invalid` when the URL is not valid or the database is not Larder's; `notFound` when there is
 *   no blog and `create` is false; `unavailable` when it cannot be reached
 */
export async function openStore(
  url,
  { log, clock, sleep = realSleep, random = Math.random, create = true, notes = null },
) {
  const deps = { log, clock, sleep, random, create, notes };
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/store.js');
    return openSqlite(sqlitePath(url), deps);
  }
  const { openCouchdb } = await import('./couchdb/store.js');
  return openCouchdb(couchdbAddresses(url), deps);
}

/** @type {Sleep} */
const realSleep = (ms, options) => setTimeout(ms, undefined, options);

/**
 * @param {string} url
 * @returns {string} the file's path
 */
function sqlitePath(url) {
  const path = url.slice('sqlite:'.length);
  if (!path || path.endsWith('/') || path.startsWith(':') || path.startsWith('//')) {
    throw new LarderError(
      'invalid',
      'STORE_URL must have a file name after "sqlite:", such as sqlite:./data/larder.db',
    );
  }
  return path;
}

/**
 * @param {string} url with one host or, as in the URLs of other clusters, several with commas between them
 * @returns {URL[]} one for each host
 * @throws {LarderError} `invalid`
 */
export function couchdbAddresses(url) {
  const [scheme, empty, authority = '', ...path] = url.split('/');
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(user.length).split(',');
  return hosts.map((host) => couchdbAddress([scheme, empty, user + host, ...path].join('/')));
}

/**
 * @param {string} url
 * @returns {URL}
 */
function couchdbAddress(url) {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new LarderError(
      'invalid',
      'STORE_URL must be sqlite:./path or http://user:password@host:5984/name',
    );
  }
  if (!isDecodable(address.username + address.password)) {
    throw new LarderError(
      'invalid',
      'STORE_URL must have % written as %25 in its name and password',
    );
  }
  // CouchDB's rule for database names, without the slash, which would need encoding.
  if (!/^\/[a-z][a-z0-9_$()+-]*\/?$/.test(address.pathname) || address.search || address.hash) {
    throw new LarderError(
      'invalid',
      `STORE_URL must end with the name of a CouchDB database (lower-case letters, digits, _ and -), such as http://${address.host}/larder`,
    );
  }
  return address;
}

/** @param {string} text */
function isDecodable(text) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
