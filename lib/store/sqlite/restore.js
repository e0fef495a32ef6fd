import { renewEpoch } from './schema.js';
import { tables } from './tables.js';
/** @import { Database } from '../../base/sqlite.js' */
/** @import { OnProgress } from '../types.js' */

/**
 * Replaces all records with those of another file, in one transaction: if it fails, nothing has changed. The new epoch
 * makes running processes read everything again.
 *
 * @param {Database} db
 * @param {string} file with the same schema
 * @param {OnProgress} [onProgress]
 */
export function replaceAll(db, file, onProgress = () => {}) {
  db.prepare('ATTACH ? AS backup').run(file);
  try {
    db.transaction(() => {
      for (const [kind, { name, columns }] of Object.entries(tables)) {
        db.exec(`DELETE FROM main.${name}`);
        // Everyone must sign in again, with the restored password.
        if (kind === 'session' || kind === 'mail') continue;
        const list = columns.join(', ');
        // Without the revisions: the triggers set new ones, higher than any before.
        const { changes } = db
          .prepare(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM backup.${name}`)
          .run();
        onProgress(kind, changes);
      }
      db.exec(renewEpoch);
    }).immediate();
  } finally {
    db.exec('DETACH backup');
  }
}
