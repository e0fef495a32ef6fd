import { LarderError } from '../../base/errors.js';
import { finish } from '../sqlite/backup.js';
import { openSqlite } from '../sqlite/store.js';
import { get } from './read.js';
import { parseDocumentId, toRecord } from './documents.js';
import { translate } from './errors.js';
import { lastingKinds } from '../batches.js';
/** @import { Kind, Store, OnProgress } from '../types.js' */
/** @import { Deps } from '../open.js' */
/** @import { Document } from './documents.js' */
/** @import { Database as Client } from './store.js' */

/**
 * @typedef {{ id: string, doc: Document, deleted?: true }} Line
 * @typedef {{ results: Line[], last_seq: string | number, pending?: number }} Page  of the feed of changes
 */

/** @type {Kind[]} */
const kinds = [...lastingKinds, 'token'];

/** Changes in one request, and its timeout in milliseconds. */
const batchSize = 200;
const timeout = 60_000;

/** Requests until the backup gives up. */
const maxRequests = 10_000;

/**
 * Writes all records into a SQLite file. CouchDB has no snapshots, but its changes feed lists each document once, with
 * its current revision, and again when it changes. Read until it has no more changes, it yields the database as it was
 * at that moment.
 *
 * @param {Client} client
 * @param {string} file is created
 * @param {Pick<Deps, 'log' | 'clock' | 'sleep' | 'random'>} deps
 * @param {OnProgress} [onProgress]
 * @throws {LarderError} `unavailable` when CouchDB is, or when the blog changes faster than it can be read
 */
export async function backUp(client, file, deps, onProgress = () => {}) {
  const target = await openSqlite(file, { ...deps, create: true });
  try {
    let since = '0';
    let done = 0;
    for (let requests = 0; ; requests += 1) {
      if (requests > maxRequests)
        throw new LarderError(
          'unavailable',
          'The blog changes faster than it can be backed up. Try again later.',
        );
      const { results, last_seq: last, pending } = await changesAfter(client, since);
      if (results.length === 0 && !pending) break;
      await copy(client, results, target);
      done += results.length;
      onProgress('records', done, done + (pending ?? 0));
      since = String(last);
    }
  } finally {
    await target.close();
  }
  finish(file);
}

/** @param {Client} client @param {string} since @returns {Promise<Page>} */
async function changesAfter(client, since) {
  const query = { since, limit: batchSize, include_docs: true };
  const response = await client.request({ path: '_changes', query, timeout });
  if (response.status !== 200) throw translate(client.place, response);
  return response.body;
}

/**
 * @param {Client} client
 * @param {Line[]} lines
 * @param {Store} target
 */
async function copy(client, lines, target) {
  const writes = [];
  for (const { id: document, doc, deleted } of lines) {
    const { kind: name, id } = parseDocumentId(document);
    const kind = kinds.find((each) => each === name);
    if (!kind) continue;
    // The feed has no attachments. A file that was deleted in the meantime appears again later in the feed.
    const record = deleted ? null : kind === 'media' ? await get(client, kind, id) : toRecord(doc);
    const revision = (await target.get(kind, id))?.revision ?? null;
    if (record) writes.push({ kind, record, revision });
    else if (revision !== null)
      writes.push({ kind, id, revision, removed: /** @type {const} */ (true) });
  }
  if (writes.length > 0) await target.write(writes);
}
