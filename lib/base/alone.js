import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { isSystemError } from './errors.js';
import { isRunning } from './processes.js';

/**
 * @param {string} lock  a file, which is there while a process does the work
 * @param {() => Promise<void>} work  not done if another process does it
 * @returns {Promise<boolean>} whether it was done
 */
export async function alone(lock, work) {
  if (!take(lock)) return false;
  try {
    await work();
    return true;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock @returns {boolean} whether it is ours now */
function take(lock) {
  try {
    const handle = openSync(lock, 'wx', 0o600);
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
    if (isRunning(Number(readFileSync(lock, 'utf8')) || process.pid)) return false;
    rmSync(lock, { force: true });
    return take(lock);
  }
}
