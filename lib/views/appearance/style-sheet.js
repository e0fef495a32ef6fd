import { fontsOf } from './fonts.js';
import { palettesOf } from './palette.js';
import { widths } from './widths.js';
/** @import { Style } from '../../changes/index/appearance.js' */
/** @import { Appearance } from '../../store/types.js' */
/** @import { Colours, Palette } from './palette.js' */

/**
 * @typedef {object} ThemeStyles  What a theme's style sheet is made of.
 * @property {(file: string) => string} text  of a file of the theme; '' if there is none
 * @property {(file: string) => string} url  likewise
 * @property {Colours} colours  its own
 * @property {Appearance['fonts']} fonts  likewise
 */

const LOGO_HEIGHTS = { small: '1.75rem', medium: '2.5rem', large: '4rem' };

/** @param {Style} style @returns {string[]} files of the theme that change its layout, after its style sheet */
export const layoutsOf = ({ front, header }) => [
  `layouts/front-${front}.css`,
  `layouts/header-${header}.css`,
];

/**
 * What the owner has not chosen comes before the theme's style sheets, so that they can say something else.
 * @param {Style} style
 * @param {ThemeStyles} theme
 * @returns {string} CSS: what the theme is made of, the theme's, what the owner chose, and the owner's own
 */
export function styleSheet(style, { text, url, colours, fonts }) {
  const isOwn = { colours: style.accent || style.background, fonts: style.fonts !== 'theme' };
  const ofColours = colourRules(chosenPalettes(style, colours));
  const ofFonts = fontsOf(chosenFonts(style, fonts), url).css;
  return [
    !isOwn.fonts && ofFonts,
    !isOwn.colours && ofColours,
    ruleOfSizes(style),
    text('style.css'),
    text('theme.css'),
    ...layoutsOf(style).map(text),
    isOwn.fonts && ofFonts,
    isOwn.colours && ofColours,
    style.width !== 'normal' && ruleOfSizes(style),
    style.css && `${style.css}\n`,
  ]
    .filter(Boolean)
    .join('');
}

/** @param {Style} style @param {Appearance['fonts']} ofTheme */
export const chosenFonts = ({ fonts }, ofTheme) => (fonts === 'theme' ? ofTheme : fonts);

/**
 * @param {Style} style
 * @param {Colours} colours
 * @returns {{ light: Palette, dark: Palette }}
 */
export const chosenPalettes = ({ accent, background }, colours) =>
  palettesOf({
    accent: accent || colours.accent,
    background: background || colours.background,
    dark: {
      ...(!accent && { accent: colours.dark?.accent }),
      ...(!background && { background: colours.dark?.background }),
    },
  });

/** @param {Style} style */
const ruleOfSizes = ({ width, logoSize }) =>
  rule(':root', {
    measure: `${widths[width].text}rem`,
    wide: `${widths[width].wide}rem`,
    'logo-height': LOGO_HEIGHTS[logoSize],
  });

/** @param {{ light: Palette, dark: Palette }} palettes */
const colourRules = ({ light, dark }) =>
  [
    rule(':root', propertiesOf(light)),
    `@media (prefers-color-scheme: dark) {\n${rule(":root:not([data-scheme='light'])", propertiesOf(dark))}}\n`,
    rule(":root[data-scheme='dark']", propertiesOf(dark)),
  ].join('');

/** @param {Palette} palette @returns {Record<string, string>} */
const propertiesOf = ({ onAccent, code, ...palette }) => ({
  ...palette,
  'on-accent': onAccent,
  ...Object.fromEntries(Object.entries(code).map(([name, hex]) => [`code-${name}`, hex])),
});

/** @param {string} selector @param {Record<string, string>} properties  without the dashes */
function rule(selector, properties) {
  const set = Object.entries(properties).map(([name, value]) => `  --${name}: ${value};\n`);
  return `${selector} {\n${set.join('')}}\n`;
}
