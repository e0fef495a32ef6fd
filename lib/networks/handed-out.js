import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../base/sqlite.js';
import { isDamage } from '../base/system-errors.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */

const VERSION = 2;
/** Milliseconds for which what was noted stays: an older render, of this worker or another, may note the page later. */
const KEPT_FOR = 60_000;

const DAMAGED =
  'The list of what networks without tags have was damaged, and begins anew: empty their caches';

/** @typedef {ReturnType<typeof openHandedOut>} HandedOut */

/**
 * Which pages a network without tags may have, and by which tags each would be known: in a file that all workers share,
 * so that it outlives evictions and processes.
 * @param {string} file
 * @param {Pick<Clock, 'now'>} clock
 */
export function openHandedOut(file, clock) {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  // Workers may open it at the same moment.
  database
    .transaction(() => {
      if (database.pragma('user_version', { simple: true }) === VERSION) return;
      database.exec(`
      CREATE TABLE IF NOT EXISTS handed
        (tag TEXT NOT NULL, path TEXT NOT NULL, PRIMARY KEY (tag, path)) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS paths ON handed (path);
      ALTER TABLE handed ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
      PRAGMA user_version = ${VERSION};`);
    })
    .immediate();
  const insert = database.prepare('INSERT OR REPLACE INTO handed VALUES (?, ?, ?)');
  const remove = database.prepare('DELETE FROM handed WHERE path = ? AND at <= ?');
  const ofTag = database.prepare('SELECT path FROM handed WHERE tag = ?').pluck();
  const paths = database.prepare('SELECT DISTINCT path FROM handed').pluck();
  const record = database.transaction(
    (/** @type {string} */ path, /** @type {string[]} */ tags) => {
      const now = clock.now();
      remove.run(path, now - KEPT_FOR);
      for (const tag of tags) insert.run(tag, path, now);
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

/**
 * Before anybody opens it: what is damaged goes, since nobody could start with it.
 * @param {string} file
 * @param {Log} log
 */
export function dropDamaged(file, log) {
  if (!existsSync(file)) return;
  const database = new Database(file);
  try {
    const found = database.pragma('quick_check', { simple: true });
    if (found === 'ok') return;
    log.error({ reason: found }, DAMAGED);
  } catch (error) {
    if (!isDamage(error)) throw error;
    log.error({ err: error }, DAMAGED);
  } finally {
    database.close();
  }
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
}
