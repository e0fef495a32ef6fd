import { createRequire } from 'node:module';
import { LarderError } from '../base/errors.js';
import {
  MATH_ELEMENTS,
  MEDIA,
  REMOVED_WHOLE,
  RENAMED,
  TEXT_ELEMENTS,
  VOID_ELEMENTS,
  willVanish,
} from './elements.js';
import { LINK_SCHEMES, unsafeScheme } from './schemes.js';
import { lazy } from '../base/lazy.js';
/** @import { IOptions, Tag } from 'sanitize-html' */

/** @typedef {Record<string, string>} Attributes */

/** @type {() => typeof import('sanitize-html')} */
const library = lazy(() => createRequire(import.meta.url)('sanitize-html'));

/** Elements nested more deeply are removed, but their content stays. */
const DEEPEST = 200;

/** Texts with more tags are refused: each takes about 20 µs to render. */
const MOST_TAGS = 400_000;

/** The parser's time also grows with depth × tags; harmless texts stay far below. */
const MOST_WORK = 1e9;

const MATH_ATTRIBUTES =
  'accent accentunder columnalign columnlines columnspacing columnspan depth display displaystyle encoding fence ' +
  'form height largeop linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits rowalign ' +
  'rowlines rowspacing rowspan rspace scriptlevel separator stretchy symmetric voffset width';

const MATH_NAMES = new Set([...MATH_ELEMENTS, 'menclose']);

const CLASSES = [
  /^hljs(-[a-z0-9_-]+)?$/,
  /^[a-z]+_{1,3}$/,
  /^language-[a-z0-9_-]+$/,
  /^align-(left|center|right)$/,
  /^gallery$/,
];

/** Those of our own syntax, and what formulas have lines and columns by. */
const CLASSES_OF_POSTS = [
  ...CLASSES,
  /^(callout(-title)?|note|tip|important|warning|caution|footnotes?|task|subscribe)$/,
  /^tml-(left|right|overline|underline)$/,
  /^notation-(box|(up|down)diagonalstrike|horizontalstrike)$/,
];

/** @type {IOptions} */
const POST = {
  allowedTags: [...TEXT_ELEMENTS, ...MATH_ELEMENTS],
  allowedAttributes: {
    '*': ['id', 'title', 'lang', 'dir'],
    a: ['href', 'rel'],
    audio: ['src', 'preload'],
    blockquote: ['cite'],
    q: ['cite'],
    ins: ['cite', 'datetime'],
    del: ['cite', 'datetime'],
    details: ['open'],
    img: ['src', 'alt', 'width', 'height'],
    li: ['value'],
    ol: ['start', 'reversed', 'type'],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope', 'abbr'],
    time: ['datetime'],
    video: ['src', 'poster', 'preload', 'width', 'height'],
    ...Object.fromEntries([...MATH_ELEMENTS].map((name) => [name, MATH_ATTRIBUTES.split(' ')])),
  },
  allowedClasses: { '*': CLASSES_OF_POSTS, wbr: ['more'] },
  allowedSchemes: LINK_SCHEMES,
  allowedSchemesByTag: {
    img: ['http', 'https', 'data'],
    audio: ['https'],
    source: ['https'],
    video: ['https'],
  },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  selfClosing: ['br', 'hr', 'img', 'source', 'wbr'],
  nonTextTags: [...REMOVED_WHOLE],
  nestingLimit: DEEPEST,
  parseStyleAttributes: false,
  transformTags: { '*': transform },
};

/** @type {IOptions} */
const COMMENT = {
  allowedTags:
    'a blockquote br code del em hr li ol p pre s span strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedClasses: { '*': CLASSES },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  selfClosing: ['br', 'hr'],
  nestingLimit: DEEPEST,
  parseStyleAttributes: false,
  transformTags: { '*': transform, a: commentLink },
};

/**
 * @param {string} html anything
 * @param {(note: string) => void} [leftOut] is told what is removed
 * @returns {string} well-formed HTML with only allowed elements and attributes, in which every `<` begins a tag
 * @throws {LarderError} `invalid` when parsing it would take more than a few seconds
 */
export const sanitisePost = (html, leftOut) =>
  clean(html, leftOut ? { ...POST, transformTags: { '*': reportingTo(leftOut) } } : POST);

/**
 * The same for a comment: fewer elements, and links only to http, https and mailto.
 * @param {string} html
 * @returns {string}
 * @throws {LarderError} `invalid`
 */
export const sanitiseComment = (html) => clean(html, COMMENT);

/**
 * @param {string} html
 * @param {IOptions} options
 */
function clean(html, options) {
  refuseExpensive(html);
  return library()(html, options);
}

/**
 * @param {string} html
 * @throws {LarderError} `invalid` when parsing it would take more than a few seconds
 */
export function refuseExpensive(html) {
  /** @type {Map<string, number>} */
  const open = new Map();
  let [depth, deepest, tags] = [0, 0, 0];
  for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag.toLowerCase();
    const now = open.get(name) ?? 0;
    tags += 1;
    if (VOID_ELEMENTS.has(name) || (slash && now === 0)) continue;
    const step = slash ? -1 : 1;
    open.set(name, now + step);
    depth += step;
    if (depth > deepest) deepest = depth;
  }
  if (tags > MOST_TAGS || deepest * tags > MOST_WORK)
    throw new LarderError('invalid', 'The text has too many elements, or nests them too deeply', {
      field: 'markdown',
    });
}

/** @param {(note: string) => void} leftOut @returns {typeof transform} the same, which tells what is removed */
const reportingTo = (leftOut) => (tagName, attribs) => {
  if (RENAMED.get(tagName) === 'a') leftOut(`<${tagName}> is shown as a link.`);
  else if (willVanish(tagName) && !MEDIA.has(tagName) && tagName !== 'source')
    leftOut(`<${tagName}> is left out.`);
  const scheme = tagName === 'a' && unsafeScheme(attribs.href ?? '');
  if (scheme)
    leftOut(`A link to ${scheme.slice(0, 40)}: is shown as text, since it may not be safe.`);
  const [, kind] = (tagName === 'img' && /^\s*([a-z][a-z0-9+.-]*):/i.exec(attribs.src ?? '')) || [];
  if (kind && !/^https?$/i.test(kind) && !isInlineImage(attribs.src))
    leftOut(
      `A picture at ${kind.slice(0, 40).toLowerCase()}: is left out, since readers could not see it.`,
    );
  for (const name of Object.keys(attribs))
    if (
      /^on[a-z]/.test(name) ||
      (name === 'style' &&
        !alignment(attribs) &&
        !styled(tagName, attribs) &&
        !tagName.startsWith('m'))
    )
      leftOut(`${name}="…" on <${tagName}> is left out.`);
  return transform(tagName, attribs);
};

/**
 * @param {string} tagName
 * @param {Attributes} attribs
 * @returns {Tag}
 */
function transform(tagName, attribs) {
  const target = attribs.src || attribs.data || '';
  if (RENAMED.get(tagName) === 'a') return embed(target, attribs.title);
  if (MEDIA.has(tagName) || tagName === 'source') return media(tagName, attribs);
  if (tagName === 'a' && !attribs.href) delete attribs.rel;
  if (tagName === 'a' && !attribs.id && attribs.name) attribs.id = attribs.name;
  if (tagName === 'img' && /^\s*data:/i.test(target) && !isInlineImage(target)) delete attribs.src;
  if (MATH_NAMES.has(tagName)) plainMath(attribs);
  const side = alignment(attribs);
  if (side) attribs.class = `${attribs.class ?? ''} align-${side}`.trim();
  return { tagName: styled(tagName, attribs) ?? RENAMED.get(tagName) ?? tagName, attribs };
}

/**
 * What other programs say by a style. An element stands for the first that it has.
 * @type {[tags: RegExp, style: RegExp, tag: string][]}
 */
const STYLED = [
  [/^span$/, /(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)/i, 'strong'],
  [/^span$/, /(?<![\w-])font-style\s*:\s*italic/i, 'em'],
  [/^span$/, /line-through/i, 's'],
  [/^(?:b|strong)$/, /(?<![\w-])font-weight\s*:\s*(?:normal|[1-5]00)/i, 'span'],
  [/^(?:i|em)$/, /(?<![\w-])font-style\s*:\s*normal/i, 'span'],
];

/** @param {string} tagName @param {Attributes} attribs @returns {string | undefined} the element that says the same */
const styled = (tagName, { style }) =>
  style && STYLED.find(([tags, said]) => tags.test(tagName) && said.test(style))?.[2];

/** What MathML Core says by styles, as attributes and classes. @param {Attributes} attribs */
function plainMath(attribs) {
  const { notation, style = '' } = attribs;
  const [, color] = /(?:^|;)\s*color:\s*(#[0-9a-f]{3,6})/i.exec(style) ?? [];
  if (color) attribs.mathcolor = color;
  for (const name of notation?.split(' ') ?? [])
    attribs.class = `${attribs.class ?? ''} notation-${name}`.trim();
}

/**
 * Files of this site or with https URLs can be played in the page; its Content-Security-Policy blocks all others, which
 * become links.
 * @param {string} tagName
 * @param {Attributes} attribs
 * @returns {Tag}
 */
function media(tagName, attribs) {
  const src = (attribs.src ?? '').trim().replace(/^\/\//, 'https://');
  if (/^[a-z][a-z0-9+.-]*:/i.test(src) && !/^https:\/\/./i.test(src))
    return embed(src, attribs.title);
  return { tagName, attribs: src ? { ...attribs, src } : attribs };
}

/**
 * Replaces what cannot be embedded by a link, which `decorate` gives a text.
 * @param {string} target
 * @param {string} [title]
 * @returns {Tag}
 */
function embed(target, title = '') {
  const href = target.replace(/^\/\//, 'https://').trim();
  if (!/^https?:\/\/./i.test(href)) return { tagName: 'span', attribs: {} };
  return { tagName: 'a', attribs: { href, title } };
}

/** @param {string} source */
const isInlineImage = (source) =>
  /^data:image\/(png|jpeg|gif|webp);base64,[a-z0-9+/]+={0,2}$/i.test(source);

/**
 * @param {Attributes} attribs
 * @returns {string} '', 'left', 'center' or 'right'
 */
function alignment({ align = '', style = '' }) {
  const value = align || (/(?:^|;)\s*text-align\s*:\s*([a-z]+)/i.exec(style) ?? [])[1] || '';
  return (/^(left|center|right)$/i.exec(value) ?? [''])[0].toLowerCase();
}

/**
 * @param {string} tagName
 * @param {Attributes} attribs
 */
function commentLink(tagName, { href = '' }) {
  return { tagName, attribs: { href, rel: 'nofollow ugc noopener' } };
}
