import { closeSync, openSync } from 'node:fs';
import { Database } from '../../base/sqlite.js';
import { LarderError } from '../../base/errors.js';
import { renewEpoch } from './schema.js';
import { addChecksum } from '../checksum.js';
/** @import { OnProgress } from '../types.js' */

/**
 * Copies a database while others write to it.
 *
 * @param {string} file
 * @param {string} target a new file, which only its owner may read
 * @param {OnProgress} [onProgress]
 * @throws {LarderError} `invalid` when the copy is damaged; and SQLite's own errors
 */
export async function backUp(file, target, onProgress = () => {}) {
  closeSync(openSync(target, 'wx', 0o600));
  const db = new Database(file, { readonly: true });
  try {
    await db.backup(target, (done, total) => onProgress('pages', done, total));
  } finally {
    db.close();
  }
  finish(target, `The database ${file}`);
}

/**
 * Makes a backup a single file without sessions, waiting mail and keys of hashes, and with an epoch of its own, checks
 * its integrity, adds a checksum, and syncs it to disk.
 *
 * @param {string} file
 * @param {string} [source]  what is damaged if the copy is
 * @throws {LarderError} `invalid` when it is damaged
 */
export function finish(file, source = file) {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = DELETE');
    db.pragma('secure_delete = ON');
    db.exec(
      `DELETE FROM sessions; DELETE FROM mails; DELETE FROM counts WHERE id LIKE 'salt:%'; ${renewEpoch}`,
    );
    refuseDamage(db, source);
  } finally {
    db.close();
  }
  addChecksum(file);
}

/**
 * @param {Database} db
 * @param {string} name
 * @throws {LarderError} `invalid` when it fails SQLite's integrity check
 */
export function refuseDamage(db, name) {
  const found = db.prepare('PRAGMA integrity_check(3)').pluck().all().map(String);
  if (found.length === 1 && found[0] === 'ok') return;
  const what = found.join('; ').replace(/\s+/g, ' ').slice(0, 300);
  throw new LarderError('invalid', `${name} is damaged: ${what}`);
}
