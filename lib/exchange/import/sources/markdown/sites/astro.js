import { dateVariables, fillPattern } from '../../../shared/pattern.js';
import { codeOf, pageOutsideFolders, partsOf, pathFrom, settingIn } from './site.js';
import { siteUrl, textOf } from './site.js';
import { githubSlug } from './slugs.js';
/** @import { SettingsFiles } from '../../../shared/settings-files.js' */
/** @import { OpenEngine } from './site.js' */

/**
 * @typedef {object} Collection
 * @property {string} name
 * @property {string} folder
 * @property {boolean} isCode  code makes the addresses of its posts
 *
 * @typedef {{ folder: string, code: string }} Route  a page of many posts
 */

/** `blog/[slug].astro`, `[lang]/[year]/[...id]/index.astro`; the parameters of lists are other words. */
const ROUTE =
  /^((?:(?:[^[\]/]+|\[(?:\.\.\.)?(?:year|month|day|lang|locale)\])\/)*)\[(?:\.\.\.)?(?!(?:tags?|categor\w+|topic|author|series|page|year|month|lang|locale)\])\w+\](?:\/index)?\.astro$/;

/** How the code of a route prefers a field of a post to its id. */
const FIELD = /\bdata\.(\w+)\s*(?:\|\||\?\?)\s*\w+\.(?:id|slug)\b/;

/** Folders of what is no page. */
const NO_PAGES = /^(og|og-image|api|rss|tags?|categor\w+)\//;

/** The most folders of pages that are read. */
const MOST_FOLDERS = 200;

/** Astro, of whose settings, which are code, only plain texts are read. @type {OpenEngine} */
export async function openAstro(files) {
  const config = await codeOf(files, /^astro\.config\.\w+$/);
  const collections = await collectionsOf(files);
  const routes = await routesOf(files);
  return {
    name: 'Astro',
    url: siteUrl(settingIn(config, 'site'), settingIn(config, 'base')),
    kindOf: (path) => pageOutsideFolders(path.replace(/^src\/(pages|content)\//, '')),
    addressesOf({ path, raw, at }) {
      const [, page] = /^src\/pages\/(.*)$/.exec(path) ?? [];
      const { folders, stem } = partsOf(page ?? path);
      if (page) return pathFrom(...folders, stem === 'index' ? '' : stem);
      const collection = collectionOf(path, collections);
      const isBare = Object.keys(raw).length === 0;
      if (!collection) return isBare && !path.startsWith('src/') ? [] : null;
      const within = partsOf(path.slice(collection.folder.length));
      const id = textOf(raw.slug) || [...within.folders, within.stem].map(githubSlug).join('/');
      const likely = collection.isCode ? [] : routesFor(collection.name, routes);
      const language = textOf(raw.lang) || textOf(raw.locale);
      // Of translations, those whose files are named after their language are below it.
      const isMarked = path.split(/[/._-]/).includes(language);
      const languages = isMarked ? [language, ''] : ['', language];
      const found = likely.flatMap((route) =>
        languages.flatMap((each) => addressOn(route, { id, raw, at, language: each }) ?? []),
      );
      return found.length > 0 ? found : null;
    },
  };
}

/**
 * @param {Route} route
 * @param {{ id: string, raw: Record<string, unknown>, at: Date | null, language: string }} post
 * @returns {string | null}
 */
function addressOn({ folder, code }, { id, raw, at, language }) {
  const [, field] = FIELD.exec(code) ?? [];
  const name = (field && textOf(raw[field])) || id;
  /** @type {Record<string, string>} */
  const values = { ...dateVariables(at), lang: language, locale: language };
  const filled = fillPattern(folder, (each) => values[each], /\[(?:\.\.\.)?(\w+)\]/g);
  const isByDay = /\[year\]/.test(folder);
  return filled === null
    ? null
    : pathFrom(filled, isByDay ? name.replace(/^\d{4}-\d\d-\d\d-/, '') : name);
}

/** @param {SettingsFiles} files @returns {Promise<Collection[]>} those that the settings name */
async function collectionsOf(files) {
  const names = ['src/content.config.ts', 'src/content.config.js', 'src/content.config.mjs'];
  const all = [...names, 'src/content/config.ts', 'src/content/config.js'];
  const code = (await Promise.all(all.map((name) => files.text(name)))).join('\n');
  return code
    .split(/(?=\b\w+\s*[:=]\s*defineCollection\b)/)
    .slice(1)
    .map((block) => {
      const [variable = ''] = /^\w+/.exec(block) ?? [];
      const [, name = variable] = new RegExp(`\\b(\\w+)\\s*:\\s*${variable}\\b`).exec(code) ?? [];
      const base = settingIn(block, 'base').replace(/^\.?\/|\/$/g, '');
      const folder = `${base || `src/content/${name}`}/`;
      return { name, folder, isCode: /\bgenerateId\b/.test(block) };
    });
}

/** @param {string} path @param {Collection[]} collections @returns {Collection | undefined} */
function collectionOf(path, collections) {
  const [folder, name] = /^src\/content\/([^/]+)\//.exec(path) ?? [];
  const [named] = collections
    .filter((each) => path.startsWith(each.folder))
    .sort((a, b) => b.folder.length - a.folder.length);
  return named ?? (folder === undefined ? undefined : { name, folder, isCode: false });
}

/**
 * @param {string} name of a collection
 * @param {Route[]} routes
 * @returns {Route[]} that show it, as far as is known
 */
function routesFor(name, routes) {
  const naming = routes.filter(({ code }) => new RegExp(`['"\`]${name}['"\`]`).test(code));
  if (naming.length > 0) return naming;
  const singular = (/** @type {string} */ word) => word.replace(/s?\/?$/, '');
  const alike = routes.filter(({ folder }) => singular(folder) === singular(`/${name}`));
  return alike.length > 0 ? alike : routes;
}

/** @param {SettingsFiles} files @returns {Promise<Route[]>} */
async function routesOf(files) {
  const routes = [];
  const folders = [''];
  for (let at = 0; at < Math.min(folders.length, MOST_FOLDERS); at += 1)
    for (const name of await files.names(`src/pages/${folders[at]}`)) {
      const path = folders[at] + name;
      const [, folder] = ROUTE.exec(path) ?? [];
      if (name.endsWith('/')) folders.push(path);
      else if (folder !== undefined && !NO_PAGES.test(folder))
        routes.push({ folder: pathFrom(folder), code: await files.text(`src/pages/${path}`) });
    }
  return routes.filter(({ code }) => /getStaticPaths|getEntry|getCollection/.test(code));
}
