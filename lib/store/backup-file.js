import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Database } from '../base/sqlite.js';
import { isSystemError, LarderError } from '../base/errors.js';
import { isRunning } from '../base/processes.js';
import { hasItsChecksum } from './checksum.js';
import { refuseDamage } from './sqlite/backup.js';
import { connect, isLarderDatabase } from './sqlite/connection.js';
import { isFull, translate } from './sqlite/errors.js';

/** Prefix of the temporary folders that hold a copy of the backup during a restore. */
const COPIES = 'larder-restore-';

/**
 * Writes a file under a temporary name in the same folder and renames it when it is complete. Also deletes temporary
 * files that a killed backup left there.
 *
 * @param {string} file
 * @param {(path: string) => Promise<void>} write to the temporary path
 * @throws {LarderError} `unavailable` when it cannot be written
 */
export async function writeWhole(file, write) {
  const path = `${file}.${process.pid}.part`;
  try {
    removeLeftovers(dirname(file), `${basename(file)}.`, /^\.part(-journal|-wal|-shm)?$/);
    await write(path);
    renameSync(path, file);
  } catch (error) {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(path + end, { force: true });
    throw named(translate(error, file, 'backup'), path, file);
  }
}

/**
 * @param {unknown} error
 * @param {string} path  in its message
 * @param {string} file  by which people know it
 * @returns {unknown}
 */
function named(error, path, file) {
  if (!(error instanceof LarderError)) return error;
  return new LarderError(error.code, error.message.replaceAll(path, file), { cause: error });
}

/**
 * Deletes the files and folders named `<start><process id><end>` whose process is no longer running.
 *
 * @param {string} folder
 * @param {string} start
 * @param {RegExp} end
 */
function removeLeftovers(folder, start, end) {
  for (const name of readdirSync(folder)) {
    const [whole = '', id] = name.startsWith(start)
      ? (/^(\d+)/.exec(name.slice(start.length)) ?? [])
      : [];
    if (!id || !end.test(name.slice(start.length + whole.length)) || isRunning(Number(id)))
      continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}

/**
 * Checks that a file is a backup that can be restored, and passes a temporary copy of it, migrated to the current
 * schema, to `use`. The file itself is only read.
 *
 * @template T
 * @param {string} file
 * @param {(copy: string, isChecked: boolean) => Promise<T>} use `isChecked`: its content is that of its checksum; older
 *   backups have none
 * @returns {Promise<T>} what `use` returns
 * @throws {LarderError} `invalid` when it is missing, damaged, not a backup, or from a newer Larder; `unavailable` when
 *   it cannot be read
 */
export async function withBackup(file, use) {
  ensureReadable(file);
  const isItself = hasItsChecksum(file);
  if (isItself === false)
    throw new LarderError(
      'invalid',
      `The backup ${file} is damaged: its content is not that of its checksum. Choose another one.`,
    );
  removeLeftovers(tmpdir(), COPIES, /^-\w{6}$/);
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
    migrateCopy(copy, file);
    return await use(copy, isItself === true);
  } catch (error) {
    if (isFull(error))
      throw new LarderError(
        'unavailable',
        `There is no room in ${tmpdir()} for a copy of ${file}: free some space, or set TMPDIR to another folder.`,
        { cause: error },
      );
    throw translate(error, file, 'backup');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} file @throws {LarderError} `invalid` */
function ensureReadable(file) {
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    throw new LarderError(
      'invalid',
      isSystemError(error) && error.code === 'EACCES'
        ? `The file ${file} cannot be read by the user of this command: copy it to a folder of that user.`
        : `The file ${file} does not exist.`,
      { cause: error },
    );
  }
  if (!statSync(file).isFile()) throw new LarderError('invalid', `${file} is not a file.`);
}

/**
 * @param {string} copy
 * @param {string} file the original, to be named in the error
 * @throws {LarderError} `invalid` when a newer Larder has written it
 */
function migrateCopy(copy, file) {
  try {
    connect(copy).close();
  } catch (error) {
    throw named(error, copy, file);
  }
}
