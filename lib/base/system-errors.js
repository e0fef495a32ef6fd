import { isSystemError } from './errors.js';

/** How many files and connections a server should be able to have open at once. */
export const FILES_AT_LEAST = 4096;
export const FEW_FILES = `set the limit to ${FILES_AT_LEAST} or more (ulimit -n ${FILES_AT_LEAST}, or LimitNOFILE=${FILES_AT_LEAST} in the service)`;

/** @type {Record<string, string>} */
const remedies = {
  EMFILE: `Too few files can be open at once: ${FEW_FILES}`,
  ENFILE: `Too few files can be open at once: ${FEW_FILES}`,
  ENOSPC: 'The disk is full: free some space',
  EDQUOT: 'The disk is full: free some space',
  EROFS: 'The disk is read-only: mount it writable',
  EACCES: 'Permission denied: check who owns the file and its folders',
  EPERM: 'Permission denied: check who owns the file and its folders',
  ENOTDIR: 'There is a file where a folder should be: choose another path',
  EIO: 'The disk is damaged: replace it',
};

/**
 * @param {unknown} error
 * @param {string} [andThen]  what is done after that
 * @returns {string} what is wrong with the machine, and what to do; '' for any other fault
 */
export function sayFault(error, andThen = '') {
  const remedy = isSystemError(error) && remedies[error.code ?? ''];
  return remedy ? `${remedy}${andThen} (${error.message}).` : '';
}

/** Also of what a thread has thrown, which has its code at the beginning of its message. @param {unknown} error */
const codeOf = (error) =>
  error instanceof Error
    ? (/** @type {NodeJS.ErrnoException} */ (error).code ?? /^\w+/.exec(error.message)?.[0] ?? '')
    : '';

/** @param {unknown} error @returns {boolean} whether the machine is to blame, or another program, and not the file */
export const isMachineFault = (error) =>
  /^(?:SQLITE_(?:FULL|READONLY|BUSY|LOCKED|CANTOPEN|PERM|NOMEM|PROTOCOL)|ENOSPC|EDQUOT|EROFS|EACCES|EPERM|ENOTDIR|EMFILE|ENFILE|ENOMEM)$/.test(
    codeOf(error),
  );

/** Causes of causes that are looked at. */
const DEPTH_AT_MOST = 4;

/** @param {unknown} error @returns {boolean} whether a full disk is the cause, or the cause of a cause */
export function isFullDisk(error, depth = 0) {
  if (!(error instanceof Error) || depth > DEPTH_AT_MOST) return false;
  return (
    /^(?:ENOSPC|EDQUOT|SQLITE_FULL)$/.test(codeOf(error)) || isFullDisk(error.cause, depth + 1)
  );
}

/** @param {unknown} error @returns {boolean} whether a file of SQLite is damaged */
export const isDamage = (error) => /^SQLITE_(?:CORRUPT|NOTADB)$/.test(codeOf(error));
