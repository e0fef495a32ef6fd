import { isSystemError } from './errors.js';

/** @type {Record<string, string>} */
const remedies = {
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
