import { subscriberCountsPath, subscriberEmailsPath } from './design.js';
import { parseDocumentId } from './documents.js';
import { translate } from './errors.js';
/** @import { Store, SubscriberCount } from '../types.js' */
/** @import { Database as Client } from './store.js' */

/** In milliseconds. After an upgrade CouchDB first reads every document to build the view. */
const timeout = 300_000;
/** Addresses that one query looks at. */
const READ_AT_MOST = 20_000;

/** @param {Client} client @returns {Promise<SubscriberCount[]>} */
export async function subscriberCounts(client) {
  /** @type {{ key: string[], value: number }[]} */
  const rows = await readRows(client, subscriberCountsPath, { group: true });
  return rows.map(({ key: [state, source, day], value: count }) => ({ state, source, day, count }));
}

/**
 * @param {Client} client
 * @param {Parameters<Store['subscribersWith']>} given
 * @returns {ReturnType<Store['subscribersWith']>}
 */
export async function subscribersWith(client, [part, { after, limit }]) {
  const query = { start_key: after, limit: READ_AT_MOST };
  /** @type {{ id: string, key: string }[]} */
  const rows = await readRows(client, subscriberEmailsPath, query);
  const found = rows.filter(({ key }) => key !== after && key.includes(part)).slice(0, limit);
  const isFull = rows.length === READ_AT_MOST || found.length === limit;
  const last = found.length === limit ? found.at(-1) : rows.at(-1);
  return {
    ids: found.map(({ id }) => parseDocumentId(id).id),
    next: isFull ? (last?.key ?? '') : '',
  };
}

/** @param {Client} client @param {string} path @param {Record<string, unknown>} query @returns {Promise<any[]>} */
async function readRows(client, path, query) {
  const response = await client.request({ path, query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  return response.body.rows;
}
