import { statfsSync } from 'node:fs';

/** Bytes: more than the tests need, and than containers give that share their memory with browsers. */
const ENOUGH = 2 ** 30;

// SQLite has each change written to the disk before it is acknowledged: half of the tests' time.
if (!process.env.TMPDIR && isRoomy('/dev/shm')) process.env.TMPDIR = '/dev/shm';

/** @param {string} folder */
function isRoomy(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ENOUGH;
  } catch {
    return false;
  }
}
