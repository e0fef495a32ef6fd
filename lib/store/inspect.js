import { couchdbAddresses } from './open.js';
/** @import { Kind } from './types.js' */
/** @import { Deps } from './open.js' */

/**
 * @typedef {object} Problem
 * @property {string} what  what is wrong, in one line
 * @property {string} todo  how to repair it, in one line
 */

/**
 * @typedef {object} Settling
 * @property {(kind: Kind, losing: any) => Promise<void>} keep  gets each record that loses, before it goes
 * @property {{ settled: string[], problems: Problem[] }} result  `settled`: a sentence for each record
 *
 * Keeps of each record with several texts the one that readers see.
 *
 * @param {string} url as for openStore
 * @param {Pick<Deps, 'clock'> & { sleep?: (ms: number) => Promise<unknown> }} deps
 * @param {Settling['keep']} keep
 * @returns {Promise<Settling['result']>} none in SQLite, which has no such records
 */
export async function settleStore(url, deps, keep) {
  if (url.startsWith('sqlite:')) return { settled: [], problems: [] };
  const { settleCouchdb } = await import('./couchdb/inspect.js');
  return settleCouchdb(couchdbAddresses(url), deps, keep);
}

/**
 * @param {string} url as for openStore
 * @param {Pick<Deps, 'clock'>} deps
 * @returns {Promise<string[]>} the names of records with several texts; none in SQLite
 * @throws {LarderError} `unavailable`
 */
export async function conflictsIn(url, deps) {
  if (url.startsWith('sqlite:')) return [];
  const { namesOfConflicts } = await import('./couchdb/inspect.js');
  return namesOfConflicts(couchdbAddresses(url), deps);
}

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
