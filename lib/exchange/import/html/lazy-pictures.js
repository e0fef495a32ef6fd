import { Parser } from 'htmlparser2';
import { refuseExpensive } from '../../../markup/sanitise.js';
import { escape } from '../../../markup/tree.js';
import { looksLikeImage } from '../shared/file-names.js';

/** @import { LarderError } from '../../../base/errors.js' */

/**
 * @typedef {Record<string, string>} Attributes
 * @typedef {{ start: number, end: number, text: string, ifNew?: string }} Edit  `ifNew`: only if no other picture has
 *   this address
 * @typedef {{ address: string, start: number, end: number, isEmpty: boolean }} Shown
 */

/** What pages of the blog do not show; the sanitiser makes a link of those of other sites. */
const FRAME = /^(?:iframe|embed|object)$/;

/** @param {string} address */
const lastOf = (address) => address.split(/[?#]/, 1)[0].split('/').findLast(Boolean) ?? address;

/** What says that a text may have pictures which a browser, or a script, is to put there. */
const MAY_HAVE =
  /<(?:noscript|picture|amp-|object|embed|iframe)|\s(?:srcset|data-[\w-]+)\s*=|background/i;

/** Attributes from which scripts take the address; then others that may hold that of a larger copy. */
const LAZY = /^data-(?:[\w-]+-)?(?:src|original|lazy|echo|actualsrc)$/;
const LARGER = /^data-(?:[\w-]+-)?(?:url|file|image|img)$/;
const BACKGROUND = /^data-(?:bg|background|bg-url|bg-image|background-image)$/;

const BACKGROUND_STYLE = /background(?:-image)?\s{0,9}:([^;]{0,2000})/i;
const CSS_URL = /url\(\s{0,9}(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^()"']{1,2000}))/i;

/** Placeholders until the real picture is loaded. */
const PLACEHOLDER =
  /(?:^|\/)(?:blank|spacer|placeholder|load(?:ing|er)|lazy(?:-?load)?|transparent|pixel|gr[ae]y|1x1|empty|dot)[\w.-]*\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)/i;

/** Attributes that a picture keeps. */
const RETAINED = ['alt', 'title', 'width', 'height', 'class', 'id', 'align', 'style'];

/** Where a picture can be the first child. */
const BOXES =
  /^(?:a|article|aside|blockquote|center|div|figure|footer|header|h[1-6]|li|main|p|section|span|td|th)$/;

/** What AMP calls the elements of HTML. @type {Record<string, string>} */
const OF_AMP = { 'amp-video': 'video', 'amp-audio': 'audio', 'amp-iframe': 'iframe' };
const FILMS = [
  { tag: 'amp-youtube', start: 'https://www.youtube.com/watch?v=' },
  { tag: 'amp-vimeo', start: 'https://vimeo.com/' },
];

/**
 * @param {string} html or Markdown with HTML in it
 * @returns {string} in which every picture that a browser would come to show, by a script, of several sizes or as a
 *   background, is an `img` with its address
 * @throws {LarderError} `invalid` when parsing it would take more than a few seconds
 */
export function showPictures(html) {
  if (!MAY_HAVE.test(html)) return html;
  refuseExpensive(html);
  return new Reader(html).read();
}

/** Reads a text once, and collects what is to be changed. */
class Reader {
  #html;
  /** @type {Edit[]} */
  #edits = [];
  /** @type {Shown[]} */
  #shown = [];
  /** @type {{ start: number, pictures: Attributes[] } | null} */
  #noscript = null;
  /** @type {{ sets: string[], hasImage: boolean } | null} */
  #picture = null;

  /** @param {string} html */
  constructor(html) {
    this.#html = html;
  }

  read() {
    const parser = new Parser({
      onopentag: (tag, attributes) =>
        this.#open(tag, attributes, { start: parser.startIndex, end: parser.endIndex + 1 }),
      onclosetag: (tag, isImplied) => {
        if (!isImplied) this.#close(tag, { start: parser.startIndex, end: parser.endIndex + 1 });
      },
    });
    parser.end(this.#html);
    return this.#apply();
  }

  /** @param {string} tag @param {Attributes} input @param {{ start: number, end: number }} at */
  #open(tag, input, at) {
    if (tag === 'noscript') this.#noscript = { start: at.start, pictures: [] };
    else if (tag === 'picture') this.#picture = { sets: [], hasImage: false };
    else if (/^(?:img|amp-img|amp-anim)$/.test(tag)) this.#image(tag, input, at);
    else if (this.#noscript) return;
    else if (tag === 'source' && this.#picture) {
      this.#picture.sets.push(input['data-srcset'] ?? input.srcset ?? input.src ?? '');
      this.#replace(at, '');
    } else if (/^(?:video|audio|source|iframe|embed|object|amp-.*)$/.test(tag))
      this.#media(tag, input, at);
    else if (BOXES.test(tag)) this.#box(input, at.end);
  }

  /** @param {string} tag @param {{ start: number, end: number }} at */
  #close(tag, at) {
    const { start, pictures } = this.#noscript ?? { start: 0, pictures: [] };
    if (tag === 'noscript' && this.#noscript) {
      this.#noscript = null;
      if (pictures.length > 0) this.#unwrap(pictures, { start, end: at.end });
    } else if (tag === 'picture' && this.#picture) {
      const address = largestOf(this.#picture.sets);
      const text = this.#picture.hasImage || !address ? '' : tagOf({ src: address });
      this.#edits.push({ start: at.start, end: at.start, text });
      this.#picture = null;
    } else if (/^amp-(?:img|anim)$/.test(tag)) this.#replace(at, '');
    else if (OF_AMP[tag]) this.#replace(at, `</${OF_AMP[tag]}>`);
  }

  /** @param {string} tag @param {Attributes} input @param {{ start: number, end: number }} at */
  #image(tag, input, at) {
    const src = addressOf(input) || largestOf(this.#picture?.sets ?? []) || input.src || '';
    const own = { ...input, src };
    if (this.#noscript) {
      const isPixel = [input.width, input.height].every((side) => /^[01](px)?$/.test(side ?? ''));
      if (src && !isPixel) this.#noscript.pictures.push(own);
      return;
    }
    if (this.#picture) this.#picture.hasImage = true;
    const isExtra = tag !== 'img' && ('placeholder' in input || 'fallback' in input);
    if (!isExtra) this.#shown.push({ ...at, address: src, isEmpty: isPlaceholder(src) });
    if (isExtra) this.#replace(at, '');
    else if (src !== input.src || tag !== 'img') this.#replace(at, tagOf(own));
  }

  /**
   * The same picture for browsers without scripts.
   * @param {Attributes[]} pictures
   * @param {{ start: number, end: number }} at
   */
  #unwrap(pictures, at) {
    const last = this.#shown.at(-1);
    const isBefore = last?.isEmpty && !this.#html.slice(last.end, at.start).trim();
    if (isBefore) this.#replace(last, '');
    this.#replace(at, '');
    for (const own of pictures)
      this.#edits.push({ start: at.end, end: at.end, text: tagOf(own), ifNew: own.src });
  }

  /** @param {string} tag @param {Attributes} input @param {{ start: number, end: number }} at */
  #media(tag, input, at) {
    const film = FILMS.find((each) => each.tag === tag);
    const id = input['data-videoid'];
    if (film && /^[\w-]{1,20}$/.test(id ?? ''))
      return this.#replace(at, `<a href="${film.start}${id}">${film.start}${id}</a>`);
    const src = isPlaceholder(input.src ?? '') ? lazyIn(input, LAZY) : input.src;
    const frame = FRAME.test(OF_AMP[tag] ?? tag) ? (src ?? input.data ?? '').trim() : '';
    if (frame && !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(frame)) {
      const words = escape(input.title ?? lastOf(frame));
      return this.#replace(at, `<a href="${escape(frame)}">${words}</a>`);
    }
    const poster = input['data-poster'] ?? input.poster;
    const isSame = src === input.src && poster === input.poster;
    if (isSame && !OF_AMP[tag]) return;
    const rest = Object.entries(input).filter(([name]) => !/^(?:src|poster|data-.*)$/.test(name));
    const all = { ...(src && { src }), ...(poster && { poster }), ...Object.fromEntries(rest) };
    this.#replace(at, `<${OF_AMP[tag] ?? tag}${written(all)}>`);
  }

  /** @param {Attributes} input @param {number} end of its tag */
  #box(input, end) {
    const [, style = ''] = BACKGROUND_STYLE.exec(input.style ?? '') ?? [];
    const lazy = lazyIn(input, BACKGROUND) ?? '';
    const src = urlIn(style) || urlIn(lazy) || lazy.trim();
    if (!src || isPlaceholder(src)) return;
    const alt = input['aria-label'] ?? input.title ?? '';
    this.#edits.push({ start: end, end, text: tagOf({ src, alt }), ifNew: src });
  }

  /** @param {{ start: number, end: number }} at @param {string} text */
  #replace({ start, end }, text) {
    this.#edits.push({ start, end, text });
  }

  #apply() {
    const full = this.#shown.filter(({ isEmpty }) => !isEmpty);
    const known = new Set(full.map(({ address }) => keyOf(address)));
    let [result, from] = ['', 0];
    for (const { start, end, text, ifNew } of this.#edits.toSorted((a, b) => a.start - b.start)) {
      if (start < from || (ifNew !== undefined && known.has(keyOf(ifNew)))) continue;
      if (ifNew !== undefined) known.add(keyOf(ifNew));
      result += this.#html.slice(from, start) + text;
      from = end;
    }
    return result + this.#html.slice(from);
  }
}

/** @param {Attributes} input of an image @returns {string} the address of what is shown in the end, or '' */
function addressOf(input) {
  const lazy = lazyIn(input, LAZY);
  if (lazy || !isPlaceholder(input.src ?? '')) return lazy ?? input.src;
  const sets = Object.entries(input).filter(([name]) => /^(?:data-[\w-]*)?srcset$/.test(name));
  return largestOf(sets.map(([, set]) => set)) || (lazyIn(input, LARGER) ?? '');
}

/**
 * @param {Attributes} input
 * @param {RegExp} names
 * @returns {string | undefined} the address in one of these attributes
 */
const lazyIn = (input, names) =>
  Object.entries(input).find(
    ([name, value]) =>
      names.test(name) &&
      !/^\s*(?:data:|$)|[{}]/.test(value) &&
      (!/\s/.test(value.trim()) || looksLikeImage(value.trim()) || value.includes('url(')),
  )?.[1];

/** @param {string} css @returns {string} the first address in it, or '' */
const urlIn = (css) => CSS_URL.exec(css)?.slice(1).find(Boolean)?.trim() ?? '';

/** @param {string} src */
const isPlaceholder = (src) => /^\s*(?:data:|about:|#|$)/i.test(src) || PLACEHOLDER.test(src);

/** Two addresses of one picture may differ by what is asked of it. @param {string} address */
const keyOf = (address) => address.replace(/^https?:/i, '').split(/[?#]/, 1)[0];

/** Candidates of a `srcset`: an address, and how wide or how dense it is. */
const CANDIDATE = /([^\s,]\S{0,2000}?[^\s,])(?:\s+([\d.]+)([wxh]))?(?=\s*(?:,\s|,?$))/g;

/** @param {string[]} sets @returns {string} the address of the largest, or '' */
function largestOf(sets) {
  let [largest, most] = ['', 0];
  for (const set of sets)
    for (const [, address, number = '1'] of set.trim().slice(0, 8000).matchAll(CANDIDATE))
      if (Number(number) > most && !address.startsWith('data:'))
        [largest, most] = [address, Number(number)];
  return largest;
}

/** @param {Attributes} input */
const tagOf = (input) => `<img${written(input, ['src', ...RETAINED])}>`;

/** @param {Attributes} attributes @param {string[]} [names] of those that are written */
const written = (attributes, names = Object.keys(attributes)) =>
  names
    .filter((name) => attributes[name] !== undefined)
    .map((name) => ` ${name}="${escape(attributes[name])}"`)
    .join('');
