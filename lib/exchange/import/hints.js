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
      `The old engine made no page from ${oneOr(leftOut.length, 'file')}, skipped here: ${leftOut.join(', ')}. To import one, import it alone`,
    );
  if (undated.length > 0)
    hints.push(
      `No date found for ${oneOr(undated.length, 'post')}, so that of the file is used: ${namesOf(undated, EXAMPLES)}`,
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
      `The old URLs of ${oneOr(unplaced.length, 'post')} are unknown: ${names}. If ${file} was at ${address}/${nameOf(file)}/, import again with --permalink '${pattern}'`,
    );
  }
  return [...hints, ...leftBehind(others)];
}

/** @param {number} count @param {string} noun */
const countOf = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** @param {number} count @param {string} noun */
const oneOr = (count, noun) => countOf(count, noun).replace(/^1 /, 'one ');

/** @param {string[]} names @param {number} most */
const namesOf = (names, most) =>
  names.slice(0, most).join(', ') + (names.length > most ? ' and others' : '');

/** @param {string} file */
const nameOf = (file) =>
  slugify(file.replace(/(\/_?index)?\.\w+$/i, '').replace(/^(.*\/)?(\d{4}-\d\d?-\d\d?-)?/, ''));

/** So many names are given of each kind, and so many folders or endings. */
const MOST_NAMES = 20;
const MOST_GROUPS = 10;

/** Files that may be texts of a blog, and are not read. */
const TEXT =
  /\.(x?html?|rst|rest|org|ad|adoc|asciidoc|textile|txt|njk|liquid|pug|jade|haml|slim|ejs|hbs|tex|[rq]md|ipynb|wiki|creole|markdown\.erb|md\.\w+)$/i;

/** What makes a site, and is no text. */
const OF_SOURCES =
  /(^|\/)((layouts|templates|themes|partials|components)\/.*\.\w+|robots\.txt|humans\.txt|requirements[\w-]*\.txt|cname|\.[^/]*)$/i;

/**
 * Kinds of what is left behind: why, what to do, and how it is grouped; `why`: of each that the sentence does not name.
 * @type {Record<string, { sentence: string, noun: string, advice: string, groupOf?: (path: string) => string, why?:
 *   string }>}
 */
const KINDS = {
  text: {
    sentence: 'Not imported because they are not Markdown',
    noun: 'text',
    advice:
      '. If one is a page or post, convert it to Markdown, for instance with pandoc, and import again',
    groupOf: folderOf,
    why: 'not imported because it is not Markdown',
  },
  unused: {
    sentence: 'Not imported because nothing links to them',
    noun: 'file',
    advice: '. To keep one, upload it at /admin/media',
    groupOf: folderOf,
    why: 'not imported because nothing links to it',
  },
  source: {
    sentence: 'Not imported because they belong to the design of the old site',
    noun: 'file',
    advice: '',
    groupOf: endingOf,
  },
  folder: {
    sentence: 'Skipped because such folders hold no posts',
    noun: 'folder',
    advice: '. To import what is in one, import it alone',
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
  return Object.entries(KINDS).flatMap(([kind, { sentence, noun, advice, groupOf }]) => {
    const paths = others.filter((path) => kindOf(path) === kind);
    if (paths.length === 0) return [];
    const isGrouped = groupOf && (kind === 'source' || paths.length > MOST_NAMES);
    const by = isGrouped ? ` (${groups(paths, groupOf)})` : '';
    const names = namesOf(paths, MOST_NAMES);
    return `${sentence}: ${countOf(paths.length, noun)}${by}: ${names}${advice}`;
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
  return [...shown, ...(left > 0 ? [`elsewhere ${left}`] : [])].join(', ');
}

/** @param {string} path */
function folderOf(path) {
  return path.slice(0, path.lastIndexOf('/') + 1) || './';
}

/** @param {string} path */
function endingOf(path) {
  return /[^/](\.\w+)$/.exec(path)?.[1].toLowerCase() ?? 'without an ending';
}
