import { equal } from '../../base/equal.js';
/** @import { Settings } from '../../store/types.js' */

/**
 * @typedef {Settings['navigation'][number] & { footer?: boolean }} MenuLink  `footer`: at the bottom of each page, and
 *   not at the top
 * @typedef {Pick<Settings, 'navigation' | 'poweredBy'>} Menu  as it is stored
 */

/** The page about the software. Whether it is linked is a setting of its own: `poweredBy`. @type {MenuLink} */
export const software = { title: 'Powered by Larder', url: '/source/about', footer: true };

/** Links of every blog whose owner does not say otherwise: these come first. @type {MenuLink[]} */
const first = [
  { title: 'Archive', url: '/archive' },
  { title: 'Tags', url: '/tags' },
];

/** And these last. @type {MenuLink[]} */
const last = [{ title: 'Subscribe', url: '/subscribe' }, software];

/** The links that every blog has at the start. */
export const usualLinks = [...first, ...last];

/** @param {string} url */
export const isUsual = (url) => usualLinks.some((link) => link.url === url);

/**
 * Of the usual links, those that are not named stand at their places. One that is named stands where it is, with
 * another title; with none, nowhere: so blogs of earlier Larders have the links that they had.
 * @param {Menu} menu
 * @returns {MenuLink[]} all links that readers see, in their order
 */
export function menuOf({ navigation, poweredBy }) {
  const isUnnamed = (/** @type {MenuLink} */ { url }) =>
    !navigation.some((link) => link.url === url);
  return [...first.filter(isUnnamed), ...navigation, ...last.filter(isUnnamed)].filter(
    ({ title, url }) => title !== '' && (poweredBy || url !== software.url),
  );
}

/**
 * @param {MenuLink[]} links  all that readers are to see, in their order
 * @returns {Menu} that shows them; it names no more of the usual ones than it must
 */
export function storedMenu(links) {
  const poweredBy = links.some(({ url }) => url === software.url);
  const own = links.filter((link) => !usualLinks.some((usual) => equal(usual, link)));
  if (equal(menuOf({ navigation: own, poweredBy }), links)) return { navigation: own, poweredBy };
  const hidden = usualLinks.filter(({ url }) => !links.some((link) => link.url === url));
  const unshown = hidden.filter(({ url }) => url !== software.url);
  return { navigation: [...links, ...unshown.map(({ url }) => ({ title: '', url }))], poweredBy };
}
