import { Parser } from 'htmlparser2';
import { LarderError } from '../../../base/errors.js';
import { escape } from '../../../markup/tree.js';
import { damaged } from '../file-info.js';
import { LARGEST_SIDE } from '../types.js';
/** @import { FileInfo } from '../file-info.js' */

/** @param {string} names */
const set = (names) => new Set(names.split(' '));

/** What a drawing may be made of. Any other element is left out with all that is in it. */
const ELEMENTS = set(
  'svg g a defs symbol use switch title desc style path rect circle ellipse line polyline polygon image text tspan textPath ' +
    'marker pattern mask clipPath linearGradient radialGradient stop animate animateMotion animateTransform mpath set ' +
    'filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap ' +
    'feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology ' +
    'feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence',
);

/** Attributes of any element. Links to other documents and handlers of events are not among them. */
const ATTRIBUTES = set(
  'id class style lang role aria-label aria-hidden aria-labelledby xml:lang xml:space systemLanguage requiredFeatures ' +
    'requiredExtensions x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points width height viewBox ' +
    'preserveAspectRatio transform transform-origin version baseProfile overflow clip clip-path clip-rule clipPathUnits mask ' +
    'mask-type maskUnits maskContentUnits filter filterUnits primitiveUnits opacity display visibility color fill fill-opacity ' +
    'fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray ' +
    'stroke-dashoffset vector-effect paint-order mix-blend-mode isolation enable-background color-interpolation ' +
    'color-interpolation-filters color-rendering shape-rendering text-rendering image-rendering pointer-events pathLength ' +
    'marker markerWidth markerHeight markerUnits marker-start marker-mid marker-end refX refY orient patternUnits ' +
    'patternContentUnits patternTransform gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity font ' +
    'font-family font-size font-size-adjust font-stretch font-style font-variant font-weight letter-spacing word-spacing ' +
    'line-height text-anchor text-decoration text-align textLength lengthAdjust dominant-baseline alignment-baseline ' +
    'baseline-shift direction unicode-bidi writing-mode glyph-orientation-vertical rotate startOffset method spacing side ' +
    'white-space attributeName attributeType begin dur end min max restart repeatCount repeatDur calcMode values keyTimes ' +
    'keySplines keyPoints from to by additive accumulate path type in in2 result stdDeviation flood-color flood-opacity ' +
    'lighting-color mode operator k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha ' +
    'surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength scale xChannelSelector ' +
    'yChannelSelector azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle radius baseFrequency numOctaves ' +
    'seed stitchTiles tableValues slope intercept amplitude exponent',
);

/** Bytes that are in the file itself. */
const DATA = String.raw`data:(?:image\/(?:png|jpe?g|gif|webp|avif)|(?:font|application)\/[\w.+-]{1,40});(?:charset=[\w-]{1,20};)?base64,[\w+/=]*`;
const PICTURE = /^\s*data:image\/(?:png|jpe?g|gif|webp|avif);base64,[\w+/=\s]*$/;

/**
 * What a value may not hold once the references to the file itself are gone: other addresses, and escapes that could
 * hide them.
 */
const OWN = new RegExp(
  String.raw`url\(\s*(?:"(?:#[^"\\\s]*|${DATA})"|'(?:#[^'\\\s]*|${DATA})'|#[^"'()\\\s]*|${DATA})\s*\)`,
  'gi',
);
const LOADS =
  /url\s*\(|\\|@import|@namespace|@charset|image-set|cross-fade|(?:^|[^\w-])(?:image|src)\s*\(/i;

/** A document type up to what may be its own part. */
const TYPE = /<!DOCTYPE[^>[]*(.?)/gis;

/** Limits: each element takes time here, and each that a `use` repeats takes time in browsers. */
const LONGEST = 5_000_000;
const MOST_ELEMENTS = 100_000;
const MOST_ATTRIBUTES = 1000;
/** Tags and pieces of text, also of what is left out. */
const MOST_PARTS = 400_000;
const MOST_SHOWN = 500_000;
const DEEPEST = 200;

/** Pixels in a unit of CSS. @type {Map<string, number>} */
const UNITS = new Map(
  Object.entries({ '': 1, px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, em: 16 }),
);

/**
 * Writes an SVG anew, with the elements and attributes above alone: so nothing in it runs, and it loads nothing.
 * @param {string} text whose first element is `svg`
 * @returns {FileInfo} the same for what it has written before
 * @throws {LarderError} `invalid` when it declares entities, is damaged, or would keep browsers busy
 */
export function readSvg(text) {
  if (text.length > LONGEST) throw refused(`The SVG is larger than ${LONGEST / 1e6} MB`);
  countTags(text);
  if (declaresEntities(text))
    throw refused('The SVG has a document type of its own, or entities, which are not allowed');
  const drawing = new Drawing();
  const parser = new Parser(drawing, { xmlMode: true });
  parser.end(text);
  if (!drawing.isWhole) throw damaged('SVG');
  drawing.checkUses();
  const bytes = Buffer.from(`${drawing.text}\n`);
  return { type: 'image/svg+xml', extension: 'svg', ...sizeOf(drawing.root), bytes };
}

/** @param {string} text @returns {boolean} whether it may */
const declaresEntities = (text) =>
  /<!ENTITY/i.test(text) || [...text.matchAll(TYPE)].some(([, end]) => end === '[');

/** What closes nothing, and comments, are no events of the parser. @param {string} text */
function countTags(text) {
  for (let at = -1, count = 0; (at = text.indexOf('<', at + 1)) >= 0; count++)
    if (count === MOST_PARTS) throw tooManyParts();
}

const tooManyParts = () => refused(`The SVG has more than ${MOST_PARTS} tags and texts`);

/** @param {string} sentence */
const refused = (sentence) => new LarderError('invalid', sentence, { field: 'file' });

/**
 * @typedef {{ name: string, elements: number, uses: [first: number, last: number] }} Part  an element: how many it
 * holds, and which of all `uses`
 */

/** Takes the events of the parser. */
class Drawing {
  text = '';
  /** Attributes of the outermost element. @type {Record<string, string>} */
  root = {};
  isWhole = false;
  /** @type {Part[]} */
  #open = [];
  /** Open elements that are left out. */
  #skipped = 0;
  #prefix = '';
  #elements = 0;
  #count = 0;
  /** Of the element that is read. */
  #attributes = 0;
  /** The ids that are repeated, in the order of the text. @type {string[]} */
  #uses = [];
  /** @type {Map<string, Part>} */
  #parts = new Map();
  #style = '';

  onattribute() {
    if ((this.#attributes += 1) > MOST_ATTRIBUTES)
      throw refused(`The SVG has an element with more than ${MOST_ATTRIBUTES} attributes`);
  }

  #countPart() {
    this.#attributes = 0;
    if ((this.#count += 1) > MOST_PARTS) throw tooManyParts();
  }

  /** @param {string} qualified @param {Record<string, string>} attributes */
  onopentag(qualified, attributes) {
    this.#countPart();
    // The parser's time grows with those that are open.
    if (this.#open.length + this.#skipped >= DEEPEST)
      throw refused(`The SVG nests elements more than ${DEEPEST} deep`);
    if (this.#elements === 0) {
      this.#prefix = qualified.slice(0, -'svg'.length);
      this.root = attributes;
    }
    const name = qualified.startsWith(this.#prefix)
      ? qualified.slice(this.#prefix.length)
      : qualified;
    const isLeftOut = this.isWhole || this.#skipped > 0 || !ELEMENTS.has(name);
    if (isLeftOut || isMisused(name, attributes)) return void (this.#skipped += 1);
    if ((this.#elements += 1) > MOST_ELEMENTS)
      throw refused(`The SVG has more than ${MOST_ELEMENTS} elements`);
    /** @type {Part} */
    const part = {
      name: name === 'a' ? 'g' : name,
      elements: this.#elements,
      uses: [this.#uses.length, 0],
    };
    this.#open.push(part);
    const { id } = attributes;
    if (id && !this.#parts.has(id)) this.#parts.set(id, part);
    const target = hrefOf(attributes);
    if (name === 'use') this.#uses.push(target.slice(1));
    this.text += `<${part.name}${this.#elements === 1 ? ' xmlns="http://www.w3.org/2000/svg"' : ''}`;
    for (const [key, value] of Object.entries(attributes))
      if (ATTRIBUTES.has(key) && isInside(value)) this.text += ` ${key}="${escape(value)}"`;
    if (isAllowed(name, target)) this.text += ` href="${escape(target)}"`;
    this.text += '>';
  }

  /** @param {string} text */
  ontext(text) {
    this.#countPart();
    if (this.#skipped > 0 || this.#open.length === 0) return;
    if (this.#open.at(-1)?.name === 'style') this.#style += text;
    else this.text += escape(text);
  }

  /** @param {string} _name @param {boolean} isImplied its end tag is missing */
  onclosetag(_name, isImplied) {
    if (this.#skipped > 0) return void (this.#skipped -= 1);
    const part = this.#open.pop();
    if (!part) return;
    if (part.name === 'style') this.text += escape(plainStyle(this.#style));
    if (part.name === 'style') this.#style = '';
    part.elements = this.#elements - part.elements + 1;
    part.uses[1] = this.#uses.length;
    this.text += `</${part.name}>`;
    this.isWhole ||= this.#open.length === 0 && !isImplied;
  }

  /** @throws {LarderError} `invalid` when few elements are repeated so often that browsers would not come to an end */
  checkUses() {
    /** @type {Map<string, number>} */
    const known = new Map();
    /** @param {string} id @param {number} depth @returns {number} how many elements stand where this one is repeated */
    const shown = (id, depth) => {
      const part = this.#parts.get(id);
      if (!part) return 0;
      if (depth > DEEPEST)
        throw refused(
          `The SVG repeats parts within parts more than ${DEEPEST} deep, or within themselves`,
        );
      let count = known.get(id);
      if (count === undefined) {
        count = part.elements;
        for (const each of this.#uses.slice(...part.uses)) count += shown(each, depth + 1);
        known.set(id, count);
      }
      return count;
    };
    let total = this.#elements;
    for (const id of this.#uses)
      if ((total += shown(id, 0)) > MOST_SHOWN)
        throw refused(`The SVG repeats its parts more than ${MOST_SHOWN} times`);
  }
}

/** @param {Record<string, string>} attributes */
const hrefOf = (attributes) => (attributes.href ?? attributes['xlink:href'] ?? '').trim();

/** @param {string} name @param {string} target @returns {boolean} whether it stays in this file */
const isAllowed = (name, target) =>
  name !== 'a' && (/^#[^\s]/.test(target) || (name === 'image' && PICTURE.test(target)));

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @returns {boolean} whether it shows another document, or changes by and by what may not be there
 */
function isMisused(name, attributes) {
  if (name === 'image' || name === 'use') return !isAllowed(name, hrefOf(attributes));
  return /^(animate|set)/.test(name) && !ATTRIBUTES.has(attributes.attributeName ?? 'transform');
}

/** @param {string} value @returns {boolean} whether it refers to nothing outside of this file */
const isInside = (value) => !LOADS.test(value) || !LOADS.test(value.replace(OWN, ''));

/** @param {string} css @returns {string} without the rules that refer to something else; '' if that cannot be told */
function plainStyle(css) {
  // Each pattern takes all up to the end when nothing closes it, so that no text is gone through twice.
  const rules = css
    .replace(/\/\*[^]*?(?:\*\/|$)/g, ' ')
    .replace(/@(?:import|charset|namespace)[^;{}]*;?/gi, ' ')
    .replace(/@font-face\s*\{[^{}]*\}?/gi, (rule) => (isInside(rule) ? rule : ' '));
  return isInside(rules) ? rules : '';
}

/**
 * @param {Record<string, string>} root its attributes
 * @returns {{ width: number, height: number }} in pixels; as browsers do, 300 × 150 when it does not say
 */
function sizeOf({ width, height, viewBox = '' }) {
  const [, , wide = 0, high = 0] = viewBox.split(/[\s,]+/).map(Number);
  const ratio = wide > 0 && high > 0 ? wide / high : 2;
  const [x, y] = [pixels(width), pixels(height)];
  const across = x ?? (y ? y * ratio : wide > 0 && high > 0 ? wide : 300);
  const down = y ?? across / ratio;
  const scale = Math.min(1, LARGEST_SIDE / Math.max(across, down));
  const rounded = (/** @type {number} */ side) => Math.max(1, Math.round(side * scale));
  return { width: rounded(across), height: rounded(down) };
}

/** @param {string} [length] of CSS @returns {number | undefined} undefined: it depends on the page */
function pixels(length = '') {
  const [, number, unit = ''] =
    /^\s*\+?(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})([a-z]{0,2})\s*$/.exec(length) ?? [];
  return Number(number) * (UNITS.get(unit) ?? NaN) || undefined;
}
