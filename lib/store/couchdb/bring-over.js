import { all } from './read.js';
import { documentId, toDocument } from './documents.js';
import { formerNames } from './design.js';
import { firstRevisionOf, saveRevisions } from './own-revisions.js';
import { translate } from './errors.js';
/** @import { Log } from '../../base/log.js' */
/** @import { Kind } from '../types.js' */
/** @import { Database } from './store.js' */
/** @import { Revision } from './own-revisions.js' */

/** Limits of one request: documents, and characters of JSON. */
const maxDocuments = 100;
const maxCharacters = 2_000_000;
/** In milliseconds. */
const timeout = 30_000;

/**
 * Gives the documents of an earlier Larder the names of their kinds. What is written depends only on what was there, so
 * that several processes may do it at once, and one that is killed goes on when it is started again. The former
 * documents go when all are copied, and no node is away that may lack the copies.
 *
 * @param {Database} database
 * @param {Log} log
 * @throws {LarderError} `unavailable`
 */
export async function bringOver(database, log) {
  const former = [];
  for (const names of formerNames) former.push(...(await copyAll(database, names, log)));
  if (former.length === 0 || !(await database.majority.isComplete())) return;
  while (former.length > 0) await remove(database, former.splice(0, maxDocuments));
  log.info({ database: database.place }, 'All documents have the names of this version');
}

/**
 * @param {Database} database
 * @param {[before: string, kind: Kind]} names
 * @param {Log} log
 * @returns {Promise<{ _id: string, _rev: string }[]>} of what was copied
 */
async function copyAll(database, [before, kind], log) {
  const former = [];
  /** @type {Revision[]} */
  let part = [];
  let characters = 0;
  const save = async () => {
    await saveRevisions(database, part, true);
    part = [];
    characters = 0;
    log.info({ kind, done: former.length }, 'Copied documents to the names of this version');
  };
  for await (const record of all(database, /** @type {any} */ (before))) {
    const { id, revision = '' } = record;
    const fields = { ...toDocument(kind, record, null), writeId: revision };
    part.push(firstRevisionOf(documentId(kind, id), fields));
    former.push({ _id: documentId(before, id), _rev: revision });
    characters += JSON.stringify(fields).length;
    if (part.length === maxDocuments || characters > maxCharacters) await save();
  }
  if (part.length > 0) await save();
  return former;
}

/**
 * What was changed since stays until the next start.
 * @param {Database} database
 * @param {{ _id: string, _rev: string }[]} former
 */
async function remove({ request, place }, former) {
  const docs = former.map((each) => ({ ...each, _deleted: true }));
  const response = await request({ path: '_bulk_docs', method: 'POST', body: { docs }, timeout });
  if (!Array.isArray(response.body)) throw translate(place, response);
}
