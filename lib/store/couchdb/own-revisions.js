import { sha256 } from '../../base/digest.js';
import { generation } from '../../base/revision.js';
import { translate } from './errors.js';
import { isRestored, isWithdrawal, restoredMark, withdrawnMark } from './states.js';
/** @import { Document } from './documents.js' */
/** @import { Branch, Leaf } from './leaves.js' */
/** @import { Database } from './store.js' */

/** @typedef {ReturnType<typeof asDocument>} Revision  to be saved under the number that it states */

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
 * @param {string[]} used  revisions of the document, which cannot be used again
 */
export function restorationOf({ _id, _rev, _revisions, isFirst: _, ...fields }, used) {
  const branch = _revisions.ids.map((hash, at) => `${_revisions.start - at}-${hash}`);
  // A base that was itself restored keeps its generation.
  const parents = isRestored(_rev) ? branch.slice(1) : branch;
  const prefix = restorationPrefix(_rev);
  const numbers = [_rev, ...used]
    .filter((revision) => unnumbered(revision) === prefix)
    .map((revision) => Number.parseInt(revision.slice(-4), 16));
  const next = (Math.max(-1, ...numbers) + 1).toString(16).padStart(4, '0');
  if (fields.renderedGeneration === generation(_rev))
    fields.renderedGeneration = restoredGeneration(_rev);
  return asDocument(_id, [`${prefix}${next}`, ...parents], fields);
}

/**
 * A first text under a revision that depends only on it, so that writing it twice changes nothing.
 *
 * @param {string} id of the document
 * @param {Record<string, unknown>} fields
 */
export const firstRevisionOf = (id, fields) =>
  asDocument(id, [`1-${sha256(JSON.stringify(fields)).toString('hex', 0, 16)}`], fields);

/**
 * @param {string} id
 * @param {string[]} branch the revision and its ancestors
 * @param {Partial<Document>} fields
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

/**
 * Saves documents under the revisions that they state (new_edits=false); a node that has them changes nothing. One copy
 * is enough for what is replicated wherever a refused revision is.
 *
 * @param {Pick<Database, 'request' | 'place'>} client
 * @param {Revision[]} docs
 * @param {boolean} [byMajority]  whether to wait for a majority of the copies; where nodes are down, of the others
 * @throws {LarderError} `unavailable`
 */
export async function saveRevisions(client, docs, byMajority = false) {
  const body = { docs, new_edits: false, w: byMajority ? undefined : 1 };
  const response = await client.request({ path: '_bulk_docs', method: 'POST', body });
  const failed = Array.isArray(response.body) ? response.body.find(({ error }) => error) : null;
  if (![200, 201, 202].includes(response.status) || failed)
    throw translate(client.place, failed ? { status: 500, body: failed } : response);
}
