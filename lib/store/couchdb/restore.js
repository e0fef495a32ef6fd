import { inBatches, lastingKinds, missing, writeBatch } from '../batches.js';
import { openSqlite } from '../sqlite/store.js';
/** @import { Kind, Store, OnProgress } from '../types.js' */
/** @import { Deps } from '../open.js' */

/** @type {Kind[]} */
const kinds = [...lastingKinds, 'token'];
/** @type {Kind[]} */
const notRestored = ['session', 'mail'];

/**
 * Makes a database contain exactly the records of a SQLite file, except sessions and waiting mail. If it fails at any
 * record, run it again: it continues there.
 *
 * @param {Store} to
 * @param {string} file
 * @param {Pick<Deps, 'log' | 'clock' | 'sleep' | 'random'>} deps
 * @param {OnProgress} [onProgress]
 */
export async function replaceAll(to, file, deps, onProgress = () => {}) {
  const from = await openSqlite(file, { ...deps, create: false });
  try {
    for (const kind of kinds) {
      let done = 0;
      for await (const batch of inBatches(kind, from)) {
        await writeBatch(await missing(kind, batch, to), to);
        onProgress(kind, (done += batch.length));
      }
    }
    for (const kind of [...kinds, ...notRestored].reverse()) await removeOthers(kind, from, to);
  } finally {
    await from.close();
  }
}

/** @param {Kind} kind @param {Store} from @param {Store} to */
async function removeOthers(kind, from, to) {
  for await (const { id, revision } of to.all(kind)) {
    if (!(await from.get(kind, id))) await to.write([{ kind, id, revision, removed: true }]);
  }
}
