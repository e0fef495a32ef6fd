import { equal } from '../../base/equal.js';
import { keysOf } from '../../base/record-of.js';
import { wordsOf } from '../../base/words.js';
import { menuOf } from './menu.js';
/** @import { Appearance, Settings } from '../../store/types.js' */

/** Themes that come with Larder; the first is that of a new blog. */
export const builtInThemes = ['journal', 'magazine', 'notebook'];

/** Of a blog whose owner has chosen nothing. @type {Appearance} */
export const defaultAppearance = {
  accent: '',
  background: '',
  scheme: 'device',
  schemeSwitch: false,
  fonts: 'theme',
  width: 'normal',
  header: 'left',
  headerTagline: false,
  logoDark: '',
  logoSize: 'medium',
  front: 'list',
  frontCovers: true,
  frontTeasers: true,
  pinned: [],
  frontPage: '',
  footer: '',
  links: [],
  postDate: true,
  postMinutes: true,
  postAuthor: true,
  postCover: true,
  postContents: true,
  postRelated: true,
  postShare: false,
  css: '',
  verification: [],
  switches: {},
};

/** What only style sheets show. */
const ofStyles = /** @type {const} */ ([
  'accent',
  'background',
  'scheme',
  'fonts',
  'width',
  'header',
  'logoSize',
  'front',
  'css',
]);

/**
 * @typedef {Pick<Appearance, typeof ofStyles[number]> & { theme: string }} Style
 *
 * @typedef {ReturnType<typeof looksOf>} Looks
 */

/** @param {Pick<Settings, 'appearance'>} settings @returns {Appearance} */
export const appearanceOf = ({ appearance }) => ({ ...defaultAppearance, ...appearance });

/** @param {Partial<Appearance>} look @returns {Partial<Appearance>} what differs from the default */
export const differencesOf = (look) =>
  Object.fromEntries(
    keysOf(defaultAppearance)
      .filter((name) => look[name] !== undefined && !equal(look[name], defaultAppearance[name]))
      .map((name) => [name, look[name]]),
  );

/**
 * @param {Pick<Settings, 'theme' | 'appearance'>} settings
 * @returns {string} what determines the style sheet: a `Style` as JSON, to be compared
 */
export function styleOf({ theme, appearance }) {
  const whole = appearanceOf({ appearance });
  return JSON.stringify({
    theme,
    ...Object.fromEntries(ofStyles.map((name) => [name, whole[name]])),
  });
}

/**
 * @param {Readonly<Settings>} settings
 * @returns what of them pages show in another form
 */
export function looksOf(settings) {
  const words = wordsOf(settings);
  return {
    settings,
    words,
    appearance: appearanceOf(settings),
    style: styleOf(settings),
    menu: menuOf(settings, words),
  };
}
