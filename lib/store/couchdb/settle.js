import { LarderError } from '../../errors.js';
import { generation } from '../../revision.js';
import { asAnswer } from './client.js';
import { conflict, translate } from './errors.js';

/**
 * @typedef {import('./client.js').Client} Client
 * @typedef {import('./write.js').Order} Order
 */

/**
 * Makes sure of a write that CouchDB accepted with 202: it is on fewer nodes than make a majority. Either
 * the others are away, or they refused it, because they have a rival: what someone else made of the same
 * revision a moment ago. CouchDB would keep both, show one of them, and let each writer believe that it is theirs.
 *
 * So the revision is offered to all nodes, and then all are asked what they keep. Ours alone: done. A
 * removal, or a rival that CouchDB shows instead of ours: ours is withdrawn, which is a conflict. A
 * rival in the shade of ours: its writer withdraws it now, unless it was acknowledged; so we look
 * a few times before we withdraw. (Two who write the very same at once make one revision, and both have written it.)
 *
 * @param {Client} client
 * @param {Order} order
 * @param {string} revision the one that was accepted
 * @returns {Promise<string>} the revision
 * @throws {LarderError} `conflict`, or `unavailable` when too few nodes are there
 */
export async function settle(client, { kind, id, question }, revision) {
  const isRemoval = question.method === 'DELETE';
  /** @type {Leaf[]} */
  let rivals = [];
  for await (const _ of client.tries()) {
    const isSpread = await offer(client, question.path, revision);
    rivals = await rivalsOf(client, question.path, revision);
    if (isSpread && rivals.length === 0) return revision;
    if (!isRemoval && rivals.some((rival) => rival.isRemoved || isShownBefore(rival, revision)))
      break;
  }
  if (rivals.length === 0) throw onTooFewNodes(client);
  // A removal that has lost needs no withdrawal: CouchDB shows what lives.
  if (!isRemoval) await withdraw(client, question.path, revision);
  throw conflict(kind, id);
}

/**
 * Hands the very same revision to the nodes that lack it; nothing changes on those that have it.
 *
 * @param {Client} client
 * @param {string} path
 * @param {string} revision
 * @returns {Promise<boolean>} whether a majority has it now
 */
async function offer(client, path, revision) {
  const query = { rev: revision, revs: true, attachments: true };
  const kept = await client.askOnce({ path, query }).catch(asAnswer);
  if (kept.status !== 200) return false;
  const body = { docs: [kept.body], new_edits: false };
  const offered = await client
    .askOnce({ path: '_bulk_docs', method: 'POST', body })
    .catch(asAnswer);
  return offered.status === 201;
}

/** @typedef {{ revision: string, parent: string, isRemoved: boolean }} Leaf  The end of one branch of a document. */

/**
 * @param {Client} client
 * @param {string} path
 * @param {string} revision ours
 * @returns {Promise<Leaf[]>} what any node keeps beside it: all that lives, and, when ours lives, a removal of the
 *   revision that ours was made from. (Other removals are what is left of withdrawals.)
 */
async function rivalsOf(client, path, revision) {
  // More copies than there can be: every node that is there is asked.
  const query = { open_revs: 'all', revs: true, r: 99 };
  const answer = await client.ask({ path, query });
  if (answer.status !== 200) throw translate(client.place, answer);
  const leaves = answer.body.flatMap((/** @type {any} */ { ok }) => (ok ? [leafOf(ok)] : []));
  const ours = leaves.find((/** @type {Leaf} */ leaf) => leaf.revision === revision);
  return leaves.filter(
    (/** @type {Leaf} */ leaf) =>
      leaf !== ours && (!leaf.isRemoved || (!ours?.isRemoved && leaf.parent === ours?.parent)),
  );
}

/** @param {any} document @returns {Leaf} */
const leafOf = ({ _rev, _deleted = false, _revisions }) => ({
  revision: _rev,
  parent: `${_revisions.start - 1}-${_revisions.ids[1]}`,
  isRemoved: _deleted,
});

/**
 * CouchDB's own rule, the same on every node: the most generations, then the higher hash.
 *
 * @param {Leaf} rival
 * @param {string} revision
 */
const isShownBefore = (rival, revision) =>
  generation(rival.revision) > generation(revision) ||
  (generation(rival.revision) === generation(revision) && rival.revision > revision);

/**
 * @param {Client} client
 * @param {string} path
 * @param {string} revision
 */
const withdraw = (client, path, revision) =>
  client.ask({ path, method: 'DELETE', query: { rev: revision } });

/** @param {Client} client */
const onTooFewNodes = ({ place }) =>
  new LarderError(
    'unavailable',
    `The CouchDB at ${place} keeps what was written on too few of its nodes: it will be there when they are back, or be lost with the node that has it.`,
  );
