import { readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { digest } from '../base/digest.js';
import { listFiles } from '../base/files.js';

/** Content types of served files, by extension. */
const types = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.ico', 'image/x-icon'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.gif', 'image/gif'],
  ['.woff2', 'font/woff2'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** @typedef {{ bytes: Buffer, contentType: string }} Asset */

/** The theme's files, read at start. Each is served under a name with a digest of its bytes. */
export class Assets {
  /** @type {Map<string, Asset>} by the name under /theme/ */
  #byName = new Map();
  /** @type {Map<string, string>} file to its URL */
  #addresses = new Map();

  /** @param {string[]} folders files of later folders replace those of the same name */
  constructor(folders) {
    /** @type {Map<string, string>} file to the path at which it lies */
    const files = new Map();
    for (const folder of folders) {
      for (const file of listFiles(folder)) files.set(file, join(folder, file));
    }
    for (const file of files.keys()) this.#add(file, files);
    this.styleUrl = this.url('style.css');
    /** '' unless the theme has one. */
    this.iconUrl = this.url('icon.svg') || (this.url('favicon.ico') && '/favicon.ico');
    this.feedStyleUrl = this.url('feed.css');
    this.copyCodeUrl = this.url('copy-code.js');
    this.embedsUrl = this.url('embeds.js');
    this.searchScriptUrl = this.url('search.js');
  }

  /** @param {string} file such as 'style.css' @returns {string} such as '/theme/style.h4Sh….css' */
  url(file) {
    return this.#addresses.get(file) ?? '';
  }

  /** @param {string} name as in the URL, after /theme/ @returns {Asset | undefined} */
  get(name) {
    return this.#byName.get(name);
  }

  /** @param {string} file @returns {Asset | undefined} whatever its bytes */
  file(file) {
    return this.get(this.url(file).slice('/theme/'.length));
  }

  /** @param {string} file @param {Map<string, string>} files */
  #add(file, files) {
    const path = files.get(file);
    const contentType = types.get(extname(file).toLowerCase());
    if (!path || !contentType || this.#addresses.has(file)) return;
    // Found by modules that import each other in a cycle, whose imports stay unchanged.
    this.#addresses.set(file, '');
    const read = readFileSync(path);
    const bytes = file.endsWith('.js') ? this.#withImports(file, read, files) : read;
    const dot = file.lastIndexOf('.');
    const name = `${file.slice(0, dot)}.${digest(bytes)}${file.slice(dot)}`;
    this.#byName.set(name, { bytes, contentType });
    this.#addresses.set(file, `/theme/${name}`);
  }

  /**
   * Replaces relative imports in a module by the names under which they are served, so that a change of one module
   * also changes the names of all that import it.
   * @param {string} file
   * @param {Buffer} bytes
   * @param {Map<string, string>} files
   */
  #withImports(file, bytes, files) {
    const text = bytes
      .toString()
      .replace(/(\bfrom ')(\.\/[^']+)(')/g, (whole, start, name, end) => {
        const imported = posix.join(posix.dirname(file), name);
        this.#add(imported, files);
        const address = this.url(imported);
        return address ? start + address + end : whole;
      });
    return Buffer.from(text);
  }
}
