import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';

const isBusy = { name: 'SqliteError', code: 'SQLITE_BUSY' };

describe('A connection to SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'larder-sqlite-'));
  const file = join(folder, 'test.db');
  /** @type {Database} */
  let db;
  before(() => {
    db = new Database(file, { timeout: 0 });
    db.pragma('journal_mode = WAL');
    db.exec('CREATE TABLE jars (name TEXT PRIMARY KEY, bytes BLOB, weight ANY) STRICT');
  });
  beforeEach(() => db.exec('DELETE FROM jars'));
  after(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const put = (
    /** @type {string} */ name,
    bytes = Buffer.of(),
    weight = /** @type {any} */ (null),
  ) => db.prepare('INSERT INTO jars VALUES (@name, @bytes, @weight)').run({ name, bytes, weight });
  const names = () => db.prepare('SELECT name FROM jars ORDER BY name').pluck().all();

  it('gives plain objects, with bytes in a Buffer', () => {
    put('Plum', Buffer.from('jam'), 5);
    const row = { name: 'Plum', bytes: Buffer.from('jam'), weight: 5 };
    const all = db.prepare('SELECT * FROM jars');
    assert.deepEqual(all.all(), [row]);
    assert.deepEqual(all.get(), row);
    assert.deepEqual([...all.iterate()], [row]);
    assert.deepEqual(db.prepare('SELECT name, weight FROM jars').raw().all(), [['Plum', 5]]);
    assert.equal(db.prepare('SELECT name FROM jars WHERE name = ?').pluck().get('Fig'), undefined);
  });

  it('sees a column that another connection has added since', () => {
    const other = new Database(join(folder, 'columns.db'));
    other.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const all = other.prepare('SELECT * FROM t');
    assert.deepEqual(all.all(), [{ a: 1 }]);
    new Database(other.name).exec('ALTER TABLE t ADD COLUMN b DEFAULT 2').close();
    assert.deepEqual(all.all(), [{ a: 1, b: 2 }]);
    other.close();
  });

  it('keeps any text that it takes, and refuses NUL, where it would be cut off', () => {
    const odd = 'a family 👩‍👩‍👧, \u2028 and \ufffd';
    put(odd);
    assert.deepEqual(names(), [odd]);
    assert.throws(() => put('a\0b'), /NUL/);
    assert.throws(() => db.prepare('SELECT ?').get('a\0b'), /NUL/);
    assert.throws(() => db.prepare('SELECT ?').get(undefined), /undefined/);
  });

  it('changes rows whatever number the last one has, and reads numbers as before', () => {
    const other = new Database(':memory:');
    other.exec('CREATE TABLE t (a INTEGER PRIMARY KEY, b)');
    const put = other.prepare('INSERT INTO t VALUES (9223372036854775807, 1) RETURNING b');
    assert.equal(put.run().changes, 1);
    assert.equal(other.prepare('UPDATE t SET b = b').run().changes, 1);
    other.exec('DELETE FROM t');
    assert.deepEqual(put.get(), { b: 1 });
    other.close();
  });

  it('names what SQLite refuses by its code', () => {
    put('Plum');
    assert.throws(() => put('Plum'), { name: 'SqliteError', code: 'SQLITE_CONSTRAINT' });
    assert.throws(() => db.exec('SELECT nothing'), { code: 'SQLITE_ERROR' });
    const reader = new Database(file, { readonly: true });
    assert.throws(() => reader.exec('DELETE FROM jars'), { code: 'SQLITE_READONLY' });
    reader.close();
    const missing = join(folder, 'no', 'such.db');
    assert.throws(() => new Database(missing), { code: 'SQLITE_CANTOPEN' });
  });

  it('says at once that another one has the lock, whatever is asked', () => {
    const other = new Database(join(folder, 'locked.db'), { timeout: 0 });
    other.exec('CREATE TABLE t (a)');
    const all = other.prepare('SELECT * FROM t');
    const holder = new Database(other.name);
    holder.exec('BEGIN EXCLUSIVE');
    assert.throws(() => all.get(), isBusy);
    assert.throws(() => all.all(), isBusy);
    assert.throws(() => [...all.iterate()], isBusy);
    assert.throws(() => other.exec('DELETE FROM t'), isBusy);
    assert.throws(() => other.transaction(() => {}).immediate(), isBusy);
    holder.close();
    assert.deepEqual(all.all(), []);
    other.close();
  });

  it('lets others write when not all rows were read', () => {
    for (const name of ['Fig', 'Plum', 'Quince']) put(name);
    const rows = db.prepare('SELECT name FROM jars').pluck();
    for (const name of rows.iterate()) {
      assert.equal(name, 'Fig');
      break;
    }
    const other = new Database(file, { timeout: 0 });
    other.exec(`DELETE FROM jars WHERE name = 'Fig'`);
    assert.deepEqual(other.pragma('wal_checkpoint(TRUNCATE)'), [
      { busy: 0, log: 0, checkpointed: 0 },
    ]);
    other.close();
    put('Rhubarb');
  });

  it('takes all of a transaction or nothing, also of one within another', () => {
    const fail = () => assert.fail('no');
    const pair = db.transaction(
      (/** @type {string} */ one, /** @type {string} */ other, then = () => 1) => {
        put(one);
        put(other);
        return then();
      },
    );
    assert.equal(pair('a', 'b'), 1);
    assert.throws(() => pair.immediate('c', 'd', fail), /no/);
    db.transaction(() => {
      put('e');
      assert.throws(() => pair('f', 'g', fail), /no/);
      pair('h', 'i');
    })();
    assert.deepEqual(names(), ['a', 'b', 'e', 'h', 'i']);
    assert.equal(db.inTransaction, false);
  });

  it('copies the state of one moment, though another one writes', async () => {
    put('Plum', Buffer.alloc(5_000_000));
    const other = new Database(file);
    /** @type {number[]} */
    const shares = [];
    const copying = db.backup(join(folder, 'copy.db'), (done, total) => shares.push(done / total));
    other.exec('DELETE FROM jars');
    await copying;
    other.close();
    const copy = new Database(join(folder, 'copy.db'), { readonly: true });
    assert.equal(copy.prepare('SELECT length(bytes) FROM jars').pluck().get(), 5_000_000);
    copy.close();
    assert.equal(shares.at(-1), 1);
    assert.deepEqual(names(), []);
    await assert.rejects(db.backup(join(folder, 'no', 'such.db')), { code: 'SQLITE_CANTOPEN' });
    assert.equal(db.inTransaction, false);
  });

  it('leaves one file and no lock when the last one is closed, with statements still there', () => {
    const closed = new Database(join(folder, 'closed.db'));
    closed.pragma('locking_mode = EXCLUSIVE');
    closed.pragma('journal_mode = WAL');
    closed.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const rows = closed.prepare('SELECT * FROM t').iterate();
    rows.next();
    closed.close();
    closed.close();
    assert.equal(existsSync(`${closed.name}-wal`), false);
    const next = new Database(closed.name, { timeout: 0 });
    assert.deepEqual(next.prepare('SELECT * FROM t').all(), [{ a: 1 }]);
    next.close();
  });
});
