import { asAnswer } from './client.js';
import { documentId } from './documents.js';
import { isPassing, translate } from './errors.js';
import { carryOut, putOf } from './write.js';

/**
 * @typedef {import('../../types.js').Put} Put
 * @typedef {import('./client.js').Client} Client
 */

/** Of one request: how many records, how many characters of JSON, and in milliseconds how long it may take. */
const mostRecords = 100;
const mostCharacters = 2_000_000;
const timeout = 30_000;

/**
 * Keeps records that have nothing to do with each other, many in one request. CouchDB answers for each of them; one
 * whose answer is not plainly “done” is written by itself, which finds out what became of it.
 *
 * @param {Client} client
 * @param {Put[]} puts
 * @throws {import('../../errors.js').LarderError} `conflict`, `unavailable` or `invalid`, of the first that fails; of the
 *   others some are written and some are not
 */
export async function writeMany(client, puts) {
  for (const orders of inParts(puts)) {
    const done = await sendAll(client, orders);
    for (const order of orders)
      if (!done.has(documentId(order.kind, order.id))) await carryOut(client, order, true);
  }
}

/** @typedef {import('./write.js').Order} Order */

/**
 * @param {Put[]} puts
 * @returns {Iterable<Order[]>}
 */
function* inParts(puts) {
  /** @type {Order[]} */
  let part = [];
  let characters = 0;
  for (const put of puts) {
    const order = putOf(put);
    const length = JSON.stringify(order.question.body).length;
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
 * @param {Client} client
 * @param {Order[]} orders
 * @returns {Promise<Set<string>>} the documents that a majority of the nodes has
 */
async function sendAll(client, orders) {
  const docs = orders.map(({ kind, id, question }) => ({
    _id: documentId(kind, id),
    ...question.body,
  }));
  const question = { path: '_bulk_docs', method: 'POST', body: { docs }, timeout };
  const answer = await client.askOnce(question).catch(asAnswer);
  if (Array.isArray(answer.body))
    return new Set(answer.body.flatMap(({ ok, accepted, id }) => (ok && !accepted ? [id] : [])));
  // What is too large for one request may do one by one.
  if (!isPassing(answer) && answer.status !== 413) throw translate(client.place, answer);
  return new Set();
}
