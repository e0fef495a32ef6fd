import { generation } from '../../util/revision.js';
import { isMissing, translate } from './errors.js';
/** @import { Client } from './client.js' */

/**
 * @typedef {object} Leaf  A leaf revision of a document.
 * @property {string} revision
 * @property {string[]} ancestors  revisions, parent first
 * @property {boolean} isRemoved
 * @property {string} [writeId]
 */

/** Of equally long branches, the highest hash wins in CouchDB. These mark our own revisions; a restored one loses to all others. */
const restoredHash = /^\d+-0{24}/;
const withdrawnHash = `${'f'.repeat(24)}${'0'.repeat(8)}`;

/** @param {string} revision @returns {boolean} whether it restores the text that a refused write replaced */
export const isRestored = (revision) => restoredHash.test(revision);

/** @param {string} revision @returns {boolean} whether it withdraws a refused write */
export const isWithdrawal = (revision) => revision.endsWith(withdrawnHash);

/**
 * @param {Client} client
 * @param {string} path of a document
 * @returns {Promise<Leaf[]>} from a majority of the nodes, if that many respond
 */
export async function leavesOf(client, path) {
  const response = await client.request({ path, query: { open_revs: 'all', revs: true } });
  if (isMissing(response)) return [];
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.flatMap((/** @type {any} */ { ok }) => (ok ? [leafOf(ok)] : []));
}

/** @param {any} document with its `_revisions` @returns {Leaf} */
export const leafOf = ({ _rev, _deleted = false, _revisions: { start, ids }, writeId }) => ({
  revision: _rev,
  ancestors: ids
    .slice(1)
    .map((/** @type {string} */ hash, /** @type {number} */ at) => `${start - 1 - at}-${hash}`),
  isRemoved: _deleted,
  writeId,
});

/**
 * @param {Leaf[]} leaves
 * @param {string | null} base
 * @returns {boolean} whether someone removed the base or a descendant of it
 */
export const isRemovedAfter = (leaves, base) =>
  base !== null &&
  leaves.some(
    ({ revision, ancestors, isRemoved }) =>
      isRemoved && !isWithdrawal(revision) && ancestors.includes(base),
  );

/**
 * A tombstone that ends a branch. Its revision depends only on the leaf, so that writing it twice changes nothing.
 *
 * @param {string} id of the document
 * @param {Leaf} leaf
 */
export const withdrawalOf = (id, { revision, ancestors }) =>
  asDocument(id, [`${generation(revision) + 1}-${withdrawnHash}`, revision, ...ancestors], {
    _deleted: true,
  });

/**
 * An existing removal, to be sent to copies that may lack it.
 *
 * @param {string} id of the document
 * @param {Leaf} leaf
 */
export const asRemoval = (id, { revision, ancestors, writeId }) =>
  asDocument(id, [revision, ...ancestors], { _deleted: true, writeId });

/**
 * A revision that restores the text of the base after a refused write. It descends from the base, so that refused writes
 * add no generations, and has the lowest hash, so that it loses to any other write of the base. It keeps the writeId of the
 * base, and so is withdrawn with it if that was refused too.
 *
 * @param {any} base the document with its `_revisions`
 * @param {Leaf[]} others of the document: revisions that were already used to restore it cannot be used again
 */
export function restorationOf({ _id, _rev, _revisions, isFirst: _, ...fields }, others) {
  const branch = _revisions.ids.map(
    (/** @type {string} */ hash, /** @type {number} */ at) => `${_revisions.start - at}-${hash}`,
  );
  // A base that was itself restored keeps its generation.
  const parents = isRestored(_rev) ? branch.slice(1) : branch;
  const start = generation(parents[0]) + 1;
  const revisions = others.flatMap(({ revision, ancestors }) => [revision, ...ancestors]);
  const former = [_rev, ...revisions].filter(
    (revision) => isRestored(revision) && generation(revision) === start,
  );
  const count = Math.max(-1, ...former.map((rev) => Number.parseInt(rev.slice(-8), 16))) + 1;
  if (fields.renderedGeneration === generation(_rev)) fields.renderedGeneration = start;
  const hash = `${'0'.repeat(24)}${count.toString(16).padStart(8, '0')}`;
  return asDocument(_id, [`${start}-${hash}`, ...parents], fields);
}

/**
 * @param {string} id
 * @param {string[]} branch the revision and its ancestors
 * @param {object} fields
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
