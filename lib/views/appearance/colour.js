/**
 * Colours and their contrast.
 *
 * @typedef {string} Hex  such as '#0f766e'
 * @typedef {{ lightness: number, chroma: number, hue: number }} Oklch  0 to 1, 0 to about 0.37, radians
 */

/** @param {Hex} hex @returns {number[]} red, green and blue, linear, 0 to 1 */
const linearOf = (hex) =>
  [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

/** @param {number[]} linear @returns {Hex} */
const hexOf = (linear) =>
  `#${linear
    .map((part) => {
      const bounded = Math.min(1, Math.max(0, part));
      const value = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055;
      return Math.round(value * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** WCAG 2.2, “relative luminance”. @param {Hex} hex @returns {number} 0 to 1 */
export function luminance(hex) {
  const [red, green, blue] = linearOf(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, “contrast ratio”. @param {Hex} one @param {Hex} other @returns {number} 1 to 21 */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** As `color-mix(in srgb)`. @param {Hex} one @param {Hex} other @param {number} share of the first @returns {Hex} */
export const mixed = (one, other, share) =>
  `#${[1, 3, 5]
    .map((at) => {
      const [first, second] = [one, other].map((hex) => parseInt(hex.slice(at, at + 2), 16));
      return Math.round(first * share + second * (1 - share))
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** CSS Color 4, section 9.2: Oklab. @param {Hex} hex @returns {Oklch} */
export function oklchOf(hex) {
  const [red, green, blue] = linearOf(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** @param {Oklch} colour @returns {Hex} the nearest that screens have, with less chroma where there is none */
export function fromOklch({ lightness, chroma, hue }) {
  const light = Math.min(1, Math.max(0, lightness));
  for (let left = chroma; left > 0.001; left *= 0.95) {
    const linear = toLinear(light, left, hue);
    if (linear.every((part) => part >= -0.0005 && part <= 1.0005)) return hexOf(linear);
  }
  return hexOf(toLinear(light, 0, 0));
}

/** @param {number} lightness @param {number} chroma @param {number} hue */
function toLinear(lightness, chroma, hue) {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const [BLACK, WHITE] = ['#000000', '#ffffff'];
const STEP = 0.01;

/**
 * @param {Hex} colour
 * @param {Hex[]} backgrounds
 * @param {number} least  contrast to each of them
 * @returns {Hex} the colour, as much darker or lighter as it needs; black or white where nothing else will do
 */
export function readableOn(colour, backgrounds, least) {
  const lowest = (/** @type {Hex} */ hex) =>
    Math.min(...backgrounds.map((background) => contrast(hex, background)));
  if (lowest(colour) >= least) return colour;
  const wished = oklchOf(colour);
  const direction = lowest(BLACK) > lowest(WHITE) ? -1 : 1;
  for (let lightness = wished.lightness; lightness > 0 && lightness < 1;) {
    lightness += direction * STEP;
    const tried = fromOklch({ ...wished, lightness });
    if (lowest(tried) >= least) return tried;
  }
  return direction < 0 ? BLACK : WHITE;
}
