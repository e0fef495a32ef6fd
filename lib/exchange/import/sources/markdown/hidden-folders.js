import { isError } from '../../../../base/errors.js';
import { recordIn, recordsOf } from '../../shared/read-data.js';
import { SettingsFiles } from '../../shared/settings-files.js';
import { readText } from './files.js';
import { splitFrontMatter } from './front-matter.js';
/** @import { Folder } from './files.js' */

/** What Hugo and Zola say of a section. */
export const SECTION = /(^|\/)_index(\.[a-z-]{2,7})?\.(md|markdown)$/i;

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
  const data = new SettingsFiles(root, () => {});
  /** Beginnings of paths. @type {string[]} */
  const hidden = [];
  const isHidden = (/** @type {unknown} */ metadata) =>
    [metadata].flat().some((each) => Object.keys(recordIn(each)).length > 0 && isHiddenBy(each));
  for (const file of files.filter((each) => SECTION.test(each))) {
    const { draft, cascade } = await frontMatterOf(root, file);
    if (isHidden([{ draft }, cascade].flat())) hidden.push(file.replace(SECTION, '$1'));
  }
  for (const [path, stem] of stemsOf(files)) {
    const isHere =
      CODE.test(await data.text(`${stem}.11tydata.js`)) ||
      isHidden(await data.read(`${stem}.json`)) ||
      isHidden(await data.read(`${stem}.11tydata.json`));
    if (isHere) hidden.push(path);
  }
  const { defaults } = recordIn(await data.read('_config.yml'));
  for (const { scope, values } of recordsOf(defaults)) {
    const { path } = recordIn(scope);
    if (typeof path === 'string' && isHidden(values))
      hidden.push(path.replace(/\/?$/, path ? '/' : ''));
  }
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

/** @param {string} root @param {string} file @returns {Promise<Record<string, unknown>>} */
async function frontMatterOf(root, file) {
  try {
    return splitFrontMatter((await readText(root, file)).text).metadata;
  } catch (error) {
    // It is refused when it is imported.
    if (!isError(error, 'invalid')) throw error;
    return {};
  }
}
