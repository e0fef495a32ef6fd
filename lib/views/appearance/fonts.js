/** @import { Appearance } from '../../store/types.js' */

/**
 * The fonts that come with Larder, each in two files: the letters of western Europe, and the rest of those that Latin
 * scripts of Europe have. Until one is there, a font of the system stands in for it, sized to move nothing.
 *
 * @typedef {{ local: string[], size: number, ascent: number, descent: number }} StandIn  percentages
 *
 * @typedef {object} Family
 * @property {string} name
 * @property {string} file  without its ending
 * @property {boolean} hasItalics
 * @property {StandIn[]} standIns  the first of them that the system has is shown
 *
 * @typedef {{ title: string, text: string, ui: string, families: Family[] }} Pair  of values of font-family; `ui`: of
 *   menus, dates, forms and the like
 */

const SERIF = "Charter, 'Sitka Text', 'Noto Serif', 'Liberation Serif', var(--serif, serif)";
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";

const WESTERN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const FURTHER = 'U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B, U+1E9E';

/** @type {Family} */
const literata = {
  name: 'Literata',
  file: 'literata',
  hasItalics: true,
  standIns: [
    { local: ['Georgia', 'Noto Serif'], size: 107.7, ascent: 109.3, descent: 28.6 },
    { local: ['DejaVu Serif'], size: 95.8, ascent: 122.9, descent: 32.2 },
  ],
};

/** @type {Family} */
const inter = {
  name: 'Inter',
  file: 'inter',
  hasItalics: true,
  standIns: [
    {
      local: ['Arial', 'Liberation Sans', 'Roboto'],
      size: 107.1,
      ascent: 90.4,
      descent: 22.5,
    },
    { local: ['DejaVu Sans'], size: 94.8, ascent: 102.1, descent: 25.4 },
  ],
};

/** @type {Family} */
const figtree = {
  name: 'Figtree',
  file: 'figtree',
  hasItalics: true,
  standIns: [
    {
      local: ['Arial', 'Liberation Sans', 'Roboto'],
      size: 100.7,
      ascent: 94.3,
      descent: 24.8,
    },
    { local: ['DejaVu Sans'], size: 88.2, ascent: 107.7, descent: 28.3 },
  ],
};

/** @type {Family} */
const fraunces = {
  name: 'Fraunces',
  file: 'fraunces',
  hasItalics: false,
  standIns: [
    { local: ['Georgia', 'Noto Serif'], size: 105.2, ascent: 93, descent: 24.2 },
    { local: ['DejaVu Serif'], size: 90.6, ascent: 107.9, descent: 28.1 },
  ],
};

/** @param {Family} family @param {string} rest */
const stack = ({ name, standIns }, rest) =>
  [name, ...standIns.map((_, place) => `'${standInName(name, place)}'`), rest].join(', ');

/** @param {string} family @param {number} place */
const standInName = (family, place) => `${family} stand-in ${place + 1}`;

/** @satisfies {Partial<Record<Appearance['fonts'], Pair>>} */
export const pairs = {
  serif: { title: SERIF, text: SERIF, ui: SANS, families: [] },
  sans: { title: SANS, text: SANS, ui: SANS, families: [] },
  literata: {
    title: stack(literata, SERIF),
    text: stack(literata, SERIF),
    ui: SANS,
    families: [literata],
  },
  inter: {
    title: stack(inter, SANS),
    text: stack(inter, SANS),
    ui: stack(inter, SANS),
    families: [inter],
  },
  fraunces: {
    title: stack(fraunces, SERIF),
    text: stack(figtree, SANS),
    ui: stack(figtree, SANS),
    families: [fraunces, figtree],
  },
};

/**
 * @param {Appearance['fonts']} fonts  not the theme's own
 * @param {(file: string) => string} url  of a file of the theme
 * @returns {{ css: string, preload: string[] }} `preload`: the addresses of what every page needs
 */
export function fontsOf(fonts, url) {
  const pair = pairs[/** @type {keyof typeof pairs} */ (fonts)];
  const faces = pair.families.flatMap((family) => facesOf(family, url));
  const uses = /** @type {const} */ (['title', 'text', 'ui']);
  const names = uses.map((use) => `  --font-${use}: ${pair[use]};\n`);
  return {
    css: [...faces, `:root {\n${names.join('')}}\n`].join(''),
    preload: pair.families.map(({ file }) => url(`fonts/${file}.woff2`)),
  };
}

/** @param {Family} family @param {(file: string) => string} url */
function facesOf({ name, file, hasItalics, standIns }, url) {
  const styles = ['normal', ...(hasItalics ? ['italic'] : [])];
  const own = styles.flatMap((style) =>
    [WESTERN, FURTHER].map((range) => {
      const ending = `${range === FURTHER ? '-ext' : ''}${style === 'italic' ? '-italic' : ''}`;
      return face({
        'font-family': name,
        'font-style': style,
        'font-weight': '400 700',
        'font-display': 'swap',
        src: `url(${url(`fonts/${file}${ending}.woff2`)}) format('woff2')`,
        'unicode-range': range,
      });
    }),
  );
  const ofSystem = standIns.map(({ local, size, ascent, descent }, place) =>
    face({
      'font-family': `'${standInName(name, place)}'`,
      src: local.map((each) => `local('${each}')`).join(', '),
      'size-adjust': `${size}%`,
      'ascent-override': `${ascent}%`,
      'descent-override': `${descent}%`,
      'line-gap-override': '0%',
    }),
  );
  return [...own, ...ofSystem];
}

/** @param {Record<string, string>} descriptors */
const face = (descriptors) =>
  `@font-face {\n${Object.entries(descriptors)
    .map(([name, value]) => `  ${name}: ${value};\n`)
    .join('')}}\n`;
