import { messageOf } from '../../../base/errors.js';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isRecord, readData } from './read-data.js';

/** The longest settings that are read, in bytes: those of real sites have some thousand. */
const LONGEST = 200_000;

/** Reads the settings of another engine in one folder, and warns of what is wrong with them. */
export class SettingsFiles {
  /** @type {Map<string, Promise<string[]>>} */
  #listed = new Map();
  #warn;

  /** @param {string} root a real path @param {(file: string, text: string) => void} warn */
  constructor(root, warn) {
    this.root = root;
    this.#warn = warn;
  }

  /** @param {string} [folder] @returns {Promise<string[]>} names of what is in it; folders end with a slash */
  names(folder = '') {
    const known = this.#listed.get(folder);
    const names = known ?? namesIn(join(this.root, folder));
    this.#listed.set(folder, names);
    return names;
  }

  /** @param {string} file @returns {Promise<string>} '' when it is not there, or cannot be read */
  async text(file) {
    const path = join(this.root, file);
    const found = await lstat(path).catch(() => null);
    if (!found?.isFile()) return '';
    if (found.size > LONGEST) {
      this.#warn(file, `it is larger than ${LONGEST / 1000} kB and not used for old addresses`);
      return '';
    }
    return (await readFile(path, 'utf8').catch(() => '')).replace(/^\ufeff/, '');
  }

  /**
   * @param {RegExp} name of files in YAML, TOML or JSON
   * @param {string} [folder]
   * @returns {Promise<{ name: string, settings: Record<string, unknown> }[]>}
   */
  async settings(name, folder = '') {
    const found = [];
    for (const { file, data } of await this.data(name, folder)) {
      if (isRecord(data)) found.push({ name: basename(file), settings: data });
      else this.#warn(file, 'it has no names and values, and is not used for old addresses');
    }
    return found;
  }

  /**
   * @param {RegExp} name
   * @param {string} [folder]
   * @returns {Promise<Record<string, unknown>>} of the first that can be read
   */
  async firstSettings(name, folder) {
    return (await this.settings(name, folder))[0]?.settings ?? {};
  }

  /**
   * @param {RegExp} name
   * @param {string} [folder]
   * @returns {Promise<{ file: string, data: unknown }[]>} of files that can be read
   */
  async data(name, folder = '') {
    const found = [];
    for (const each of (await this.names(folder)).filter((one) => name.test(one))) {
      const file = join(folder, each);
      const data = await this.read(file);
      if (data !== undefined) found.push({ file, data });
    }
    return found;
  }

  /** @param {string} file @returns {Promise<unknown>} `{}` when it is not there; undefined when it cannot be read */
  async read(file) {
    try {
      const text = await this.text(file);
      return (text.trim() ? readData(formatOf(file), text) : {}) ?? {};
    } catch (error) {
      this.#warn(file, `it cannot be read, and is not used for old addresses: ${messageOf(error)}`);
      return undefined;
    }
  }
}

/** @param {string} file @returns {boolean} whether its name says that it is in YAML, TOML or JSON */
export const isData = (file) => /\.(ya?ml|toml|json)$/i.test(file);

/** @param {string} file @returns {'json' | 'toml' | 'yaml'} */
export const formatOf = (file) =>
  /\.json$/i.test(file) ? 'json' : /\.toml$/i.test(file) ? 'toml' : 'yaml';

/** @param {string} path */
const namesIn = (path) =>
  readdir(path, { withFileTypes: true }).then(
    (entries) => entries.map((entry) => entry.name + (entry.isDirectory() ? '/' : '')).sort(),
    () => [],
  );
