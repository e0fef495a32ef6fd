import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/**
 * @typedef {object} Row  What is known of a post without asking the file.
 * @property {string} id
 * @property {string} stamp  the same as long as nothing changes that is searched
 * @property {boolean} isPublished  not a draft; perhaps not yet due
 * @property {number} at  when it was published, in milliseconds since 1970; 0: never
 *
 * @typedef {Record<typeof PLACES[number] | 'text', Iterable<string>>} Words  of each part of a post; `text`: of all of them
 */

/** What the words mean has another number after a change of lib/search/words.js. */
const MEANING = 2;
/** Where words count more than elsewhere. They are in a table of their own, since it is small. */
const PLACES = /** @type {const} */ (['title', 'headings', 'names', 'often']);
const OPTIONS = `content = '', contentless_delete = 1, prefix = '1 2 3 4', tokenize = 'ascii'`;
const SCHEMA = `
  CREATE TABLE posts (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
    isPublished INTEGER NOT NULL, at INTEGER NOT NULL);
  CREATE VIRTUAL TABLE texts USING fts5(text, detail = none, ${OPTIONS});
  CREATE VIRTUAL TABLE places USING fts5(${PLACES.join(', ')}, detail = column, ${OPTIONS});
  CREATE TABLE about (identity TEXT NOT NULL);`;
/** What another version of Larder or of Unicode has written is made anew. */
const { unicode, icu } = process.versions;
const IDENTITY = JSON.stringify([MEANING, unicode, icu, SCHEMA]);

/** Pages of the file that are written at once: some ten milliseconds. */
const MERGED_PAGES = 200;
/** Words that are listed. */
const MOST_WORDS = 20_000;
/** Processes that may have an index in one folder. */
const MOST_FILES = 64;

/**
 * The words of all posts, in a file of SQLite (FTS5). Everything in it can be made anew from the store.
 */
class IndexFile {
  /** By their numbers in the file, from 1. @type {(Row | undefined)[]} */
  rows = [undefined];
  /** @type {Map<string, number>} */
  #numbers = new Map();
  #db;
  #sql;

  /** @param {Database.Database} db */
  constructor(db) {
    this.#db = db;
    db.exec('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, texts, row)');
    this.#sql = {
      put: db.prepare(
        'INSERT OR REPLACE INTO posts VALUES (@number, @id, @stamp, @isPublished, @at)',
      ),
      remove: db.prepare('DELETE FROM posts WHERE number = ?'),
      putText: db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)'),
      removeText: db.prepare('DELETE FROM texts WHERE rowid = ?'),
      putPlaces: db.prepare(
        `INSERT INTO places (rowid, ${PLACES.join(', ')}) VALUES (?, ?, ?, ?, ?)`,
      ),
      removePlaces: db.prepare('DELETE FROM places WHERE rowid = ?'),
      mergeTexts: db.prepare(`INSERT INTO texts (texts, rank) VALUES ('merge', ?)`),
      mergePlaces: db.prepare(`INSERT INTO places (places, rank) VALUES ('merge', ?)`),
      changes: db.prepare('SELECT total_changes()').pluck(),
      // Ten thousand numbers in one string take two thirds of the time that they take one by one.
      inTexts: db.prepare('SELECT json_group_array(rowid) FROM texts WHERE texts MATCH ?').pluck(),
      eachInTexts: db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').pluck(),
      inPlaces: db
        .prepare('SELECT json_group_array(rowid) FROM places WHERE places MATCH ?')
        .pluck(),
      known: db
        .prepare(
          `SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM texts WHERE texts MATCH '"' || value || '"')`,
        )
        .pluck(),
      words: db.prepare('SELECT term FROM words WHERE term >= ? AND term < ? LIMIT ?').pluck(),
    };
    const all = /** @type {any} */ (db.prepare('SELECT * FROM posts').iterate());
    for (const { number, ...row } of all)
      this.#know(number, { ...row, isPublished: row.isPublished === 1 });
  }

  /** @param {() => void} change runs whole or not at all */
  inOneGo(change) {
    this.#db.transaction(change)();
  }

  /** @param {string} id */
  row(id) {
    return this.rows[this.#numbers.get(id) ?? 0];
  }

  /** @param {Row} row @param {Words} words */
  put(row, words) {
    const number = this.#numbers.get(row.id) ?? this.rows.length;
    this.remove(row.id);
    this.#sql.put.run({ ...row, number, isPublished: Number(row.isPublished) });
    this.#sql.putText.run(number, [...words.text].join(' '));
    this.#sql.putPlaces.run(number, ...PLACES.map((name) => [...words[name]].join(' ')));
    this.#know(number, row);
  }

  /** @param {string} id */
  remove(id) {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#sql.removeText.run(number);
    this.#sql.removePlaces.run(number);
    this.#sql.remove.run(number);
    this.#numbers.delete(id);
    this.rows[number] = undefined;
  }

  /** @param {string} expression of FTS5 @returns {number[]} those that match */
  match(expression) {
    return JSON.parse(String(this.#sql.inTexts.get(expression)));
  }

  /** @param {string} expression of FTS5 @returns {Iterable<number>} the same, one by one: for the first ones alone */
  eachMatch(expression) {
    return /** @type {Iterable<any>} */ (this.#sql.eachInTexts.iterate(expression));
  }

  /** @param {string} expression of FTS5, with the names of places @returns {number[]} those that match */
  matchPlaces(expression) {
    return JSON.parse(String(this.#sql.inPlaces.get(expression)));
  }

  /** @param {Iterable<string>} words folded @returns {string[]} those that any post has: a quarter of the time of asking for each */
  known(words) {
    return /** @type {string[]} */ (this.#sql.known.all(JSON.stringify([...words])));
  }

  /** @param {string} start @returns {string[]} words of any post that begin so */
  wordsFrom(start) {
    return /** @type {string[]} */ (this.#sql.words.all(start, `${start}\u{10ffff}`, MOST_WORDS));
  }

  /**
   * Makes queries quicker, a little at a time, after much was put.
   * @param {boolean} isFirst
   * @returns {boolean} whether there is more to do
   */
  merge(isFirst) {
    const before = Number(this.#sql.changes.get());
    const pages = isFirst ? -MERGED_PAGES : MERGED_PAGES;
    this.#sql.mergeTexts.run(pages);
    this.#sql.mergePlaces.run(pages);
    return Number(this.#sql.changes.get()) - before > 2;
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
    this.rows[number] = row;
    this.#numbers.set(row.id, number);
  }
}

/**
 * @param {string} folder
 * @returns {IndexFile} the first one there that no other process has open; empty if it cannot be used
 */
export function openIndexFile(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let place = 1; place <= MOST_FILES; place++) {
    const file = join(folder, `search-${place}.db`);
    const opened = open(file);
    if (opened === 'unusable') remove(file);
    const index = opened === 'unusable' ? open(file) : opened;
    if (index instanceof IndexFile) return index;
  }
  throw new Error(`All ${MOST_FILES} search indexes in ${folder} are in use`);
}

/** @param {string} file @returns {IndexFile | 'busy' | 'unusable'} */
function open(file) {
  // It has words of drafts; SQLite gives its other files the same permissions.
  closeSync(openSync(file, 'a', 0o600));
  // The mode above applies to new files only.
  chmodSync(file, 0o600);
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    // Takes the lock, too.
    db.pragma('journal_mode = WAL');
    // What a power cut takes away is found again, by the stamps.
    db.pragma('synchronous = NORMAL');
    db.pragma('cache_size = -4000');
    const isNew = db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (isNew) create(db);
    const isOurs = db.prepare('SELECT identity FROM about').pluck().get() === IDENTITY;
    if (isOurs && db.pragma('quick_check(posts)', { simple: true }) === 'ok')
      return new IndexFile(db);
  } catch (error) {
    if (/** @type {any} */ (error).code?.startsWith('SQLITE_BUSY')) {
      db.close();
      return 'busy';
    }
  }
  db.close();
  return 'unusable';
}

/** @param {Database.Database} db */
function create(db) {
  db.transaction(() => {
    db.exec(SCHEMA);
    db.prepare('INSERT INTO about VALUES (?)').run(IDENTITY);
  })();
}

/** @param {string} file */
function remove(file) {
  for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(file + ending, { force: true });
}
