import Database from 'better-sqlite3';
import { LarderError } from '../../errors.js';

/** What the result codes of SQLite and the system mean for the owner. All others are our own mistakes. */
const sentences = [
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    sentence: 'is locked by another program, which does not let go',
  },
  {
    codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)/,
    sentence: 'cannot grow: the disk is full; free some space',
  },
  {
    codes: /^(SQLITE_(READONLY|PERM|AUTH)|EACCES|EPERM|EROFS)/,
    sentence: 'cannot be written: see to the permissions of the file and its folder',
  },
  {
    codes: /^SQLITE_IOERR/,
    sentence: 'cannot be read or written: the disk is full, broken, or no longer there',
  },
  {
    codes: /^(SQLITE_CANTOPEN|E[A-Z]+$)/,
    sentence: 'cannot be opened: see whether its folder is there and may be written',
  },
  { codes: /^SQLITE_CORRUPT/, sentence: 'is damaged: restore a backup' },
  { codes: /^SQLITE_NOTADB/, sentence: 'is no SQLite database: see where STORE_URL points' },
];

/**
 * @param {unknown} error
 * @returns {boolean} whether another connection holds the lock just now
 */
export const isBusy = (error) =>
  error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED)/.test(error.code);

/**
 * @param {any} error whatever SQLite or the file system threw
 * @param {string} file
 * @returns {unknown} a LarderError `unavailable` with a sentence, or the error itself when it is none of theirs
 */
export function translate(error, file) {
  const isTheirs = error instanceof Database.SqliteError || typeof error?.syscall === 'string';
  const known = isTheirs && sentences.find(({ codes }) => codes.test(error.code));
  if (!known) return error;
  const message = `The database ${file} ${known.sentence} (${error.code}).`;
  return new LarderError('unavailable', message, { cause: error });
}
