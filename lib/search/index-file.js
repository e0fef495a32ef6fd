import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database, SqliteError } from '../base/sqlite.js';
import { isMachineFault } from '../base/system-errors.js';
import { LRUCache } from 'lru-cache';

/**
 * @typedef {object} Row  What is known of a post without asking the file.
 * @property {string} id
 * @property {string} stamp  the same as long as nothing changes that is searched
 * @property {boolean} isPublished  not a draft; perhaps not yet due
 * @property {number} at  when it was published, in milliseconds since 1970; 0: never
 *
 * @typedef {Uint8Array | Uint32Array} Packed  the level of each post; of few, their numbers times eight, and their
 *   levels
 *
 * @typedef {object} Asked  Posts with one of these.
 * @property {string} [start]  of a word
 * @property {string[]} entries  whole words
 */

/** What the words mean has another number after a change of lib/search/words.js or joined-words.js. */
const MEANING = 4;
/**
 * How much a word counts in a post. Each stands before it in the index, as a digit: so a list of posts is read once for
 * all of them.
 */
const LEVELS = [1, 2, 3, 4];
/**
 * Characters of a word's beginning for which there is an index. A longer one is looked for by its words, if they are
 * few: that takes half the time.
 */
const PREFIX = 5;
const FEW_WORDS = 16;
const SCHEMA = `
  CREATE TABLE posts (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL,
    isPublished INTEGER NOT NULL, at INTEGER NOT NULL);
  CREATE VIRTUAL TABLE texts USING fts5(text, detail = none, content = '', contentless_delete = 1,
    prefix = '2 3 4 5 6', tokenize = 'ascii');
  CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE about (identity TEXT NOT NULL);`;
/** What another version of Larder or of Unicode has written is made anew. */
const { unicode, icu } = process.versions;
const IDENTITY = JSON.stringify([MEANING, unicode, icu, SCHEMA]);

/** Pages of the file that are written at once: some ten milliseconds. */
const MERGED_PAGES = 200;
/** Bytes of levels that are kept: some thousand words among 10,000 posts. */
const RETAINED = 6_000_000;
/** Bytes of a typed array, besides its content, and of its key. */
const OVERHEAD = 300;
/** Words that are listed. */
const MOST_WORDS = 20_000;
/** Processes that may have an index in one folder. */
const MOST_FILES = 64;

/**
 * The words of all posts, in a file of SQLite (FTS5). Everything in it can be made anew from the store.
 */
class IndexFile {
  /**
   * When each post became public, or will, in milliseconds since 1970; Infinity for a draft, NaN for none. By number,
   * from 1.
   */
  publicFrom = [NaN];
  /** Its mark since the opening before, and its new one. */
  opening;
  /**
   * Until a post changes: who types on, or turns the page, asks for the same words.
   * @type {LRUCache<string, Packed>}
   */
  #stored = new LRUCache({
    maxSize: RETAINED,
    sizeCalculation: ({ byteLength }) => byteLength + OVERHEAD,
  });
  #db;
  #sql;

  /** @param {Database} db */
  constructor(db) {
    this.#db = db;
    this.#sql = {
      put: db.prepare(
        'INSERT OR REPLACE INTO posts VALUES (@number, @id, @stamp, @isPublished, @at)',
      ),
      remove: db.prepare('DELETE FROM posts WHERE number = ?'),
      row: db.prepare('SELECT number, stamp FROM posts WHERE id = ?'),
      rows: db.prepare('SELECT number, id FROM posts'),
      ids: db
        .prepare(
          `SELECT json_group_array(id) FROM
            (SELECT posts.id FROM json_each(?) AS asked JOIN posts ON number = value ORDER BY asked.key)`,
        )
        .pluck(),
      putText: db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)'),
      removeText: db.prepare('DELETE FROM texts WHERE rowid = ?'),
      putWords: db.prepare('INSERT OR IGNORE INTO words SELECT value FROM json_each(?)'),
      merge: db.prepare(`INSERT INTO texts (texts, rank) VALUES ('merge', ?)`),
      changes: db.prepare('SELECT total_changes()').pluck(),
      // Ten thousand numbers in one string take two thirds of the time that they take one by one.
      inTexts: db.prepare('SELECT json_group_array(rowid) FROM texts WHERE texts MATCH ?').pluck(),
      eachInTexts: db.prepare('SELECT rowid FROM texts WHERE texts MATCH ?').pluck(),
      firstInTexts: db
        .prepare(
          'SELECT json_group_array(rowid) FROM (SELECT rowid FROM texts WHERE texts MATCH ? LIMIT ?)',
        )
        .pluck(),
      known: db
        .prepare('SELECT value FROM json_each(?) WHERE value IN (SELECT word FROM words)')
        .pluck(),
      words: db
        .prepare(
          'SELECT json_group_array(word) FROM (SELECT word FROM words WHERE word >= ? AND word < ? LIMIT ?)',
        )
        .pluck(),
    };
    this.#readTimes();
    this.opening = markOpening(db);
  }

  /** Row by row it takes ten times as long. */
  #readTimes() {
    const [numbers, times] = this.#db
      .prepare(
        'SELECT json_group_array(number), json_group_array(iif(isPublished, at, NULL)) FROM posts',
      )
      .raw()
      .get()
      .map(JSON.parse);
    for (const [place, number] of numbers.entries())
      this.#setTime(number, times[place] ?? Infinity);
  }

  /** @param {() => void} change runs whole or not at all */
  inOneGo(change) {
    this.#db.transaction(change)();
  }

  /** @param {string} id @returns {{ number: number, stamp: string } | undefined} */
  row(id) {
    return this.#sql.row.get(id);
  }

  /** @returns {Iterable<{ number: number, id: string }>} of all posts */
  rows() {
    return this.#sql.rows.all();
  }

  /** @param {number[]} numbers @returns {string[]} */
  idsOf(numbers) {
    return JSON.parse(this.#sql.ids.get(JSON.stringify(numbers)));
  }

  /** @param {Row} row @param {Map<string, number>} words and their levels @returns {number} of the post */
  put(row, words) {
    const number = this.remove(row.id) ?? this.publicFrom.length;
    this.#sql.put.run({ ...row, number, isPublished: Number(row.isPublished) });
    this.#sql.putText.run(number, Array.from(words, ([word, level]) => level + word).join(' '));
    this.#sql.putWords.run(JSON.stringify([...words.keys()]));
    this.#setTime(number, row.isPublished ? row.at : Infinity);
    return number;
  }

  /** @param {string} id @returns {number | undefined} the number that it had */
  remove(id) {
    this.#stored.clear();
    const number = this.row(id)?.number;
    if (number === undefined) return;
    this.#sql.removeText.run(number);
    this.#sql.remove.run(number);
    this.publicFrom[number] = NaN;
    return number;
  }

  /**
   * @param {Asked} asked
   * @returns {Readonly<Uint8Array>} the highest level at which each post has it, by number; 0: it has not
   */
  levelsOf(asked) {
    const key = JSON.stringify(asked);
    const stored = this.#stored.get(key);
    if (stored) return unpack(stored, this.publicFrom.length);
    const levels = this.#readLevels(asked);
    this.#stored.set(key, pack(levels));
    return levels;
  }

  /** @param {Asked} asked */
  #readLevels({ start, entries }) {
    const terms = entries.map((entry) => `${entry}"`);
    if (start !== undefined) {
      const words = start.length > PREFIX ? this.wordsFrom(start, FEW_WORDS + 1) : [];
      if (start.length > PREFIX && words.length <= FEW_WORDS)
        terms.push(...words.map((word) => `${word}"`));
      else terms.push(`${start}"*`);
    }
    const levels = new Uint8Array(this.publicFrom.length);
    if (terms.length === 0) return levels;
    for (const level of LEVELS) {
      const expression = terms.map((term) => `"${level}${term}`).join(' OR ');
      const numbers = JSON.parse(String(this.#sql.inTexts.get(expression)));
      for (const number of numbers) levels[number] = level;
    }
    return levels;
  }

  /** @param {string} word @returns {Iterable<number>} of posts that have it, one by one: for the first ones alone */
  eachWith(word) {
    return this.#sql.eachInTexts.iterate(anyOf([word]));
  }

  /**
   * @param {string[]} words
   * @param {number} most
   * @returns {number[]} of posts that have one of them; none if they are more
   */
  numbersWith(words, most) {
    const numbers = JSON.parse(String(this.#sql.firstInTexts.get(anyOf(words), most + 1)));
    return numbers.length > most ? [] : numbers;
  }

  /** @param {Iterable<string>} words folded @returns {string[]} those that any post has or had */
  known(words) {
    return this.#sql.known.all(JSON.stringify([...words]));
  }

  /**
   * @param {string} start
   * @param {number} [most]
   * @returns {string[]} words that begin so, of those that any post has or had
   */
  wordsFrom(start, most = MOST_WORDS) {
    return JSON.parse(String(this.#sql.words.get(start, `${start}\u{10ffff}`, most)));
  }

  /**
   * Makes queries quicker, a little at a time, after much was put.
   * @param {boolean} isFirst
   * @returns {boolean} whether there is more to do
   */
  merge(isFirst) {
    const before = Number(this.#sql.changes.get());
    const pages = isFirst ? -MERGED_PAGES : MERGED_PAGES;
    this.#sql.merge.run(pages);
    return Number(this.#sql.changes.get()) - before > 1;
  }

  close() {
    this.#db.close();
  }

  /** @param {number} number @param {number} time */
  #setTime(number, time) {
    while (this.publicFrom.length < number) this.publicFrom.push(NaN);
    this.publicFrom[number] = time;
  }
}

/**
 * Whoever finds its own mark at the next opening knows that nobody else has written in between.
 * @param {Database} db
 */
function markOpening(db) {
  const before = db.pragma('user_version', { simple: true });
  const [mark] = db.prepare('SELECT abs(random() % 0x7fffffff)').raw().get();
  db.pragma(`user_version = ${mark}`);
  return { before, mark };
}

/**
 * @param {string[]} words
 * @returns {string} an expression of FTS5 for a post that has one of them, at whatever level
 */
const anyOf = (words) =>
  words.flatMap((word) => LEVELS.map((level) => `"${level}${word}"`)).join(' OR ');

/**
 * @param {Uint8Array} levels
 * @returns {Packed}
 */
function pack(levels) {
  const numbers = [];
  for (let number = 1; number < levels.length; number++)
    if (levels[number] > 0) numbers.push(number * 8 + levels[number]);
  return numbers.length * 4 < levels.length ? Uint32Array.from(numbers) : levels;
}

/** @param {Packed} packed @param {number} length @returns {Uint8Array} */
function unpack(packed, length) {
  if (packed instanceof Uint8Array) return packed;
  const levels = new Uint8Array(length);
  for (const each of packed) levels[each >> 3] = each & 7;
  return levels;
}

/**
 * @param {string} folder
 * @param {{ startsAnew?: boolean }} [options]  `startsAnew`: with an empty one
 * @returns {IndexFile} the first one there that no other process has open; empty if it cannot be used
 * @throws whatever the machine fails with
 */
export function openIndexFile(folder, { startsAnew = false } = {}) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let place = 1; place <= MOST_FILES; place++) {
    const file = join(folder, `search-${place}.db`);
    const opened = open(file, startsAnew);
    if (opened === 'unusable') remove(file);
    const index = opened === 'unusable' ? open(file) : opened;
    if (index instanceof IndexFile) return index;
  }
  throw new Error(`All ${MOST_FILES} search indexes in ${folder} are in use`);
}

/** @param {string} file @param {boolean} [isUnwanted] @returns {IndexFile | 'busy' | 'unusable'} */
function open(file, isUnwanted = false) {
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
    // The rows are read now, and their ids when they are compared: a damaged page is met there.
    const { identity } = db.prepare('SELECT identity FROM about').get() ?? {};
    if (identity === IDENTITY && !isUnwanted) return new IndexFile(db);
  } catch (error) {
    db.close();
    if (error instanceof SqliteError && error.code === 'SQLITE_BUSY') return 'busy';
    if (isMachineFault(error)) throw error;
  }
  db.close();
  return 'unusable';
}

/** @param {Database} db */
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
