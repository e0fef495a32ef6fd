import { tables } from './tables.js';
/** @import { Database } from 'better-sqlite3' */
/** @import { OnProgress } from '../../types.js' */

/**
 * Puts the records of another file in the place of all there are, in one transaction: whatever breaks it off leaves
 * what was. The new epoch tells running processes to read everything anew.
 *
 * @param {Database} db
 * @param {string} file with the same tables
 * @param {OnProgress} [onProgress]
 */
export function replaceAll(db, file, onProgress = () => {}) {
  db.prepare('ATTACH ? AS backup').run(file);
  try {
    db.transaction(() => {
      for (const [kind, { name, columns }] of Object.entries(tables)) {
        db.exec(`DELETE FROM main.${name}`);
        // Whoever was signed in signs in again, with the password of then.
        if (kind === 'session') continue;
        const list = columns.join(', ');
        // Without the revisions: the triggers give new ones, which are higher than any that were given here before.
        const { changes } = db
          .prepare(`INSERT INTO main.${name} (${list}) SELECT ${list} FROM backup.${name}`)
          .run();
        onProgress(kind, changes);
      }
      db.exec(`UPDATE main.meta SET value = lower(hex(randomblob(16))) WHERE name = 'epoch'`);
    }).immediate();
  } finally {
    db.exec('DETACH backup');
  }
}
