import { isError, LarderError } from '../../errors.js';
import { generation } from '../../util/revision.js';
import { whole } from '../record.js';
import { asAnswer } from './client.js';
import { documentId, pathOf, toDocument } from './documents.js';
import { conflict, isPassing, translate, unavailable } from './errors.js';
import { isRemovedAfter, isRestored, leavesOf, removedAs } from './leaves.js';
import { tooFewNodes } from './majority.js';
import { isShownBefore, keepAsTheyAre, conflictsOf } from './settle.js';
/** @import { Kind, Put, Removal } from '../../types.js' */
/** @import { Answer, Question } from './client.js' */
/** @import { Leaf } from './leaves.js' */
/** @import { Database } from './store.js' */

/**
 * One document to be written or removed, and how to tell it from another's.
 *
 * @typedef {object} Order
 * @property {Kind} kind
 * @property {string} id
 * @property {string} path
 * @property {string | null} base  the revision that it replaces
 * @property {string} writeId  no other write has it: so of two who write the same each has a revision of their own
 * @property {boolean} isRemoval
 * @property {(base: string | null) => any} documentOn  what is sent, made of that revision
 */

/**
 * Keeps or removes one record.
 *
 * @param {Database} client
 * @param {Put | Removal} write
 * @returns {Promise<string | null>} the new revision; null for a removal
 * @throws {LarderError} `conflict` or `unavailable`
 */
export async function writeOne(client, write) {
  const order = 'removed' in write ? removalOf(client, write) : putOf(client, write);
  const revision = await carryOut(client, order);
  return order.isRemoval ? null : revision;
}

/**
 * @param {Database} client
 * @param {Put} put
 * @returns {Order}
 */
export function putOf(client, { kind, record, revision }) {
  const documentOn = (/** @type {string | null} */ base) => ({
    ...toDocument(kind, record, base),
    writeId,
    ...(base === null ? { isFirst: true } : { _rev: base }),
  });
  const writeId = client.newWriteId();
  const id = whole(record.id);
  return { ...target(kind, id, revision), writeId, isRemoval: false, documentOn };
}

/**
 * @param {Database} client
 * @param {Removal} removal
 * @returns {Order}
 */
function removalOf(client, { kind, id, revision }) {
  const writeId = client.newWriteId();
  const documentOn = (/** @type {string | null} */ base) => ({
    _rev: base,
    _deleted: true,
    writeId,
  });
  return { ...target(kind, whole(id), revision), writeId, isRemoval: true, documentOn };
}

/**
 * @param {Kind} kind
 * @param {string} id
 * @param {string | null} base
 */
function target(kind, id, base) {
  if (base !== null && !/^\d+-\w+$/.test(base)) throw conflict(kind, id);
  return { kind, id, path: pathOf(kind, id), base };
}

/**
 * Sends an order until its outcome is known. What is refused is taken back from wherever it came to lie, now or as soon
 * as the nodes can be reached; until then this process does not show it.
 *
 * @param {Database} client
 * @param {Order} order
 * @param {boolean} [wasSent] whether it may have been sent before
 * @returns {Promise<string>} the document's revision
 */
export async function carryOut(client, order, wasSent = false) {
  await client.majority.expect();
  client.undecided.add(order);
  try {
    const revision = await attempt(client, order, wasSent);
    client.undecided.delete(order.writeId);
    return revision;
  } catch (error) {
    if (!(error instanceof Untaken)) {
      if (isError(error, 'unavailable')) client.majority.doubt();
      await client.withdrawals.take(order);
      throw error;
    }
    // A node that died before it could answer may have it all the same.
    if (error.wasSent && !error.replacement && !(await client.majority.isWhole()))
      client.withdrawals.takeLater(order);
    else client.undecided.delete(order.writeId);
    if (error.replacement === null) throw error.cause;
    return carryOut(client, { ...order, base: error.replacement });
  }
}

/** No node has taken it: there is nothing to withdraw. */
class Untaken extends Error {
  /**
   * @param {unknown} cause
   * @param {{ wasSent?: boolean, replacement?: string | null }} [more] what was put back in the place of the base
   */
  constructor(cause, { wasSent = false, replacement = null } = {}) {
    super('No node has taken it', { cause });
    this.wasSent = wasSent;
    this.replacement = replacement;
  }
}

/**
 * Each copy of a document takes one write of a base, and refuses all others of it. So a write holds once as many copies
 * as make a majority have taken it: of one base that can be only one. CouchDB answers 201 when they take it at once. A
 * 202 tells of at least one; and when the same is sent again, of others, since those that have it refuse it.
 *
 * @param {Database} client
 * @param {Order} order
 * @param {boolean} isUnsure whether copies may have taken it that have not said so
 * @returns {Promise<string>}
 */
async function attempt(client, order, isUnsure) {
  const { kind, id, base, path, documentOn } = order;
  const question = { path, method: 'PUT', body: documentOn(base) };
  await untilNoConflict(client, path, base);
  let takenBy = 0;
  let hasRivals = false;
  /** @type {Answer} */
  let answer = { status: 0, body: {} };
  for await (const _ of client.tries()) {
    answer = await client.askOnce(question).catch(asAnswer);
    if (answer.status === 202) takenBy += 1;
    if (isDone(answer) || (takenBy > 0 && takenBy >= (await client.majority.size()))) {
      const { rev } = answer.body;
      // Something with that id was removed before: what stands on the removal has to be more than a first write.
      if (base !== null || generation(rev) === 1) return rev;
      return attempt(client, { ...order, base: rev }, false);
    }
    if (answer.status === 202) continue;
    if (isPassing(answer)) isUnsure = true;
    else if (answer.status !== 409) break;
    else if (takenBy === 0 && !isUnsure) {
      const replacement = await replacementOf(client, order);
      throw new Untaken(conflict(kind, id), { wasSent: true, replacement });
    } else {
      const leaves = await leavesOf(client, path);
      const ours = leaves.find(({ writeId }) => writeId === order.writeId);
      const below = ours ? null : await oursBelow(client, order, leaves);
      if (below && (await client.majority.isThere())) return below;
      const conflicting = conflictsOf(leaves, order);
      hasRivals = conflicting.length > 0;
      if (!ours || conflicting.some((conflicting) => isShownBefore(conflicting, ours)))
        throw conflict(kind, id);
      const isAlone = !hasRivals && (await client.majority.isThere());
      const confirmed = isAlone ? await confirm(client, order, ours) : null;
      if (confirmed) return confirmed;
    }
  }
  if (hasRivals) throw conflict(kind, id);
  if (takenBy > 0) throw tooFewNodes(client);
  const error = isPassing(answer)
    ? unavailable(client.place, answer)
    : translate(client.place, answer);
  throw isUnsure ? error : new Untaken(error);
}

/**
 * What is made of a text that has a rival would decide between both. Of those at most one was acknowledged, and the other
 * is being taken back: so that is waited for, and nothing is written before. (What a former Larder or the console left is
 * not taken back by anybody.)
 *
 * @param {Database} client
 * @param {string} path
 * @param {string | null} base
 * @throws {Untaken}
 */
async function untilNoConflict(client, path, base) {
  if (base === null) return;
  /** @type {Leaf[]} */
  let texts = [];
  for await (const _ of client.tries()) {
    // All copies are asked: of `_conflicts` only one tells, which may not know of the rival yet.
    const leaves = await leavesOf(client, path);
    texts = leaves.filter(({ isRemoved, revision }) => !isRemoved && !isRestored(revision));
    if (texts.every(({ revision, ancestors }) => [revision, ...ancestors].includes(base))) return;
  }
  if (texts.filter(({ writeId }) => writeId).length > 1) throw new Untaken(unsettled(client));
}

/** @param {Database} client */
const unsettled = ({ place }) =>
  new LarderError(
    'unavailable',
    `A refused write in the CouchDB at ${place} is still being reverted: nothing was changed. If this persists, run node app.js doctor.`,
  );

/**
 * Somebody may have read it by now, and saved on top of it: then theirs was made of it, and it holds.
 *
 * @param {Database} client
 * @param {Order} order
 * @param {Leaf[]} leaves
 * @returns {Promise<string | null>} its revision, when all texts were made of it
 */
async function oursBelow(client, { path, base, writeId }, leaves) {
  const texts = leaves.filter(({ isRemoved, revision }) => !isRemoved && !isRestored(revision));
  const [text] = texts;
  if (!text) return null;
  const { ancestors } = text;
  const rev = base === null ? ancestors.at(-1) : ancestors[ancestors.indexOf(base) - 1];
  if (!rev || !texts.every((each) => each.ancestors.includes(rev))) return null;
  const { status, body } = await client.ask({ path, query: { rev } });
  return status === 200 && body.writeId === writeId ? rev : null;
}

/**
 * It is there, alone, and nobody can tell any more how many copies took it. So it is written once more on top of itself,
 * and then those that take that are counted. On top of a removal nothing can be removed: it is given to all copies that are
 * there, and then it is asked whether those make a majority.
 *
 * @param {Database} client
 * @param {Order} order
 * @param {Leaf} ours
 * @returns {Promise<string | null>} null: somebody has written on top of it
 */
async function confirm(client, order, ours) {
  const { kind, id, path, isRemoval, documentOn } = order;
  let { revision } = ours;
  if (isRemoval) {
    await keepAsTheyAre(client, [removedAs(documentId(kind, id), ours)]);
    if (!(await client.majority.isThere())) throw tooFewNodes(client);
  } else {
    const question = { path, method: 'PUT', body: documentOn(revision) };
    const answer = await client.askOnce(question).catch(asAnswer);
    if (answer.status === 409) return null;
    if (!isDone(answer)) throw tooFewNodes(client);
    revision = answer.body.rev;
  }
  if (conflictsOf(await leavesOf(client, path), order).length > 0) throw conflict(kind, id);
  return revision;
}

/**
 * Whoever has read a text, and saves it after another's save was taken back, meets the same text under the revision
 * that it was put back with. That is no conflict.
 *
 * @param {Database} client
 * @param {Order} order
 * @returns {Promise<string | null>} that revision
 */
async function replacementOf(client, { base, path }) {
  if (base === null) return null;
  const leaves = await leavesOf(client, path);
  const [only, ...others] = leaves.filter(({ isRemoved }) => !isRemoved);
  if (!only || others.length > 0 || only.revision === base || !isRestored(only.revision))
    return null;
  const [parent] = only.ancestors;
  const isOfBase =
    parent === base || (isRestored(base) && generation(base) === generation(only.revision));
  return isOfBase && !isRemovedAfter(leaves, parent) ? only.revision : null;
}

/** A removal is answered with 200. @param {Answer} answer */
const isDone = ({ status }) => status === 200 || status === 201;
