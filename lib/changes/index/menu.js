import { equal } from '../../base/equal.js';
import { readerWords } from '../../base/words.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Settings } from '../../store/types.js' */

/**
 * @typedef {Settings['navigation'][number] & { footer?: boolean, word?: string }} MenuLink  `footer`: at the bottom of
 *   each page, and not at the top; `word`: the key of its title, if the owner has given it none
 * @typedef {Pick<Settings, 'navigation' | 'poweredBy'>} Menu  as it is stored
 * @typedef {Pick<Words, 'say'>} Saying
 */

/** The page about the software. Whether it is linked is a setting of its own: `poweredBy`. */
const software = { url: '/source/about', word: 'poweredBy', footer: true };

/** Links of every blog whose owner does not say otherwise: these come first. */
const first = [
  { url: '/archive', word: 'archive', footer: false },
  { url: '/tags', word: 'tags', footer: false },
];

/** And these last. */
const last = [{ url: '/subscribe', word: 'subscribe', footer: false }, software];

const usual = [...first, ...last];

/** @param {string} url */
export const isUsual = (url) => usual.some((link) => link.url === url);

/** @param {Saying} words @returns {MenuLink[]} the links that every blog has at the start */
export const usualLinks = (words) => usual.map(titled(words));

/** @param {Saying} words @returns {(link: typeof usual[number]) => MenuLink} */
const titled = (words) => (link) => ({ title: words.say(link.word), ...link });

/**
 * Of the usual links, those that are not named stand at their places. One that is named stands where it is, with
 * another title; with none, nowhere: so blogs of earlier Larders have the links that they had.
 * @param {Menu} menu
 * @param {Saying} words
 * @returns {MenuLink[]} all links that readers see, in their order
 */
export function menuOf({ navigation, poweredBy }, words) {
  const isUnnamed = (/** @type {{ url: string }} */ { url }) =>
    !navigation.some((link) => link.url === url);
  const [before, after] = [first, last].map((links) => links.filter(isUnnamed).map(titled(words)));
  const between = navigation.map((link) => {
    const known = usualAs(link, words);
    return known ? titled(words)(known) : link;
  });
  return [...before, ...between, ...after].filter(
    ({ title, url }) => title !== '' && (poweredBy || url !== software.url),
  );
}

/**
 * @param {MenuLink[]} links  all that readers are to see, in their order
 * @param {Saying} words  as they were when the titles were read
 * @returns {Menu} that shows them; it names no more of the usual ones than it must
 */
export function storedMenu(links, words) {
  const poweredBy = links.some(({ url }) => url === software.url);
  const own = links.filter((link) => !usualAs(link, words)).map(plain);
  const shown = menuOf({ navigation: own, poweredBy }, words).map(plain);
  if (equal(shown.map(place), links.map(place))) return { navigation: own, poweredBy };
  const hidden = usual.filter(({ url }) => !links.some((link) => link.url === url));
  const unshown = hidden.filter(({ url }) => url !== software.url);
  const none = unshown.map(({ url }) => ({ title: '', url }));
  return { navigation: [...links.map(plain), ...none], poweredBy };
}

/**
 * @param {Menu['navigation']} navigation
 * @param {Saying} before
 * @param {Saying} after
 * @returns {Menu['navigation']} with the usual links' own titles in other words
 */
export const retitled = (navigation, before, after) =>
  navigation.map((link) => {
    const { word } = usualAs(link, before) ?? {};
    return word ? { ...link, title: after.say(word) } : link;
  });

/** @param {MenuLink} link @returns {MenuLink} as it is stored */
const plain = ({ title, url, footer }) => ({ title, url, ...(footer && { footer }) });

/** @param {MenuLink} link */
const place = ({ url }) => url;

/**
 * @param {MenuLink} link
 * @param {Saying} words
 * @returns the usual one that it is, if it has its title in this language or any other: it may have been stored, or its
 *   form made, before the language was changed
 */
function usualAs({ title, url, footer = false }, words) {
  const known = usual.find((link) => link.url === url && link.footer === footer);
  const isTitle = (/** @type {string} */ language) =>
    title === readerWords.texts(language)[known?.word ?? ''];
  const isOne = known && (title === words.say(known.word) || readerWords.languages.some(isTitle));
  return isOne ? known : undefined;
}
