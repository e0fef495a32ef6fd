import { looksLikeFile } from './shared/file-names.js';

/** So many names are given of each kind, and so many folders or endings. */
const MOST_NAMES = 20;
const MOST_GROUPS = 10;

/** Files in which texts of a blog may stand that are not read. */
const TEXT =
  /\.(x?html?|rst|rest|org|ad|adoc|asciidoc|textile|txt|njk|liquid|pug|jade|haml|slim|ejs|hbs|tex|[rq]md|ipynb|wiki|creole|markdown\.erb|md\.\w+)$/i;

/** What makes a site, and is no text. */
const OF_SOURCES =
  /(^|\/)((layouts|templates|themes|partials|components)\/.*\.\w+|robots\.txt|humans\.txt|requirements[\w-]*\.txt|cname|\.[^/]*)$/i;

/**
 * @param {string[]} others files and folders of which nothing was imported
 * @returns {string[]} a sentence on each kind of them, with what to do
 */
export function leftBehind(others) {
  const folders = others.filter((path) => path.endsWith('/'));
  const files = others.filter((path) => !path.endsWith('/'));
  const texts = files.filter(isText);
  const unused = files.filter(isUnused);
  const known = new Set([...texts, ...unused]);
  const rest = files.filter((path) => !known.has(path));
  const sentences = [];
  if (texts.length > 0)
    sentences.push(
      `Not imported, as they are no Markdown: ${countOf(texts, 'text')}${byFolder(texts)}: ${namesOf(texts)}. If one is a page or post, convert it to Markdown, for instance with pandoc, and import again`,
    );
  if (unused.length > 0)
    sentences.push(
      `Not imported, as no text refers to them: ${countOf(unused, 'file')}${byFolder(unused)}: ${namesOf(unused)}. To keep one, upload it at /admin/media`,
    );
  if (rest.length > 0)
    sentences.push(
      `Not imported, as they make the old site and are no texts: ${countOf(rest, 'file')} (${groups(rest, endingOf)}): ${namesOf(rest)}`,
    );
  if (folders.length > 0)
    sentences.push(
      `Not looked into, as engines keep no texts there: ${countOf(folders, 'folder')}: ${namesOf(folders)}. To import what is in one, import it alone`,
    );
  return sentences;
}

/**
 * @param {string[]} others as for `leftBehind`
 * @returns {{ path: string, text: string }[]} the texts, pictures and other files that its sentences do not name
 */
export function unnamed(others) {
  const of = (/** @type {typeof isText} */ isOfKind, /** @type {string} */ text) =>
    others
      .filter(isOfKind)
      .slice(MOST_NAMES)
      .map((path) => ({ path, text }));
  return [
    ...of(isText, 'not imported, as it is no Markdown'),
    ...of(isUnused, 'not imported, as no text refers to it'),
  ];
}

/** @param {string} path */
const isText = (path) => TEXT.test(path) && !OF_SOURCES.test(path);

/** @param {string} path */
const isUnused = (path) => looksLikeFile(path) && !TEXT.test(path);

/** @param {string[]} paths @param {string} what */
const countOf = (paths, what) => `${paths.length} ${what}${paths.length === 1 ? '' : 's'}`;

/** @param {string[]} paths */
const namesOf = (paths) =>
  paths.slice(0, MOST_NAMES).join(', ') + (paths.length > MOST_NAMES ? ' and others' : '');

/** @param {string[]} paths */
const byFolder = (paths) => (paths.length > MOST_NAMES ? ` (${groups(paths, folderOf)})` : '');

/** @param {string[]} paths @param {(path: string) => string} groupOf @returns {string} the largest groups first, with their counts */
function groups(paths, groupOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths) counts.set(groupOf(path), (counts.get(groupOf(path)) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, MOST_GROUPS).map(([group, count]) => `${group} ${count}`);
  const left = sorted.slice(MOST_GROUPS).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(left > 0 ? [`elsewhere ${left}`] : [])].join(', ');
}

/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf('/') + 1) || './';

/** @param {string} path */
const endingOf = (path) => /[^/](\.\w+)$/.exec(path)?.[1].toLowerCase() ?? 'without an ending';
