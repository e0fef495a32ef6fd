import { resolve } from 'node:path';

/** @import { backup as Backup, DatabaseSyncInstance, DatabaseSyncOptions } from '@photostructure/sqlite' */

/**
 * @typedef {null | number | bigint | string | Uint8Array} Value
 *
 * @typedef {object} NativeStatement  One that returns rows as arrays.
 * @property {(...parameters: unknown[]) => { changes: number | bigint }} run
 * @property {(...parameters: unknown[]) => Value[] | undefined} get
 * @property {(...parameters: unknown[]) => Value[][]} all
 * @property {(...parameters: unknown[]) => IterableIterator<Value[]>} iterate
 * @property {() => { name: string }[]} columns
 * @property {(isSet: boolean) => void} setReturnArrays
 * @property {(isSet: boolean) => void} setReadBigInts
 *
 * @typedef {{ prepare: (sql: string) => NativeStatement } & DatabaseSyncInstance} NativeDatabase
 *
 * @typedef {object} Package
 * @property {new (file: string, options: DatabaseSyncOptions) => NativeDatabase} DatabaseSync
 * @property {typeof Backup} backup
 */

/**
 * Before, SQLite could damage a file that several connections use in WAL mode (sqlite.org/wal.html, the WAL-reset bug).
 */
const SAFE = [3, 51, 3];
/** Before, node:sqlite cut a text off at NUL, and said at each start that it is an experiment. */
const READS_WHOLE_TEXTS = [24];

/** Names of primary result codes (sqlite.org/rescode.html). */
const CODES = new Map([
  [3, 'SQLITE_PERM'],
  [5, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [18, 'SQLITE_TOOBIG'],
  [19, 'SQLITE_CONSTRAINT'],
  [20, 'SQLITE_MISMATCH'],
  [23, 'SQLITE_AUTH'],
  [26, 'SQLITE_NOTADB'],
]);

/** An error of SQLite. `code`: the name of its primary result code. */
export class SqliteError extends Error {
  name = 'SqliteError';

  /** @param {string} message @param {string} code @param {unknown} cause */
  constructor(message, code, cause) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * What Node.js has built in, where that is safe; else the package with the same interface, which has its binary with
 * it.
 * @returns {Promise<Package>}
 */
async function load() {
  const { node, sqlite = '' } = process.versions;
  const isBuiltIn = isFrom(READS_WHOLE_TEXTS, node) && isFrom(SAFE, sqlite);
  return /** @type {Package} */ (
    isBuiltIn ? process.getBuiltinModule('node:sqlite') : await import('@photostructure/sqlite')
  );
}

/** @param {number[]} first @param {string} version @returns {boolean} whether it is that one, or later */
function isFrom(first, version) {
  const parts = version.split('.').map(Number);
  const at = first.findIndex((part, index) => part !== parts[index]);
  return at < 0 || parts[at] > first[at];
}

const { DatabaseSync, backup } = await load();

/**
 * A connection to a file of SQLite. Everything is done at once, in this thread; each method throws a SqliteError. Texts
 * with NUL are refused, since the package would cut them off there.
 */
export class Database {
  #connection;

  /**
   * @param {string} file  created when it is missing, unless `readonly`
   * @param {object} [options]
   * @param {boolean} [options.readonly]
   * @param {number} [options.timeout]  how long to wait for the lock of another connection, in milliseconds
   */
  constructor(file, { readonly = false, timeout = 5000 } = {}) {
    this.name = file;
    // Resolved, since a name that starts with file: would be taken for a URL.
    const path = file === ':memory:' ? file : resolve(file);
    this.#connection = attempt(() => new DatabaseSync(path, { readOnly: readonly, timeout }));
  }

  /** Whether a transaction is open: some errors have ended it already. */
  get inTransaction() {
    return this.#connection.isTransaction;
  }

  /**
   * @template {unknown[]} [P=unknown[]]
   * @template [R=any]
   * @param {string} sql one statement
   * @returns {Statement<P, R>}
   */
  prepare(sql) {
    const native = attempt(() => this.#connection.prepare(sql));
    native.setReturnArrays(true);
    return new Statement(native);
  }

  /** @param {string} sql any number of statements @returns {this} */
  exec(sql) {
    attempt(() => this.#connection.exec(sql));
    return this;
  }

  /**
   * @param {string} source such as 'user_version' or 'user_version = 1'
   * @param {{ simple?: boolean }} [options] simple: only the first value
   * @returns {any}
   */
  pragma(source, { simple = false } = {}) {
    const statement = this.prepare(`PRAGMA ${source}`);
    return simple ? statement.pluck().get() : statement.all();
  }

  /**
   * @template {any[]} A
   * @template R
   * @param {(...args: A) => R} work
   * @returns {((...args: A) => R) & { immediate: (...args: A) => R }} runs it in a transaction, or in a part of the one
   *   that is open; if it throws, nothing of it has happened. `immediate` takes the lock for writing before
   */
  transaction(work) {
    const run =
      (/** @type {string} */ begin) =>
      (/** @type {A} */ ...args) =>
        this.inTransaction
          ? this.#within('SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part', () =>
              work(...args),
            )
          : this.#within(begin, 'COMMIT', 'ROLLBACK', () => work(...args));
    return Object.assign(run('BEGIN'), { immediate: run('BEGIN IMMEDIATE') });
  }

  /** @template R @param {string} begin @param {string} end @param {string} undo @param {() => R} work @returns {R} */
  #within(begin, end, undo, work) {
    this.exec(begin);
    try {
      const result = work();
      this.exec(end);
      return result;
    } catch (error) {
      if (this.inTransaction) this.exec(undo);
      throw error;
    }
  }

  /**
   * Copies all to another file while others write to this one, in another thread. A read transaction makes the copy a
   * snapshot of one moment: without it, SQLite starts again after each write of another process, and that of a busy
   * file would never end.
   *
   * @param {string} target
   * @param {(done: number, total: number) => void} [onProgress]  in pages
   */
  async backup(target, onProgress = () => {}) {
    this.exec('BEGIN');
    try {
      this.prepare('SELECT count(*) FROM sqlite_schema').get();
      const pages = await backup(this.#connection, resolve(target), {
        rate: PAGES_PER_STEP,
        progress: ({ totalPages, remainingPages }) =>
          onProgress(totalPages - remainingPages, totalPages),
      });
      onProgress(pages, pages);
    } catch (error) {
      throw toSqliteError(error);
    } finally {
      this.exec('ROLLBACK');
    }
  }

  /** Does nothing when it is closed already. */
  close() {
    if (this.#connection.isOpen) this.#connection.close();
  }
}

/** Copied at once. */
const PAGES_PER_STEP = 500;

/**
 * Parameters are values in the order of their places, or one object by names.
 * @template {unknown[]} P
 * @template R
 */
export class Statement {
  #native;
  /** Whether numbers come as bigints. */
  #readsBigInts = false;
  /** @type {string[]} */
  #names = [];
  /** What becomes of the values of a row. @type {(values: Value[]) => any} */
  #shape = (values) => this.#toObject(values);

  /** @param {NativeStatement} native */
  constructor(native) {
    this.#native = native;
  }

  /** Rows are the values of their first column. @returns {this} */
  pluck() {
    this.#shape = ([value]) => toValue(value);
    return this;
  }

  /** Rows are arrays. @returns {this} */
  raw() {
    this.#shape = (values) => values.map(toValue);
    return this;
  }

  /** @param {P} parameters @returns {{ changes: number }} rows that were changed, without those of triggers */
  run(...parameters) {
    // The package throws if the last row has a number above 2^53: a removal from FTS5 can leave one for all statements.
    const { changes } = attempt(() => this.#reading(true).run(...checked(parameters)));
    return { changes: Number(changes) };
  }

  /** @param {P} parameters @returns {R | undefined} the first row */
  get(...parameters) {
    const values = attempt(() => this.#reading(false).get(...checked(parameters)));
    return values && this.#shape(values);
  }

  /** @param {P} parameters @returns {R[]} */
  all(...parameters) {
    return attempt(() => this.#reading(false).all(...checked(parameters))).map(this.#shape);
  }

  /**
   * @param {P} parameters
   * @returns {Generator<R, void>} one at a time; the file stays locked for reading until it has ended
   */
  *iterate(...parameters) {
    const rows = attempt(() => this.#reading(false).iterate(...checked(parameters)));
    try {
      for (const values of rows) yield this.#shape(values);
    } catch (error) {
      // Otherwise the next use of the statement would throw this error again.
      rows.return?.();
      throw toSqliteError(error);
    }
  }

  /** @param {boolean} bigInts  setting it takes as long as a short statement @returns {NativeStatement} */
  #reading(bigInts) {
    if (bigInts !== this.#readsBigInts) this.#native.setReadBigInts(bigInts);
    this.#readsBigInts = bigInts;
    return this.#native;
  }

  /** @param {Value[]} values */
  #toObject(values) {
    // Another connection can have added a column to a `*`.
    if (this.#names.length !== values.length)
      this.#names = this.#native.columns().map(({ name }) => String(name));
    /** @type {Record<string, unknown>} */
    const row = {};
    for (let index = 0; index < values.length; index++)
      row[this.#names[index]] = toValue(values[index]);
    return row;
  }
}

/** @param {Value} value @returns {Value} bytes as a Buffer */
const toValue = (value) =>
  value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value;

/** @param {unknown[]} parameters @returns {unknown[]} the same */
function checked(parameters) {
  const [first] = parameters;
  const isNamed = first && Object.getPrototypeOf(first) === Object.prototype;
  for (const value of isNamed ? Object.values(first) : parameters) {
    if (typeof value === 'string' && value.includes('\0'))
      throw new TypeError('A text with NUL cannot be stored');
    // Only the package takes it, as NULL.
    if (value === undefined) throw new TypeError('A parameter is undefined');
  }
  return parameters;
}

/** @template T @param {() => T} work @returns {T} */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    throw toSqliteError(error);
  }
}

/** @param {unknown} error @returns {unknown} any other than SQLite's own unchanged */
const toSqliteError = (error) =>
  isNative(error)
    ? new SqliteError(error.message, CODES.get(error.errcode & 0xff) ?? 'SQLITE_ERROR', error)
    : error;

/** @param {unknown} error @returns {error is Error & { errcode: number }} */
const isNative = (error) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
