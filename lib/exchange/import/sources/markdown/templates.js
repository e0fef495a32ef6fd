import { escape } from '../../../../markup/tree.js';
import { looksLikeImage } from '../../shared/file-names.js';
import { changeOutsideCode } from './outside-code.js';
import { convertBlocks, hideEscaped, readArgs, showBraces } from './template-blocks.js';

/** @import { Args } from './template-blocks.js' */

/** @typedef {(reference: string) => string | null} FindPost the address of a post that the text names */

/** Engines that read Liquid or Nunjucks wherever it stands. */
const LIQUID = /^(Jekyll|Eleventy|Hexo|another)$/;

// No tag is longer than that: a text of open tags must not take time with the square of its length.
const LIQUID_TAG = /\{%-?\s{0,9}(\w[\w-]*)((?:[^%]|%(?!\})){0,500}?)-?%\}/g;
const LIQUID_VALUE = /\{\{-?(?![<%{])([^{}]{0,500}?)-?\}\}/g;
const SHORTCODE =
  /\{\{([<%])\s*(?:(\/)\s*)?([\w./-]+)((?:"[^"]*"|`[^`]*`|[^"`}]){0,500}?)\/?\s*\1?[>%]\}\}/g;

/** What is before a tag that is to give an address, and what tags give otherwise. */
const AS_ADDRESS = /\b(?:src|href|poster)\s?=\s?["']?$|\]\(<?$/i;
const SHOWN = /^(?:!\[[^\]]*\]\()?<([^<>]*)>\)?$/;

/** @param {string} text @param {number} at */
const lineBefore = (text, at) => text.slice(Math.max(0, at - 20), at);

/** @param {string} before @returns {boolean} whether an address has begun there, and has not ended */
function isInAddress(before) {
  const marks = ['](', '="', "='"];
  const start = Math.max(...marks.map((mark) => before.lastIndexOf(mark)));
  return start >= 0 && !/[)"'>]/.test(before.slice(start + 2));
}

/** What no reader is shown: `{# Nunjucks #}`, `{% # Liquid %}`. */
const COMMENT =
  /\{#(?=[\s-])[^#]{0,5000}(?:#(?!\})[^#]{0,5000}){0,9}#\}|\{%-?\s{0,9}#[^%]{0,500}%\}/g;

/** An attribute of an element, as kramdown, goldmark and others let authors write it. */
const ATTRIBUTE = String.raw`(?:[.#][\w:-]+(?![\w-])|:?[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[\w%.-]+(?![\w%.-])))`;

/** What kramdown lets authors say of the element before: `{: .note #id}`, and of the whole: `{::options /}`. */
const KRAMDOWN = new RegExp(
  String.raw`(^[ \t]*[*-][ \t]+TOC[ \t]*\n)?(\n[ \t]*)?\{:(?::[^{}\n]*|\s*(?:(?:${ATTRIBUTE}|(?:toc|footnotes)(?![\w-]))\s*)+)\}`,
  'gm',
);
const HEADING_ID = /(?<=^#.{0,300})[ \t]{0,9}\n?\{:[^{}#\n]*#([\w-]+)(?:[^\w{}\n-][^{}\n]*)?\}/gm;

/** What says that there is Markdown in an element. */
const HAS_MARKDOWN =
  /<(?:article|aside|blockquote|center|details|div|figure|section)\s[^<>]{0,500}?\bmarkdown=["']?(?:1|block)["']?[^<>]{0,500}>/gi;

/** The same without a colon: behind a heading or an image, or in a line of their own. */
const OF_HEADING = new RegExp(
  String.raw`(?<=^#{1,6}[ \t].{0,300})[ \t]\{[ \t]?(${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*)[ \t]?\}[ \t]*$`,
  'gm',
);
const LIST = String.raw`\{[ \t]?${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*[ \t]?\}`;
const OF_ELEMENT = new RegExp(
  String.raw`(?<=\]\([^()\n]{0,500}\))${LIST}|^${LIST}(?=[ \t]*$)`,
  'gm',
);

/**
 * Converts what Jekyll, Hexo and Hugo let authors write within Markdown, as far as it is plain. The rest is
 * named: tags go, and what is between two of them stays.
 * @param {string} markdown
 * @param {FindPost} findPost
 * @param {(warning: string) => void} warn
 * @param {object} [site]
 * @param {string} [site.engine]
 * @param {(name: string) => string | undefined} [site.fill] of what its data have, such as `site.title`
 * @returns {string}
 */
export function convertTemplates(
  markdown,
  findPost,
  warn,
  { engine = '', fill = () => undefined } = {},
) {
  if (!/\{(?:[{%:#.]|[ \t]?[.#\w-]+)|\bmarkdown=/.test(markdown)) return markdown;
  /** @type {Set<string>} */
  const dropped = new Set();
  /** @type {Set<string>} */
  const left = new Set();

  /** @param {string} whole @param {string} name @param {string} source @param {string} before */
  const convert = (whole, name, source, before) => {
    const make = TAGS.get(name) ?? anyImage;
    const converted = make(readArgs(source), findPost);
    if (converted === null) dropped.add(whole.slice(0, 60));
    return (AS_ADDRESS.test(before) ? converted?.replace(SHOWN, '$1') : converted) ?? '';
  };
  const converted = changeOutsideCode(
    convertBlocks(hideEscaped(markdown), LIQUID.test(engine)),
    (text) =>
      text
        .replace(COMMENT, (whole) => (dropped.add(whole.slice(0, 60)), ''))
        .replace(HEADING_ID, ' {#$1}')
        .replace(KRAMDOWN, '')
        .replace(HAS_MARKDOWN, '$&\n\n')
        .replace(
          OF_HEADING,
          (_, attributes) => /#[\w:-]+/.exec(attributes)?.[0].replace(/.*/, ' {$&}') ?? '',
        )
        .replace(OF_ELEMENT, '')
        .replace(SHORTCODE, (whole, _, closing, name, source, at, all) =>
          closing ? '' : convert(whole, name, source, lineBefore(all, at)),
        )
        .replace(LIQUID_TAG, (whole, name, source, at, all) =>
          /^end/.test(name) ? '' : convert(whole, name, source, lineBefore(all, at)),
        )
        .replace(LIQUID_VALUE, (whole, value, at, all) => {
          const isAddress = isInAddress(all.slice(Math.max(0, at - 200), at));
          const plain = plainValue(value.trim(), isAddress, fill);
          if (plain === null) left.add(whole.slice(0, 60));
          return plain ?? whole;
        }),
  );
  const list = (/** @type {Set<string>} */ names) => [...names].slice(0, 10).join(', ');
  if (dropped.size > 0) warn(`template tags left out: ${list(dropped)}`);
  if (left.size > 0) warn(`template values left as they are: ${list(left)}`);
  return showBraces(converted);
}

/** @type {Map<string, (args: Args, findPost: FindPost) => string | null>} */
const TAGS = new Map([
  ['post_url', byName],
  ['link', linkTo],
  ['post_path', byName],
  ['ref', byName],
  ['relref', byName],
  ['post_link', postLink],
  ['asset_path', ({ words }) => words[0] ?? null],
  ['asset_link', ({ words: [name, ...title] }) => namedLink(name, title)],
  ['asset_img', imageOfHexo],
  ['img', (args) => (args.named.has('src') ? namedImage(args) : imageOfHexo(args))],
  ['image', namedImage],
  ['fullimage', imageWithCommas],
  ['full_image', imageWithCommas],
  ['fi', imageWithCommas],
  ['iframe', frame],
  ['pdf', ({ words }) => namedLink(words[0], [])],
  ['video', (args) => medium('video', args)],
  ['audio', (args) => medium('audio', args)],
  ['figure', figure],
  ['youtube', (args) => link('https://www.youtube.com/watch?v=', idIn(args))],
  ['vimeo', (args) => link('https://vimeo.com/', idIn(args))],
  ['gist', ({ words }) => link('https://gist.github.com/', words.slice(0, 2).join('/'))],
  ['label', ({ words }) => words.join(' ').replace(/^[^@]*@/, '')],
  ['btn', button],
  ['more', () => '<!-- more -->'],
  ['param', () => null],
]);

/** @param {Args} args @param {FindPost} findPost */
function byName({ words }, findPost) {
  return findPost(words[0] ?? '');
}

/** @param {string} [path] of a file that is no post */
const plainPath = (path = '') => (/^[\w./-]+$/.test(path) ? `/${path.replace(/^\//, '')}` : null);

/** @param {Args} args @param {FindPost} findPost */
function postLink({ words: [name = '', ...title] }, findPost) {
  const path = findPost(name);
  return path && `[${wordsOf(title) || name}](${path})`;
}

/** @param {string[]} title of a link of Hexo, which may end with whether it is to be escaped */
const wordsOf = (title) =>
  title
    .join(' ')
    .replace(/(?:^|\s)(?:true|false)$/, '')
    .replace(/[[\]\\]/g, '')
    .trim();

/** @param {string | undefined} target @param {string[]} title */
const namedLink = (target, title) =>
  target
    ? `[${wordsOf(title) || target.replace(/^.*\//, '')}](<${target.replace(/[<>\s]/g, encodeURIComponent)}>)`
    : null;

/**
 * Of Jekyll, to a file of the site; of Hexo, words and where they lead.
 * @param {Args} args
 * @param {FindPost} findPost
 */
function linkTo({ words }, findPost) {
  const at = words.findIndex((word) => /^(?:https?:\/)?\//.test(word));
  if (at > 0) return namedLink(words[at], words.slice(0, at));
  return findPost(words[0] ?? '') ?? plainPath(words[0]);
}

/** @param {string} word */
const isImage = (word) =>
  /\.(png|jpe?g|gif|webp|avif|svg)(\?|$)/i.test(word) || /^https?:/.test(word);

/** @param {string | undefined} source @param {string} text @param {string} [title] */
const image = (source, text, title = '') =>
  source
    ? `![${text.replace(/[[\]\\]/g, '')}](<${source.replace(/[<>\s]/g, encodeURIComponent)}>${title && ` "${title.replace(/["\\]/g, '\\$&')}"`})`
    : null;

/** Classes, address, width, height, title and text. @param {Args} args */
function imageOfHexo({ words, isQuoted }) {
  const at = words.findIndex(isImage);
  const after = words.slice(at + 1);
  const sides = after.findIndex((word) => !/^\d+(?:px|%)?$/.test(word));
  const rest = sides < 0 ? [] : after.slice(Math.min(sides, 2));
  // Both may be within quotes of their own.
  const said = rest.length === 1 ? readArgs(rest[0]).words : rest;
  const isPair = isQuoted && said.length === 2 && (rest.length === 2 || /["']/.test(rest[0]));
  return isPair ? image(words[at], said[1], said[0]) : image(words[at], rest.join(' '));
}

/** Address, text and title. @param {Args} args */
function imageWithCommas({ words }) {
  const [source, alt = '', title = ''] = words
    .join(' ')
    .split(',')
    .map((each) => each.trim());
  return image(source, alt, title);
}

/** @param {'audio' | 'video'} tag @param {Args} args */
function medium(tag, { words, named }) {
  const source = named.get('src') ?? named.get('mp4') ?? words.find((word) => /[./]/.test(word));
  return source ? `<${tag} src="${escape(source)}"></${tag}>` : null;
}

/** @param {Args} args */
function namedImage({ words, named }) {
  return image(named.get('src') ?? words.find(isImage), named.get('alt') ?? '');
}

/** What an unknown tag shows, if that is an image. @param {Args} args */
function anyImage({ words, named }) {
  const source = [...named.values(), ...words].find((value) => looksLikeImage(value));
  return image(source, named.get('alt') ?? named.get('caption') ?? named.get('title') ?? '');
}

/** @param {Args} args of Hugo's figure */
function figure({ named, words }) {
  const source = named.get('src') ?? words[0];
  // Other engines have a tag of this name around pictures.
  if (!source || /^\w+:["']/.test(source)) return null;
  const caption = named.get('caption') ?? named.get('title') ?? '';
  const picture = `<img src="${escape(source)}" alt="${escape(named.get('alt') ?? '')}">`;
  const target = named.get('link');
  const shown = target ? `<a href="${escape(target)}">${picture}</a>` : picture;
  return `\n<figure>${shown}${caption && `<figcaption>${escape(caption)}</figcaption>`}</figure>\n`;
}

/** @param {Args} args */
function frame({ words: [target] }) {
  return /^https?:/.test(target ?? '') ? `<${target}>` : namedLink(target, []);
}

/** @param {Args} args */
const idIn = ({ words, named }) => named.get('id') ?? words[0];

/** @param {string} start @param {string | undefined} id */
const link = (start, id) => (id && /^[\w./-]+$/.test(id) ? `<${start}${id}>` : null);

/** @param {Args} args of Hexo’s themes: URL, words, icon */
function button({ words }) {
  const [target, said] = words
    .join(' ')
    .split(',', 2)
    .map((each) => each.trim());
  return said
    ? `[${said.replace(/[[\]\\]/g, '')}](${target.replace(/[<>()\s]/g, encodeURIComponent)})`
    : null;
}

/** Names of the address of the front page. */
const ROOT =
  /^(?:(?:site|config|metadata|meta)\.(?:github\.)?)?(?:base|root|(?:base|root|site|production)_?(?:url|path)|path_?prefix)$|^(?:site|config|metadata|meta)\.(?:github\.)?url$/i;

/** What makes no other text of a plain one. */
const FILTERS = /\s{0,9}\|\s{0,9}(?:safe|escape|xml_escape|strip|trim)$/;

/**
 * @param {string} value between two braces
 * @param {boolean} isAddress whether it is in one, which is to be of this blog
 * @param {(name: string) => string | undefined} fill
 * @returns {string | null} null when it is to be computed
 */
function plainValue(value, isAddress, fill) {
  const name = value.replace(FILTERS, '');
  if (isAddress && ROOT.test(name)) return '';
  const known = /^[\w.-]+$/.test(name) ? fill(name) : undefined;
  if (known !== undefined || ROOT.test(name)) return known ?? '';
  const [, double, single, filters = ''] =
    /^(?:"([^"]*)"|'([^']*)')\s*(?:\|(.*))?$/s.exec(value) ?? [];
  const ofAddress =
    /^(relative_url|absolute_url|url|htmlBaseUrl|absoluteUrl|prepend:\s*[\w.]+|relURL|absURL|safeURL|)$/;
  const isPlain = filters.split('|').every((filter) => ofAddress.test(filter.trim()));
  return isPlain ? (double ?? single ?? null) : null;
}
