import { dirname, join, relative } from 'node:path';
import { isTimeZone } from '../../../../../base/time-zones.js';
import { openAstro } from './astro.js';
import { openEleventy } from './eleventy.js';
import { openHexo } from './hexo.js';
import { openHugo } from './hugo.js';
import { openJekyll } from './jekyll.js';
import { openPelican } from './pelican.js';
import { SettingsFiles } from '../../../shared/settings-files.js';
import { pageOutsideFolders, pathFrom } from './site.js';
import { openZola } from './zola.js';
/** @import { Pattern } from '../../../shared/pattern.js' */
/** @import { OpenEngine, SourcePage } from './site.js' */

/**
 * @typedef {Omit<SourcePage, 'within'>} Page
 *
 * @typedef {object} Site  What is known of a site; '' for what is not said.
 * @property {string} [root]
 * @property {string} engine  its name
 * @property {string} url
 * @property {string} timeZone
 * @property {(date: unknown) => string} zoneOf  the zone of a date without one
 * @property {boolean} [prefersNames]  as of an engine, as the next ones
 * @property {boolean} [keepsZone]
 * @property {(path: string) => 'post' | 'page' | null} kindOf
 * @property {(page: Page) => Promise<string[] | null>} addressesOf
 * @property {(page: Page) => Pattern['valueOf'] | undefined} variables
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
  [/^(mkdocs\.ya?ml|\.(vite|vue)press\/)$/, openOther],
];

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
  return async (file) =>
    (await around(dirname(join(root, file)), MOST_ABOVE)) ??
    (await withoutSettings(file)) ??
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
}

/** @param {string} root @param {OpenEngine} open @param {SettingsFiles} files @returns {Promise<Site>} */
async function openSite(root, open, files) {
  const engine = await open(files);
  const { name, url = '', source = '', kindOf = pageOutsideFolders, variables, zoneOf } = engine;
  const timeZone = engine.timeZone && isTimeZone(engine.timeZone) ? engine.timeZone : '';
  const pageIn = (/** @type {Page} */ page) => ({
    ...page,
    within: page.path.slice(source.length),
  });
  return {
    root,
    engine: name,
    url,
    timeZone,
    prefersNames: engine.prefersNames,
    keepsZone: engine.keepsZone,
    zoneOf: (date) => (timeZone && zoneOf?.(date)) || timeZone,
    kindOf: (path) => (path.startsWith(source) ? kindOf(path.slice(source.length)) : null),
    variables: (page) => variables?.(pageIn(page)),
    async addressesOf(page) {
      if (!page.path.startsWith(source)) return [];
      const made = await engine.addressesOf(pageIn(page));
      return made === null ? null : [made].flat().map((each) => pathFrom(each));
    },
  };
}

/** @type {Site} */
const NO_SITE = {
  engine: '',
  url: '',
  timeZone: '',
  zoneOf: () => '',
  kindOf: () => null,
  variables: () => undefined,
  addressesOf: async () => null,
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

/**
 * Docusaurus, Gatsby, MkDocs and so on, of which no addresses are known: the owner is asked for their pattern.
 * @type {OpenEngine}
 */
async function openOther() {
  return {
    name: 'another',
    kindOf: (path) => pageOutsideFolders(path.replace(/^(docs|content|(src\/)?pages)\//, '')),
    addressesOf: ({ path }) => (path.includes('/') ? null : []),
  };
}
