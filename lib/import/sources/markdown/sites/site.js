import { readdir, readFile, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { checkNesting } from '../../../shared/check-nesting.js';
import { readYaml } from '../front-matter.js';
/** @import { Pattern } from './pattern.js' */

/**
 * A site in the sources of another engine. Types, and the reading of its settings.
 *
 * @typedef {object} Engine  How an engine makes the addresses of a site.
 * @property {string} name
 * @property {string} [url]  of its front page, or a path such as '/blog/'
 * @property {string} [timeZone]  for dates without one
 * @property {(value: unknown) => string} [zoneOf]  the zone of a date without one, where that is another
 * @property {boolean} [prefersNames]  the date in a file's name counts more than that in the file
 * @property {boolean} [keepsZone]  its addresses have a date as it is written, not as it is in the site's zone
 * @property {(page: SourcePage) => string[] | null | Promise<string[] | null>} addressesOf  the first is certain, the others are possible; null when the
 *   sources do not say how they are made. An empty list: it has none
 * @property {(page: SourcePage) => Pattern['valueOf']} [variables]  what a pattern may name
 *
 * @typedef {object} SourcePage  A file of which an engine makes a page.
 * @property {string} path  relative to the site
 * @property {Record<string, unknown>} raw  its front matter
 * @property {string} title
 * @property {Date | null} at  its date: the UTC fields are the local time
 * @property {string} [iso]  its date, in UTC
 *
 * @typedef {(site: SiteFiles) => Promise<Engine>} OpenEngine
 */

/** The longest settings that are read, in bytes: those of real sites have some thousand. */
const LONGEST = 200_000;

/** Reads the settings of one site, and notes what is wrong with them. */
export class SiteFiles {
  /** @type {Map<string, Promise<string[]>>} */
  #listed = new Map();
  #note;

  /** @param {string} root a real path @param {(file: string, text: string) => void} note */
  constructor(root, note) {
    this.root = root;
    this.#note = note;
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
      this.#note(file, `it is larger than ${LONGEST / 1000} kB and not used for old addresses`);
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
    for (const each of (await this.names(folder)).filter((one) => name.test(one))) {
      const settings = await this.#parse(join(folder, each));
      if (settings) found.push({ name: each, settings });
    }
    return found;
  }

  /** @param {RegExp} name @param {string} [folder] @returns {Promise<Record<string, unknown>>} of the first that can be read */
  async firstSettings(name, folder) {
    return (await this.settings(name, folder))[0]?.settings ?? {};
  }

  /** @param {string} file @returns {Promise<Record<string, unknown> | null>} */
  async #parse(file) {
    const text = await this.text(file);
    try {
      const settings = readerOf(file)(text) ?? {};
      checkNesting(settings);
      if (isRecord(settings)) return settings;
      this.#note(file, 'it has no names and values, and is not used for old addresses');
    } catch (error) {
      const [reason] = String(/** @type {Error} */ (error).message).split('\n');
      this.#note(file, `it cannot be read, and is not used for old addresses: ${reason}`);
    }
    return null;
  }
}

/** @param {string} file @returns {(text: string) => unknown} */
const readerOf = (file) =>
  /\.json$/.test(file)
    ? (text) => JSON.parse(text || '{}')
    : /\.toml$/.test(file)
      ? parseToml
      : readYaml;

/** @param {string} path */
const namesIn = (path) =>
  readdir(path, { withFileTypes: true }).then(
    (entries) => entries.map((entry) => entry.name + (entry.isDirectory() ? '/' : '')).sort(),
    () => /** @type {string[]} */ ([]),
  );

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isRecord = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);

/** @param {unknown} value @returns {string} '' when it is no text */
export const textOf = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** @param {unknown} value @returns {string[]} the texts in a list, or in lists of lists */
export const textsOf = (value) =>
  Array.isArray(value) ? value.flatMap(textsOf) : [textOf(value)].filter(Boolean);

/**
 * @param {string} path
 * @returns {{ folders: string[], stem: string, isBundle: boolean }} the folders, and the name without its extension; of an
 *   index file the folder's name
 */
export function partsOf(path) {
  const folders = path.split('/');
  const stem = (folders.pop() ?? '').replace(/\.(md|markdown|mdx)$/i, '');
  const isBundle = /^_?index$/i.test(stem) && folders.length > 0;
  return { folders, stem: isBundle ? (folders.pop() ?? '') : stem, isBundle };
}

/** @param {(string | undefined)[]} parts @returns {string} a path that begins with a slash */
export const pathFrom = (...parts) => `/${parts.filter(Boolean).join('/')}`.replace(/\/{2,}/g, '/');
