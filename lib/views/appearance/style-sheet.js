import { fontsOf } from './fonts.js';
import { palettesOf } from './palette.js';
/** @import { Style } from '../../changes/index/appearance.js' */
/** @import { Palette } from './palette.js' */

/**
 * @typedef {object} ThemeStyles  What a theme's style sheet is made of.
 * @property {(file: string) => string} text  of a file of the theme; '' if there is none
 * @property {(file: string) => string} url  likewise
 * @property {{ accent: string, background: string }} colours  its own
 */

const WIDTHS = { narrow: '34rem', normal: '', wide: '48rem' };
const LOGO_HEIGHTS = { small: '28px', medium: '', large: '64px' };

/** @param {Style} style @returns {string[]} files of the theme that change its layout, after its style sheet */
export const layoutsOf = ({ front, header }) => [
  ...(front === 'list' ? [] : [`layouts/front-${front}.css`]),
  ...(header === 'left' ? [] : [`layouts/header-${header}.css`]),
];

/**
 * @param {Style} style
 * @param {ThemeStyles} theme
 * @returns {string} CSS: the theme's, then what the owner chose, then the owner's own
 */
export function styleSheet(style, { text, url, colours }) {
  const own = style.accent || style.background;
  const { light, dark } = chosenPalettes(style, colours);
  return [
    fontsOf(style.fonts, url).css,
    text('style.css'),
    ...layoutsOf(style).map(text),
    own && colourRules(light, dark),
    rule(':root', { measure: WIDTHS[style.width], 'logo-height': LOGO_HEIGHTS[style.logoSize] }),
    style.css && `${style.css}\n`,
  ].join('');
}

/**
 * @param {Style} style
 * @param {ThemeStyles['colours']} colours
 * @returns {{ light: Palette, dark: Palette }}
 */
export const chosenPalettes = ({ accent, background }, colours) =>
  palettesOf(accent || colours.accent, background || colours.background);

/** @param {Palette} light @param {Palette} dark */
const colourRules = (light, dark) =>
  [
    rule(':root', propertiesOf(light)),
    `@media (prefers-color-scheme: dark) {\n${rule(":root:not([data-scheme='light'])", propertiesOf(dark))}}\n`,
    rule(":root[data-scheme='dark']", propertiesOf(dark)),
  ].join('');

/** @param {Palette} palette @returns {Record<string, string>} */
const propertiesOf = ({ onAccent, ...palette }) => ({ ...palette, 'on-accent': onAccent });

/** @param {string} selector @param {Record<string, string>} properties  without the dashes; '' is left out */
function rule(selector, properties) {
  const set = Object.entries(properties).filter(([, value]) => value);
  if (set.length === 0) return '';
  return `${selector} {\n${set.map(([name, value]) => `  --${name}: ${value};\n`).join('')}}\n`;
}
