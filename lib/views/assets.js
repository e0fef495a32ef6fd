import { extname, posix } from 'node:path';
import { digest } from '../base/digest.js';

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

/** How files name others that lie beside them, by extension: modules import, style sheets show. */
const references = new Map([
  ['.js', /(\bfrom ')(\.\/[^']+)(')/g],
  ['.css', /(\burl\(['"]?)((?![a-z]+:|[/#])(?:(?!\burl\()[^'")])+)(['"]?\))/gi],
]);

/** @typedef {{ bytes: Buffer, contentType: string }} Asset */

/** The theme's files, read at start. Each is served under a name with a digest of its bytes. */
export class Assets {
  /** @type {Map<string, Asset>} by the name under /theme/ */
  #byName = new Map();
  /** @type {Map<string, string>} file to its URL */
  #addresses = new Map();

  /** @param {Map<string, Buffer>} files  by path, such as 'style.css' */
  constructor(files) {
    for (const file of files.keys()) this.#add(file, files);
    /** '' unless the theme has one. */
    this.iconUrl = this.url('icon.svg') || (this.url('favicon.ico') && '/favicon.ico');
    this.feedStyleUrl = this.url('feed.css');
    this.copyCodeUrl = this.url('copy-code.js');
    this.embedsUrl = this.url('embeds.js');
    this.lightboxUrl = this.url('lightbox.js');
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

  /** @param {string} file @param {Map<string, Buffer>} files */
  #add(file, files) {
    const read = files.get(file);
    const contentType = types.get(extname(file).toLowerCase());
    if (!read || !contentType || this.#addresses.has(file)) return;
    // Found by modules that import each other in a cycle, whose imports stay unchanged.
    this.#addresses.set(file, '');
    const reference = references.get(extname(file));
    const bytes = reference ? this.#withAddresses(file, read, reference, files) : read;
    const dot = file.lastIndexOf('.');
    const name = `${file.slice(0, dot)}.${digest(bytes)}${file.slice(dot)}`;
    this.#byName.set(name, { bytes, contentType });
    this.#addresses.set(file, `/theme/${name}`);
  }

  /**
   * Replaces what a file names by the addresses under which that is served, so that a change of one file also changes
   * the names of all that use it.
   * @param {string} file
   * @param {Buffer} bytes
   * @param {RegExp} reference
   * @param {Map<string, Buffer>} files
   */
  #withAddresses(file, bytes, reference, files) {
    const text = bytes.toString().replace(reference, (whole, start, name, end) => {
      const used = posix.join(posix.dirname(file), name);
      this.#add(used, files);
      const address = this.url(used);
      return address ? start + address + end : whole;
    });
    return Buffer.from(text);
  }
}
