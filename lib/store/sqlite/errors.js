import { SqliteError } from '../../base/sqlite.js';
import { isSystemError, LarderError } from '../../base/errors.js';
import { FEW_FILES } from '../../base/system-errors.js';

const FULL = /^(SQLITE_FULL|ENOSPC|EDQUOT)/;

/** What result codes of SQLite and the system mean to the owner of the blog. Any other code is a bug of ours. */
const sentences = [
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    sentence: 'is locked by another program',
  },
  {
    codes: FULL,
    sentence: 'cannot grow because the disk is full: free some space',
  },
  {
    codes: /^EROFS/,
    sentence:
      'cannot be written: its disk can only be read, so mount it so that it can be written to',
  },
  {
    codes: /^(SQLITE_(READONLY|PERM|AUTH)|EACCES|EPERM)/,
    sentence: 'cannot be written: check the permissions of the file and its folder',
  },
  {
    codes: /^SQLITE_IOERR/,
    sentence: 'cannot be read or written: the disk is full, broken or missing',
  },
  {
    codes: /^E[MN]FILE/,
    sentence: `cannot be opened, since too few files can be open at once: ${FEW_FILES}`,
  },
  {
    codes: /^(SQLITE_CANTOPEN|E[A-Z]+$)/,
    sentence: 'cannot be opened: check that its folder exists and is writable',
  },
  {
    codes: /^SQLITE_CORRUPT/,
    sentence: 'is damaged: restore a backup',
    ofBackup: 'is damaged: choose another one',
  },
  {
    codes: /^SQLITE_NOTADB/,
    sentence: 'is not a SQLite database: check STORE_URL',
    ofBackup: 'is not a Larder backup: choose another file',
  },
];

/**
 * @param {unknown} error
 * @returns {boolean} whether another connection holds the lock
 */
export const isBusy = (error) =>
  error instanceof SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);

/** @param {unknown} error @returns {boolean} whether the disk has no room */
export const isFull = (error) =>
  (error instanceof SqliteError || isSystemError(error)) && FULL.test(error.code ?? '');

/**
 * @param {unknown} error
 * @param {string} file
 * @param {'database' | 'backup'} [kind]  of the file
 * @returns {unknown} a LarderError `unavailable` for an error of SQLite or the file system; any other error unchanged
 */
export function translate(error, file, kind = 'database') {
  if (!(error instanceof SqliteError) && !isSystemError(error)) return error;
  const known = sentences.find(({ codes }) => codes.test(error.code ?? ''));
  if (!known) return error;
  const { sentence, ofBackup = sentence } = known;
  const said = kind === 'backup' ? ofBackup : sentence;
  const message = `The ${kind} ${file} ${said} (${error.code}).`;
  return new LarderError('unavailable', message, { cause: error });
}
