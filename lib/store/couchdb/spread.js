import { asResponse } from './client.js';
import { saveRevisions } from './own-revisions.js';
/** @import { Client, Request } from './client.js' */
/** @import { Branch, Found } from './leaves.js' */

/**
 * While copies differ and one of them is silent, CouchDB does not tell all leaves. But it tells those that the first
 * copy shows, and what is named, when one of two has it. When all have all, as after a read that all have answered,
 * they agree.
 *
 * @param {Client} client
 * @param {string} path of a document
 * @param {number} timeout  of each request, in milliseconds
 * @returns {Promise<void>} never rejects
 */
export async function spread(client, path, timeout) {
  const ask = (/** @type {Request} */ request) =>
    client.requestOnce({ ...request, timeout }).catch(asResponse);
  // Now this copy answers first, now that one.
  const origins = client.nodes.origins.flatMap((origin) => [origin, origin]);
  const documents = (await Promise.all(origins.map(leavesAt))).flat();
  if (documents.length === 0) return;
  // Whether they agree is seen by the next read.
  await saveRevisions({ place: client.place, request: ask }, documents, true).catch(() => {});

  /** @param {string} origin @returns {Promise<Branch[]>} none where the document is removed */
  async function leavesAt(origin) {
    const query = { r: 1, revs: true, attachments: true };
    const isAsked = { conflicts: true, deleted_conflicts: true };
    const { status, body } = await ask({ path, origin, query: { ...query, ...isAsked } });
    if (status !== 200) return [];
    const { _conflicts = [], _deleted_conflicts = [], ...shown } = body;
    const others = [..._conflicts, ..._deleted_conflicts];
    if (others.length === 0) return [shown];
    const named = { ...query, open_revs: JSON.stringify(others), latest: true };
    const { body: more } = await ask({ path, origin, query: named });
    const rest = Array.isArray(more) ? more.flatMap((/** @type {Found} */ { ok }) => ok ?? []) : [];
    return [shown, ...rest];
  }
}
