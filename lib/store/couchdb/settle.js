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
 * @returns {Leaf[]} what others have written on top of the base, removals included, but neither withdrawals nor restored
 *   revisions
 */
export const conflictsOf = (leaves, { writeId, base }) =>
  leaves.filter(
    (leaf) =>
      leaf.writeId !== writeId &&
      leaf.revision !== base &&
      (leaf.isRemoved ? isRemovedAfter([leaf], base) : !isRestored(leaf.revision)),
  );

/**
 * CouchDB's rule for the winning revision, the same on every node: not deleted, then the highest generation, then the
 * highest hash. Here, however, a removal wins over everything, since it cannot be reliably withdrawn.
 *
 * @param {Leaf} conflicting
 * @param {Leaf} leaf
 * @returns {boolean} whether the first wins
 */
export const isShownBefore = (conflicting, leaf) =>
  conflicting.isRemoved ||
  leaf.isRemoved ||
  generation(conflicting.revision) > generation(leaf.revision) ||
  (generation(conflicting.revision) === generation(leaf.revision) &&
    conflicting.revision > leaf.revision);

/**
 * Withdraws a refused write from all nodes that accepted it: a tombstone ends its branch, and if no other text is left, that
 * of the base is restored. Both are replicated along with the refused revision, so that no node that comes back can show
 * it. Idempotent. Where compaction has taken the text of the base, the refused one stays: better than none.
 *
 * @param {Database} client
 * @param {Undecided} write
 * @returns {Promise<boolean>} whether a node had accepted it
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
    if (base !== null && isGone && (found || ours.length > 0)) {
      const restoration = await restored(rest);
      if (restoration === null) return found;
      docs.push(restoration);
    }
    if (docs.length === 0) return found;
    await saveRevisions(client, docs);
  }

  /** With r=1 the node responds from its own copy, without waiting for nodes that are down. */
  async function withdrawNearby() {
    const query = { r: 1, revs: true, conflicts: true };
    const { status, body } = await client.request({ path, query });
    if (status !== 200 || body.writeId !== writeId) return false;
    const docs = [withdrawalOf(documentId(kind, id), leafOf(body))];
    if (base !== null && !body._conflicts) {
      const restoration = await restored([]);
      if (restoration === null) return false;
      docs.push(restoration);
    }
    await saveRevisions(client, docs);
    return true;
  }

  /** @param {Leaf[]} others @returns {Promise<any | null>} null: compaction has taken the text of the base from all nodes */
  async function restored(others) {
    const query = { rev: base, revs: true, attachments: true };
    let response = await client.request({ path, query: { ...query, r: 1 } });
    // The nearest node may never have had it.
    if (isMissing(response) && (await client.majority.isComplete())) {
      response = await client.request({ path, query });
      if (isMissing(response)) return null;
    }
    if (response.status !== 200) throw translate(client.place, response);
    return restorationOf(response.body, others);
  }
}

/**
 * Saves documents under the revisions that they state (new_edits=false); a node that has them changes nothing. One copy is
 * enough, since they are replicated wherever the refused revision is.
 *
 * @param {Database} client
 * @param {any[]} docs with _rev and _revisions
 * @throws {LarderError} `unavailable`
 */
export async function saveRevisions(client, docs) {
  const body = { docs, new_edits: false, w: 1 };
  const response = await client.request({ path: '_bulk_docs', method: 'POST', body });
  const failed = Array.isArray(response.body) ? response.body.find(({ error }) => error) : null;
  if (![200, 201, 202].includes(response.status) || failed)
    throw translate(client.place, failed ? { status: 500, body: failed } : response);
}

/**
 * A restored text may have been removed on nodes that were down when it was restored, and a late first write may be on top of
 * a removal. In both cases the removal wins, and the document is withdrawn.
 *
 * @param {Database} client
 * @param {string} path
 * @param {any} document
 * @returns {Promise<boolean>} whether it is still valid
 */
export async function isStillValid(client, path, document) {
  const { _id, _rev } = document;
  const leaves = await leavesOf(client, path);
  const leaf = leaves.find(({ revision }) => revision === _rev);
  const isRemoved =
    leaf &&
    (mayBeLate(document)
      ? await isOnTopOfRemoval(client, path, _rev)
      : isRemovedAfter(leaves, leaf.ancestors[0] ?? null));
  if (!isRemoved) return true;
  await saveRevisions(client, [withdrawalOf(_id, leaf)]);
  return false;
}

/**
 * @param {Database} client
 * @param {string} path
 * @param {string} rev
 * @returns {Promise<boolean>}
 */
async function isOnTopOfRemoval(client, path, rev) {
  // Without `rev`, since CouchDB does not report the status of the ancestors of a given revision.
  const response = await client.request({ path, query: { revs_info: true } });
  if (response.status !== 200 && !isMissing(response)) throw translate(client.place, response);
  const [own, parent] = response.body._revs_info ?? [];
  return own?.rev === rev && parent?.status === 'deleted';
}
