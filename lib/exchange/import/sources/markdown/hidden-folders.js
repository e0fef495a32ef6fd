import { parse } from 'yaml';
import { isError } from '../../../../base/errors.js';
import { readText } from './files.js';
import { splitFrontMatter } from './front-matter.js';
/** @import { Folder } from './files.js' */

/** What Hugo and Zola say of a section. */
export const SECTION = /(^|\/)_index(\.[a-z-]{2,7})?\.(md|markdown)$/i;

/** Settings that are longer are not read, in characters. */
const LONGEST = 50_000;

/** What data in JavaScript says when it hides. */
const CODE =
  /\b(draft|eleventyExcludeFromCollections)['"]?\s*:\s*true\b|\b(permalink|published)['"]?\s*:\s*false\b/;

/**
 * Finds what is hidden not by itself, but by a file beside it: a section of Hugo or Zola, data of Eleventy, defaults of
 * Jekyll.
 * @param {Folder} folder
 * @param {(raw: unknown) => boolean} isHiddenBy metadata
 * @returns {Promise<(file: string) => boolean>} whether another file hides it
 */
export async function findHiddenFolders({ root, files }, isHiddenBy) {
  /** Beginnings of paths. @type {string[]} */
  const hidden = [];
  /** @param {string} file @returns {Promise<string>} '' when it is not there, or cannot be read */
  const read = (file) =>
    readText(root, file).then(
      ({ text }) => text,
      (error) => {
        if (!isError(error, 'invalid')) throw error;
        return '';
      },
    );
  /** @param {() => unknown} metadata that may be malformed */
  const isHidden = (metadata) => {
    try {
      return [metadata()].flat().some(isHiddenBy);
    } catch {
      // What is wrong with it is told when its turn comes, or hides nothing there either.
      return false;
    }
  };

  for (const file of files.filter((each) => SECTION.test(each))) {
    const text = await read(file);
    const metadata = () => {
      const { cascade, draft } = splitFrontMatter(text).metadata;
      return [{ draft }, ...[cascade ?? []].flat()];
    };
    if (isHidden(metadata)) hidden.push(file.replace(SECTION, '$1'));
  }
  for (const [path, stem] of stemsOf(files)) {
    const isHere =
      CODE.test(await read(`${stem}.11tydata.js`)) ||
      [await read(`${stem}.json`), await read(`${stem}.11tydata.json`)].some(
        (text) => text && isHidden(() => JSON.parse(text)),
      );
    if (isHere) hidden.push(path);
  }
  const defaults = await read('_config.yml');
  for (const { scope, values } of defaultsOf(defaults))
    if (typeof scope?.path === 'string' && isHidden(() => values))
      hidden.push(scope.path.replace(/\/?$/, scope.path ? '/' : ''));
  return (file) => hidden.some((start) => file.startsWith(start));
}

/**
 * @param {string[]} files
 * @returns {Map<string, string>} folders and files, to what the names of their data begin with
 */
function stemsOf(files) {
  const stems = new Map();
  for (const file of files) {
    stems.set(file, file.replace(/\.\w+$/, ''));
    const names = file.split('/').slice(0, -1);
    names.forEach((name, place) => {
      const path = `${names.slice(0, place + 1).join('/')}/`;
      stems.set(path, path + name);
    });
  }
  return stems;
}

/** @param {string} text of Jekyll's settings @returns {any[]} */
function defaultsOf(text) {
  if (text.length > LONGEST) return [];
  try {
    const { defaults } = /** @type {any} */ (parse(text, { logLevel: 'error' }) ?? {});
    return Array.isArray(defaults) ? defaults.filter(Boolean) : [];
  } catch {
    // Settings of another engine, or none.
    return [];
  }
}
