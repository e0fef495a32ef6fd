import { LarderError } from '../../base/errors.js';
import { summariesPath } from './design.js';
import { documentId } from './documents.js';
import { translate } from './errors.js';
import { isRestored } from './states.js';
import { get } from './read.js';
import { readEpoch } from './setup.js';
import { toSequence } from './sequence.js';
/** @import { Kind, Summaries } from '../types.js' */
/** @import { Database as Client } from './store.js' */

/**
 * @typedef {{ id: string, revision: string, late?: boolean, suspect?: boolean } & Record<string, unknown>} Value
 *   `late`: it may be; `suspect`: its html may not match its markdown
 */

/** In milliseconds. After an upgrade CouchDB first reads every document to build the view. */
const timeout = 300_000;

/**
 * Reads the view together with its sequence. In a cluster each node has its own view, which may lack acknowledged
 * writes. The feed continues from the sequence of the view, on the same node, and so reports what was missing. (A
 * sequence read beforehand could come from a node that is ahead, and the changes in between would be lost.)
 *
 * @param {Client} client
 * @returns {Promise<Summaries>}
 * @throws {LarderError} `unavailable`
 */
export async function readSummaries(client) {
  const epoch = await readEpoch(client);
  const query = { update_seq: true, reduce: false };
  const response = await client.request({ path: summariesPath, query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  const { update_seq: since } = response.body;
  if (since === undefined || since === null) {
    throw new LarderError(
      'unavailable',
      `The CouchDB at ${client.place} does not report the sequence of its view: use CouchDB 3 or later.`,
    );
  }
  const rows = await Promise.all(response.body.rows.map(asShown));
  /** @type {(kind: string) => any[]} */
  const of = (kind) => rows.flatMap((row) => (row?.key === kind ? [row.value] : []));
  const posts = of('post');
  return {
    epoch,
    sequence: toSequence({ epoch, since }),
    posts: posts.map(({ suspect: _, ...summary }) => summary),
    staleRenders: posts.filter(({ suspect }) => suspect).map(({ id }) => id),
    comments: of('comment'),
    addresses: of('address'),
    users: of('user'),
    pictures: of('media'),
    settings: of('settings')[0] ?? null,
  };

  /**
   * @param {{ key: Kind, value: Value }} row
   * @returns {Promise<{ key: Kind, value: Value } | null>} with the fields of the record itself, if it needs a check
   */
  async function asShown({ key, value }) {
    const isPlain =
      !value.late &&
      !isRestored(value.revision) &&
      client.undecided.ofDocument(documentId(key, value.id)).length === 0;
    if (isPlain) return { key, value };
    const record = await get(client, key, value.id);
    if (!record) return null;
    const { late: _, ...plain } = value;
    const fields = Object.keys(plain).filter((field) => field in record);
    const shown = Object.fromEntries(fields.map((field) => [field, record[field]]));
    return { key, value: { ...plain, ...shown, suspect: true } };
  }
}
