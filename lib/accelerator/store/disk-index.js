import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { LarderError } from '../../base/errors.js';
import { digest } from '../../base/digest.js';
import { isOwn } from '../../base/files.js';
import { Database, SqliteError } from '../../base/sqlite.js';
import { concerns, etagsOf } from './selector.js';
/** @import { Selector, StoredEntry, StoredResponse } from '../types.js' */

/**
 * @typedef {Omit<StoredEntry, 'variants'> & { variants: (Omit<StoredResponse, 'body'> & { digest: string, bytes: number
 *   })[] }} Row An entry with the digests and lengths of its bodies instead of them.
 */

/** Marks the file as an index of Larder's (PRAGMA application_id): "LarC" in ASCII. */
const APPLICATION = 0x4c617243;
/** Of the tables below, and of what is in them. An index of another version is started anew. */
const VERSION = 2;

/** Bytes on disk of an entry in the tables and their indexes besides its fields (measured). */
const ROW_BYTES = 512;
/** Of a group or entity tag, besides its text in both indexes. */
const LABEL_BYTES = 32;
/** Bytes in which a file system allots space to files. */
const BLOCK = 4096;

/** Invalidations that are not yet carried out to the end; with more, all entries are invalidated. */
const MOST_INVALIDATIONS = 100;

/**
 * `used`: the greater, the more recently. `totals.bytes` counts a body once, however many entries use it. An unused
 * body waits for its file to be deleted. An invalidation concerns entries up to `last`. `run.boot`: see `mark`.
 */
const TABLES = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, used INTEGER NOT NULL, bytes INTEGER NOT NULL,
    checksum TEXT NOT NULL, fields TEXT NOT NULL
  );
  CREATE INDEX entries_by_use ON entries (used);
  CREATE TABLE labels (
    label TEXT NOT NULL, entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE, PRIMARY KEY (label, entry)
  ) WITHOUT ROWID;
  CREATE INDEX labels_by_entry ON labels (entry);
  CREATE TABLE bodies (
    digest TEXT PRIMARY KEY, bytes INTEGER NOT NULL, uses INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE INDEX unused_bodies ON bodies (digest) WHERE uses = 0;
  CREATE TABLE uses (
    entry INTEGER NOT NULL REFERENCES entries ON DELETE CASCADE, digest TEXT NOT NULL, PRIMARY KEY (entry, digest)
  ) WITHOUT ROWID;
  CREATE TABLE invalidations (selector TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE totals (entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
  INSERT INTO totals VALUES (0, 0);
  CREATE TABLE run (boot TEXT);
  INSERT INTO run VALUES (NULL);

  CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
    UPDATE totals SET entries = entries + 1, bytes = bytes + NEW.bytes;
  END;
  CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
    UPDATE totals SET entries = entries - 1, bytes = bytes - OLD.bytes;
  END;
  CREATE TRIGGER use_added AFTER INSERT ON uses BEGIN
    UPDATE bodies SET uses = uses + 1 WHERE digest = NEW.digest;
  END;
  CREATE TRIGGER use_removed AFTER DELETE ON uses BEGIN
    UPDATE bodies SET uses = uses - 1 WHERE digest = OLD.digest;
  END;
  CREATE TRIGGER body_used AFTER UPDATE OF uses ON bodies WHEN OLD.uses = 0 BEGIN
    UPDATE totals SET bytes = bytes + NEW.bytes;
  END;
  CREATE TRIGGER body_unused AFTER UPDATE OF uses ON bodies WHEN NEW.uses = 0 BEGIN
    UPDATE totals SET bytes = bytes - NEW.bytes;
  END;
`;

/**
 * What is on disk, in one SQLite file that a single process holds. All calls are synchronous, take microseconds, and
 * survive the end of the process, however it ends. They never wait for the disk: after a power cut the index starts
 * anew instead. Each throws SQLite's errors.
 */
export class DiskIndex {
  #db;
  #file;
  #boot;
  /** The greatest id or use. */
  #last;
  #statements;
  /** @type {{ json: string, selector: Selector, last: number }[]} */
  #invalidations = [];

  /**
   * @param {string} file  created when it is missing, readable by its owner only
   * @param {string} boot  names the time since the machine was started; empty: unknown
   * @param {(reason: string) => void} onAnew  told why what was there cannot be used
   * @throws {LarderError} `invalid` when the file is not Larder's, `unavailable` when another process holds it; and
   *   errors of SQLite and the file system
   */
  constructor(file, boot, onAnew) {
    this.#file = file;
    this.#boot = boot;
    const { db, statements } = connect(file, boot, onAnew);
    this.#db = db;
    this.#statements = statements;
    this.#readInvalidations();
    const lasts = this.#invalidations.map(({ last }) => last);
    this.#last = Math.max(Number(this.#statements.last.get()), ...lasts);
  }

  /**
   * @param {string} key
   * @returns {{ id: number, row?: Row } | undefined} `id`: another one after each write; without `row` when it is
   *   damaged
   */
  get(key) {
    /** @type {{ id: number, checksum: string, fields: string } | undefined} */
    const found = this.#statements.get.get(key);
    if (!found) return undefined;
    const { id, checksum, fields } = found;
    if (digest(fields) !== checksum) return { id };
    const row = JSON.parse(fields);
    const isInvalid = this.#invalidations.some(
      ({ selector, last }) => id <= last && concerns(selector, row),
    );
    return isInvalid ? undefined : { id, row };
  }

  /**
   * Inserts entries whose keys are not there.
   * @param {Map<string, { length: number }>} bodies  that were written for them, by digest
   * @param {Row[]} rows
   */
  insert(bodies, rows) {
    const { insertBody, insert, insertLabel, insertUse } = this.#statements;
    this.#transact(() => {
      for (const [name, { length }] of bodies)
        insertBody.run(name, Math.ceil(length / BLOCK) * BLOCK);
      for (const row of rows) {
        const id = ++this.#last;
        const fields = JSON.stringify(row);
        const labels = labelsOf({ groups: [...row.groups], etags: etagsOf(row) });
        const bytes = labels.reduce(
          (sum, label) => sum + LABEL_BYTES + 2 * label.length,
          Buffer.byteLength(fields) + ROW_BYTES,
        );
        insert.run(id, row.key, id, bytes, digest(fields), fields);
        for (const label of labels) insertLabel.run(label, id);
        for (const { digest: name } of row.variants) insertUse.run(id, name);
      }
    });
  }

  /** @param {string} key @returns {boolean} whether it was there */
  delete(key) {
    return this.#statements.delete.run(key).changes > 0;
  }

  /** Notes that entries were used, the last one most recently. @param {Iterable<string>} keys */
  touch(keys) {
    this.#transact(() => {
      for (const key of keys) this.#statements.touch.run(++this.#last, key);
    });
  }

  /**
   * Deletes the least recently used entries until the rest fits.
   * @param {number} maxBytes
   * @param {{ atMost: number, isSpared: (key: string) => boolean }} options  `atMost` are looked at; those that are
   *   spared count as used just now, unless all of them are
   * @returns {number} entries deleted
   */
  evict(maxBytes, { atMost, isSpared }) {
    let evicted = 0;
    this.#transact(() => {
      /** @type {string[]} */
      const spared = [];
      /** @type {string[]} */
      const others = [];
      for (const key of this.#statements.oldest.all(atMost).map(String))
        (isSpared(key) ? spared : others).push(key);
      if (others.length > 0) this.touch(spared);
      for (const key of others.length > 0 ? others : spared)
        if (this.totals().bytes > maxBytes) evicted += Number(this.delete(key));
    });
    return evicted;
  }

  /**
   * Invalidates the entries that are there now. They are not returned any more; those that are not deleted at once are
   * left to `deleteInvalidated`.
   * @param {Selector} selector
   * @param {number} atMost  deleted at once
   */
  invalidate(selector, atMost) {
    const { addInvalidation, endInvalidations } = this.#statements;
    if (this.#select(selector, this.#last, 1).length === 0) return;
    this.#transact(() => {
      const isFull = this.#invalidations.length >= MOST_INVALIDATIONS;
      if (isFull) endInvalidations.run();
      addInvalidation.run(JSON.stringify(isFull ? { prefixes: [''] } : selector), this.#last);
      this.#readInvalidations();
      if (this.#invalidations.length === 1) this.deleteInvalidated(atMost);
    });
  }

  /** @param {number} atMost  entries deleted at once */
  deleteInvalidated(atMost) {
    const [first] = this.#invalidations;
    if (!first) return;
    this.#transact(() => {
      const keys = this.#select(first.selector, first.last, atMost).slice(0, atMost);
      for (const key of keys) this.delete(key);
      if (keys.length < atMost) this.#statements.endInvalidation.run(first.json);
    });
    this.#readInvalidations();
  }

  /** Whether `deleteInvalidated` has something to do. */
  get hasInvalidated() {
    return this.#invalidations.length > 0;
  }

  /** @param {Selector} selector @returns {string[]} keys of the entries that it concerns */
  find(selector) {
    const keys = this.#select(selector, Number.MAX_SAFE_INTEGER, -1);
    return this.hasInvalidated ? keys.filter((key) => this.get(key)) : keys;
  }

  /** @returns {{ entries: number, bytes: number }} */
  totals() {
    return this.#statements.totals.get();
  }

  /** @param {string} name @returns {boolean} whether the body with that digest is known */
  hasBody(name) {
    return this.#statements.hasBody.get(name) === 1;
  }

  /** @param {number} atMost @returns {string[]} digests of bodies that no entry uses */
  unusedBodies(atMost) {
    return this.#statements.unusedBodies.all(atMost).map(String);
  }

  /** @param {string[]} digests  of bodies; those that an entry uses stay */
  deleteBodies(digests) {
    this.#transact(() => {
      for (const name of digests) this.#statements.deleteBody.run(name);
    });
  }

  close() {
    // Twice: all is synced before it is marked as closed.
    mark(this.#db, this.#boot);
    mark(this.#db, null);
    this.#db.close();
  }

  /** Closes and deletes it. */
  discard() {
    this.#db.close();
    remove(this.#file);
  }

  /**
   * @param {Selector} selector
   * @param {number} last
   * @param {number} atMost  of each member; -1: all
   * @returns {string[]}
   */
  #select(selector, last, atMost) {
    const { urls = [], prefixes = [] } = selector;
    const { key, withPrefix, withLabel } = this.#statements;
    return [
      ...urls.flatMap((url) => key.all(url, last)),
      ...prefixes.flatMap((prefix) => withPrefix.all(prefix, prefix, last, atMost)),
      ...labelsOf(selector).flatMap((label) => withLabel.all(label, last, atMost)),
    ].map(String);
  }

  #readInvalidations() {
    /** @type {{ selector: string, last: number }[]} */
    const rows = this.#statements.invalidations.all();
    this.#invalidations = rows.map(({ selector, last }) => ({
      json: selector,
      selector: JSON.parse(selector),
      last,
    }));
  }

  /** @param {() => void} work */
  #transact(work) {
    this.#db.transaction(work)();
  }
}

/** The file is ours, but what it says cannot be relied on. */
class Unusable extends Error {}

/**
 * @param {string} file
 * @param {string} boot
 * @param {(reason: string) => void} onAnew
 */
function connect(file, boot, onAnew) {
  try {
    return open(file, boot);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    onAnew(error.message);
    remove(file);
    return open(file, boot);
  }
}

/** @param {string} file @param {string} boot */
function open(file, boot) {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) closeSync(openSync(file, 'wx', 0o600));
  else if (!found.isFile() || !isOwn(found))
    throw new LarderError('invalid', `${file} is not a file of the user that Larder runs as.`);
  const db = new Database(file, { timeout: 0 });
  try {
    // Held until the process ends. It also spares the shared memory file.
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('synchronous = OFF');
    if (db.pragma('application_id', { simple: true }) !== APPLICATION) create(db, file);
    db.pragma('journal_mode = WAL');
    // In pages: a checkpoint, which every so many pages one writer waits for, takes about a millisecond.
    db.pragma('wal_autocheckpoint = 250');
    // In KiB.
    db.pragma('cache_size = -4000');
    refuseUnusable(db, boot);
    mark(db, boot);
    return { db, statements: prepare(db) };
  } catch (error) {
    db.close();
    const code = error instanceof SqliteError ? error.code : '';
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw new Unusable('it is damaged');
    if (!/^SQLITE_BUSY/.test(code)) throw error;
    throw new LarderError('unavailable', `${file} is in use by another process.`, { cause: error });
  }
}

/** @param {Database} db @param {string} file */
function create(db, file) {
  if (db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() !== 0)
    throw new LarderError('invalid', `${file} is the database of another program.`);
  db.transaction(() => {
    db.exec(TABLES);
    db.pragma(`application_id = ${APPLICATION}`);
    db.pragma(`user_version = ${VERSION}`);
  })();
}

/** @param {Database} db @param {string} boot */
function refuseUnusable(db, boot) {
  if (db.pragma('user_version', { simple: true }) !== VERSION)
    throw new Unusable('it was written by another version of Larder');
  const inUse = db.prepare('SELECT boot FROM run').pluck().get();
  if (inUse !== null && (inUse !== boot || boot === ''))
    throw new Unusable('the machine stopped while it was in use');
}

/**
 * Notes since which start of the machine the file is in use; null: it is closed. What was not synced is lost when the
 * machine stops, but not when the process does. So the mark itself is synced, with all that came before it.
 * @param {Database} db
 * @param {string | null} boot
 */
function mark(db, boot) {
  db.pragma('synchronous = NORMAL');
  db.prepare('UPDATE run SET boot = ?').run(boot);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('synchronous = OFF');
}

/** @param {string} file */
function remove(file) {
  // The database first: without it, the others mean nothing.
  for (const ending of ['', '-wal', '-journal']) rmSync(file + ending, { force: true });
}

/** @param {Pick<Selector, 'groups' | 'etags'>} selector @returns {string[]} */
const labelsOf = ({ groups = [], etags = [] }) => [
  ...groups.map((group) => `group ${group}`),
  ...etags.map((etag) => `etag ${etag}`),
];

/** @param {Database} db */
const prepare = (db) => ({
  last: db
    .prepare(
      'SELECT max(a, b) FROM (SELECT max(id) a FROM entries), (SELECT max(used) b FROM entries)',
    )
    .pluck(),
  get: db.prepare('SELECT id, fields, checksum FROM entries WHERE key = ?'),
  insert: db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)'),
  insertLabel: db.prepare('INSERT OR IGNORE INTO labels VALUES (?, ?)'),
  insertBody: db.prepare('INSERT OR IGNORE INTO bodies (digest, bytes) VALUES (?, ?)'),
  insertUse: db.prepare('INSERT OR IGNORE INTO uses VALUES (?, ?)'),
  delete: db.prepare('DELETE FROM entries WHERE key = ?'),
  touch: db.prepare('UPDATE entries SET used = ? WHERE key = ?'),
  oldest: db.prepare('SELECT key FROM entries ORDER BY used LIMIT ?').pluck(),
  key: db.prepare('SELECT key FROM entries WHERE key = ? AND id <= ?').pluck(),
  // The byte FF, which comes after all text in UTF-8, ends the range.
  withPrefix: db
    .prepare(
      "SELECT key FROM entries WHERE key >= ? AND key < ? || CAST(x'FF' AS TEXT) AND id <= ? LIMIT ?",
    )
    .pluck(),
  withLabel: db
    .prepare(
      'SELECT key FROM labels JOIN entries ON id = entry WHERE label = ? AND entry <= ? LIMIT ?',
    )
    .pluck(),
  invalidations: db.prepare('SELECT selector, last FROM invalidations'),
  addInvalidation: db.prepare('INSERT OR REPLACE INTO invalidations VALUES (?, ?)'),
  endInvalidation: db.prepare('DELETE FROM invalidations WHERE selector = ?'),
  endInvalidations: db.prepare('DELETE FROM invalidations'),
  totals: db.prepare('SELECT entries, bytes FROM totals'),
  hasBody: db.prepare('SELECT 1 FROM bodies WHERE digest = ?').pluck(),
  unusedBodies: db.prepare('SELECT digest FROM bodies WHERE uses = 0 LIMIT ?').pluck(),
  deleteBody: db.prepare('DELETE FROM bodies WHERE digest = ? AND uses = 0'),
});
