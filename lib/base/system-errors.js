import { isSystemError } from './errors.js';

/** @type {Record<string, string>} */
const remedies = {
  ENOSPC: 'The disk is full: make room',
  EDQUOT: 'The disk is full: make room',
  EROFS: 'The disk can only be read: mount it so that it can be written to',
  EACCES: 'The user that runs this may not do it: look who owns the file and its folders',
  EPERM: 'The user that runs this may not do it: look who owns the file and its folders',
  ENOTDIR: 'There is a file where a folder should be: give another path',
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
