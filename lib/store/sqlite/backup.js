import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { LarderError } from '../../errors.js';
/** @import { OnProgress } from '../../types.js' */

/** So many pages are copied before others get a turn. */
const atOnce = 500;

/**
 * Copies a database while others write to it. All is read in one transaction, so the copy is what the blog was at one
 * moment; without it SQLite would begin anew at each write of another process, and a busy blog would never be done.
 *
 * @param {string} file
 * @param {string} target is made, for its owner alone
 * @param {OnProgress} [onProgress]
 * @throws {LarderError} `invalid` when what was written is damaged; and SQLite's own errors
 */
export async function backUp(file, target, onProgress = () => {}) {
  closeSync(openSync(target, 'wx', 0o600));
  const db = new Database(file, { readonly: true });
  try {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await db.backup(target, {
      progress({ totalPages, remainingPages }) {
        onProgress('pages', totalPages - remainingPages, totalPages);
        return atOnce;
      },
    });
  } finally {
    db.close();
  }
  finish(target);
}

/**
 * Makes a copy one file, without sessions, and looks whether it is whole.
 *
 * @param {string} file
 */
export function finish(file) {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = DELETE');
    db.pragma('secure_delete = ON');
    db.exec('DELETE FROM sessions');
    refuseDamage(db, file);
  } finally {
    db.close();
  }
  const handle = openSync(file, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * @param {Database.Database} db
 * @param {string} file
 * @throws {LarderError} `invalid`
 */
export function refuseDamage(db, file) {
  const found = db.prepare('PRAGMA integrity_check(3)').pluck().all().map(String);
  if (found.length === 1 && found[0] === 'ok') return;
  const what = found.join('; ').replace(/\s+/g, ' ').slice(0, 300);
  throw new LarderError('invalid', `${file} is damaged: ${what}`);
}
