import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { Database } from '../../base/sqlite.js';
import { LarderError } from '../../base/errors.js';
import { makeFolder } from '../../base/files.js';
import { bringOver, OLDEST, OLDEST_COMMIT, schema, VERSION } from './schema.js';

/** That of the database where STORE_URL names none. */
const DEFAULT_FOLDER = 'data';

/** Marks a file as Larder's (PRAGMA application_id): "Lard" in ASCII. */
export const applicationId = 0x4c617264;

/**
 * Opens the file, creates it if it is missing, and migrates its tables. It contains drafts and password hashes, so only
 * its owner may read it; SQLite gives its -wal and -shm files the same permissions.
 *
 * @param {string} file
 * @param {boolean} [create] whether to create a blog in an empty file
 * @returns {Database}
 * @throws {LarderError} `notFound` when the file contains no blog; `invalid` when it belongs to another program or a
 *   newer Larder; and SQLite's own errors
 */
export function connect(file, create = true) {
  findFolder(dirname(file), create);
  closeSync(openSync(file, 'a', 0o600));
  const db = new Database(file, { timeout: 0 });
  try {
    refuseForeignDatabase(db, file, create);
    db.pragma('journal_mode = WAL');
    // An acknowledged write must survive a power cut; in WAL mode, NORMAL does not sync at each commit.
    db.pragma('synchronous = FULL');
    // In KiB: the operating system caches the file too.
    db.pragma('cache_size = -2000');
    db.transaction(() => migrate(db, file)).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** @param {string} folder @param {boolean} create */
function findFolder(folder, create) {
  if (create && normalize(folder) === DEFAULT_FOLDER) return makeFolder(folder);
  // One that is made for a mistyped name would look as if all posts were lost.
  if (!existsSync(folder))
    throw new LarderError(
      create ? 'invalid' : 'notFound',
      `The folder ${folder} does not exist: make it, or correct STORE_URL.`,
    );
}

/**
 * @param {Database} db
 * @returns {boolean} whether Larder created it
 */
export const isLarderDatabase = (db) =>
  db.pragma('application_id', { simple: true }) === applicationId;

/**
 * @param {Database} db
 * @param {string} file
 * @param {boolean} create
 */
function refuseForeignDatabase(db, file, create) {
  const isEmpty = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (isEmpty && !create) throw noBlog(file);
  if (!isLarderDatabase(db) && !isEmpty) {
    throw new LarderError(
      'invalid',
      `${file} is the database of another program: use another file in STORE_URL.`,
    );
  }
}

/** @param {string} file @returns {LarderError} */
export const noBlog = (file) =>
  new LarderError('notFound', `There is no blog in ${file}: check the URL.`);

/**
 * Runs in an IMMEDIATE transaction, so that of several processes that start at once only one migrates.
 *
 * @param {Database} db
 * @param {string} file
 */
function migrate(db, file) {
  const version = schemaOf(db);
  if (version > VERSION) {
    throw new LarderError(
      'invalid',
      `${file} was written by a newer Larder (schema version ${version}; this one supports ${VERSION}): install the newer version, or restore an older backup.`,
    );
  }
  // Opening a database changes nothing in it.
  if (version === VERSION) return;
  if (version > 0 && version < OLDEST)
    throw new LarderError(
      'invalid',
      `${file} was written by an early Larder (schema version ${version}): open it once with the commit ${OLDEST_COMMIT}, then with this one.`,
    );
  const columnsOf = (/** @type {string} */ table) =>
    db.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all().map(String);
  db.exec(version === 0 ? schema : bringOver(version, columnsOf));
  db.pragma(`application_id = ${applicationId}`);
  db.pragma(`user_version = ${VERSION}`);
}

/**
 * @param {Database} db
 * @returns {number} its schema version
 */
const schemaOf = (db) => Number(db.pragma('user_version', { simple: true }));

/**
 * Any command of a newer version migrates, also while a server of this one runs.
 * @param {Database} db
 * @param {string} file
 * @returns {() => void} throws `unavailable` once that has happened
 */
export function prepareSchemaCheck(db, file) {
  const schema = db.prepare('PRAGMA user_version').pluck();
  return () => {
    if (Number(schema.get()) > VERSION)
      throw new LarderError(
        'unavailable',
        `A newer Larder has changed ${file}: restart the server with it.`,
      );
  };
}

/**
 * @param {string} file
 * @returns {string} device and inode: a different value at the same path means that the file was replaced
 */
export function identityOf(file) {
  const { dev, ino } = statSync(file);
  return `${dev}:${ino}`;
}
