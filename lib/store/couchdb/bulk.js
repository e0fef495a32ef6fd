import { setTimeout } from 'node:timers/promises';
import { asResponse } from './client.js';
import { documentId, mayBeLate } from './documents.js';
import { isTemporary, translate } from './errors.js';
import { isRestored } from './states.js';
import { carryOut, putOf } from './write.js';
/** @import { LarderError } from '../../base/errors.js' */
/** @import { Put } from '../types.js' */
/** @import { Response } from './client.js' */
/** @import { Database } from './store.js' */
/** @import { DocumentWrite } from './write.js' */

/** Limits of one request: records, characters of JSON, and milliseconds. */
const maxRecords = 100;
const maxCharacters = 2_000_000;
const timeout = 30_000;
/** Times the patience of the client: after so long without an answer a node is asked its name, which has as long. */
const pingAfter = 5;

/**
 * Writes independent records, many in one request. CouchDB reports the result of each; a record that was not clearly
 * written is written again on its own, which finds out what happened to it. So is a new one on top of a removal: there
 * it must not stay marked as a first write.
 *
 * @param {Database} client
 * @param {Put[]} puts
 * @throws {LarderError} `conflict`, `unavailable` or `invalid` for the first that fails; some of the others are written
 */
export async function writeMany(client, puts) {
  for (const writes of inParts(client, puts)) await writePart(client, writes);
}

/** @param {Database} client @param {DocumentWrite[]} writes */
async function writePart(client, writes) {
  await client.majority.ensureAvailable();
  const together = writes.filter((write) => !replacesRestored(write));
  for (const write of together) client.undecided.add(write);
  const unsettled = new Set(together);
  try {
    const accepted = await sendAll(client, together);
    for (const write of together) {
      if (!isSettled(write, accepted)) continue;
      client.undecided.delete(write.writeId);
      unsettled.delete(write);
    }
    for (const write of writes) {
      if (isSettled(write, accepted)) continue;
      await carryOut(client, write, unsettled.delete(write));
    }
  } finally {
    // One of them has failed, so the caller learns of none of these.
    for (const write of unsettled) client.withdrawals.startInBackground(write);
  }
}

/** @param {DocumentWrite} write @param {Map<string, string>} accepted */
function isSettled({ kind, id, base }, accepted) {
  const _rev = accepted.get(documentId(kind, id));
  return _rev !== undefined && !mayBeLate({ isFirst: base === null, _rev });
}

/** Whether it must be checked that nobody has replaced the original. @param {DocumentWrite} write */
const replacesRestored = ({ base }) => base !== null && isRestored(base);

/**
 * @param {Database} client
 * @param {Put[]} puts
 * @returns {Iterable<DocumentWrite[]>}
 */
function* inParts(client, puts) {
  /** @type {DocumentWrite[]} */
  let part = [];
  let characters = 0;
  for (const put of puts) {
    const write = putOf(client, put);
    const length = JSON.stringify(write.documentOn(write.base)).length;
    if (part.length === maxRecords || (part.length > 0 && characters + length > maxCharacters)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(write);
    characters += length;
  }
  if (part.length > 0) yield part;
}

/**
 * @param {Database} client
 * @param {DocumentWrite[]} writes
 * @returns {Promise<Map<string, string>>} by _id, the revision of each document that a majority of the nodes has
 *   accepted
 */
async function sendAll(client, writes) {
  const docs = writes.map(({ kind, id, base, documentOn }) => ({
    _id: documentId(kind, id),
    ...documentOn(base),
  }));
  const response = await post(client, { docs });
  if (Array.isArray(response.body))
    return new Map(
      response.body.flatMap(({ ok, accepted, id, rev }) => (ok && !accepted ? [[id, rev]] : [])),
    );
  // Records that are too large for one request may fit one by one.
  if (!isTemporary(response) && response.status !== 413) throw translate(client.place, response);
  return new Map();
}

/**
 * Many documents may take long; but a node that does not tell its name, either, is frozen: then the next one is asked.
 *
 * @param {Database} client
 * @param {object} body
 * @returns {Promise<Response>} status 0 without an answer
 */
async function post({ nodes, patience, requestOnce }, body) {
  /** @type {Response} */
  let response = { status: 0, body: {} };
  for (const origin of nodes.inOrder()) {
    const ending = new AbortController();
    const { signal } = ending;
    const request = { path: '_bulk_docs', method: 'POST', body, timeout, origin, signal };
    const answer = requestOnce(request).catch(asResponse);
    const whenFrozen = async () => {
      const ms = pingAfter * patience;
      for (;;) {
        await setTimeout(ms, undefined, { signal });
        const ping = { isOfServer: true, origin, timeout: ms };
        const told = await requestOnce(ping).catch(asResponse);
        if (told.status === 0) return told;
      }
    };
    response = await Promise.race([answer, whenFrozen()]).finally(() => ending.abort());
    if (response.status !== 0) break;
  }
  return response;
}
