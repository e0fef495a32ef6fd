import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * @typedef {object} Row  What is known of a post without asking the file.
 * @property {string} id
 * @property {string} stamp  the same as long as nothing changes that is searched
 * @property {boolean} isPublished  not a draft; perhaps not yet due
 * @property {string} publishedAt  ISO time, or ''
 *
 * @typedef {Record<typeof COLUMNS[number], Iterable<string>>} Columns  words
 */

/** Of what the file holds: what another version of Larder or of Unicode has written is made anew. */
const IDENTITY = `1 ${process.versions.unicode} ${process.versions.icu}`;

const COLUMNS = /** @type {const} */ (['title', 'headings', 'names', 'often', 'text']);

/** Processes that may have an index in one folder. */
const MOST_FILES = 64;

/**
 * The words of all posts, in a file of SQLite (FTS5). Everything in it can be made anew from the store.
 */
export class IndexFile {
  /** By their numbers in the file. @type {Map<number, Row>} */
  rows = new Map();
  /** @type {Map<string, number>} */
  #numbers = new Map();
  #last = 0;
  #db;
  #sql;

  /** @param {string} folder of the file: the first one there that no other process has open */
  constructor(folder) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const db = openFirst(folder);
    this.#db = db;
    this.#sql = {
      put: db.prepare(
        'INSERT INTO posts VALUES (@number, @id, @stamp, @isPublished, @publishedAt) ON CONFLICT DO UPDATE SET stamp = @stamp, isPublished = @isPublished, publishedAt = @publishedAt',
      ),
      remove: db.prepare('DELETE FROM posts WHERE number = ?'),
      putWords: db.prepare(
        `INSERT INTO words (rowid, ${COLUMNS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)`,
      ),
      removeWords: db.prepare('DELETE FROM words WHERE rowid = ?'),
      match: db.prepare('SELECT rowid FROM words WHERE words MATCH ?').pluck(),
    };
    for (const { number, ...row } of /** @type {any} */ (
      db.prepare('SELECT * FROM posts').iterate()
    ))
      this.#know(number, { ...row, isPublished: row.isPublished === 1 });
  }

  /** @param {() => void} change runs whole or not at all */
  inOneGo(change) {
    this.#db.transaction(change)();
  }

  /** @param {string} id */
  row(id) {
    return this.rows.get(this.#numbers.get(id) ?? 0);
  }

  /** @param {Row} row @param {Columns} columns */
  put(row, columns) {
    const known = this.#numbers.get(row.id);
    const number = known ?? this.#last + 1;
    if (known) this.#sql.removeWords.run(number);
    this.#sql.put.run({ ...row, number, isPublished: Number(row.isPublished) });
    this.#sql.putWords.run(number, ...COLUMNS.map((name) => [...columns[name]].join(' ')));
    this.#know(number, row);
  }

  /** @param {string} id */
  remove(id) {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#sql.removeWords.run(number);
    this.#sql.remove.run(number);
    this.#numbers.delete(id);
    this.rows.delete(number);
  }

  /** @param {string} expression of FTS5 @returns {number[]} those that match */
  match(expression) {
    return /** @type {number[]} */ (this.#sql.match.all(expression));
  }

  close() {
    this.#db.close();
  }

  /** Deletes it, since it cannot be used. */
  discard() {
    const { name } = this.#db;
    this.#db.close();
    remove(name);
  }

  /** @param {number} number @param {Row} row */
  #know(number, row) {
    this.#last = Math.max(this.#last, number);
    this.rows.set(number, row);
    this.#numbers.set(row.id, number);
  }
}

/** @param {string} folder */
function openFirst(folder) {
  for (let place = 1; place <= MOST_FILES; place++) {
    const db = open(join(folder, `search-${place}.db`));
    if (db) return db;
  }
  throw new Error(`All ${MOST_FILES} search indexes in ${folder} are in use`);
}

/** @param {string} file @returns {Database.Database | null} null: another process has it open */
function open(file) {
  const db = connect(file);
  if (db === 'busy') return null;
  if (db) return db;
  remove(file);
  const fresh = new Database(file, { timeout: 0 });
  configure(fresh);
  fresh.transaction(() => {
    fresh.exec(`
      CREATE TABLE about (identity TEXT NOT NULL);
      CREATE TABLE posts (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
        isPublished INTEGER NOT NULL, publishedAt TEXT NOT NULL);
      CREATE VIRTUAL TABLE words USING fts5(${COLUMNS.join(', ')}, content = '', contentless_delete = 1,
        detail = column, prefix = '1 2 3 4', tokenize = 'ascii');`);
    fresh.prepare('INSERT INTO about VALUES (?)').run(IDENTITY);
  })();
  return fresh;
}

/** @param {string} file @returns {Database.Database | 'busy' | null} null: what is there cannot be used */
function connect(file) {
  let db;
  try {
    db = new Database(file, { timeout: 0 });
    configure(db);
    const identity = db.prepare('SELECT identity FROM about').pluck().get();
    if (identity === IDENTITY && db.pragma('quick_check', { simple: true }) === 'ok') return db;
  } catch (error) {
    db?.close();
    if (/** @type {any} */ (error).code?.startsWith('SQLITE_BUSY')) return 'busy';
    return null;
  }
  db.close();
  return null;
}

/** @param {string} file */
function remove(file) {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
}

/** @param {Database.Database} db */
function configure(db) {
  db.pragma('locking_mode = EXCLUSIVE');
  // Takes the lock, too.
  db.pragma('journal_mode = WAL');
  // What a power cut takes away is found again, by the stamps.
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -4000');
}
