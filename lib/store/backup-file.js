import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { LarderError } from '../errors.js';
import { refuseDamage } from './sqlite/backup.js';
import { connect, isLarders } from './sqlite/connection.js';
import { translate } from './sqlite/errors.js';

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
    removeLeftOvers(file);
    await write(path);
    renameSync(path, file);
  } catch (error) {
    removeWith(path);
    throw translate(error, file);
  }
}

/** @param {string} file */
function removeLeftOvers(file) {
  for (const name of readdirSync(dirname(file))) {
    const [, process] = /\.(\d+)\.part$/.exec(name) ?? [];
    if (process && name === `${basename(file)}.${process}.part` && !isRunning(Number(process)))
      removeWith(join(dirname(file), name));
  }
}

/** @param {number} id of a process */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} path of a database, which may have files beside it */
function removeWith(path) {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
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
  if (!existsSync(file)) throw new LarderError('invalid', `There is no file ${file}.`);
  const folder = mkdtempSync(join(tmpdir(), 'larder-restore-'));
  const copy = join(folder, 'backup.db');
  try {
    const db = new Database(file, { readonly: true });
    try {
      if (!isLarders(db))
        throw new LarderError('invalid', `${file} is no backup of Larder, but another database.`);
      refuseDamage(db, file);
      await db.backup(copy);
    } finally {
      db.close();
    }
    chmodSync(copy, 0o600);
    connect(copy).close();
    return await use(copy);
  } catch (error) {
    throw translate(error, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
