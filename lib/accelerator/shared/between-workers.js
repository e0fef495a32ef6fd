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

/**
 * What this worker shares with the others: each write is done in the primary process, and then in all workers, in its
 * order.
 */
export class BetweenWorkers {
  #workers;
  #writes;
  #versions;

  /** @param {{ workers: Workers, writes: Writes, versions: Versions }} deps */
  constructor({ workers, writes, versions }) {
    this.#workers = workers;
    this.#writes = writes;
    this.#versions = versions;
  }

  /** Resolves when this worker has what was put and reported before. */
  async start() {
    this.#workers.offer({
      take: (/** @type {Write[]} */ all) => all.map((write) => this.#writes.take(ownWrite(write))),
    });
    this.#writes.performIn((write) => this.commit(write).then(({ count }) => count));
    this.#writes.onPerformed((write) => this.commit(write).then(() => undefined));
    await this.#workers.call('catchUp');
  }

  stop() {}

  /** As `Shared.find`. @param {string} key @returns {Promise<{ entry: StoredEntry, number: string } | undefined>} */
  async find(key) {
    const version = this.#versions.next();
    /** @type {StoredEntry | undefined} */
    const found = await this.#workers.call('find', key);
    if (!found) return undefined;
    const entry = { ...withOwnBody(found), version };
    this.#writes.apply({ type: 'put', entry, version });
    return { entry, number: found.version };
  }

  /**
   * As `Shared.commit`.
   * @param {Write} write
   * @param {string} [expected]
   * @returns {Promise<{ isChanged: boolean, before: boolean, count: number }>}
   */
  commit(write, expected = '') {
    return this.#workers.call('commit', write, expected);
  }
}
