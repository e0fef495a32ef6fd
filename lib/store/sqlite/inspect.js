import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database } from '../../base/sqlite.js';
import { messageOf } from '../../base/errors.js';
import { translate } from './errors.js';
/** @import { Problem } from '../inspect.js' */

const MiB = 1024 * 1024;
const smallestFreeSpace = 100 * MiB;
const largestLog = 256 * MiB;

/**
 * @param {string} file of a store that is open
 * @returns {Problem[]}
 */
export function inspectSqlite(file) {
  return [...damage(file), ...permissions(file), ...space(file)];
}

/** @param {string} file @returns {Problem[]} */
function damage(file) {
  try {
    const db = new Database(file, { readonly: true });
    const found = db.prepare('PRAGMA integrity_check(3)').pluck().all().map(String);
    db.close();
    if (found.length === 1 && found[0] === 'ok') return [];
    return [
      {
        what: `The database ${file} is damaged: ${found.join('; ').replace(/\s+/g, ' ')}.`,
        todo: 'Stop Larder, copy the file and those next to it, and restore a backup; then check the disk.',
      },
    ];
  } catch (error) {
    return [
      {
        what: messageOf(translate(error, file)),
        todo: 'Check the disk, and restore a backup if necessary.',
      },
    ];
  }
}

/** It contains drafts and password hashes. @param {string} file @returns {Problem[]} */
function permissions(file) {
  return [file, `${file}-wal`]
    .filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0)
    .map((path) => ({
      what: `Other users of this machine can read or write ${path}.`,
      todo: `chmod 600 ${path}`,
    }));
}

/** @param {string} file @returns {Problem[]} */
function space(file) {
  const { bavail, bsize } = statfsSync(dirname(file));
  const free = bavail * bsize;
  const { size } = statSync(file);
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const problems = [];
  if (free < Math.max(smallestFreeSpace, size)) {
    problems.push({
      what: `The disk under ${file} has ${inMiB(free)} left; the database has ${inMiB(size)}.`,
      todo: 'Free some space: a backup or an update needs as much space again as the database.',
    });
  }
  if (log > largestLog) {
    problems.push({
      what: `The log next to ${file} has grown to ${inMiB(log)}.`,
      todo: 'Another program keeps the database open: close it and restart Larder.',
    });
  }
  return problems;
}

/** @param {number} bytes */
const inMiB = (bytes) => `${Math.round(bytes / MiB)} MiB`;
