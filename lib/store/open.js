import { setTimeout } from 'node:timers/promises';
import { LarderError } from '../errors.js';

/** @typedef {import('../types.js').Store} Store */

/**
 * @typedef {(ms: number, options?: { ref?: boolean, signal?: AbortSignal }) => Promise<void>} Sleep
 *   rejects when the signal aborts; `ref: false` does not keep the process alive
 */

/**
 * @typedef {object} Means  What a store takes from outside.
 * @property {import('pino').BaseLogger} log
 * @property {Sleep} sleep
 * @property {() => number} random  from 0 to 1, for the jitter of pauses
 */

/**
 * Opens the store that a URL names, and makes it ready: folder, file and tables, or database and
 * design document. Whatever goes wrong is told without the password.
 *
 * @param {string} url `sqlite:./path/to/file.db`
 * @param {{ log: import('pino').BaseLogger, clock?: { now: () => number }, sleep?: Sleep, random?: () => number }} means
 * @returns {Promise<Store>}
 * @throws {LarderError} `invalid` when the URL, or what it leads to, is none of ours; `unavailable` when it cannot be reached
 */
export async function openStore(url, { log, sleep = realSleep, random = Math.random }) {
  const means = { log, sleep, random };
  if (url.startsWith('sqlite:')) {
    const { openSqlite } = await import('./sqlite/store.js');
    return openSqlite(sqlitePath(url), means);
  }
  throw new LarderError('invalid', 'STORE_URL must be sqlite:./path.');
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
      'STORE_URL must name a file after "sqlite:", such as sqlite:./data/larder.db',
    );
  }
  return path;
}
