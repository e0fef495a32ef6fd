import { usualName } from '../lektor.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */

/**
 * A site in the sources of another engine: types, and what its engines share.
 *
 * @typedef {object} Engine  How an engine makes the addresses of a site.
 * @property {string} name
 * @property {string} [url]  of its front page, or a path such as '/blog/'
 * @property {string} [timeZone]  for dates without one
 * @property {(value: unknown) => string} [zoneOf]  the zone of a date without one, where that is another
 * @property {boolean} [prefersNames]  the date in a file's name counts more than that in the file
 * @property {string} [source]  the folder of its texts, with a slash: it makes no page of what is elsewhere
 * @property {string} [data]  the folder of what its templates may name, if it is not the usual one
 * @property {(path: string) => boolean} [isOutside]  whether it makes no page of this file
 * @property {(within: string) => Kind} [kindOf]  what it makes of a file in `source`
 * @property {(page: SourcePage) => string} [patternOf]  of a page's address, with names of fields such as `:title`; ''
 *   where the file's path is its address. Without it, that is not known
 *
 * @typedef {'post' | 'page' | 'top' | null} Kind  `top`: a page, if there are posts in folders; null: not said
 *
 * @typedef {object} SourcePage  A file of which an engine makes a page.
 * @property {string} path  relative to the site
 * @property {string} within  relative to the engine's `source`
 * @property {Record<string, unknown>} raw  its front matter
 * @property {string} title
 * @property {Date | null} at  its date: the UTC fields are the local time
 *
 * @typedef {(site: SettingsFiles) => Promise<Engine>} OpenEngine
 */

/** @param {unknown} value @returns {string} '' when it is no text */
export const textOf = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** @param {unknown} value @returns {string[]} the texts in a list, or in lists of lists */
export const textsOf = (value) =>
  Array.isArray(value) ? value.flatMap(textsOf) : [textOf(value)].filter(Boolean);

/**
 * @param {string} path
 * @returns {{ folders: string[], stem: string, isBundle: boolean }} the folders, and the name without its extension; of
 *   an index file the folder's name
 */
export function partsOf(path) {
  const folders = usualName(path).split('/');
  const stem = (folders.pop() ?? '').replace(/\.(md|markdown|mdx|html?)$/i, '');
  const isBundle = /^_?index$/i.test(stem) && folders.length > 0;
  return { folders, stem: isBundle ? (folders.pop() ?? '') : stem, isBundle };
}

/** @param {SettingsFiles} files @param {RegExp} name @returns {Promise<string>} the text of the first such file */
export async function codeOf(files, name) {
  const file = (await files.names()).find((each) => name.test(each));
  return file ? files.text(file) : '';
}

/** @param {string} code in JavaScript @param {string} name @returns {string} the text that it is set to, or '' */
export const settingIn = (code, name) =>
  new RegExp(`\\b${name}['"]?\\s*[:=]\\s*(['"\`])([^'"\`]*)\\1`).exec(code)?.[2] ?? '';

/**
 * @param {string} origin or ''
 * @param {string} path or ''
 * @returns {string} the URL of a site's front page, or its path alone
 */
export const siteUrl = (origin, path) =>
  URL.canParse(path, origin) ? new URL(path, origin).href : pathFrom(path);

/** A folder that engines, themes and authors have their pages in. */
export const PAGES = /^_?pages?$/i;

/**
 * @param {string} path within the folder of the texts
 * @returns {Kind} a page, if it is in no folder of its own, or in one for pages
 */
export function pageOutsideFolders(path) {
  const [first] = partsOf(path).folders;
  return first === undefined ? 'top' : PAGES.test(first) ? 'page' : null;
}

/** @param {(string | undefined)[]} parts @returns {string} a path that begins with a slash */
export const pathFrom = (...parts) => `/${parts.filter(Boolean).join('/')}`.replace(/\/{2,}/g, '/');
