import { localDate } from './shared/dates.js';
import { slugify } from '../../base/slug.js';
import { looksLikeFile } from './shared/file-names.js';

/** So many names are given as examples. */
const EXAMPLES = 3;

/**
 * @param {{ undated: string[], unplaced: { file: string, date: unknown }[], leftOut: string[], others: string[] }}
 *   found
 * @returns {string[]} a sentence for the summary on each thing that the source does not say
 */
export function hintsOf({ undated, unplaced, leftOut, others }) {
  const hints = [];
  if (leftOut.length > 0)
    hints.push(
      `Skipped because the old engine made no page of them (${leftOut.length}): ${leftOut.join(', ')}. To import one, import it alone`,
    );
  if (undated.length > 0)
    hints.push(
      `Posts without a date, so the date of the file is used (${undated.length}): ${namesOf(undated, EXAMPLES)}`,
    );
  const example = unplaced.find(({ date }) => date !== undefined);
  if (unplaced.length > 0) {
    const names = namesOf(
      unplaced.map(({ file }) => file),
      EXAMPLES,
    );
    const { file, date } = example ?? unplaced[0];
    const month = example && localDate(date).toISOString().slice(0, 7).replace('-', '/');
    const [address, pattern] = month
      ? [`/${month}`, '/:year/:month/:title/']
      : ['/blog', '/blog/:title/'];
    hints.push(
      `The old URLs of some posts are unknown (${unplaced.length}): ${names}. If ${file} was at ${address}/${nameOf(file)}/, import again with --permalink '${pattern}'`,
    );
  }
  return [...hints, ...leftBehind(others)];
}

/** @param {string[]} names @param {number} most */
const namesOf = (names, most) =>
  names.slice(0, most).join(', ') + (names.length > most ? ', …' : '');

/** @param {string} file */
const nameOf = (file) =>
  slugify(file.replace(/(\/_?index)?\.\w+$/i, '').replace(/^(.*\/)?(\d{4}-\d\d?-\d\d?-)?/, ''));

/** So many names are given of each kind, and so many folders or endings. */
const MOST_NAMES = 20;
const MOST_GROUPS = 10;

/** Files that may be texts of a blog, and are not read. */
const TEXT =
  /\.(x?html?|rst|rest|org|ad|adoc|asciidoc|textile|txt|njk|liquid|pug|jade|haml|slim|ejs|hbs|tex|[rq]md|ipynb|wiki|creole|markdown\.erb|md\.\w+|lr)$/i;

/** What makes a site, and is no text. */
const OF_SOURCES =
  /(^|\/)(_?(layouts?|templates|themes|partials|components|includes)\/.*\.\w+|src\/app\.html|robots\.txt|humans\.txt|requirements[\w-]*\.txt|cname|\.[^/]*)$/i;

/**
 * Kinds of what is left behind: why, what to do, and how it is grouped; `why`: of each that the sentence does not name.
 * @type {Record<string, { say: (count: string, names: string) => string, groupOf?: (path: string) => string, why?:
 *   string }>}
 */
const KINDS = {
  text: {
    say: (count, names) =>
      `Not imported because they are not Markdown (${count}): ${names}. If one is a page or post, convert it to Markdown, for instance with pandoc, and import again`,
    groupOf: folderOf,
    why: 'not imported because it is not Markdown',
  },
  unused: {
    say: (count, names) =>
      `Not imported because nothing links to them (${count}): ${names}. To keep one, upload it at /admin/media`,
    groupOf: folderOf,
    why: 'not imported because nothing links to it',
  },
  source: {
    say: (count, names) =>
      `Not imported because they belong to the design of the old site (${count}): ${names}`,
    groupOf: endingOf,
  },
  folder: {
    say: (count, names) =>
      `Skipped because such folders contain no posts (${count}): ${names}. To import what is in one, import it alone`,
  },
};

/** @param {string} path @returns {keyof typeof KINDS} */
function kindOf(path) {
  if (path.endsWith('/')) return 'folder';
  if (TEXT.test(path)) return OF_SOURCES.test(path) ? 'source' : 'text';
  return looksLikeFile(path) ? 'unused' : 'source';
}

/**
 * @param {string[]} others files and folders of which nothing was imported
 * @returns {string[]} a sentence on each kind of them, with what to do
 */
export function leftBehind(others) {
  return Object.entries(KINDS).flatMap(([kind, { say, groupOf }]) => {
    const paths = others.filter((path) => kindOf(path) === kind);
    if (paths.length === 0) return [];
    const isGrouped = groupOf && (kind === 'source' || paths.length > MOST_NAMES);
    const by = isGrouped ? `: ${groups(paths, groupOf)}` : '';
    return say(`${paths.length}${by}`, namesOf(paths, MOST_NAMES));
  });
}

/**
 * @param {string[]} others as for `leftBehind`
 * @returns {{ path: string, text: string }[]} the texts, pictures and other files that its sentences do not name
 */
export const unnamed = (others) =>
  Object.entries(KINDS).flatMap(([kind, { why }]) => {
    const rest = others.filter((path) => why && kindOf(path) === kind).slice(MOST_NAMES);
    return rest.map((path) => ({ path, text: why ?? '' }));
  });

/**
 * @param {string[]} paths
 * @param {(path: string) => string} groupOf
 * @returns {string} the largest groups first, with their counts
 */
function groups(paths, groupOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths) counts.set(groupOf(path), (counts.get(groupOf(path)) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, MOST_GROUPS).map(([group, count]) => `${group} ${count}`);
  const left = sorted.slice(MOST_GROUPS).reduce((sum, [, count]) => sum + count, 0);
  return [...shown, ...(left > 0 ? [`… ${left}`] : [])].join(', ');
}

/** @param {string} path */
function folderOf(path) {
  return path.slice(0, path.lastIndexOf('/') + 1) || './';
}

/** @param {string} path */
function endingOf(path) {
  return /[^/](\.\w+)$/.exec(path)?.[1].toLowerCase() ?? '*';
}
