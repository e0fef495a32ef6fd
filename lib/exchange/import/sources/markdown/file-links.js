import { posix } from 'node:path';
import { normalise } from '../../../../base/unicode.js';
import { usualName } from './lektor.js';
/** @import { PostOutline } from '../source.js' */

/** The names before which a last name is no post: `/tags/jam/`. */
const LISTS = /^(archives?|authors?|categor(y|ies)|keywords?|page|series|tags?|topics?)$/i;

/** No path has as many; each is looked up. */
const MOST_SEGMENTS = 50;

/** @typedef {ReturnType<typeof createFileLinks>} FileLinks */

/**
 * Finds the post that a link or a reference in a file of Markdown means, by the files' names.
 * @param {PostOutline[]} outlines of which the name is that of the file
 * @param {string} root the real path of the imported folder
 */
export function createFileLinks(outlines, root) {
  /** Files without their extension, to ids of posts. @type {Map<string, string>} */
  const byFile = new Map();
  /**
   * Names of files without date and folder, slugs, and names with one folder; '' when two posts share one.
   * @type {Map<string, string>}
   */
  const byName = new Map();
  /** Days in files' names, by id. @type {Map<string, string>} */
  const days = new Map();
  /** Names of the imported folder and those around it. */
  const around = root.split(/[\\/]/).filter(Boolean).map(keyOf);
  for (const { id, name: file, slug } of outlines) {
    const stem = keyOf(usualName(file).replace(/\.\w+$/, ''));
    const folder = stem.replace(/(\/|^)(\d{4}-\d\d?-\d\d?-)?_?index$/, '');
    byFile.set(stem, id);
    if (folder && !byFile.has(folder)) byFile.set(folder, id);
    const path = folder || stem;
    const name = lastOf(path);
    const [, day = ''] = /^(\d{4}-\d\d?-\d\d?)-/.exec(name) ?? [];
    if (day) days.set(id, day);
    const ends = [name, lastTwoOf(path), day ? name.slice(day.length + 1) : name, keyOf(slug)];
    for (const each of new Set(ends)) byName.set(each, (byName.get(each) ?? id) === id ? id : '');
  }
  return { find, fileOf, named };

  /**
   * @param {string} path of a link, decoded
   * @param {string} file that names it
   * @returns {string | undefined} the id of the post; from the root of the old site, where the folder may be at
   *   another place than here, the end of a path decides
   */
  function find(path, file) {
    const isRooted = path.startsWith('/');
    const near = isRooted ? undefined : byPath(posix.join(posix.dirname(file), path));
    if (near) return near;
    const segments = path.split('/').filter((part) => !/^\.{0,2}$/.test(part));
    if (segments.length > MOST_SEGMENTS) return undefined;
    for (let from = 0; from < segments.length; from += 1) {
      const isNamedSoHere = from < segments.length - 1 || isAround(segments.slice(0, from));
      const id = isNamedSoHere ? byPath(segments.slice(from).join('/')) : undefined;
      if (id) return id;
    }
    return byLastName(segments);
  }

  /** @param {(id: string) => boolean} isWanted @returns {string | undefined} the file of a post */
  function fileOf(isWanted) {
    return outlines.find(({ id }) => isWanted(id))?.name;
  }

  /** @param {string[]} names of folders @returns {boolean} whether they are those in which the imported folder lies */
  function isAround(names) {
    const end = around.slice(around.length - names.length);
    return names.every((name, place) => keyOf(name) === end[place]);
  }

  /**
   * @param {string[]} segments of a path
   * @returns {string | undefined} the only post of that name, unless the path has another date
   */
  function byLastName(segments) {
    const names = segments.map(withoutExtension);
    const path = names.slice(0, names.at(-1) === 'index' ? -1 : undefined).join('/');
    const before = segments[segments.length - 2] ?? '';
    const id = byName.get(lastTwoOf(path)) || byName.get(lastOf(path));
    const day = days.get(id ?? '');
    const [year] = segments.filter((part) => /^(19|20)\d\d$/.test(part));
    const isOther = year !== undefined && day !== undefined && !day.startsWith(year);
    return id && !isOther && !LISTS.test(before) ? id : undefined;
  }

  /**
   * @param {string} path of a file, or of what it became elsewhere: relative to the folder, with or without an
   *   extension
   */
  function byPath(path) {
    return byFile.get(withoutExtension(path).replace(/^\.\//, ''));
  }

  /**
   * @param {string} reference as `{% post_url 2012-03-04-hello %}` and its like name a post
   * @param {string} [file] that names it
   * @returns {string | undefined} its id; undefined when there is none, or more than one
   */
  function named(reference, file = '') {
    const path = reference.replace(/^(\/|@\/)?(_posts\/)?/, '');
    return (
      byPath(posix.join(posix.dirname(file), path)) ??
      byPath(path) ??
      byPath(`_posts/${path}`) ??
      find(`/${path}`, file)
    );
  }
}

/** @param {string} name */
const keyOf = (name) => normalise(name).toLowerCase();

/** @param {string} path */
const withoutExtension = (path) =>
  keyOf(path)
    .replace(/\/$/, '')
    .replace(/\.(md|markdown|mdx|html?)$/, '');

/** @param {string} path */
const lastTwoOf = (path) => path.split('/').slice(-2).join('/');

/** @param {string} path */
const lastOf = (path) => path.slice(path.lastIndexOf('/') + 1);
