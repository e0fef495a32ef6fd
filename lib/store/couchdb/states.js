/**
 * @typedef {'pending' | 'acknowledged' | 'refused' | RefusedState} WriteState  Of one write.
 * - `pending`: sent, or about to be. Some copies may have accepted it, but not yet a majority.
 * - `acknowledged`: a majority of the copies has accepted it. It is final, and its author knows.
 * - `refused`: its author has a conflict or “not enough nodes”. Some copies may have accepted it all the same.
 *
 * @typedef {'withdrawn' | 'builtOn' | 'absent'} RefusedState  Of a refused write, on the nodes that respond.
 * - `withdrawn`: its branch is ended by a withdrawal, and the text of its base is restored.
 * - `builtOn`: somebody has read it, and written on top of it. It stays, unless that write is withdrawn.
 * - `absent`: no copy has it. It may still be on its way, or on a node that is away.
 *
 * A write is _undecided_ from `pending` until it is `acknowledged`, or `withdrawn` from all nodes.
 */

/**
 * @typedef {'text' | 'restored' | 'removal' | 'withdrawal'} LeafState  Of a leaf, the newest revision of a branch.
 * - `text`: somebody has written it.
 * - `restored`: the text of the base of a refused write, which Larder has put back beside that write.
 * - `removal`: somebody has removed the record. Larder may have put the removal back likewise.
 * - `withdrawal`: Larder has ended the branch of a refused write.
 *
 * @typedef {'valid' | 'removed' | 'replaced'} DocumentState  Of a document that a node shows.
 * - `valid`: it can be shown.
 * - `removed`: somebody has removed what it restores, or what it was written on top of.
 * - `replaced`: somebody has replaced what it restores.
 */

/**
 * Of equally long branches, the highest hash wins in CouchDB. These mark our own revisions; a restored one loses to all
 * others. The rest depends on the branch, since CouchDB drops a revision that it has on another one.
 */
export const restoredMark = '0'.repeat(24);
export const withdrawnMark = 'f'.repeat(24);

/** @param {string} revision @returns {boolean} whether it restores the text that a refused write replaced */
export const isRestored = (revision) => hashOf(revision).startsWith(restoredMark);

/** @param {string} revision @returns {boolean} whether it withdraws a refused write */
export const isWithdrawal = (revision) => hashOf(revision).startsWith(withdrawnMark);

/** @param {string} revision @param {boolean} isDeleted @returns {LeafState} */
export function leafState(revision, isDeleted) {
  if (isDeleted) return isWithdrawal(revision) ? 'withdrawal' : 'removal';
  return isRestored(revision) ? 'restored' : 'text';
}

/** @param {string} revision */
const hashOf = (revision) => revision.slice(revision.indexOf('-') + 1);
