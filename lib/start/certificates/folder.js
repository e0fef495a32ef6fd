import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isSystemError } from '../../base/errors.js';
import { makeFolder } from '../../base/files.js';

/**
 * The account, the keys and the certificate, in a folder for its owner alone.
 *
 * @typedef {object} Folder
 * @property {(name: FileName) => string | undefined} read
 * @property {(name: FileName, text: string) => void} write  whole or not at all, also when the power fails
 * @property {(name: FileName) => void} remove
 *
 * @typedef {'account.json' | 'order.json' | 'tries.json' | 'certificate.pem'} FileName  `order.json` has what was
 *   asked for and not brought home; `certificate.pem` the key, and then the chain
 */

/**
 * @param {{ certificateDir: string, storeUrl?: string }} config
 * @returns {string} the name of the folder
 */
export function folderOf({ certificateDir, storeUrl = '' }) {
  if (certificateDir) return certificateDir;
  const data = storeUrl.startsWith('sqlite:') ? dirname(storeUrl.slice('sqlite:'.length)) : 'data';
  return join(data, 'certificates');
}

/** @param {string} path @returns {boolean} whether others can read the keys, or put theirs in their place */
export function isOpenToOthers(path) {
  const keys = ['account.json', 'order.json', 'certificate.pem'];
  const hasModes = process.geteuid !== undefined;
  const areOpen = keys.some((name) => (modeOf(join(path, name)) & 0o077) !== 0);
  return hasModes && (areOpen || (modeOf(path) & 0o022) !== 0);
}

/** @param {string} path @returns {number} 0 for what is not there, or closed to us */
function modeOf(path) {
  try {
    return statSync(path).mode;
  } catch {
    return 0;
  }
}

/** @param {string} path */
export const sayOpen = (path) => `Other users of this machine can read or write ${path}.`;

/** @param {string} path @returns {Folder} is made with the first file that is written */
export function openFolder(path) {
  return { read, write, remove };

  /** @param {string} name */
  function read(name) {
    try {
      return readFileSync(join(path, name), 'utf8');
    } catch (error) {
      if (isSystemError(error) && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** @param {string} name @param {string} text */
  function write(name, text) {
    makeFolder(path);
    const file = join(path, name);
    const unfinished = `${file}.new`;
    try {
      flushed(unfinished, 'w', (handle) => writeAll(handle, text));
      renameSync(unfinished, file);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
    flushed(path, 'r', () => {});
  }

  /** @param {string} name */
  function remove(name) {
    rmSync(join(path, name), { force: true });
  }
}

/** @param {string} path @param {string} flags @param {(handle: number) => void} use */
function flushed(path, flags, use) {
  const handle = openSync(path, flags, 0o600);
  try {
    use(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** @param {number} handle @param {string} text */
function writeAll(handle, text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done);
}
