import { posix } from 'node:path';
import { isError } from '../../../../../base/errors.js';
import { literalsIn } from '../../../shared/literals.js';
import { readData } from '../../../shared/read-data.js';
import { formatOf, isData, SettingsFiles } from '../../../shared/settings-files.js';

/**
 * @typedef {object} OwnData  What a site says of itself in one file.
 * @property {string} folder  relative to the site, or ''
 * @property {string} stem  the file's name without its ending
 * @property {boolean} isOfSite  whether its name says that it is about the whole site
 * @property {unknown} value  with the names of a file of code: those of its variables, `default` and so on
 */

/** Where engines keep what is about the whole site, the most telling first. */
const FOLDERS = [
  ...['', 'config/_default', 'config', '.vitepress', '.vuepress', 'docs/.vitepress'],
  ...['docs/.vuepress', 'src/.vitepress', 'src/.vuepress'],
];
const DATA_FOLDERS = ['_data', 'src/_data', 'source/_data', 'data'];
const CODE_FOLDERS = [
  ...['src', 'src/data', 'src/config', 'src/lib', 'src/lib/data', 'lib', 'app', 'src/app'],
  ...['src/layouts', 'src/components', 'components', 'utils', 'src/utils', 'constants'],
];

/** Names of such files. */
const NAME =
  /^(_?config(\.\w+)?|hugo|zola|params|languages|menus?(\.[\w-]+)?|mkdocs|metalsmith|build|conf|pelicanconf|(blog|site)[-_.]?(config|meta|metadata|data|info|constants)?|(bridgetown|docusaurus|gatsby|gridsome|next|nuxt|astro|svelte|vite|quartz|app|theme|user)[-.]config|meta|\w*meta_?data|consts?|constants|settings|global|nav|navigation|(header|main|top)[-_]?(nav(igation)?|menu)([-_]?(links|items))?|nav[-_]?(links|items)|layout|page|posts|(index|app)(?=\.html?$)|package|.+(?=\.lektorproject))\.(ya?ml|toml|json|[cm]?[jt]sx?|py|lektorproject|html?)$/i;
const READABLE = /\.(ya?ml|toml|json|[cm]?[jt]s)$/i;

/** Files of which the least is expected: pages, and what is for those who work on the site. */
const LAST = /^(index|app|layout|page|posts)\./i;
const PACKAGE = 'package.json';

/** No site has more, in files and in characters. */
const MOST_FILES = 100;
const MOST_CHARACTERS = 1_000_000;

/**
 * @param {SettingsFiles} settings of a site
 * @param {string} [data] a further folder for data
 * @returns {Promise<OwnData[]>} the most telling first; what cannot be read is left out
 */
export async function ownDataOf({ root }, data = '') {
  const files = new SettingsFiles(root, () => {});
  const dataFolders = new Set([...(isWithin(data) ? [data] : []), ...DATA_FOLDERS]);
  const names = [
    ...(await namesIn(files, FOLDERS, NAME)),
    ...(await namesIn(files, dataFolders, READABLE)),
    ...(await namesIn(files, CODE_FOLDERS, NAME)),
  ];
  const rankOf = (/** @type {string} */ file) =>
    file === PACKAGE ? 2 : LAST.test(posix.basename(file)) ? 1 : 0;
  const ranked = names.sort((a, b) => rankOf(a) - rankOf(b)).slice(0, MOST_FILES);
  const found = [];
  let left = MOST_CHARACTERS;
  for (const file of ranked) {
    const text = await files.text(file);
    if ((left -= text.length) < 0) break;
    const value = read(file, text);
    const stem = posix.basename(file).replace(/\.\w+$/, '');
    found.push({
      folder: posix.dirname(file).replace(/^\.$/, ''),
      stem,
      isOfSite: NAME.test(posix.basename(file)),
      value,
    });
  }
  return found;
}

/** @param {SettingsFiles} files @param {Iterable<string>} folders @param {RegExp} name */
async function namesIn(files, folders, name) {
  const found = [];
  for (const folder of folders) {
    const names = (await files.names(folder)).filter((each) => name.test(each));
    // `_config.yml` says more than `_config.theme.yml`.
    const sorted = names.sort((a, b) => a.length - b.length);
    found.push(...sorted.map((each) => posix.join(folder, each)));
  }
  return found;
}

/** @param {string} folder as `posix.join` gives it */
const isWithin = (folder) => folder !== '' && !/^(\/|\.\.(\/|$))/.test(folder);

/** @param {string} file @param {string} text @returns {unknown} undefined when it cannot be read */
function read(file, text) {
  if (/\.html?$/i.test(file)) return ofPage(text);
  if (file.endsWith('.lektorproject')) return ofIni(text);
  if (!isData(file)) return { ...Object.fromEntries(literalsIn(text)), ...languageIn(text) };
  try {
    return readData(formatOf(file), text);
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return undefined;
  }
}

/** What a page says in its head. @param {string} html */
function ofPage(html) {
  const [, title] = /<title>([^<>{}%]{1,300})<\/title>/i.exec(html) ?? [];
  const [, feed] =
    /<link\s[^<>]{0,500}?application\/(?:rss|atom)[^<>]{0,500}?\stitle=["']([^<>{}%"']{1,300})/i.exec(
      html,
    ) ?? [];
  const [, , description] =
    /<meta\s+name=["']description["']\s+content=(["'])([^<>{}%]{1,500}?)\1/i.exec(html) ?? [];
  return { title: title ?? feed, description, ...languageIn(html) };
}

/** @param {string} code */
function languageIn(code) {
  const [, language] = /<html\b[^<>]{0,500}?\slang=["']([\w-]{2,35})["']/i.exec(code) ?? [];
  return language ? { language } : {};
}

/** @param {string} text whose first section is the one on the project */
const ofIni = (text) =>
  Object.fromEntries(
    [...text.split(/^\[(?!project)/m, 1)[0].matchAll(/^(\w{1,40})\s*=\s*(\S[^\n]*)$/gm)].map(
      ([, name, value]) => [name, value.trim()],
    ),
  );
