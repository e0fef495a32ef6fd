import { isError, withOutcome } from '../../base/errors.js';
import { fit } from '../record.js';
import { sendWrite, revisionIfBuiltOn } from './answer.js';
import { asResponse } from './client.js';
import { documentId, mayBeLate, pathOf, toDocument } from './documents.js';
import { conflict, isTemporary, NotAccepted, translate, unsettled } from './errors.js';
import {
  branchOf,
  isAhead,
  isLiving,
  isOriginalReplaced,
  leavesOf,
  rivalsOf,
  textsOf,
  winsOver,
} from './leaves.js';
import { tooFewNodes } from './majority.js';
import { copyOfRemoval, firstRevisionOf, restores, saveRevisions } from './own-revisions.js';
import { isRestored } from './states.js';
import { unrefusedLeaves, withoutRefused } from './validity.js';
/** @import { Act, Kind, Put, Removal } from '../types.js' */
/** @import { Response, Request } from './client.js' */
/** @import { Leaf } from './leaves.js' */
/** @import { Database } from './store.js' */

/**
 * @typedef {object} DocumentWrite  One document to be written or removed.
 * @property {Kind} kind
 * @property {string} id
 * @property {string} path
 * @property {string | null} base  the revision that it replaces
 * @property {string} writeId  unique, and part of the document, so that two writes of the same text have different
 *   revisions
 * @property {boolean} isRemoval
 * @property {(base: string | null) => Record<string, unknown>} documentOn  the document to send, which replaces
 *   that revision
 */

/**
 * Writes or removes one record.
 *
 * @param {Database} client
 * @param {(Put | Removal) & { acts?: Act[] }} write  `acts`: that the document carries
 * @returns {Promise<string | null>} the new revision; null for a removal
 * @throws {LarderError} `conflict`, `unavailable`, or `invalid` when it is too large
 */
export async function writeOne(client, write) {
  const isRemoval = 'removed' in write;
  if (!isRemoval && write.kind === 'version' && write.revision === null)
    return writeVersion(client, write);
  const revision = await carryOut(
    client,
    isRemoval ? removalOf(client, write) : putOf(client, write),
  );
  return isRemoval ? null : revision;
}

/**
 * Of a post as it was: all who save over it write the same, and it means nothing unless one of them succeeds. So it has
 * the same revision from all, needs no vote, and is never withdrawn.
 *
 * @param {Database} client
 * @param {Put} put
 * @returns {Promise<string>} its revision
 * @throws {LarderError} `unavailable`, or `invalid` when it is too large
 */
async function writeVersion(client, { kind, record }) {
  await client.majority.ensureAvailable();
  const document = firstRevisionOf(
    documentId(kind, fit(record.id)),
    toDocument(kind, record, null),
  );
  await saveRevisions(client, [document], true);
  return document._rev;
}

/**
 * @param {Database} client
 * @param {Put & { acts?: Act[] }} put
 * @returns {DocumentWrite}
 */
export function putOf(client, { kind, record, revision, acts }) {
  const documentOn = (/** @type {string | null} */ base) => ({
    ...toDocument(kind, record, base),
    writeId,
    ...(acts && { acts }),
    ...(base === null ? { isFirst: true } : { _rev: base }),
  });
  const writeId = client.newWriteId();
  const id = fit(record.id);
  return { ...target(kind, id, revision), writeId, isRemoval: false, documentOn };
}

/**
 * @param {Database} client
 * @param {Removal & { acts?: Act[] }} removal
 * @returns {DocumentWrite}
 */
function removalOf(client, { kind, id, revision, acts }) {
  const writeId = client.newWriteId();
  const documentOn = (/** @type {string | null} */ base) => ({
    _rev: base,
    _deleted: true,
    writeId,
    ...(acts && { acts }),
  });
  return { ...target(kind, fit(id), revision), writeId, isRemoval: true, documentOn };
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
 * Sends a write until its outcome is known. A refused write is withdrawn from the nodes that accepted it, now or as
 * soon as they can be reached; until then this process does not show it.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {boolean} [wasSent] whether it may have been sent before
 * @returns {Promise<string>} the new revision of the document
 * @throws {LarderError} `conflict`, `unavailable`, or `invalid` when it is too large
 */
export async function carryOut(client, write, wasSent = false) {
  if (!wasSent) await client.majority.ensureAvailable();
  client.undecided.add(write);
  try {
    const revision = await attempt(client, write, wasSent);
    client.undecided.delete(write.writeId);
    return revision;
  } catch (error) {
    if (!(error instanceof NotAccepted)) {
      if (isError(error, 'unavailable')) client.majority.recheck();
      await client.withdrawals.start(write);
      throw withOutcome(error, 'open');
    }
    // A node that failed before it could respond may still have it.
    const isOpen = error.wasSent && !error.replacement;
    if (error.isUnanswered || (isOpen && !(await client.majority.isComplete())))
      client.withdrawals.startInBackground(write);
    else client.undecided.delete(write.writeId);
    if (error.replacement === null) throw error.cause;
    return carryOut(client, { ...write, base: error.replacement });
  }
}

/**
 * Each copy of a document accepts one write that replaces a given base, and refuses all others. So a write is final
 * once a majority of the copies has accepted it: no other write of that base can be. CouchDB returns 201 when a
 * majority accepts it at once. 202 means that at least one copy did; and when the same write is sent again, that at
 * least one more did, since the copies that have it refuse it.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {boolean} mayBeAccepted whether copies may have accepted it without a response
 * @returns {Promise<string>} the new revision
 */
async function attempt(client, write, mayBeAccepted) {
  const { kind, id, base, path, documentOn } = write;
  const request = { path, method: 'PUT', body: documentOn(base) };
  await untilNoRival(client, write).catch((error) => {
    throw mayBeAccepted || error instanceof NotAccepted ? error : new NotAccepted(error);
  });
  let acceptedBy = 0;
  let hasRivals = false;
  /** @type {Awaited<ReturnType<typeof sendWrite>>} */
  let response = { status: 0, body: {} };
  for await (const _ of client.tries()) {
    response = await sendWrite(client, write, request);
    if (response.status === 202) acceptedBy += 1;
    if (isDone(response) || (acceptedBy > 0 && acceptedBy >= (await client.majority.size()))) {
      const { rev } = response.body;
      // Somebody's write may have been accepted since; that of the original wins.
      if (
        base !== null &&
        isRestored(base) &&
        isOriginalReplaced(await unrefusedLeaves(client, path, write.writeId), base)
      )
        throw conflict(kind, id);
      return mayBeLate({ ...request.body, _rev: rev }) ? clearFirstMark(client, write, rev) : rev;
    }
    if (response.status === 202) continue;
    mayBeAccepted ||= isTemporary(response) || response.isAccepted === true;
    if (isTemporary(response)) continue;
    if (response.status !== 409) break;
    if (acceptedBy === 0 && !mayBeAccepted) {
      const replacement = await replacementOf(client, write);
      throw new NotAccepted(conflict(kind, id), { wasSent: true, replacement });
    } else {
      const leaves = await leavesOf(client, path);
      const ours = leaves.find(({ writeId }) => writeId === write.writeId);
      const builtOn = await revisionIfBuiltOn(client, write, leaves);
      if (builtOn && (await client.majority.isAvailable())) return builtOn;
      const rivals = rivalsOf(leaves, write);
      hasRivals = rivals.length > 0;
      if (!ours || rivals.some((rival) => winsOver(rival, ours))) throw conflict(kind, id);
      const isAlone = !hasRivals && (await client.majority.isAvailable());
      const confirmed = isAlone ? await confirm(client, write, ours) : null;
      if (confirmed) return confirmed;
    }
  }
  if (hasRivals) throw conflict(kind, id);
  // A conflict with itself: it is there, but no majority could be asked to take it.
  if (acceptedBy > 0 || response.status === 409) throw tooFewNodes(client);
  const error = translate(client.place, response);
  throw mayBeAccepted ? error : new NotAccepted(error);
}

/**
 * A document with that id was removed before: on top of the removal, it must not stay marked as a first write. Until it
 * is written again, a process that reads it takes it for a late one, and withdraws it: then it is made anew, without
 * the mark from the start.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {string} rev the revision that is marked
 * @returns {Promise<string>} the new revision
 */
async function clearFirstMark(client, write, rev) {
  const attemptOn = (/** @type {Partial<DocumentWrite>} */ change) =>
    attempt(client, { ...write, ...change }, false).catch((error) => {
      // Not by itself; but the marked revision is there, and must be withdrawn.
      throw error instanceof NotAccepted ? error.cause : error;
    });
  try {
    return await attemptOn({ base: rev });
  } catch (error) {
    const leaves = await leavesOf(client, write.path);
    const withdrawn = leaves.find(
      ({ state, ancestors }) => state === 'withdrawal' && ancestors[0] === rev,
    );
    if (!withdrawn || leaves.some(isLiving)) throw error;
    const documentOn = (/** @type {string | null} */ base) => ({
      ...write.documentOn(base),
      isFirst: undefined,
    });
    return attemptOn({ documentOn });
  }
}

/**
 * Waits until the base has no rivals, since a write on top of one of them would decide which wins. At
 * most one of them was acknowledged, and the others are being withdrawn. (Conflicts left by an earlier Larder, or made
 * in Fauxton, are never withdrawn, so they are not waited for.) When one that is longer than the base is withdrawn,
 * what restores its own base would hide the write.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @throws {NotAccepted}
 */
async function untilNoRival(client, write) {
  const { kind, id, base, path, writeId: own } = write;
  if (base === null) return;
  let hasRivals = false;
  let isLost = false;
  for await (const _ of client.tries()) {
    // Open revisions come from a majority of the copies, `_conflicts` from a single one, which may not have the
    // conflict yet.
    const all = await leavesOf(client, path);
    const leaves = withoutRefused(client, all, own);
    const texts = textsOf(leaves);
    const ahead = all.filter((leaf) => isAhead(leaf, base));
    isLost = isOriginalReplaced(leaves, base) || ahead.some(({ revision }) => isRestored(revision));
    const mayBeHidden = ahead.some(({ writeId }) => writeId);
    if (!isLost && !mayBeHidden && texts.every((leaf) => branchOf(leaf).includes(base))) return;
    const isOurs = ahead.some((leaf) => !leaves.includes(leaf));
    hasRivals =
      isOurs || (mayBeHidden && !isLost) || texts.filter(({ writeId }) => writeId).length > 1;
  }
  if (hasRivals) throw new NotAccepted(unsettled(client.place));
  if (isLost) throw new NotAccepted(conflict(kind, id));
}

/**
 * Confirms a write that exists without conflicts, but on an unknown number of copies. It is written again on top of
 * itself, which a majority must accept. A removal cannot be removed again: it is sent to all copies that respond, which
 * must be a majority.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {Leaf} ours
 * @returns {Promise<string | null>} the confirmed revision; null if someone has written on top of it
 */
async function confirm(client, write, ours) {
  const { kind, id, path, isRemoval, documentOn } = write;
  let { revision } = ours;
  if (isRemoval) {
    await saveRevisions(client, [copyOfRemoval(documentId(kind, id), ours)]);
    if (!(await client.majority.isAvailable())) throw tooFewNodes(client);
  } else {
    const request = { path, method: 'PUT', body: documentOn(revision) };
    const response = await client.requestOnce(request).catch(asResponse);
    if (response.status === 409) return null;
    if (!isDone(response)) throw tooFewNodes(client);
    revision = response.body.rev;
  }
  if (rivalsOf(await leavesOf(client, path), write).length > 0) throw conflict(kind, id);
  return revision;
}

/**
 * The base may have been replaced by a refused write and then restored as a new revision with the same text. Saving on
 * top of that is no conflict.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @returns {Promise<string | null>} the restored revision
 */
async function replacementOf(client, { base, path }) {
  if (base === null) return null;
  const leaves = await leavesOf(client, path);
  const restored = leaves.find((leaf) => leaf.revision !== base && restores(leaf, base));
  return restored && !isOriginalReplaced(leaves, restored.revision) ? restored.revision : null;
}

/** A DELETE returns 200. @param {Response} response */
const isDone = ({ status }) => status === 200 || status === 201;
