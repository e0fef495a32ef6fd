import { isSystemError } from './errors.js';

/** @param {number} id @returns {boolean} whether there is such a process on this machine, whoever owns it */
export function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return isSystemError(error) && error.code === 'EPERM';
  }
}
