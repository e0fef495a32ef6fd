import { posix } from 'node:path';
/** @import { PostOutline } from '../source.js' */

/** Finds the post that a link or a reference in a file of Markdown means, by the files' names. */
export class FileLinks {
  /** Files without their extension, to ids of posts. @type {Map<string, string>} */
  #byFile = new Map();
  /** Names of files without date and folder; '' when two files share one. @type {Map<string, string>} */
  #byName = new Map();

  /** @param {PostOutline[]} outlines of which the name is that of the file */
  constructor(outlines) {
    for (const { id, name: file } of outlines) {
      const stem = file.replace(/\.\w+$/, '');
      this.#byFile.set(stem, id);
      if (/\/_?index$/i.test(stem)) this.#byFile.set(stem.replace(/\/_?index$/i, ''), id);
      for (const name of new Set([lastOf(stem), lastOf(stem).replace(/^\d{4}-\d\d?-\d\d?-/, '')]))
        this.#byName.set(name, this.#byName.has(name) ? '' : id);
    }
  }

  /**
   * @param {string} path of a link, decoded
   * @param {string} file in which it stands
   * @returns {string | undefined} the id of the post; from the root of the old site a file's whole path must be its end
   */
  find(path, file) {
    if (!path.startsWith('/')) return this.#byPath(posix.join(posix.dirname(file), path));
    const segments = path.split('/').filter(Boolean);
    for (let from = 0; from < segments.length - 1 || from === 0; from += 1) {
      const id = this.#byPath(segments.slice(from).join('/'));
      if (id) return id;
    }
    return undefined;
  }

  /** @param {string} path of a file, or of what it became elsewhere: relative to the folder, with or without an extension */
  #byPath(path) {
    return this.#byFile.get(path.replace(/\/$/, '').replace(/\.(md|markdown|mdx|html?)$/i, ''));
  }

  /**
   * @param {string} reference as `{% post_url 2012-03-04-hello %}` and its like name a post
   * @returns {string | undefined} its id; undefined when there is none, or more than one
   */
  named(reference) {
    const path = reference.replace(/^\/?(_posts\/)?/, '').replace(/\.(md|markdown|mdx)$/i, '');
    return (
      this.#byPath(path) ??
      this.#byPath(`_posts/${path}`) ??
      (this.#byName.get(lastOf(path)) || undefined)
    );
  }
}

/** @param {string} path */
const lastOf = (path) => path.slice(path.lastIndexOf('/') + 1);
