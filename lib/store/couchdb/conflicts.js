import { conflictsPath } from './design.js';
import { parseDocumentId, toRecord } from './documents.js';
import { translate } from './errors.js';
import { leafOf, livingOf } from './leaves.js';
import { saveRevisions, withdrawalOf } from './own-revisions.js';
import { isRestored } from './states.js';
/** @import { Kind, StoredRecord } from '../types.js' */
/** @import { Document } from './documents.js' */
/** @import { Client } from './client.js' */

/** In milliseconds: the view may have to be built first. */
const timeToBuild = 300_000;

/**
 * @typedef {object} Conflict  A record with several texts.
 * @property {string} key  the document's _id
 * @property {string} name  of the record: what it is, its title where there is one, its id
 * @property {string[]} losing  the revisions that readers do not see
 */

/**
 * @param {Client} client
 * @param {number} [timeout]  milliseconds; by default as many as it takes to build the view
 * @returns {Promise<Conflict[]>}
 * @throws {LarderError} `unavailable`
 */
export async function findConflicts(client, timeout = timeToBuild) {
  const query = { include_docs: true };
  const response = await client.request({ path: conflictsPath, query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.rows.map(
    (/** @type {{ key: string, value: string[], doc?: Document }} */ { key, value, doc }) => {
      const { kind, id } = parseDocumentId(key);
      const title = doc?.title ?? doc?.name;
      return { key, name: `${kind} ${title ? `“${title}” (${id})` : id}`, losing: value };
    },
  );
}

/**
 * Keeps the text that readers see, and ends the others: each is first passed on, so that nothing is lost. What was
 * refused is withdrawn by the server that has refused it, so this is for what is still there when all servers have had
 * time for that.
 *
 * @param {Client} client
 * @param {Conflict} conflict
 * @param {(kind: Kind, losing: StoredRecord) => Promise<void>} keep gets a record that loses
 * @returns {Promise<string>} the revision that stays
 * @throws {LarderError} `unavailable`
 */
export async function settle(client, { key }, keep) {
  const path = encodeURIComponent(key);
  const query = { open_revs: 'all', revs: true, attachments: true };
  const response = await client.request({ path, query });
  if (response.status !== 200) throw translate(client.place, response);
  const [shown, ...others] = livingOf(response.body);
  for (const losing of others.filter(({ _rev }) => !isRestored(_rev))) {
    const { _revisions, ...document } = losing;
    await keep(/** @type {Kind} */ (parseDocumentId(key).kind), toRecord(document));
    await saveRevisions(client, [withdrawalOf(key, leafOf(losing))]);
  }
  return shown._rev;
}
