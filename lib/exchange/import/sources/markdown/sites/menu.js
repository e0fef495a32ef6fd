import { shapes } from '../../../../../content/shapes.js';
import { decoded } from '../../../shared/old-site.js';
import { isRecord, recordIn } from '../../../shared/read-data.js';
import { textOf } from './site.js';

/** @typedef {{ title: string, url: string }} MenuLink */

const TITLE = ['title', 'name', 'text', 'label', 'key'];
const URL_NAMES = ['url', 'link', 'href', 'to', 'path', 'pageref', 'page'];

/** What engines call the one of several menus that is at the top. */
const FIRST = /^(main|header|top|primary|nav|navbar|default|default_lang|items|links|root)$/i;

/** So many are looked at. */
const MOST = 100;

/**
 * @param {unknown} value a menu, as engines and their themes write them: a list of links, of pairs, or titles with
 *   their addresses
 * @returns {MenuLink[]} in their order; none when it is no menu
 */
export function menuOf(value) {
  if (Array.isArray(value)) return ofList(value.slice(0, MOST));
  if (!isRecord(value)) return [];
  const entries = Object.entries(value).slice(0, MOST);
  const texts = entries.filter(([, each]) => typeof each === 'string');
  const first = entries.find(([name, each]) => FIRST.test(name) && typeof each === 'object');
  if (first) return menuOf(first[1]);
  if (texts.length === entries.length) return entries.flatMap(([title, url]) => linkOf(title, url));
  const records = entries.map(([key, each]) => (isRecord(each) ? { key, ...each } : each));
  const links = ofList(records);
  // Of several languages.
  return links.length > 0 || entries.length === 0 ? links : menuOf(entries[0][1]);
}

/** @param {unknown[]} list */
function ofList(list) {
  const weightOf = (/** @type {unknown} */ each) =>
    Number(isRecord(each) ? (each.weight ?? each.order ?? 0) : 0) || 0;
  return [...list]
    .sort((a, b) => weightOf(a) - weightOf(b))
    .flatMap((each) => {
      if (isRecord(each)) return linkOf(valueOf(each, TITLE), valueOf(each, URL_NAMES));
      if (!Array.isArray(each) || each.length !== 2) return [];
      return isAddress(textOf(each[0])) ? linkOf(each[1], each[0]) : linkOf(each[0], each[1]);
    });
}

/** @param {Record<string, unknown>} record @param {string[]} names in lower case */
const valueOf = (record, names) =>
  names.map((name) => textOf(record[name] ?? record[camel(name)])).find(Boolean);

/** Of Hugo. @param {string} name */
const camel = (name) => name.replace('pageref', 'pageRef');

/** @param {string} text */
const isAddress = (text) => /^(\/(?!\/)|https?:\/\/|mailto:)/.test(text);

/** @param {unknown} title @param {unknown} url @returns {MenuLink[]} one, or none */
function linkOf(title, url) {
  // Themes of Hexo write the name of an icon after it.
  const address = textOf(url).split('||', 1)[0].trim().replace(FRONT_PAGE, '');
  const isUrl = isAddress(address) || /^[\w.-][\w./-]*(#[\w-]+)?$/.test(address);
  if (!textOf(title) || !isUrl) return [];
  return [{ title: textOf(title), url: isAddress(address) ? address : `/${address}` }];
}

/** What Zola and templates write for it before a path. */
const FRONT_PAGE = /^(\$BASE_URL|\{\{\s{0,9}[\w.]{1,50}\s{0,9}\}\})(?=\/)/;

/** @typedef {MenuLink & { weight: number }} OwnLink  as a page has it */

/**
 * @param {Record<string, unknown>} metadata of a page, which may say that it is in the menu (Eleventy, Hugo)
 * @param {{ title: string, slug: string }} page
 * @returns {OwnLink | null}
 */
export function ownLink({ eleventyNavigation, menu, menus }, { title, slug }) {
  const eleventy = recordIn(eleventyNavigation);
  const main = recordIn(menu ?? menus).main;
  const isThere = textOf(eleventy.key) || isRecord(main) || /^main$/i.test(textOf(menu ?? menus));
  if (!isThere || eleventy.parent) return null;
  const { name, weight = eleventy.order } = recordIn(main);
  const said = textOf(eleventy.title) || textOf(eleventy.key) || textOf(name) || title;
  return { title: said, url: `/${slug}`, weight: Number(weight ?? 0) || 0 };
}

/** What this blog has instead of an engine's own lists. @type {[RegExp, string][]} */
const LISTS = [
  [/^\/$/, '/'],
  [/^\/(archives?|articles?|all|blog|essays|notes|posts?|writing)$/i, '/archive'],
  [/^\/(tags?|categor(y|ies)|topics)$/i, '/tags'],
  [/^\/(feed|rss2?|atom|index)(\.(xml|json))?$/i, '/atomfeed'],
  [/^\/search$/i, '/search'],
];
const OF_TAG = /^\/(tags?|categor(y|ies))\/[^/]+$/i;

const shape = shapes.settings.navigation;

/**
 * @param {MenuLink[]} menu of another engine
 * @param {string} home  its front page, a URL or a path
 * @param {(path: string) => string | undefined} find the path here of the post or page that was there
 * @returns {{ links: MenuLink[], moved: { from: string, to: string }[], lost: string[] }} those that lead somewhere,
 *   lists that are elsewhere here, and where the others would lead
 */
export function leadingLinks(menu, home, find) {
  const { title: names, url: urls } = shape.items.properties;
  /** @type {Map<string, MenuLink>} */
  const links = new Map();
  /** @type {{ from: string, to: string }[]} */
  const moved = [];
  const lost = [];
  for (const { title, url: address } of menu) {
    const path = pathOn(home, address);
    const list = path && LISTS.find(([name]) => name.test(path))?.[1];
    const post = path && !list ? find(decoded(path)) : undefined;
    const url = list || post || path || address;
    if (path && list && list !== '/' && list !== path) moved.push({ from: address, to: list });
    const isThere = list || post || path === null || OF_TAG.test(path);
    if (!isThere || url.length > urls.maxLength) lost.push(address.slice(0, 100));
    else if (!links.has(url)) links.set(url, { title: title.slice(0, names.maxLength), url });
  }
  return { links: [...links.values()].slice(0, shape.maxItems), moved, lost };
}

/** The host of addresses without one. */
const NOWHERE = 'http://nowhere.invalid';

/**
 * @param {string} home  the front page of a site
 * @param {string} address
 * @returns {string | null} its path below that page, as of a page here; null when it is on another site
 */
function pathOn(home, address) {
  const site = new URL(URL.canParse(home, NOWHERE) ? home : '/', NOWHERE);
  if (!URL.canParse(address, site.href)) return null;
  const { origin, pathname } = new URL(address, site);
  if (origin !== site.origin) return null;
  const [base, names] = [site.pathname, pathname].map((path) => path.split('/').filter(Boolean));
  const own = base.every((name, place) => name === names[place]) ? names.slice(base.length) : names;
  return `/${own.join('/')}`.replace(/(\/index)?\.(html?|md)$/, '') || '/';
}
