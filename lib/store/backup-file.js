import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { LarderError } from '../errors.js';
import { isRunning } from '../util/processes.js';
import { refuseDamage } from './sqlite/backup.js';
import { connect, isLarderDatabase } from './sqlite/connection.js';
import { translate } from './sqlite/errors.js';

/** How the folders begin in which copies lie while they are restored. */
const COPIES = 'larder-restore-';

/**
 * Lets a file be written under another name beside it, and gives it its own when it is whole. What a backup that was
 * killed has left there is taken away.
 *
 * @param {string} file
 * @param {(path: string) => Promise<void>} write
 */
export async function writeWhole(file, write) {
  const path = `${file}.${process.pid}.part`;
  try {
    removeLeftOvers(dirname(file), `${basename(file)}.`, /^\.part(-journal|-wal|-shm)?$/);
    await write(path);
    renameSync(path, file);
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
    throw translate(error, file);
  }
}

/**
 * Takes away what a process that is no more has left.
 *
 * @param {string} folder
 * @param {string} start of a name, with the id of the process behind it
 * @param {RegExp} end what comes then
 */
function removeLeftOvers(folder, start, end) {
  for (const name of readdirSync(folder)) {
    const [whole = '', id] = name.startsWith(start)
      ? (/^(\d+)/.exec(name.slice(start.length)) ?? [])
      : [];
    if (!id || !end.test(name.slice(start.length + whole.length)) || isRunning(Number(id)))
      continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // It is another user's.
    }
  }
}

/**
 * Looks whether a file is a backup that can be restored, and hands out a copy of it with tables of the present
 * version. The file itself is only read.
 *
 * @template T
 * @param {string} file
 * @param {(copy: string) => Promise<T>} use
 * @returns {Promise<T>}
 * @throws {LarderError} `invalid` with a sentence
 */
export async function withBackup(file, use) {
  if (!existsSync(file)) throw new LarderError('invalid', `The file ${file} does not exist.`);
  removeLeftOvers(tmpdir(), COPIES, /^-\w{6}$/);
  const folder = mkdtempSync(join(tmpdir(), `${COPIES}${process.pid}-`));
  const copy = join(folder, 'backup.db');
  try {
    const db = new Database(file, { readonly: true });
    try {
      if (!isLarderDatabase(db))
        throw new LarderError('invalid', `${file} is not a Larder backup.`);
      refuseDamage(db, file);
      await db.backup(copy);
    } finally {
      db.close();
    }
    chmodSync(copy, 0o600);
    bringUpToDate(copy, file);
    return await use(copy);
  } catch (error) {
    throw translate(error, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} copy
 * @param {string} file of which it is one
 * @throws {LarderError} `invalid` when a newer Larder has written it
 */
function bringUpToDate(copy, file) {
  try {
    connect(copy).close();
  } catch (error) {
    if (!(error instanceof LarderError)) throw error;
    throw new LarderError(error.code, error.message.replaceAll(copy, file), { cause: error });
  }
}
