import { LarderError } from '../../errors.js';
import { asAnswer } from './client.js';
import { isMissing } from './errors.js';
/** @import { Client } from './client.js' */

/** In milliseconds, of one request. */
const timeout = 2000;

/**
 * Knows whether a majority of the nodes, or all, take writes. After one that was refused it is asked first, so that nothing
 * comes to lie on the few nodes that are there.
 *
 * @param {Client} client
 */
export function makeMajority(client) {
  let isDoubted = false;
  /** How many copies there are of a document, and how many make a majority. @type {{ n: number, w: number } | undefined} */
  let cluster;
  /** Of no document: each node keeps it for itself, in the place of the last one. */
  const path = `_local/larder-${process.pid}`;

  async function copies() {
    if (cluster === undefined) {
      const { status, body } = await client.askOnce({}).catch(asAnswer);
      if (status !== 200) return { n: Infinity, w: Infinity };
      cluster = { n: 1, w: 1, ...body.cluster };
    }
    return /** @type {{ n: number, w: number }} */ (cluster);
  }

  /** @param {{ w?: number }} [query] how many copies have to take it; unless given, a majority */
  async function isThere(query) {
    const found = await client.askOnce({ path, timeout }).catch(asAnswer);
    if (found.status !== 200 && !isMissing(found)) return false;
    const body = found.status === 200 ? { _rev: found.body._rev } : {};
    const answer = await client
      .askOnce({ path, method: 'PUT', query, body, timeout })
      .catch(asAnswer);
    return answer.status === 201;
  }

  return {
    isThere: () => isThere(),
    /** @returns {Promise<boolean>} whether all copies are there */
    isWhole: async () => isThere({ w: (await copies()).n }),
    /** A write was refused for lack of nodes. */
    doubt() {
      isDoubted = true;
    },
    /** @throws {LarderError} `unavailable`, at once, while there is none */
    async expect() {
      if (!isDoubted) return;
      if (!(await isThere())) throw tooFewNodes(client);
      isDoubted = false;
    },
    /** @returns {Promise<number>} how many copies make one */
    size: async () => (await copies()).w,
  };
}

/** @param {Client} client */
export const tooFewNodes = ({ place }) =>
  new LarderError(
    'unavailable',
    `Too few nodes of the CouchDB at ${place} accept writes: nothing was changed.`,
  );
