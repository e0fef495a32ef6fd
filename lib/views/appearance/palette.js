import { contrast, fromOklch, luminance, oklchOf, readableOn } from './colour.js';
/** @import { Hex } from './colour.js' */

/**
 * @typedef {object} Palette
 * @property {Hex} page
 * @property {Hex} surface  of cards, code and the like
 * @property {Hex} text
 * @property {Hex} muted
 * @property {Hex} line  of borders
 * @property {Hex} accent
 * @property {Hex} onAccent
 */

/** Contrast of WCAG 2.2: AA for text; for reading it is more. */
const [READABLE, COMFORTABLE] = [4.6, 9];

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

/**
 * All colours of a blog, for light and dark: whatever was chosen, text can be read.
 * @param {Hex} accent
 * @param {Hex} background  of the one that it is nearer to; the other has its hue
 * @returns {{ light: Palette, dark: Palette }}
 */
export function palettesOf(accent, background) {
  const isDark = luminance(background) < 0.18;
  const { hue, chroma } = oklchOf(background);
  const tinted = (/** @type {number} */ lightness) =>
    fromOklch({ lightness, chroma: Math.min(chroma, 0.02), hue });
  return {
    light: paletteOn(isDark ? tinted(0.985) : background, accent),
    dark: paletteOn(isDark ? background : tinted(0.2), accent),
  };
}

/** @param {Hex} page @param {Hex} accent @returns {Palette} */
function paletteOn(page, accent) {
  const { lightness, chroma, hue } = oklchOf(page);
  const towardsText = contrast(page, '#000000') > contrast(page, '#ffffff') ? -1 : 1;
  const shade = (/** @type {number} */ by, most = 0.03) =>
    fromOklch({ lightness: lightness + towardsText * by, chroma: Math.min(chroma, most), hue });
  // On a page of middle lightness, even black text would be hard to read on a darker surface.
  const isMiddling = Math.max(contrast(page, '#000000'), contrast(page, '#ffffff')) < 7;
  const surface = shade(isMiddling ? -0.03 : 0.03);
  const on = [page, surface];
  const readable = readableOn(accent, on, READABLE);
  return {
    page,
    surface,
    text: readableOn(shade(0.72, 0.02), on, COMFORTABLE),
    muted: readableOn(shade(0.42, 0.02), on, READABLE),
    line: shade(0.11),
    accent: readable,
    onAccent: readableOn(page, [readable], READABLE),
  };
}
