import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSystemError } from '../../base/errors.js';
/** @import { Config } from '../config.js' */

/**
 * @typedef {{ file: string, at: number, bytes: number }} Backup  `at`: when it was begun, in milliseconds since 1970
 */

/** Such as `larder-2026-11-27T03-12-45Z.db`, in UTC. */
const NAME = /^larder-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.db$/;

/** @param {Pick<Config, 'backupDir' | 'storeUrl'>} config @returns {string} */
export function backupFolder({ backupDir, storeUrl }) {
  if (backupDir) return backupDir;
  const data = storeUrl.startsWith('sqlite:') ? dirname(storeUrl.slice('sqlite:'.length)) : 'data';
  return join(data, 'backups');
}

/** @param {number} at in milliseconds since 1970 @returns {string} */
export const backupName = (at) =>
  `larder-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;

/** @param {string} folder @returns {Backup[]} the newest first; none if there is no such folder */
export function listBackups(folder) {
  let names;
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return [];
    throw error;
  }
  const found = names.flatMap((name) => {
    const [, day, hour, minute, second] = NAME.exec(name) ?? [];
    const at = Date.parse(`${day}${hour}:${minute}:${second}Z`);
    const file = join(folder, name);
    return Number.isNaN(at)
      ? []
      : [{ file, at, bytes: statSync(file, { throwIfNoEntry: false })?.size ?? 0 }];
  });
  return found.sort((one, other) => other.at - one.at);
}

/** @param {Backup} backup */
export const removeBackup = ({ file }) => rmSync(file, { force: true });
