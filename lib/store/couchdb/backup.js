import { LarderError } from '../../errors.js';
import { finish } from '../sqlite/backup.js';
import { openSqlite } from '../sqlite/store.js';
import { get } from './read.js';
import { identify, toRecord } from './documents.js';
import { translate } from './errors.js';
import { lastingKinds } from '../batches.js';
/** @import { Kind, Store, OnProgress } from '../../types.js' */
/** @import { Deps } from '../open.js' */
/** @import { Database as Client } from './store.js' */

/** @type {Kind[]} */
const kinds = [...lastingKinds, 'token'];

/** How many changes are read in one go, and how long that may take, in milliseconds. */
const atOnce = 200;
const timeout = 60_000;

/** How often it is looked for what was written meanwhile. */
const longest = 10_000;

/**
 * Writes all records into a SQLite file. CouchDB has no way to read everything as it was at one moment; but its list
 * of changes names each document once, as it is now, and again when it changes. So it is read until nothing new is in it:
 * what is written then is what the database was at the end.
 *
 * @param {Client} client
 * @param {string} file is made
 * @param {Pick<Deps, 'log' | 'clock' | 'sleep' | 'random'>} deps
 * @param {OnProgress} [onProgress]
 * @throws {LarderError} `unavailable`
 */
export async function backUp(client, file, deps, onProgress = () => {}) {
  const target = await openSqlite(file, { ...deps, create: true });
  try {
    let since = '0';
    let done = 0;
    for (let turn = 0; ; turn += 1) {
      if (turn > longest)
        throw new LarderError(
          'unavailable',
          'The blog changes faster than it can be backed up. Try again later.',
        );
      const { results, last_seq: last, pending } = await changesAfter(client, since);
      if (results.length === 0 && !pending) break;
      await take(client, results, target);
      done += results.length;
      onProgress('records', done, done + (pending ?? 0));
      since = String(last);
    }
  } finally {
    await target.close();
  }
  finish(file);
}

/** @param {Client} client @param {string} since @returns {Promise<any>} */
async function changesAfter(client, since) {
  const query = { since, limit: atOnce, include_docs: true };
  const answer = await client.ask({ path: '_changes', query, timeout });
  if (answer.status !== 200) throw translate(client.place, answer);
  return answer.body;
}

/**
 * @param {Client} client
 * @param {any[]} lines
 * @param {Store} target
 */
async function take(client, lines, target) {
  const writes = [];
  for (const { id: document, doc, deleted } of lines) {
    const { kind: name, id } = identify(document);
    const kind = kinds.find((each) => each === name);
    if (!kind) continue;
    // Of media, the list has no bytes; and it may be gone by now, which a later line tells.
    const record = deleted ? null : kind === 'media' ? await get(client, kind, id) : toRecord(doc);
    const revision = (await target.get(kind, id))?.revision ?? null;
    if (record) writes.push({ kind, record, revision });
    else if (revision !== null)
      writes.push({ kind, id, revision, removed: /** @type {const} */ (true) });
  }
  if (writes.length > 0) await target.write(writes);
}
