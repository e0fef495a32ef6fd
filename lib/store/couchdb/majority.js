import { LarderError } from '../../errors.js';
import { asAnswer } from './client.js';
import { isMissing } from './errors.js';
/** @import { Client } from './client.js' */

/** In milliseconds, of one request. */
const timeout = 2000;

/**
 * Knows whether a majority of the nodes takes writes. After one that was refused it is asked first, so that nothing comes
 * to lie on the few nodes that are there.
 *
 * @param {Client} client
 */
export function makeMajority(client) {
  let isDoubted = false;
  /** @type {number | undefined} */
  let size;
  /** Of no document: each node keeps it for itself, in the place of the last one. */
  const path = `_local/larder-${process.pid}`;

  async function isThere() {
    const found = await client.askOnce({ path, timeout }).catch(asAnswer);
    if (found.status !== 200 && !isMissing(found)) return false;
    const body = found.status === 200 ? { _rev: found.body._rev } : {};
    const answer = await client.askOnce({ path, method: 'PUT', body, timeout }).catch(asAnswer);
    return answer.status === 201;
  }

  return {
    isThere,
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
    async size() {
      if (size === undefined) {
        const { status, body } = await client.ask({});
        if (status !== 200) return Infinity;
        size = Number(body.cluster?.w ?? 1);
      }
      return size;
    },
  };
}

/** @param {Client} client */
export const tooFewNodes = ({ place }) =>
  new LarderError(
    'unavailable',
    `Too few nodes of the CouchDB at ${place} accept writes: nothing was changed.`,
  );
