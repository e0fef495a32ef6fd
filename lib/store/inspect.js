/** @import { Deps } from './open.js' */

/**
 * @typedef {object} Problem
 * @property {string} what  is wrong, in one line
 * @property {string} todo  about it, in one line
 */

/**
 * Looks at what lies behind an open store: things that the port does not speak of.
 *
 * @param {string} url as openStore takes it
 * @param {Pick<Deps, 'log' | 'clock'>} deps
 * @returns {Promise<Problem[]>}
 */
export async function inspectStore(url, deps) {
  if (url.startsWith('sqlite:')) {
    const { inspectSqlite } = await import('./sqlite/inspect.js');
    return inspectSqlite(url.slice('sqlite:'.length));
  }
  const { inspectCouchdb } = await import('./couchdb/inspect.js');
  return inspectCouchdb(new URL(url), deps);
}
