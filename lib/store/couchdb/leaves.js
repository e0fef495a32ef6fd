import { generation } from '../../base/revision.js';
import { isMissing, translate } from './errors.js';
import { isRestored, isWithdrawal, leafState, restoredMark, withdrawnMark } from './states.js';
/** @import { Document } from './documents.js' */
/** @import { Client } from './client.js' */
/** @import { LeafState } from './states.js' */

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
 * @typedef {ReturnType<typeof asDocument>} Revision  to be saved under the number that it states
 *
 * @typedef {{ ok?: Branch }} Found  one of a response to `open_revs`
 */

/**
 * @param {string | null} base
 * @returns {number} the generation that restores its text: one more, or the same if it was itself restored
 */
export const restoredGeneration = (base) =>
  generation(base) + (base !== null && isRestored(base) ? 0 : 1);

/**
 * @param {string} base
 * @returns {string} the revisions that restore it, without their four digits of a number
 */
const restorationPrefix = (base) =>
  isRestored(base)
    ? unnumbered(base)
    : `${restoredGeneration(base)}-${restoredMark}${base.slice(-4)}`;

/** @param {string} revision */
const unnumbered = (revision) => revision.slice(0, -4);

/**
 * @param {Leaf} leaf
 * @param {string} base  may itself be a restored revision
 * @returns {boolean} whether the leaf restores the text of the base
 */
export const restores = ({ revision, ancestors }, base) =>
  isRestored(revision) &&
  (ancestors[0] === base || unnumbered(revision) === restorationPrefix(base));

/**
 * @param {string} revision
 * @param {string} base
 * @returns {boolean} whether it has withdrawn the base, or what restored it
 */
export const withdraws = (revision, base) =>
  isWithdrawal(revision) &&
  (revision === withdrawalRevision(base) ||
    (generation(revision) === restoredGeneration(base) + 1 &&
      revision.slice(-8, -4) === restorationPrefix(base).slice(-4)));

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
 * A tombstone that ends a branch. Its revision depends only on the leaf, so that writing it twice changes nothing.
 *
 * @param {string} id of the document
 * @param {Leaf} leaf
 * @param {string} [withdrawn] the writeId, if it is a refused write
 */
export const withdrawalOf = (id, { revision, ancestors }, withdrawn) =>
  asDocument(id, [withdrawalRevision(revision), revision, ...ancestors], {
    _deleted: true,
    withdrawn,
  });

/** @param {string} revision @returns {string} the one that ends its branch */
export const withdrawalRevision = (revision) =>
  `${generation(revision) + 1}-${withdrawnMark}${revision.slice(-8)}`;

/**
 * An existing removal, to be sent to copies that may lack it.
 *
 * @param {string} id of the document
 * @param {Leaf} leaf
 */
export const copyOfRemoval = (id, { revision, ancestors, writeId }) =>
  asDocument(id, [revision, ...ancestors], { _deleted: true, writeId });

/**
 * A revision that restores the text of the base after a refused write. It descends from the base, so that refused
 * writes add no generations, and has the lowest hash, so that it loses to any other write of the base. It keeps the
 * writeId of the base, and so is withdrawn with it if that was refused too.
 *
 * @param {Branch} base
 * @param {Leaf[]} others of the document: revisions that were already used to restore it cannot be used again
 */
export function restorationOf({ _id, _rev, _revisions, isFirst: _, ...fields }, others) {
  const branch = _revisions.ids.map((hash, at) => `${_revisions.start - at}-${hash}`);
  // A base that was itself restored keeps its generation.
  const parents = isRestored(_rev) ? branch.slice(1) : branch;
  const prefix = restorationPrefix(_rev);
  const numbers = [_rev, ...others.flatMap(branchOf)]
    .filter((revision) => unnumbered(revision) === prefix)
    .map((revision) => Number.parseInt(revision.slice(-4), 16));
  const next = (Math.max(-1, ...numbers) + 1).toString(16).padStart(4, '0');
  if (fields.renderedGeneration === generation(_rev))
    fields.renderedGeneration = restoredGeneration(_rev);
  return asDocument(_id, [`${prefix}${next}`, ...parents], fields);
}

/**
 * @param {string} id
 * @param {string[]} branch the revision and its ancestors
 * @param {{ writeId?: string, withdrawn?: string, _deleted?: boolean }} fields
 */
const asDocument = (id, branch, fields) => ({
  ...fields,
  _id: id,
  _rev: branch[0],
  _revisions: {
    start: generation(branch[0]),
    ids: branch.map((revision) => revision.slice(revision.indexOf('-') + 1)),
  },
});
