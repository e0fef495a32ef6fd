import { isLanguage } from '../../../../../content/validate-settings.js';
import { valueAt } from '../../../shared/literals.js';
import { isRecord } from '../../../shared/read-data.js';
import { menuOf } from './menu.js';
import { textOf } from './site.js';
/** @import { MenuLink } from './menu.js' */
/** @import { OwnData } from './own-data.js' */

/**
 * @typedef {object} About  What a site says of itself; '' for what it does not say.
 * @property {string} title
 * @property {string} tagline
 * @property {string} language
 * @property {MenuLink[]} navigation
 * @property {(name: string) => string | undefined} fill  what its data have of that name, such as `site.title`
 */

/** Names of settings in lower case, without other signs, the most telling first. */
const TITLE = ['title', 'sitetitle', 'sitename', 'blogtitle', 'blogname', 'name'];
const TAGLINE = [
  ...['tagline', 'subtitle', 'sitesubtitle', 'blogsubtitle', 'slogan', 'sitetagline'],
  ...['description', 'sitedescription', 'blogdescription', 'sitedescr', 'desc'],
];
const LANGUAGE = [
  ...['language', 'lang', 'languagecode', 'locale', 'sitelanguage', 'defaultlang'],
  ...['defaultlanguage', 'defaultcontentlanguage', 'defaultlocale'],
];
const MENU =
  /^(site)?(nav(bar|igation)?|menus?|(header|main|top|primary)(nav(igation)?|menu)?)(links|items)?$/;

/** Records in which settings are, by the same kind of names. */
const AROUND =
  /^(default|moduleexports|return|metadata|defineconfig|config|site|siteconfig|blogconfig|blog|sitemetadata|meta|params|extra|data|globals?|settings|seo|themeconfig|theme|navbar|header|i18n|project|app|head|htmlattrs|languages|locales|root)$/;
const DEEPEST = 4;
const MOST_RECORDS = 1000;

/** Names of a package that say nothing of a site. */
const NO_TITLE =
  /starter|template|boilerplate|example|theme|^(my-?)?(app|blog|docs|site|source|src|web|website)$/i;

/** Values that a template puts in are no longer, in characters. */
const LONGEST = 1000;

/** @param {OwnData[]} files the most telling first @returns {About} */
export function aboutOf(files) {
  const ofPackage = files.find(({ folder, stem }) => folder === '' && stem === 'package')?.value;
  const records = files
    .filter(({ isOfSite, value }) => isOfSite && value !== ofPackage)
    .flatMap(({ stem, value }) => recordsIn(MENU.test(plainName(stem)) ? { menu: value } : value));
  const first = (/** @type {string[]} */ names) =>
    records.map((record) => valueOf(record, names)).find(Boolean) ?? '';
  const language = first(LANGUAGE).split('.', 1)[0].replace('_', '-');
  const { name, title, description } = isRecord(ofPackage) ? ofPackage : {};
  const usual = textOf(name).replace(/^@[^/]*\//, '');
  const known = first(TITLE);
  return {
    title: known || textOf(title) || (NO_TITLE.test(usual) ? '' : usual),
    tagline: first(TAGLINE) || (known && NO_TITLE.test(usual) ? '' : textOf(description)),
    language: /^[a-z]{2,3}(-|$)/i.test(language) && isLanguage(language) ? language : '',
    navigation: records.map(menuIn).find((menu) => menu.length > 0) ?? [],
    fill: filling(files),
  };
}

/** @param {string} name */
const plainName = (name) => name.toLowerCase().replace(/[^a-z\d]/g, '');

/**
 * @param {unknown} value of a file
 * @returns {Record<string, unknown>[]} those that may be of the site, the outer first
 */
function recordsIn(value) {
  /** @type {Record<string, unknown>[]} */
  const found = [];
  let level = [value];
  for (let depth = 0; depth < DEEPEST && found.length < MOST_RECORDS; depth += 1) {
    const records = level.filter(isRecord);
    found.push(...records);
    level = records.flatMap(around);
  }
  return found;
}

/** @param {Record<string, unknown>} record */
const around = (record) =>
  Object.entries(record).flatMap(([name, value]) => {
    const plain = plainName(name);
    if (!AROUND.test(plain)) return [];
    // Of several languages, the first one; of a title with a form for pages, the title.
    return plain === 'languages' || plain === 'locales'
      ? [isRecord(value) ? Object.values(value)[0] : undefined]
      : [value];
  });

/** @param {Record<string, unknown>} record @param {string[]} names */
function valueOf(record, names) {
  const entries = Object.entries(record).map(([name, value]) => [plainName(name), value]);
  return names
    .map((wanted) => entries.find(([name]) => name === wanted)?.[1])
    .map((value) => textOf(isRecord(value) ? (value.default ?? value.absolute) : value))
    .find(Boolean);
}

/** @param {Record<string, unknown>} record @returns {MenuLink[]} */
function menuIn(record) {
  const menus = Object.entries(record).filter(([name]) => MENU.test(plainName(name)));
  return menus.map(([, value]) => menuOf(value)).find((menu) => menu.length > 0) ?? [];
}

/** @param {OwnData[]} files @returns {About['fill']} */
function filling(files) {
  /** @type {Record<string, unknown>} */
  const data = {};
  for (const { folder, stem, value } of files) {
    const isData = /(^|\/)_?data$/.test(folder);
    const known = isRecord(value) && isRecord(value.metadata) && !isData ? value.metadata : {};
    const name = stem === 'package' ? 'pkg' : stem;
    if (isData || name === 'pkg') data[name] ??= exported(value);
    else if (/^_?config$/.test(stem) || stem === 'hugo') data.site ??= value;
    for (const [key, each] of Object.entries(known)) data[key] ??= each;
  }
  // As Jekyll and Bridgetown name the same.
  const site = { data, metadata: data.site_metadata, ...(isRecord(data.site) ? data.site : {}) };
  const all = { metadata: data.site_metadata, config: site, ...data, site };
  return (name) => {
    const value = valueAt(all, name.split('.').slice(0, DEEPEST + 2));
    const isPlain = typeof value === 'string' || typeof value === 'number';
    return isPlain ? String(value).trim().slice(0, LONGEST) : undefined;
  };
}

/** @param {unknown} value of a file, or of its code */
const exported = (value) =>
  isRecord(value) ? (value.default ?? value['module.exports'] ?? value.return ?? value) : value;
