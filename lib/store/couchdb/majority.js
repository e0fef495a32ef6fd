import { LarderError } from '../../base/errors.js';
import { asResponse } from './client.js';
import { isMissing } from './errors.js';
/** @import { Client } from './client.js' */

/**
 * Checks whether a majority of the copies, or all, accept writes. After a refused write this is checked before the
 * next, so that no write ends up on a minority of the nodes.
 *
 * @param {Client} client
 */
export function makeMajority(client) {
  const timeout = 5 * client.patience;
  let mustCheck = false;
  /**
   * CouchDB's `n`, the copies of each document, and `w`, its write quorum.
   * @type {{ n: number, w: number } | undefined}
   */
  let cluster;
  /** A local document, which is not replicated and whose former revisions are not kept. */
  const path = `_local/larder-${process.pid}`;

  /** @returns {Promise<{ n: number, w: number }>} */
  async function copies() {
    if (cluster) return cluster;
    const { status, body } = await client.requestOnce({}).catch(asResponse);
    if (status !== 200) return { n: Infinity, w: Infinity };
    return (cluster = { n: 1, w: 1, ...body.cluster });
  }

  /** @param {{ w?: number }} [query] how many copies must accept a write; by default a majority */
  async function acceptWrites(query) {
    const found = await client.requestOnce({ path, timeout }).catch(asResponse);
    if (found.status !== 200 && !isMissing(found)) return false;
    const body = found.status === 200 ? { _rev: found.body._rev } : {};
    const response = await client
      .requestOnce({ path, method: 'PUT', query, body, timeout })
      .catch(asResponse);
    return response.status === 201;
  }

  return {
    isAvailable: () => acceptWrites(),
    /** @returns {Promise<boolean>} whether all copies accept writes */
    isComplete: async () => acceptWrites({ w: (await copies()).n }),
    /** Call this after a write was refused for lack of nodes. */
    recheck() {
      mustCheck = true;
    },
    /** @throws {LarderError} `unavailable` while there is no majority, without trying the write */
    async ensureAvailable() {
      if (!mustCheck) return;
      if (!(await acceptWrites())) throw tooFewNodes(client);
      mustCheck = false;
    },
    /** @returns {Promise<number>} how many copies make a majority */
    size: async () => (await copies()).w,
  };
}

/** @param {Client} client @returns {LarderError} */
export const tooFewNodes = ({ place }) =>
  new LarderError(
    'unavailable',
    `Too few nodes of the CouchDB at ${place} accept writes: nothing was changed.`,
  );
