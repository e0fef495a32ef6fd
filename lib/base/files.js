import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isSystemError } from './errors.js';

/**
 * @param {string} folder
 * @param {string} [ending] of the names wanted
 * @returns {string[]} paths of the files below it, relative to it, with forward slashes, sorted; none when there is no
 *   such folder
 */
export function listFiles(folder, ending = '') {
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
    .map((path) => path.replaceAll(sep, '/'))
    .sort();
}

/** @param {string} folder @returns {Map<string, Buffer>} the files below it, by the paths of `listFiles` */
export const readFiles = (folder) =>
  new Map(listFiles(folder).map((path) => [path, readFileSync(join(folder, path))]));

/** Makes a folder and those above it, for their owner alone, if they are not there. @param {string} path */
export function makeFolder(path) {
  const mode = 0o700;
  try {
    mkdirSync(path, { recursive: true, mode });
  } catch (error) {
    const above = dirname(path);
    if (!isSystemError(error) || error.code !== 'ENOENT' || above === path) throw error;
    // So Node.js reports a disk that can only be read, unless it makes one folder alone.
    makeFolder(above);
    mkdirSync(path, { mode });
  }
}

/**
 * Writes a file whole or not at all, for its owner alone.
 * @param {string} path
 * @param {string} text
 */
export function replaceFile(path, text) {
  try {
    writeFileSync(`${path}.new`, text, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    throw error;
  }
}

/**
 * @param {import('node:fs').Stats} stats
 * @returns {boolean} whether it belongs to the user that this process runs as
 */
export const isOwn = ({ uid }) => uid === (process.geteuid?.() ?? uid);
