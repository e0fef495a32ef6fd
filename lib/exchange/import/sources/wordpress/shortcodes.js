import { escape } from '../../../../markup/tree.js';
import { lookUp } from '../../../../base/look-up.js';
/** @import { Attachment } from './scan.js' */

/**
 * @typedef {object} Context
 * @property {(ids: string[] | null) => Attachment[]} pictures  of these numbers, or all that
 *   were uploaded for the post
 * @property {(text: string) => void} warn  is called for what is left as it is
 *
 * @typedef {{ attributes: Record<string, string>, inside: string }} Shortcode
 */

/** @type {Record<string, (code: Shortcode, context: Context) => string>} */
const MAKERS = {
  caption: toFigure,
  wp_caption: toFigure,
  gallery: toGallery,
  embed: ({ inside, attributes }) => toAddress(inside || attributes.src),
  audio: ({ attributes, inside }) => toMedium('audio', attributes, inside),
  video: ({ attributes, inside }) => toMedium('video', attributes, inside),
  playlist: toPlaylist,
  youtube: ({ attributes, inside }) => toAddress(attributes.url || attributes[0] || inside),
  vimeo: ({ attributes, inside }) => toAddress(attributes.url || attributes[0] || inside),
};

/** Plug-ins' names for formulas, and for what says that a text has some. */
const FORMULA = /^(?:latex|math|katex|tex|equation|mathjax|latexpage)$/;
const SAYS_FORMULAS = /^(?:latexpage|mathjax)$/;

/** Says that there are formulas. */
const EMPTY = '\\(\\)';

/** A whole document in LaTeX is code. */
const DOCUMENT = /\\(?:documentclass|usepackage|begin\{document\})/;

/** Highlighters' names for code, and which of them name a language. */
const CODE = 'code|sourcecode|highlight';
const LANGUAGES =
  'bash|c|clojure|coffeescript|cpp|csharp|css|diff|erlang|fsharp|go|groovy|html|java|javascript|js|jscript|' +
  'latex|lua|matlab|objc|perl|php|plain|powershell|python|r|ruby|rust|scala|shell|sql|swift|typescript|vb|xml|yaml';

const OPENING = /\[(\[?)([a-z][a-z0-9_-]{0,40})((?:[ /][^\]\n]{0,1000})?)\]/gi;
const ATTRIBUTE = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|(\S+))|(\S+)/g;

/** Code in brackets, of which nothing may be changed: it is made a `pre` before anything else is read. */
const CODE_OPENING = new RegExp(`\\[(${CODE}|${LANGUAGES})((?: [^\\]\\n]{0,500})?)\\]`, 'gi');

/**
 * @param {string} text as it was typed
 * @returns {string} with a `pre` in the place of each piece of code in brackets
 */
export function takeCode(text) {
  return replaceEach(text, CODE_OPENING, ([, name, written], inside) => {
    if (inside === null || (/^latex$/i.test(name) && !DOCUMENT.test(inside))) return null;
    const attributes = readAttributes(written);
    const isLanguage = !new RegExp(`^(${CODE})$`, 'i').test(name);
    const language = attributes.language || attributes.lang || (isLanguage ? name : '');
    const isWord = /^[a-z0-9+#-]{1,30}$/i.test(language) && language !== 'plain';
    const code = inside.trimEnd().replace(/^\s*\n/, '');
    // The visual editor writes entities, the other one does not.
    const html = /&(lt|gt|amp|quot|#\d+);/.test(code) && !code.includes('<') ? code : escape(code);
    const safe = html.replaceAll('[', '&#91;');
    return `<pre><code${isWord ? ` class="language-${language.toLowerCase()}"` : ''}>${safe}</code></pre>`;
  });
}

/**
 * @param {string} html
 * @param {Context} context
 * @returns {string} with HTML in the place of the shortcodes that WordPress itself brings; others stay as they are
 */
export function takeShortcodes(html, context) {
  /** @type {Set<string>} */
  const unknown = new Set();
  const result = replaceEach(html, OPENING, ([whole, escaped, name, written], inside) => {
    const make = lookUp(MAKERS, name.toLowerCase());
    if (escaped) return null;
    if (FORMULA.test(name.toLowerCase())) return toFormula(name, readAttributes(written), inside);
    if (make)
      return make({ attributes: readAttributes(written), inside: (inside ?? '').trim() }, context);
    if (/=/.test(written) || inside !== null) unknown.add(whole.slice(0, 60));
    return null;
  });
  for (const code of unknown) context.warn(`the shortcode ${code} stays as it is`);
  return result.replace(/\[(\[[a-z][^\]\n]{0,1000}\])\]/gi, '$1');
}

/**
 * @param {string} text
 * @param {RegExp} opening global; its group 1 or 2 has the name
 * @param {(found: RegExpExecArray, inside: string | null) => string | null} make null leaves it as it is
 */
function replaceEach(text, opening, make) {
  let result = '';
  let from = 0;
  const ends = endsIn(text);
  opening.lastIndex = 0;
  for (let found; (found = opening.exec(text));) {
    const name = found[1].startsWith('[') || found[1] === '' ? found[2] : found[1];
    const start = opening.lastIndex;
    const places = ends.get(name) ?? [];
    while ((places.at(-1) ?? start) < start) places.pop();
    const end = places.at(-1) ?? -1;
    const isAlone = found[0].endsWith('/]') || end < 0;
    const made = make(found, isAlone ? null : text.slice(start, end));
    if (made === null) continue;
    result += text.slice(from, found.index) + made;
    from = isAlone ? start : end + name.length + 3;
    opening.lastIndex = from;
  }
  return result + text.slice(from);
}

/** @param {string} text @returns {Map<string, number[]>} where each name's end tags are, the first one last */
function endsIn(text) {
  /** @type {Map<string, number[]>} */
  const ends = new Map();
  for (const { 1: name, index } of text.matchAll(/\[\/([a-z][a-z0-9_-]{0,40})\]/gi)) {
    const places = ends.get(name);
    if (places) places.push(index);
    else ends.set(name, [index]);
  }
  for (const places of ends.values()) places.reverse();
  return ends;
}

/** @param {string} written @returns {Record<string, string>} those without a name by their place */
function readAttributes(written) {
  /** @type {Record<string, string>} */
  const attributes = Object.create(null);
  let place = 0;
  for (const [, name, double, single, bare, alone] of written.matchAll(ATTRIBUTE)) {
    if (name !== undefined) attributes[name.toLowerCase()] = double ?? single ?? bare;
    else if (alone !== '/') attributes[place++] = alone;
  }
  return attributes;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {string | null} inside
 * @returns {string | null} with the marks by which formulas are known
 */
function toFormula(name, { display }, inside) {
  if (inside === null) return SAYS_FORMULAS.test(name.toLowerCase()) ? EMPTY : null;
  const tex = inside.trim().replace(/^\${1,2}|\${1,2}$/g, '');
  const isDisplay = /^(?:true|1|block)$/.test(display ?? '') || /^equation$/i.test(name);
  return isDisplay ? `\\[${tex}\\]` : `\\(${tex}\\)`;
}

/** @param {Shortcode} code */
function toFigure({ attributes, inside }) {
  const [, picture = '', text] = /^((?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*<\/a>)?)([^]*)$/i.exec(
    inside,
  ) ?? ['', '', inside];
  const caption = attributes.caption || text.trim();
  if (!picture) return `\n\n${inside}\n\n`;
  return `<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
}

/** @param {Shortcode} code @param {Context} context */
function toGallery({ attributes }, { pictures, warn }) {
  const ids = attributes.ids ?? attributes.include;
  const shown = pictures(ids === undefined ? null : ids.split(/[\s,]+/).filter(Boolean));
  if (shown.length === 0) warn('its gallery shows no picture that the file names');
  const figures = shown.map(({ url, alt, caption }) => {
    const text = caption ? `<figcaption>${escape(caption)}</figcaption>` : '';
    return `<figure><img src="${escape(url)}" alt="${escape(alt)}">${text}</figure>`;
  });
  return `\n\n${figures.join('\n')}\n\n`;
}

/** @param {Shortcode} code @param {Context} context */
function toPlaylist({ attributes }, { pictures, warn }) {
  const tag = attributes.type === 'video' ? 'video' : 'audio';
  const files = pictures((attributes.ids ?? '').split(/[\s,]+/).filter(Boolean));
  if (files.length === 0) warn('its playlist names no file of the export');
  return files.map(({ url, caption }) => toMedium(tag, { src: url }, '', caption)).join('');
}

/**
 * @param {'audio' | 'video'} tag
 * @param {Record<string, string>} attributes
 * @param {string} inside
 * @param {string} [caption] plain text
 */
function toMedium(tag, attributes, inside, caption = '') {
  const src = mediaIn(attributes) || inside.trim();
  // What is no file is the page of a site that shows it.
  if (!/\.\w{2,5}([?#]|$)/.test(src)) return toAddress(src);
  const input = {
    src,
    poster: attributes.poster,
    width: attributes.width,
    height: attributes.height,
  };
  const written = Object.entries(input).flatMap(([name, value]) =>
    value ? ` ${name}="${escape(value.replaceAll('&amp;', '&'))}"` : [],
  );
  const below = caption ? `<figcaption>${escape(caption)}</figcaption>` : '';
  return `\n\n<figure><${tag} controls${written.join('')}></${tag}>${below}</figure>\n\n`;
}

/** @param {Record<string, string>} attributes */
const mediaIn = ({ src, mp3, mp4, m4a, m4v, ogg, ogv, wav, webm, url }) =>
  src ?? mp3 ?? mp4 ?? m4a ?? m4v ?? ogg ?? ogv ?? wav ?? webm ?? url;

/** @param {string} [address] */
function toAddress(address = '') {
  const known = address.trim().replace(/^=/, '').replaceAll('&amp;', '&');
  if (!/^https?:\/\/\S+$/i.test(known)) return address;
  return `\n\n<a href="${escape(known)}">${escape(known)}</a>\n\n`;
}
