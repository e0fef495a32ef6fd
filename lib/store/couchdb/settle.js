import { generation } from '../../util/revision.js';
import { documentId, mayBeLate, pathOf } from './documents.js';
import { isMissing, translate } from './errors.js';
import {
  isRemovedAfter,
  isRestored,
  leafOf,
  leavesOf,
  restorationOf,
  withdrawalOf,
} from './leaves.js';
/** @import { Leaf } from './leaves.js' */
/** @import { Database } from './store.js' */
/** @import { Undecided } from './undecided.js' */

/**
 * @param {Leaf[]} leaves
 * @param {Undecided} write
 * @returns {Leaf[]} what others have made of the base: texts that live, and removals. (What is left of withdrawals is none,
 *   nor is what was put back.)
 */
export const conflictsOf = (leaves, { writeId, base }) =>
  leaves.filter(
    (leaf) =>
      leaf.writeId !== writeId &&
      leaf.revision !== base &&
      (leaf.isRemoved ? isRemovedAfter([leaf], base) : !isRestored(leaf.revision)),
  );

/**
 * CouchDB's own rule, the same on every node: what lives, then the most generations, then the higher hash. A removal
 * stands before all, since it cannot be withdrawn for sure.
 *
 * @param {Leaf} conflicting
 * @param {Leaf} leaf
 */
export const isShownBefore = (conflicting, leaf) =>
  conflicting.isRemoved ||
  leaf.isRemoved ||
  generation(conflicting.revision) > generation(leaf.revision) ||
  (generation(conflicting.revision) === generation(leaf.revision) &&
    conflicting.revision > leaf.revision);

/**
 * Takes back what was refused, on whatever nodes it came to lie: a removal ends its branch, and, if nothing else lives,
 * the text of before is put back. Both travel with what they withdraw, so that no node can come back and show it. To
 * do so again changes nothing.
 *
 * @param {Database} client
 * @param {Undecided} write
 * @returns {Promise<boolean>} whether any was found
 * @throws {LarderError} `unavailable`
 */
export async function withdraw(client, write) {
  const { kind, id, base, writeId } = write;
  const path = pathOf(kind, id);
  for (let found = await withdrawNearby(); ; found = true) {
    const leaves = await leavesOf(client, path);
    const ours = leaves.filter((leaf) => leaf.writeId === writeId);
    const rest = leaves.filter((leaf) => !ours.includes(leaf));
    /** @type {any[]} */
    const docs = ours.map((leaf) => withdrawalOf(documentId(kind, id), leaf));
    const isGone = rest.every(({ isRemoved }) => isRemoved) && !isRemovedAfter(rest, base);
    if (base !== null && isGone && (found || ours.length > 0)) docs.push(await restored(rest));
    if (docs.length === 0) return found;
    await keepAsTheyAre(client, docs);
  }

  /** The node that is asked may have it, and wait for others that do not answer. It can say alone what it shows. */
  async function withdrawNearby() {
    const query = { r: 1, revs: true, conflicts: true };
    const { status, body } = await client.ask({ path, query });
    if (status !== 200 || body.writeId !== writeId) return false;
    const docs = [withdrawalOf(documentId(kind, id), leafOf(body))];
    if (base !== null && !body._conflicts) docs.push(await restored([]));
    await keepAsTheyAre(client, docs);
    return true;
  }

  /** @param {Leaf[]} others */
  async function restored(others) {
    const query = { rev: base, revs: true, attachments: true, r: 1 };
    const answer = await client.ask({ path, query });
    if (answer.status !== 200) throw translate(client.place, answer);
    return restorationOf(answer.body, others);
  }
}

/**
 * Writes revisions that are made already: nodes that have them change nothing. One node is enough, since from there
 * they go wherever the refused one goes.
 *
 * @param {Database} client
 * @param {any[]} docs
 */
export async function keepAsTheyAre(client, docs) {
  const body = { docs, new_edits: false, w: 1 };
  const answer = await client.ask({ path: '_bulk_docs', method: 'POST', body });
  const failed = Array.isArray(answer.body) ? answer.body.find(({ error }) => error) : null;
  if (![200, 201, 202].includes(answer.status) || failed)
    throw translate(client.place, failed ? { status: 500, body: failed } : answer);
}

/**
 * Of a restored text it must be asked whether somebody removed it, on nodes that were away when it was put back; and of
 * a first write that came late, whether it stands on a removal. Then the removal holds.
 *
 * @param {Database} client
 * @param {string} path
 * @param {any} document
 * @returns {Promise<boolean>} whether it still holds
 */
export async function holds(client, path, document) {
  const { _id, _rev } = document;
  const leaves = await leavesOf(client, path);
  const leaf = leaves.find(({ revision }) => revision === _rev);
  const isRemoved =
    leaf &&
    (mayBeLate(document)
      ? await standsOnRemoval(client, path, _rev)
      : isRemovedAfter(leaves, leaf.ancestors[0] ?? null));
  if (!isRemoved) return true;
  await keepAsTheyAre(client, [withdrawalOf(_id, leaf)]);
  return false;
}

/**
 * @param {Database} client
 * @param {string} path
 * @param {string} rev
 * @returns {Promise<boolean>}
 */
async function standsOnRemoval(client, path, rev) {
  // Of a revision that is named, CouchDB does not tell it.
  const answer = await client.ask({ path, query: { revs_info: true } });
  if (answer.status !== 200 && !isMissing(answer)) throw translate(client.place, answer);
  const [own, parent] = answer.body._revs_info ?? [];
  return own?.rev === rev && parent?.status === 'deleted';
}
