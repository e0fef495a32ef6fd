import { contrast, fromOklch, luminance, mixed, oklchOf, readableOn } from './colour.js';
/** @import { Hex } from './colour.js' */

/**
 * @typedef {object} Palette
 * @property {Hex} page
 * @property {Hex} surface  of cards, code and the like
 * @property {Hex} text
 * @property {Hex} soft  for text of less weight
 * @property {Hex} muted
 * @property {Hex} field  for its border
 * @property {Hex} mark  behind words
 * @property {Hex} line  of borders
 * @property {Hex} accent
 * @property {Hex} onAccent
 * @property {Record<string, Hex>} code  of its words, by kind
 */

/** Contrast of WCAG 2.2: AA for borders of fields (1.4.11) and for text; for reading it is more. */
const [VISIBLE, READABLE, COMFORTABLE] = [3.1, 4.6, 9];

/** How much of the accent is in what marks words. */
const MARK = 0.1;

/** Colours for an accent and a background that look well together, for those who do not want to choose their own. */
export const palettes = [
  { name: 'Lagoon', accent: '#0f6e6e', background: '#fbfaf7' },
  { name: 'Ink', accent: '#1d4ed8', background: '#ffffff' },
  { name: 'Brick', accent: '#b4402d', background: '#fdf8f3' },
  { name: 'Moss', accent: '#4d6b1f', background: '#f8faf3' },
  { name: 'Plum', accent: '#86338c', background: '#fcf9fc' },
  { name: 'Ochre', accent: '#9a6400', background: '#fffaf0' },
  { name: 'Slate', accent: '#3f5468', background: '#f5f7f9' },
  { name: 'Rose', accent: '#be2459', background: '#fff9fa' },
  { name: 'Night', accent: '#7cc4ff', background: '#10161d' },
  { name: 'Ember', accent: '#ff9d5c', background: '#1a1512' },
];

/** @param {Hex} accent @returns {Hex} under white letters */
export const underWhite = (accent) => readableOn(accent, ['#ffffff'], READABLE);

/**
 * @typedef {object} Colours  Of a theme.
 * @property {Hex} accent
 * @property {Hex} background
 * @property {{ accent?: Hex, background?: Hex }} [dark]  where the night is not to follow from the day
 */

/**
 * All colours of a blog, for light and dark: whatever was chosen, text can be read.
 * @param {Colours} colours  the background is of the one that it is nearer to; the other has its hue
 * @returns {{ light: Palette, dark: Palette }}
 */
export function palettesOf({ accent, background, dark = {} }) {
  const isDark = luminance(background) < 0.18;
  const { hue, chroma } = oklchOf(background);
  const tinted = (/** @type {number} */ lightness) =>
    fromOklch({ lightness, chroma: Math.min(chroma, 0.02), hue });
  return {
    light: paletteOn(isDark ? tinted(0.985) : background, accent),
    dark: paletteOn(isDark ? background : (dark.background ?? tinted(0.2)), dark.accent ?? accent),
  };
}

/** Of words in code, which are as much darker or lighter as they need to be. */
const ofCode = {
  light: {
    keyword: '#97206a',
    string: '#2f6423',
    title: '#1d5a94',
    type: '#14636b',
    number: '#7f5006',
  },
  dark: {
    keyword: '#ee97bf',
    string: '#a5cf8b',
    title: '#8dbdf2',
    type: '#79cdd0',
    number: '#e2b878',
  },
};

/** @param {Hex} page @param {Hex} accent @returns {Palette} */
function paletteOn(page, accent) {
  const { lightness, chroma, hue } = oklchOf(page);
  const isLight = contrast(page, '#000000') > contrast(page, '#ffffff');
  const shade = (/** @type {number} */ by, most = 0.03) =>
    fromOklch({
      lightness: lightness + (isLight ? -by : by),
      chroma: Math.min(chroma, most),
      hue,
    });
  // On a page of middle lightness, even black text would be hard to read on a darker surface.
  const isMiddling = Math.max(contrast(page, '#000000'), contrast(page, '#ffffff')) < 7;
  const surface = shade(isMiddling ? -0.03 : isLight ? 0.03 : 0.045);
  const on = [page, surface];
  const mark = isMiddling ? surface : mixed(readableOn(accent, on, READABLE), page, MARK);
  const readable = (/** @type {Hex} */ hex, least = READABLE) =>
    readableOn(hex, [...on, mark], least);
  const own = readable(accent);
  const text = readable(shade(isLight ? 0.76 : 0.72, 0.02), COMFORTABLE);
  return {
    page,
    surface,
    text,
    soft: readable(mixed(text, page, 0.84)),
    field: readableOn(mixed(text, page, 0.58), on, VISIBLE),
    muted: readable(shade(0.48, 0.02)),
    mark,
    line: shade(isLight ? 0.09 : 0.13),
    accent: own,
    onAccent: readableOn(page, [own], READABLE),
    code: Object.fromEntries(
      Object.entries(ofCode[isLight ? 'light' : 'dark']).map(([name, hex]) => [
        name,
        readable(hex),
      ]),
    ),
  };
}
