import { generation } from '../../util/revision.js';
import { isMissing, translate } from './errors.js';
/** @import { Client } from './client.js' */

/**
 * @typedef {object} Leaf  The end of one branch of a document.
 * @property {string} revision
 * @property {string[]} ancestors  revisions, the parent first
 * @property {boolean} isRemoved
 * @property {string} [writeId]
 */

/** CouchDB shows the highest of equally long branches: nothing is lower than what is restored, nothing can be taken for either. */
const restoredHash = /^\d+-0{24}/;
const withdrawnHash = `${'f'.repeat(24)}${'0'.repeat(8)}`;

/** @param {string} revision @returns {boolean} whether it puts a text back in the place of a refused one */
export const isRestored = (revision) => restoredHash.test(revision);

/** @param {string} revision @returns {boolean} whether it withdraws a refused one */
const isWithdrawal = (revision) => revision.endsWith(withdrawnHash);

/**
 * @param {Client} client
 * @param {string} path of a document
 * @returns {Promise<Leaf[]>} as a majority of the nodes has them, when so many are there
 */
export async function leavesOf(client, path) {
  const answer = await client.ask({ path, query: { open_revs: 'all', revs: true } });
  if (isMissing(answer)) return [];
  if (answer.status !== 200) throw translate(client.place, answer);
  return answer.body.flatMap((/** @type {any} */ { ok }) => (ok ? [leafOf(ok)] : []));
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
 * @returns {boolean} whether somebody removed what stands at the base, or what was made of it
 */
export const isRemovedAfter = (leaves, base) =>
  base !== null &&
  leaves.some(
    ({ revision, ancestors, isRemoved }) =>
      isRemoved && !isWithdrawal(revision) && ancestors.includes(base),
  );

/**
 * What ends a branch: the removal has a revision of its own making, the same whoever writes it.
 *
 * @param {string} id of the document
 * @param {Leaf} leaf
 */
export const withdrawalOf = (id, { revision, ancestors }) =>
  asDocument(id, [`${generation(revision) + 1}-${withdrawnHash}`, revision, ...ancestors], {
    _deleted: true,
  });

/**
 * A removal as it is, to be given to copies that may lack it.
 *
 * @param {string} id of the document
 * @param {Leaf} leaf
 */
export const removedAs = (id, { revision, ancestors, writeId }) =>
  asDocument(id, [revision, ...ancestors], { _deleted: true, writeId });

/**
 * What puts the text of the base back beside a refused one: made of the same base, so that it adds no generation with
 * whatever is refused, and lower than anything that anybody else makes of it, so that it gives way to that. It keeps the id of
 * the write: when that was refused, too, it is taken back like it.
 *
 * @param {any} base the document with its `_revisions`
 * @param {Leaf[]} others of the document: what was put back there before, and has been hidden since, cannot come again
 */
export function restorationOf({ _id, _rev, _revisions, isFirst: _, ...fields }, others) {
  const line = _revisions.ids.map(
    (/** @type {string} */ hash, /** @type {number} */ at) => `${_revisions.start - at}-${hash}`,
  );
  // What was itself restored stays in its generation.
  const parents = isRestored(_rev) ? line.slice(1) : line;
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
 * @param {string[]} line the revision and those before it
 * @param {object} fields
 */
const asDocument = (id, line, fields) => ({
  ...fields,
  _id: id,
  _rev: line[0],
  _revisions: {
    start: generation(line[0]),
    ids: line.map((revision) => revision.slice(revision.indexOf('-') + 1)),
  },
});
