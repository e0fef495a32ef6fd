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
 * So the revision is handed to all nodes, and then all are asked what they keep. Ours alone: it is written once
 * more, on top of itself, and now a majority can say that it has it. A removal, or a rival that CouchDB shows
 * instead of ours: ours is withdrawn, which is a conflict. A rival in the shade of ours: its writer
 * withdraws it now, unless it was acknowledged; so we look a few times before we withdraw. (Two who write the
 * very same at once make one revision, and both have written it.)
 *
 * @param {Client} client
 * @param {Order} order
 * @param {string} accepted the revision that was answered
 * @returns {Promise<string>} the revision
 * @throws {LarderError} `conflict`, or `unavailable` when too few nodes are there
 */
export async function settle(client, order, accepted) {
  const { kind, id, path, isRemoval } = order;
  let revision = accepted;
  /** @type {Leaf[]} */
  let rivals = [];
  for await (const _ of client.tries()) {
    await handToAll(client, path, revision);
    rivals = await rivalsOf(client, order, revision);
    if (rivals.length === 0) {
      const answer = await client.askOnce(order.again(revision)).catch(asAnswer);
      if (answer.status === 200 || answer.status === 201) return answer.body.rev;
      if (answer.status === 202) revision = answer.body.rev;
    } else if (!isRemoval && rivals.some((rival) => isShownBefore(rival, revision))) break;
  }
  if (rivals.length === 0) throw onTooFewNodes(client);
  // A removal that has lost needs no withdrawal: CouchDB shows what lives.
  if (!isRemoval) await withdraw(client, path, revision);
  throw conflict(kind, id);
}

/**
 * Hands the very same revision to the nodes that lack it; nothing changes on those that have it. (The
 * answer is 201 also when the other nodes are away, so it says nothing.)
 *
 * @param {Client} client
 * @param {string} path
 * @param {string} revision
 */
async function handToAll(client, path, revision) {
  const query = { rev: revision, revs: true, attachments: true };
  const kept = await client.askOnce({ path, query }).catch(asAnswer);
  if (kept.status !== 200) return;
  const body = { docs: [kept.body], new_edits: false };
  await client.askOnce({ path: '_bulk_docs', method: 'POST', body }).catch(asAnswer);
}

/** @typedef {{ revision: string, parent: string, isRemoved: boolean }} Leaf  The end of one branch of a document. */

/**
 * @param {Client} client
 * @param {Order} order
 * @param {string} revision ours
 * @returns {Promise<Leaf[]>} what any node keeps beside it: all that lives, and, when ours lives, a removal of what
 *   ours replaces. (Other removals are what is left of withdrawals.)
 */
async function rivalsOf(client, { path, base, isRemoval }, revision) {
  // More copies than there can be: every node that is there is asked.
  const query = { open_revs: 'all', revs: true, r: 99 };
  const answer = await client.ask({ path, query });
  if (answer.status !== 200) throw translate(client.place, answer);
  const leaves = answer.body.flatMap((/** @type {any} */ { ok }) => (ok ? [leafOf(ok)] : []));
  return leaves.filter(
    (/** @type {Leaf} */ leaf) =>
      leaf.revision !== revision && (!leaf.isRemoved || (!isRemoval && leaf.parent === base)),
  );
}

/** @param {any} document @returns {Leaf} */
const leafOf = ({ _rev, _deleted = false, _revisions }) => ({
  revision: _rev,
  parent: `${_revisions.start - 1}-${_revisions.ids[1]}`,
  isRemoved: _deleted,
});

/**
 * CouchDB's own rule, the same on every node: the most generations, then the higher hash. A removal stands
 * before all, since it cannot be withdrawn.
 *
 * @param {Leaf} rival
 * @param {string} revision
 */
const isShownBefore = (rival, revision) =>
  rival.isRemoved ||
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
