import { setTimeout } from 'node:timers/promises';
import { isError } from '../../base/errors.js';
import { asResponse } from './client.js';
import { conflict, NotAccepted, silence } from './errors.js';
import {
  isOriginalReplaced,
  leavesOf,
  rivalsOf,
  successorOf,
  textsOf,
  winsOver,
} from './leaves.js';
import { spread } from './spread.js';
/** @import { LarderError } from '../../base/errors.js' */
/** @import { Request, Response } from './client.js' */
/** @import { Leaf } from './leaves.js' */
/** @import { Database } from './store.js' */
/** @import { Undecided } from './undecided.js' */
/** @import { DocumentWrite } from './write.js' */

/** Looks for the leaves without a response, one after the other, after which a write has failed. */
const maxUnread = 2;
/** How often they are asked for at one look, each time for longer. */
const maxRounds = 3;

/**
 * Sends a write. While a node is silent, CouchDB does not answer one that the others have refused; but it tells at once
 * what they have: so the leaves are read when it is silent itself.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {Request} request
 * @returns {Promise<Response & { isAccepted?: boolean }>} status 0 when another node has to be asked; `isAccepted`:
 *   without a response, but the write is there, and no other one
 * @throws {NotAccepted | LarderError} `conflict` when others have replaced the base; `unavailable` when nothing can be
 *   read, either
 */
export async function sendWrite(client, write, request) {
  const { patience, nodes } = client;
  const origin = nodes.preferred();
  const ending = new AbortController();
  const { signal } = ending;
  const answer = client.requestOnce({ ...request, origin, signal }).catch(asResponse);
  /** @param {number} ms */
  const orSilence = (ms) =>
    Promise.race([answer, setTimeout(ms, undefined, { signal }).catch(() => undefined)]);
  let unread = 0;
  /** Its vote was split, so that there will be no answer. */
  let hadRivals = false;
  let wasAccepted = false;
  let pause = patience;
  try {
    for (;;) {
      const response = await orSilence(pause);
      if (response) return response;
      const found = await Promise.race([
        answer.then(() => null),
        leavesOrError(client, write.path),
      ]);
      // It has been answered meanwhile.
      if (found === null) continue;
      if (!Array.isArray(found)) {
        unread += 1;
        if (unread === maxUnread) throw found;
        pause = patience / 3;
        continue;
      }
      unread = 0;
      await refuseIfReplaced(client, write, found);
      const isReplaced = isBaseReplaced(found, write);
      const isThere = found.some(({ writeId }) => writeId === write.writeId);
      const isAccepted = isThere && !isReplaced;
      if (isAccepted && (wasAccepted || hadRivals)) return { status: 409, body: {}, isAccepted };
      wasAccepted = isAccepted;
      hadRivals ||= isReplaced;
      pause = isThere ? patience / 6 : patience;
      if (!isThere && nodes.preferred() !== origin) return { status: 0, body: { reason: silence } };
    }
  } finally {
    ending.abort();
  }
}

/**
 * @param {Database} client
 * @param {string} path of a document
 * @returns {Promise<Leaf[] | LarderError>} soon, or the reason why not
 */
export async function leavesOrError(client, path) {
  const part = client.patience / maxRounds;
  for (let round = 1; ; round += 1)
    try {
      return await leavesOf(client, path, (request) =>
        client.requestRepeatedly({ ...request, timeout: round * part }),
      );
    } catch (error) {
      if (!isError(error, 'unavailable')) throw error;
      if (round === maxRounds) return error;
      await spread(client, path, part);
    }
}

/**
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {Leaf[]} leaves
 * @throws {NotAccepted | LarderError}
 */
async function refuseIfReplaced(client, write, leaves) {
  if (!isBaseReplaced(leaves, write)) return;
  const ours = leaves.find(({ writeId }) => writeId === write.writeId);
  const refused = conflict(write.kind, write.id);
  if (!ours && !(await revisionIfBuiltOn(client, write, leaves)))
    throw new NotAccepted(refused, { isUnanswered: true });
  if (ours && rivalsOf(leaves, write).some((other) => winsOver(other, ours))) throw refused;
}

/**
 * @param {Leaf[]} leaves
 * @param {Undecided} write
 * @returns {boolean} whether somebody else has replaced its base
 */
export function isBaseReplaced(leaves, write) {
  const { base } = write;
  const others = rivalsOf(leaves, write);
  if (base === null) return others.length > 0;
  return (
    others.some(({ ancestors }) => ancestors.includes(base)) || isOriginalReplaced(leaves, base)
  );
}

/**
 * Someone may have read the text in the meantime and saved on top of it: then the write has succeeded.
 *
 * @param {Database} client
 * @param {DocumentWrite} write
 * @param {Leaf[]} leaves
 * @returns {Promise<string | null>} its revision, if all texts descend from it
 */
export async function revisionIfBuiltOn(client, { path, base, writeId }, leaves) {
  const texts = textsOf(leaves);
  const rev = texts[0] && successorOf(texts[0], base);
  if (!rev || !texts.every((each) => each.ancestors.includes(rev))) return null;
  const { body } = await client.request({ path, query: { rev } });
  return body.writeId === writeId ? rev : null;
}
