import { dirname, join, relative, sep } from 'node:path';
import { isTimeZone } from '../../../../../base/time-zones.js';
import { aboutOf } from './about.js';
import { openAstro } from './astro.js';
import { openEleventy } from './eleventy.js';
import { openHexo } from './hexo.js';
import { openHugo } from './hugo.js';
import { openJekyll } from './jekyll.js';
import { ownDataOf } from './own-data.js';
import { openPelican } from './pelican.js';
import { SettingsFiles } from '../../../shared/settings-files.js';
import { pageOutsideFolders } from './site.js';
import { openZola } from './zola.js';
/** @import { About } from './about.js' */
/** @import { Kind, OpenEngine, SourcePage } from './site.js' */

/**
 * @typedef {Omit<SourcePage, 'within'>} Page
 *
 * @typedef {object} Site  What is known of a site; '' for what is not said.
 * @property {string} [root]
 * @property {string} engine  its name
 * @property {string} url
 * @property {string} timeZone
 * @property {(date: unknown) => string} zoneOf  the zone of a date without one
 * @property {boolean} [prefersNames]  as of an engine
 * @property {(path: string) => Kind} kindOf
 * @property {(path: string) => boolean} isOutside
 * @property {(page: Page) => string | null} patternOf  null: it is not known
 * @property {() => Promise<About>} about  what it says of itself
 * @property {(path: string) => string} within  the path of a file in the folder of texts
 */

/** How many folders above the imported one may hold the settings: it may be `src/content/blog/en`. */
const MOST_ABOVE = 4;

/** Engines by their settings' names. @type {[RegExp, OpenEngine][]} */
const MARKS = [
  [/^hugo\.(toml|ya?ml|json)$/, openHugo],
  [/^zola\.toml$/, openZola],
  [/^(\.eleventy|eleventy\.config)\.[cm]?[jt]s$/, openEleventy],
  [/^pelicanconf\.py$/, openPelican],
  [/^astro\.config\.\w+$/, openAstro],
  [/^((docusaurus|next|quartz)\.config|gatsby-(config|node))\.\w+$/, openOther],
  [/^mkdocs\.ya?ml$/, openOther],
  [/^\.(vite|vue)press\/$/, openPress],
];

/** What any other engine, and the packages that it is of, have beside the texts. */
const OTHER =
  /^(package\.json|deno\.jsonc?|_config\.[jt]s|Gemfile|conf\.py|metalsmith\.\w+|.+\.lektorproject|[\w.-]+\.config\.\w+)$/;

/** Where texts of any engine are, and pages of some; it is no part of their addresses. */
const FOLDERS = /^(?:(?:_posts|_pages|app|content|pages|site|source|src)\/)+(?=.)/;

/** By packages that a site may be built with, whatever the name of its settings. @type {[RegExp, OpenEngine][]} */
const PACKAGES = [
  [/"hexo"\s*:/, openHexo],
  [/"@11ty\/eleventy"\s*:/, openEleventy],
];

/**
 * @param {string} root of what is imported, a real path
 * @param {(file: string, text: string) => void} warn is called for settings that cannot be read
 * @param {string} [within] a folder above which nothing is read
 * @returns {(file: string) => Promise<Site>} the site of a file: that of the nearest folder around it with settings of
 *   an engine
 */
export function siteFinder(root, warn, within) {
  /** By folder. @type {Map<string, Promise<Site | null>>} */
  const known = new Map();
  /** @type {typeof known} */
  const others = new Map();
  return async (file) =>
    (await around(dirname(join(root, file)), MOST_ABOVE)) ??
    (await withoutSettings(file)) ??
    (await ofOther(file)) ??
    NO_SITE;

  /** Hexo and Jekyll need no settings, and keep posts in folders of their own. @param {string} file */
  async function withoutSettings(file) {
    const path = join(root, file);
    const end = path.indexOf('/_posts/');
    const isHexo = path.slice(0, end).endsWith('/source');
    if (end < 0 || !(isHexo || /\/\d{4}-\d\d?-\d\d?-[^/]*$/.test(path))) return null;
    const folder = isHexo ? dirname(path.slice(0, end)) : path.slice(0, end);
    const open = isHexo ? openHexo : openJekyll;
    return openSite(folder, open, new SettingsFiles(folder, warn));
  }

  /** @param {string} folder @param {number} left how many folders above the root are still looked into */
  function around(folder, left) {
    const found = known.get(folder) ?? look(folder, left);
    known.set(folder, found);
    return found;
  }

  /** @param {string} folder @param {number} left @returns {Promise<Site | null>} */
  async function look(folder, left) {
    const files = new SettingsFiles(folder, (file, text) =>
      warn(relative(root, join(folder, file)).replaceAll('\\', '/'), text),
    );
    const open = await engineOf(files);
    if (open) return openSite(folder, open, files);
    const above = dirname(folder);
    const isOutside = !`${folder}/`.startsWith(`${root}/`) || folder === root;
    const isTop =
      above === folder ||
      folder === within ||
      (isOutside && (await files.names()).includes('.git/'));
    if (isTop || (isOutside && left === 0)) return null;
    return around(above, isOutside ? left - 1 : left);
  }

  /** @param {string} file @returns {Promise<Site | null>} the outermost folder with something of any engine */
  async function ofOther(file) {
    const names = dirname(file).split(sep);
    for (let count = 0; count <= names.length; count += 1) {
      const folder = join(root, ...names.slice(0, count));
      const site = others.get(folder) ?? lookForOther(folder);
      others.set(folder, site);
      if (await site) return site;
    }
    return null;
  }

  /** @param {string} folder */
  async function lookForOther(folder) {
    const files = new SettingsFiles(folder, warn);
    const isOther = (await files.names()).some((name) => OTHER.test(name));
    return isOther ? openSite(folder, openOther, files) : null;
  }
}

/** @param {string} root @param {OpenEngine} open @param {SettingsFiles} files @returns {Promise<Site>} */
async function openSite(root, open, files) {
  const engine = await open(files);
  const { name, url = '', source = '', kindOf = pageOutsideFolders, zoneOf, isOutside } = engine;
  const timeZone = engine.timeZone && isTimeZone(engine.timeZone) ? engine.timeZone : '';
  /** @type {Promise<About> | undefined} */
  let about;
  const within = (/** @type {string} */ path) =>
    path.startsWith(source) ? path.slice(source.length) : path;
  return {
    root,
    engine: name,
    url,
    timeZone,
    prefersNames: engine.prefersNames,
    zoneOf: (date) => (timeZone && zoneOf?.(date)) || timeZone,
    kindOf: (path) => (path.startsWith(source) ? kindOf(path.slice(source.length)) : null),
    isOutside: (path) => !path.startsWith(source) || Boolean(isOutside?.(path)),
    patternOf: (page) => engine.patternOf?.({ ...page, within: within(page.path) }) ?? null,
    about: () => (about ??= ownDataOf(files, engine.data).then(aboutOf)),
    within: (path) => within(path).replace(FOLDERS, ''),
  };
}

/** @type {Site} */
const NO_SITE = {
  engine: '',
  url: '',
  timeZone: '',
  zoneOf: () => '',
  kindOf: () => null,
  isOutside: () => false,
  patternOf: () => null,
  about: async () => aboutOf([]),
  within: (path) => path.replace(FOLDERS, ''),
};

/** @param {SettingsFiles} files @returns {Promise<OpenEngine | undefined>} */
async function engineOf(files) {
  const names = await files.names();
  const has = (/** @type {RegExp} */ name) => names.some((each) => name.test(each));
  const marked = MARKS.find(([name]) => has(name));
  if (marked) return marked[1];
  if (has(/^config\.toml$/) && /^base_url\s*=/m.test(await files.text('config.toml')))
    return openZola;
  const mayBeHugo =
    has(/^config\.(toml|ya?ml|json)$/) || (await files.names('config/_default')).length > 0;
  if (mayBeHugo && has(/^(content|archetypes|layouts)\/$/)) return openHugo;
  const packages = has(/^package\.json$/) ? await files.text('package.json') : '';
  if (has(/^_config\.(ya?ml|json|toml)$/)) {
    const isHexo = (await files.names('source')).includes('_posts/') || /"hexo"\s*:/.test(packages);
    return isHexo ? openHexo : openJekyll;
  }
  return PACKAGES.find(([name]) => name.test(packages))?.[1];
}

/** Folders in which sites have what makes them, and texts that are parts of pages. */
const OF_SOURCES =
  /(^|\/)_?(components|layouts?|partials|plugins|templates|tests?|themes|vendor)\//;

/** Docusaurus, Gatsby, MkDocs and so on, of which no rules are known. @type {OpenEngine} */
async function openOther() {
  return {
    name: 'another',
    kindOf: (path) => pageOutsideFolders(path.replace(/^(docs|content|(src\/)?pages)\//, '')),
    isOutside: (path) => !path.includes('/') || OF_SOURCES.test(path),
  };
}

/** VitePress and VuePress, whose settings lie among the texts. @type {OpenEngine} */
async function openPress(files) {
  return { ...(await openOther(files)), isOutside: (path) => OF_SOURCES.test(path) };
}
