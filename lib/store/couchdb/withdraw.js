import { documentId, pathOf } from './documents.js';
import { isMissing, translate, unsettled } from './errors.js';
import {
  branchOf,
  isLiving,
  isRemovedAfter,
  leafOf,
  leavesOf,
  originalOf,
  successorOf,
} from './leaves.js';
import {
  restorationOf,
  restores,
  saveRevisions,
  withdrawalOf,
  withdrawalRevision,
  withdraws,
} from './own-revisions.js';
import { isRestored, isWithdrawal } from './states.js';
/** @import { Leaf } from './leaves.js' */
/** @import { Revision } from './own-revisions.js' */
/** @import { RefusedState } from './states.js' */
/** @import { Database } from './store.js' */
/** @import { Undecided } from './undecided.js' */

const attemptsToWithdraw = 4;

/**
 * Withdraws a refused write from all nodes that accepted it: a tombstone ends its branch, and if nothing else replaces
 * the base, its text is restored. Both are replicated along with the refused revision, so that no node that comes back
 * can show it. Idempotent. Where compaction has taken the text of the base, the refused one stays: better than none.
 *
 * @param {Database} client
 * @param {Undecided} write
 * @returns {Promise<RefusedState>} on a majority of the nodes
 * @throws {LarderError} `unavailable`, also when the nodes still have it after several attempts
 */
export async function withdraw(client, write) {
  const { kind, id, base, writeId } = write;
  const path = pathOf(kind, id);
  let found = await withdrawNearby();
  for (let attempt = 0; attempt < attemptsToWithdraw; attempt += 1) {
    const leaves = await leavesOf(client, path);
    const ours = leaves.filter((leaf) => leaf.writeId === writeId);
    const rest = leaves.filter((leaf) => !ours.includes(leaf));
    found ||= ours.length > 0 || rest.some(({ withdrawn }) => withdrawn === writeId);
    /** @type {Revision[]} */
    const docs = ours.map((leaf) => withdrawalOf(documentId(kind, id), leaf, writeId));
    if (base === null) docs.push(...(await removalsToRestore(client, path, ours, rest)));
    else if (found && mustRestore(rest, base, originalOf(leaves, base))) {
      const restoration = await readRestoration(base, rest);
      if (restoration === null) return 'withdrawn';
      // If the base was itself refused, its own withdrawal has restored what was there before.
      const isRefused = rest.some(
        ({ withdrawn }) => withdrawn && withdrawn === restoration.writeId,
      );
      if (!isRefused) docs.push(restoration);
    }
    if (docs.length === 0) {
      if (await isBuiltOn(rest)) return 'builtOn';
      return found ? 'withdrawn' : 'absent';
    }
    await saveRevisions(client, docs);
  }
  throw unsettled(client.place);

  /** With r=1 the node responds from its own copy, without waiting for nodes that are down. */
  async function withdrawNearby() {
    const query = { r: 1, revs: true, conflicts: true, deleted_conflicts: true };
    const { body } = await client.request({ path, query });
    if (body.writeId !== writeId) return false;
    const leaf = leafOf(body);
    const docs = [withdrawalOf(documentId(kind, id), leaf, writeId)];
    if (base === null) docs.push(...(await removalsToRestore(client, path, [leaf], [])));
    else {
      const { _conflicts = [], _deleted_conflicts = [] } = body;
      // Only their ancestors show whether others have replaced the base.
      const mayReplace = (/** @type {string} */ rev) => !isRestored(rev);
      const mayHaveRefused = (/** @type {string} */ rev) => withdraws(rev, base);
      if (_conflicts.some(mayReplace) || _deleted_conflicts.some(mayHaveRefused)) return false;
      const restoration = await readRestoration(base, []);
      if (restoration === null) return false;
      docs.push(restoration);
    }
    await saveRevisions(client, docs);
    return true;
  }

  /** @param {Leaf[]} leaves */
  async function isBuiltOn(leaves) {
    const others = leaves.filter(({ state }) => state !== 'withdrawal');
    const revisions = new Set(others.flatMap((leaf) => successorOf(leaf, base) ?? []));
    for (const rev of revisions) {
      const { body } = await client.request({ path, query: { rev } });
      if (body.writeId === writeId) return true;
    }
    return false;
  }

  /**
   * @param {string} rev the base
   * @param {Leaf[]} others
   * @returns {Promise<Revision | null>} null: compaction has taken its text from all nodes
   */
  async function readRestoration(rev, others) {
    const query = { rev, revs: true, attachments: true };
    let response = await client.request({ path, query: { ...query, r: 1 } });
    if (isMissing(response)) {
      // The nearest node may never have had it.
      const wasComplete = await client.majority.isComplete();
      response = await client.request({ path, query });
      if (isMissing(response) && wasComplete) return null;
      if (isMissing(response)) throw unsettled(client.place);
    }
    if (response.status !== 200) throw translate(client.place, response);
    return restorationOf(response.body, others.flatMap(branchOf));
  }
}

/**
 * Whether the base must be restored. A text that was restored for another base does not count.
 *
 * @param {Leaf[]} leaves
 * @param {string} base
 * @param {string} original  what the base restores, if it was itself restored; else the base
 */
function mustRestore(leaves, base, original) {
  if (isRemovedAfter(leaves, original)) return false;
  const isInPlace = (/** @type {Leaf} */ leaf) =>
    isLiving(leaf)
      ? branchOf(leaf).includes(base) || restores(leaf, base)
      : leaf.revision === withdrawalRevision(base) && !isRestored(base);
  return !leaves.some(isInPlace);
}

/**
 * When a first write on top of a removal is withdrawn, the removal is restored beside it. Below a withdrawn revision it
 * would not count any more.
 *
 * @param {Database} client
 * @param {string} path
 * @param {Leaf[]} leaves  of the first write
 * @param {Leaf[]} others
 * @returns {Promise<Revision[]>}
 */
export async function removalsToRestore(client, path, leaves, others) {
  const found = leaves.map(async ({ ancestors }) => {
    // The write may have been made again on top of itself.
    for (const rev of ancestors.slice(0, 3)) {
      if (isWithdrawal(rev)) return [];
      const { body } = await client.request({ path, query: { rev, revs: true, r: 1 } });
      if (body._deleted) return [restorationOf(body, others.flatMap(branchOf))];
    }
    return [];
  });
  return (await Promise.all(found)).flat();
}
