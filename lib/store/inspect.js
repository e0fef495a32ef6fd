import { couchdbAddresses } from './open.js';
/** @import { Deps } from './open.js' */

/**
 * @typedef {object} Problem
 * @property {string} what  what is wrong, in one line
 * @property {string} todo  how to repair it, in one line
 */

/**
 * Checks the database behind an open store for problems that the `Store` port does not report.
 *
 * @param {string} url as for openStore
 * @param {Pick<Deps, 'log' | 'clock'>} deps
 * @returns {Promise<Problem[]>}
 */
export async function inspectStore(url, deps) {
  if (url.startsWith('sqlite:')) {
    const { inspectSqlite } = await import('./sqlite/inspect.js');
    return inspectSqlite(url.slice('sqlite:'.length));
  }
  const { inspectCouchdb } = await import('./couchdb/inspect.js');
  return inspectCouchdb(couchdbAddresses(url), deps);
}
