import { execFileSync } from 'node:child_process';

/** @param {string} program @returns {boolean} */
export function isInstalled(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Some do not know the option: they are there all the same.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT';
  }
}
