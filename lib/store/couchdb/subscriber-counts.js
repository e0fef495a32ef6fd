import { subscriberCountsPath } from './design.js';
import { translate } from './errors.js';
/** @import { SubscriberCount } from '../types.js' */
/** @import { Database as Client } from './store.js' */

/** In milliseconds. After an upgrade CouchDB first reads every document to build the view. */
const timeout = 300_000;

/** @param {Client} client @returns {Promise<SubscriberCount[]>} */
export async function subscriberCounts(client) {
  const query = { group: true };
  const response = await client.request({ path: subscriberCountsPath, query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  /** @type {{ key: string[], value: number }[]} */
  const rows = response.body.rows;
  return rows.map(({ key: [state, source, day], value: count }) => ({ state, source, day, count }));
}
