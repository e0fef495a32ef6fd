import { generation } from '../../base/revision.js';
import { isMissing, translate } from './errors.js';
import { restores } from './own-revisions.js';
import { isRestored, leafState } from './states.js';
/** @import { Document } from './documents.js' */
/** @import { Client } from './client.js' */
/** @import { LeafState } from './states.js' */
/** @import { Undecided } from './undecided.js' */

/**
 * @typedef {object} Leaf  A leaf revision of a document.
 * @property {string} revision
 * @property {string[]} ancestors  revisions, parent first
 * @property {LeafState} state
 * @property {string} [writeId]
 * @property {string} [withdrawn]  the writeId of the refused write that it ends
 *
 * @typedef {Document & Pick<Required<Document>, '_revisions'>} Branch  a document that was read with its ancestors
 *
 * @typedef {{ ok?: Branch }} Found  one of a response to `open_revs`
 */

/**
 * @param {Client} client
 * @param {string} path of a document
 * @param {Client['request']} [request] how to ask
 * @returns {Promise<Leaf[]>} from a majority of the nodes, if that many respond
 * @throws {LarderError} `unavailable`
 */
export async function leavesOf(client, path, request = client.request) {
  const response = await request({ path, query: { open_revs: 'all', revs: true } });
  if (isMissing(response)) return [];
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.flatMap((/** @type {Found} */ { ok }) => (ok ? [leafOf(ok)] : []));
}

/** @param {Branch} document @returns {Leaf} */
export const leafOf = ({
  _rev,
  _deleted = false,
  _revisions: { start, ids },
  writeId,
  withdrawn,
}) => ({
  revision: _rev,
  ancestors: ids.slice(1).map((hash, at) => `${start - 1 - at}-${hash}`),
  state: leafState(_rev, _deleted),
  writeId,
  withdrawn,
});

/** @param {Leaf} leaf @returns {string[]} all revisions, newest first */
export const branchOf = ({ revision, ancestors }) => [revision, ...ancestors];

/** @param {Leaf[]} leaves @returns {Leaf[]} those that somebody has written */
export const textsOf = (leaves) => leaves.filter(({ state }) => state === 'text');

/** @param {Leaf} leaf @returns {boolean} whether CouchDB shows it, if nothing else wins over it */
export const isLiving = ({ state }) => state === 'text' || state === 'restored';

/**
 * @param {Leaf[]} leaves
 * @param {string | null} base
 * @returns {boolean} whether someone removed the base or a descendant of it
 */
export const isRemovedAfter = (leaves, base) =>
  base !== null &&
  leaves.some(({ state, ancestors }) => state === 'removal' && ancestors.includes(base));

/**
 * @param {Leaf} leaf
 * @param {string | null} base
 * @returns {string | undefined} the revision of its branch that has replaced the base, if it descends from it
 */
export function successorOf(leaf, base) {
  const branch = branchOf(leaf);
  return base === null ? branch.at(-1) : branch[branch.indexOf(base) - 1];
}

/**
 * @param {Leaf} leaf
 * @param {string} base
 * @returns {boolean} whether the leaf, or what restores the text before it if it is refused, is shown before anything
 *   made of the base
 */
export const isAhead = ({ state, revision, ancestors }, base) =>
  state !== 'withdrawal' &&
  generation(revision) > generation(base) + 1 &&
  !ancestors.includes(base);

/**
 * Nodes that have a restored revision accept a write of it, though others may have accepted one of the original.
 *
 * @param {Leaf[]} leaves
 * @param {string} base
 * @returns {boolean} whether it was restored, and somebody has replaced or removed the original
 */
export function isOriginalReplaced(leaves, base) {
  const original = originalOf(leaves, base);
  return (
    original !== base &&
    leaves.some(
      (leaf) =>
        leaf.ancestors.includes(original) &&
        !branchOf(leaf).includes(base) &&
        (leaf.state === 'restored' ? !restores(leaf, original) : leaf.state !== 'withdrawal'),
    )
  );
}

/**
 * @param {Leaf[]} leaves
 * @param {string} base
 * @returns {string} the revision that it restores; else itself
 */
export function originalOf(leaves, base) {
  if (!isRestored(base)) return base;
  const branch = leaves.map(branchOf).find((revisions) => revisions.includes(base)) ?? [base];
  return branch[branch.indexOf(base) + 1] ?? base;
}

/**
 * @param {Leaf[]} leaves
 * @param {Undecided} write
 * @returns {Leaf[]} what others have written on top of the base, removals included, but neither withdrawals nor
 *   restored revisions
 */
export const rivalsOf = (leaves, { writeId, base }) =>
  leaves.filter(
    (leaf) => leaf.writeId !== writeId && (leaf.state === 'text' || isRemovedAfter([leaf], base)),
  );

/**
 * CouchDB's rule for the winning revision, the same on every node: not deleted, then the highest generation, then the
 * highest hash. Here, however, a removal wins over everything, since it cannot be reliably withdrawn.
 *
 * @param {Leaf} rival
 * @param {Leaf} leaf
 * @returns {boolean} whether the first wins
 */
export const winsOver = (rival, leaf) =>
  !isLiving(rival) ||
  !isLiving(leaf) ||
  generation(rival.revision) > generation(leaf.revision) ||
  (generation(rival.revision) === generation(leaf.revision) && rival.revision > leaf.revision);

/**
 * @param {Found[]} body of a response to `open_revs`
 * @returns {Branch[]} the documents that are not deleted, first the one that CouchDB shows
 */
export const livingOf = (body) =>
  body
    .flatMap(({ ok }) => (ok && !ok._deleted ? [ok] : []))
    .sort((one, other) => (winsOver(leafOf(one), leafOf(other)) ? -1 : 1));
