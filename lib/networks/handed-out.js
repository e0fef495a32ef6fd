import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../base/sqlite.js';

/** Another number makes the file anew: then all is purged that the network can be told. */
const VERSION = 1;

/** @typedef {ReturnType<typeof openHandedOut>} HandedOut */

/**
 * Which pages a network without tags may have, and by which tags each would be known: in a file that all workers share,
 * so that it outlives evictions and processes.
 * @param {string} file
 */
export function openHandedOut(file) {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  if (database.pragma('user_version', { simple: true }) !== VERSION)
    database.exec(`
      DROP TABLE IF EXISTS handed;
      CREATE TABLE handed (tag TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (tag, path)) WITHOUT ROWID;
      CREATE INDEX paths ON handed (path);
      PRAGMA user_version = ${VERSION};`);
  const insert = database.prepare('INSERT OR IGNORE INTO handed VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM handed WHERE path = ?');
  const ofTag = database.prepare('SELECT path FROM handed WHERE tag = ?').pluck();
  const paths = database.prepare('SELECT DISTINCT path FROM handed').pluck();
  const record = database.transaction(
    (/** @type {string} */ path, /** @type {string[]} */ tags) => {
      remove.run(path);
      for (const tag of tags) insert.run(tag, path);
    },
  ).immediate;
  return {
    /** A page is handed out from now on. */
    record,
    /** @param {string[]} tags @returns {string[]} paths */
    of: (tags) => [...new Set(tags.flatMap((tag) => /** @type {string[]} */ (ofTag.all(tag))))],
    /** @returns {string[]} all paths */
    all: () => /** @type {string[]} */ (paths.all()),
    close: () => database.close(),
  };
}
