import { ownWrite, withOwnBody } from './own-body.js';
/** @import { SecureContextOptions } from 'node:tls' */
/** @import { Listening } from '../../http/listening.js' */
/** @import { StoredEntry, Write } from '../types.js' */
/** @import { Calls, Functions } from '../../base/threads/calls.js' */
/** @import { Answer } from '../status.js' */
/** @import { Versions } from '../writes/versions.js' */
/** @import { Writes } from '../writes/writes.js' */

/**
 * @typedef {object} Workers  The other workers of this accelerator, and their primary process.
 * @property {(classes: {}, tls?: SecureContextOptions) => Promise<Listening>} listen  a server, and where
 *   the primary process listens for it
 * @property {Calls['call']} call  the primary process
 * @property {(functions: Functions) => void} offer  what all may call
 * @property {(name: 'figures') => Promise<Answer[]>} ask  each of them
 * @property {() => Promise<void>} enter  from now on what others write waits for this worker
 * @property {(server: import('node:http').Server) => unknown} serve
 * @property {() => ({ until: number | null, problem: string } | undefined)} [certificate]  of a server with a domain
 */

/** @typedef {ReturnType<typeof createBetweenWorkers>} BetweenWorkers */

/**
 * What this worker shares with the others: each write is done in the primary process, and then in all workers, in its
 * order.
 * @param {{ workers: Workers, writes: Writes, versions: Versions }} deps
 */
export function createBetweenWorkers({ workers, writes, versions }) {
  return { start, stop, find, commit };

  /** Resolves when this worker has what was put and reported before. */
  async function start() {
    workers.offer({
      take: (/** @type {Write[]} */ all) => all.map((write) => writes.take(ownWrite(write))),
    });
    writes.performIn((write) => commit(write).then(({ count }) => count));
    writes.onPerformed((write) => commit(write).then(() => undefined));
    await workers.call('catchUp');
  }

  function stop() {}

  /** As `Shared.find`. @param {string} key @returns {Promise<{ entry: StoredEntry, number: string } | undefined>} */
  async function find(key) {
    const version = versions.next();
    /** @type {StoredEntry | undefined} */
    const found = await workers.call('find', key);
    if (!found) return undefined;
    const entry = { ...withOwnBody(found), version };
    writes.apply({ type: 'put', entry, version });
    return { entry, number: found.version };
  }

  /**
   * As `Shared.commit`.
   * @param {Write} write
   * @param {string} [expected]
   * @returns {Promise<{ isChanged: boolean, before: boolean, count: number }>}
   */
  function commit(write, expected = '') {
    return workers.call('commit', write, expected);
  }
}
