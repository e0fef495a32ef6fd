import { asAnswer } from './client.js';
import { documentId } from './documents.js';
import { isPassing, translate } from './errors.js';
import { carryOut, putOf } from './write.js';
/** @import { LarderError } from '../../errors.js' */
/** @import { Put } from '../../types.js' */
/** @import { Database } from './store.js' */
/** @import { Order } from './write.js' */

/** Of one request: how many records, how many characters of JSON, and in milliseconds how long it may take. */
const mostRecords = 100;
const mostCharacters = 2_000_000;
const timeout = 30_000;

/**
 * Keeps records that have nothing to do with each other, many in one request. CouchDB answers for each of them; one
 * whose answer is not plainly “done” is written by itself, which finds out what became of it.
 *
 * @param {Database} client
 * @param {Put[]} puts
 * @throws {LarderError} `conflict`, `unavailable` or `invalid`, of the first that fails; of the
 *   others some are written and some are not
 */
export async function writeMany(client, puts) {
  for (const orders of inParts(client, puts)) {
    for (const order of orders) client.undecided.add(order);
    const done = await sendAll(client, orders);
    for (const order of orders) {
      if (done.has(documentId(order.kind, order.id))) client.undecided.delete(order.writeId);
      else await carryOut(client, order, true);
    }
  }
}

/**
 * @param {Database} client
 * @param {Put[]} puts
 * @returns {Iterable<Order[]>}
 */
function* inParts(client, puts) {
  /** @type {Order[]} */
  let part = [];
  let characters = 0;
  for (const put of puts) {
    const order = putOf(client, put);
    const length = JSON.stringify(order.documentOn(order.base)).length;
    if (part.length === mostRecords || (part.length > 0 && characters + length > mostCharacters)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(order);
    characters += length;
  }
  if (part.length > 0) yield part;
}

/**
 * @param {Database} client
 * @param {Order[]} orders
 * @returns {Promise<Set<string>>} the documents that a majority of the nodes has
 */
async function sendAll(client, orders) {
  const docs = orders.map(({ kind, id, base, documentOn }) => ({
    _id: documentId(kind, id),
    ...documentOn(base),
  }));
  const question = { path: '_bulk_docs', method: 'POST', body: { docs }, timeout };
  const answer = await client.askOnce(question).catch(asAnswer);
  if (Array.isArray(answer.body))
    return new Set(answer.body.flatMap(({ ok, accepted, id }) => (ok && !accepted ? [id] : [])));
  // What is too large for one request may do one by one.
  if (!isPassing(answer) && answer.status !== 413) throw translate(client.place, answer);
  return new Set();
}
