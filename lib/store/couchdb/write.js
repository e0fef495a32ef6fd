import { isDeepStrictEqual } from 'node:util';
import { generation } from '../../revision.js';
import { whole } from '../record.js';
import { asAnswer } from './client.js';
import { pathOf, toDocument } from './documents.js';
import { conflict, isMissing, isPassing, translate, unavailable } from './errors.js';
import { settle } from './settle.js';

/**
 * @typedef {import('../../types.js').Put} Put
 * @typedef {import('../../types.js').Removal} Removal
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./client.js').Answer} Answer
 * @typedef {import('./client.js').Question} Question
 */

/**
 * One document to be written or removed, and how to tell it from another's.
 *
 * @typedef {object} Order
 * @property {string} kind
 * @property {string} id
 * @property {string} path
 * @property {string | null} base  the revision that it replaces
 * @property {boolean} isRemoval
 * @property {Question} question
 * @property {(revision: string) => Question} again  the same once more, on top of what it has become
 * @property {(present: Answer) => boolean} isDone  whether what the database has now is what was ordered
 */

/**
 * Keeps or removes one record.
 *
 * @param {Client} client
 * @param {Put | Removal} write
 * @returns {Promise<string | null>} the new revision; null for a removal
 * @throws {LarderError} `conflict` or `unavailable`
 */
export async function writeOne(client, write) {
  const { kind, revision } = write;
  const isRevision = revision === null || /^\d+-\w+$/.test(revision);
  if (!isRevision) throw conflict(kind, 'removed' in write ? write.id : write.record.id);
  if ('removed' in write) {
    await carryOut(client, removalOf(write));
    return null;
  }
  return carryOut(client, putOf(write));
}

/**
 * @param {Put} put
 * @returns {Order}
 */
export function putOf({ kind, record, revision: base }) {
  const id = whole(record.id);
  const path = pathOf(kind, id);
  /** @param {string | null} revision @returns {Question} */
  const question = (revision) => {
    const document = toDocument(kind, record, revision);
    const body = revision === null ? document : { ...document, _rev: revision };
    return { path, method: 'PUT', body };
  };
  return {
    kind,
    id,
    path,
    base,
    isRemoval: false,
    question: question(base),
    again: question,
    isDone({ status, body }) {
      if (status !== 200) return false;
      const { _id, _rev, _attachments: _, ...present } = body;
      const { _attachments: __, ...ordered } = toDocument(kind, record, base);
      const follows = base === null || generation(_rev) === generation(base) + 1;
      return follows && isDeepStrictEqual(present, JSON.parse(JSON.stringify(ordered)));
    },
  };
}

/**
 * @param {Removal} removal
 * @returns {Order}
 */
function removalOf({ kind, id, revision: base }) {
  const path = pathOf(kind, whole(id));
  return {
    kind,
    id,
    path,
    base,
    isRemoval: true,
    question: { path, method: 'DELETE', query: { rev: base } },
    again: (revision) => ({ path, method: 'PUT', body: { _rev: revision, _deleted: true } }),
    isDone: isMissing,
  };
}

/**
 * Sends an order until its outcome is known. After a time-out, or a connection that broke, it may have
 * been done or not: the same order is sent again, and when that one is refused the document itself
 * tells whose it is.
 *
 * @param {Client} client
 * @param {Order} order
 * @param {boolean} [unsure] whether it may have been sent before
 * @returns {Promise<string>} the document's revision; '' when it is known to be removed
 */
export async function carryOut(client, order, unsure = false) {
  const { kind, id, path, question, isRemoval } = order;
  /** @type {Answer} */
  let answer = { status: 0, body: {} };
  for await (const _ of client.tries()) {
    answer = await client.askOnce(question).catch(asAnswer);
    if (answer.status === 200 || answer.status === 201) return answer.body.rev;
    if (answer.status === 202) return settle(client, order, answer.body.rev);
    if (!isPassing(answer)) break;
    unsure = true;
  }
  if (unsure) {
    const present = await client.ask({ path });
    const isDone = order.isDone(present);
    if (isDone) return isMissing(present) ? '' : settle(client, order, present.body._rev);
  }
  const isRefused = answer.status === 409 || (isRemoval && isMissing(answer));
  if (isRefused) throw conflict(kind, id);
  throw isPassing(answer) ? unavailable(client.place, answer) : translate(client.place, answer);
}
