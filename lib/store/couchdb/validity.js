import { mayBeLate } from './documents.js';
import { isMissing, translate } from './errors.js';
import { isOriginalReplaced, isRemovedAfter, leavesOf, originalOf } from './leaves.js';
import { saveRevisions, withdrawalOf } from './own-revisions.js';
import { removalsToRestore } from './withdraw.js';
/** @import { Document } from './documents.js' */
/** @import { Leaf } from './leaves.js' */
/** @import { DocumentState } from './states.js' */
/** @import { Database } from './store.js' */

/**
 * @param {Database} client
 * @param {string} path of a document
 * @param {string} [own] the writeId of a write that is under way
 * @returns {Promise<Leaf[]>} without the refused
 */
export const unrefusedLeaves = async (client, path, own) =>
  withoutRefused(client, await leavesOf(client, path), own);

/**
 * @param {Database} client
 * @param {Leaf[]} leaves
 * @param {string} [own] the writeId of a write that is under way
 * @returns {Leaf[]} without those of other writes that this process has refused, and is about to withdraw
 */
export const withoutRefused = ({ undecided }, leaves, own) =>
  leaves.filter(({ writeId }) => writeId === own || !undecided.get(writeId));

/**
 * A restored text may have been removed on nodes that were down when it was restored, and a late first write may be on
 * top of a removal. In both cases the removal wins, and the document is withdrawn. A restored text may also have been
 * replaced since it was read.
 *
 * @param {Database} client
 * @param {string} path
 * @param {Document} document
 * @returns {Promise<DocumentState>}
 */
export async function validityOf(client, path, document) {
  const { _id, _rev } = document;
  const leaves = await unrefusedLeaves(client, path);
  const leaf = leaves.find(({ revision }) => revision === _rev);
  if (!leaf) return 'valid';
  const isFirst = mayBeLate(document);
  const isRemoved = isFirst
    ? await isOnTopOfRemoval(client, path, _rev)
    : isRemovedAfter(leaves, originalOf(leaves, _rev));
  if (!isRemoved) return isOriginalReplaced(leaves, _rev) ? 'replaced' : 'valid';
  const removals = isFirst ? await removalsToRestore(client, path, [leaf], leaves) : [];
  await saveRevisions(client, [withdrawalOf(_id, leaf), ...removals]);
  return 'removed';
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
