import { createHash } from 'node:crypto';
import { LarderError } from '../errors.js';
import { countWords, isMark, teaserOf } from './excerpt.js';
import { LANGUAGES, SESSIONS } from './languages.js';
import { normaliseComment, normalisePost } from './normalise.js';
import { commentToHtml, postToHtml } from './markdown.js';
import { nest } from './nesting.js';
import { sanitiseComment, sanitisePost } from './sanitise.js';
import { elements, toHtml } from './tree.js';
import { digest } from '../util/digest.js';
/** @import { Targets } from './syntax/wiki-links.js' */
/** @import { Element } from './tree.js' */

/** The version of the renderer. */
const VERSION = '3';

/**
 * Whoever gave this text its HTML before there was version 3 called itself so. An older one of these is not current.
 * @param {string} markdown
 */
const formerRenderer = (markdown) => {
  const hasMedia = /<(audio|video|source)\b/i.test(markdown);
  return `${hasMedia ? 2 : 1}${hasNewHighlighting(markdown) ? 'b' : ''}`;
};

/** @param {string} markdown @returns {boolean} whether it has code that was highlighted differently in version 1 */
function hasNewHighlighting(markdown) {
  return ['```', '~~~'].some((fence) => {
    // Each page that is rendered asks: `indexOf` takes a tenth of a regular expression's time.
    for (let at = markdown.indexOf(fence); at >= 0; at = markdown.indexOf(fence, at + 1)) {
      const [, language = ''] =
        /^[ \t]*([\w+#.-]{1,30})/.exec(markdown.slice(at + 3, at + 99)) ?? [];
      const name = language.toLowerCase();
      if (LANGUAGES.has(name) || SESSIONS.has(name) || name.startsWith('diff-')) return true;
    }
    return false;
  });
}

/** What an author is told of one text. */
const MOST_NOTES = 50;

/** Limits of Markdown, in characters. */
const LONGEST_POST = 5 * 1024 * 1024;
const LONGEST_COMMENT = 50_000;

/** Limit of a post's HTML, in bytes: a character can become six, and a link reference any number. */
const LONGEST_HTML = 8_000_000;

/** Limit of tags in a comment: a few lines of a table can become thousands. */
const MOST_TAGS_OF_A_COMMENT = 2500;

/** No script uses more combining marks on one letter; more would cover the lines above and below. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * Control characters and noncharacters, which pages and feeds must not contain (XML 1.0, section 2.2), and bidirectional
 * overrides, which reverse the text after them.
 */
const FORBIDDEN = /[^\P{Cc}\t\n]|[\u202a-\u202e]|\p{Noncharacter_Code_Point}/gu;

/**
 * What a text is rendered from. Without `language` and `links` it is rendered from itself alone, as whenever a page finds one whose
 * HTML is not current: a page must not depend on other posts without a key.
 * @typedef {object} Source
 * @property {string} markdown
 * @property {string} excerpt
 * @property {string} [language]  of its quotation marks, a BCP 47 tag; '': they stay straight
 * @property {Targets} [links]  what `[[name]]` leads to
 */

/**
 * Renders a post. Pure: the same input gives the same output.
 * @param {Source} source
 * @param {(note: string) => void} [leftOut] is told what is not shown as it was meant
 * @returns {{ html: string, teaser: string, words: number, rendered: string }} the fields of a Post
 * @throws {LarderError} `invalid` when the text is longer than 5,242,880 characters, or its HTML is longer than 8 MB or has too many
 *   or too deeply nested elements
 */
export function renderPost({ markdown, excerpt, language = '', links = {} }, leftOut) {
  const text = prepare(markdown, LONGEST_POST);
  const source = withinLimit(postToHtml(text, { language, links, leftOut }));
  const root = nest(purify(sanitisePost(source, leftOut)));
  normalisePost(root);
  const teaser = teaserOf(root, prepare(excerpt, LONGEST_POST));
  for (const node of elements(root)) removeMarks(node);
  const html = withinLimit(toHtml(root).trim());
  const input = fingerprint(markdown, excerpt, rendererOf(language, links));
  return { html, teaser, words: countWords(root), rendered: `${input}-${digest(html)}` };
}

/**
 * The same, with what authors are told of it.
 * @param {Source} source
 * @returns {ReturnType<typeof renderPost> & { notes: string[] }}
 * @throws {LarderError} `invalid`
 */
export function reviewPost(source) {
  /** @type {Set<string>} */
  const notes = new Set();
  const rendered = renderPost(source, (note) => notes.size < MOST_NOTES && notes.add(note));
  return { ...rendered, notes: [...notes] };
}

/**
 * @param {{ markdown: string, excerpt: string, rendered: string }} post
 * @returns {boolean} whether its html, teaser and words were made from its text: by this renderer or by a former one, since what a text
 *   means changes only when it is saved
 */
export function isFresh({ markdown, excerpt, rendered }) {
  const isOlder = !rendered.startsWith(VERSION);
  const input = isOlder ? rendered : inputOf(rendered);
  const renderer = input.slice(0, -LENGTH - 1);
  if (isOlder && renderer !== formerRenderer(markdown)) return false;
  return input === fingerprint(markdown, excerpt, renderer);
}

/**
 * @param {Source & { rendered: string }} post with what a text that is saved now is rendered with
 * @returns {boolean} whether saving it would render the same as before
 */
export const isUpToDate = ({ markdown, excerpt, language = '', links = {}, rendered }) =>
  inputOf(rendered) === fingerprint(markdown, excerpt, rendererOf(language, links));

/**
 * Renders a comment, without HTML, images and headings, and with links only to http(s) and mailto URLs.
 * @param {string} markdown
 * @returns {string} HTML
 * @throws {LarderError} `invalid` when it is longer than 50,000 characters, or has too many elements
 */
export function renderComment(markdown) {
  const text = prepare(markdown, LONGEST_COMMENT);
  if (cellsAtMost(text) + linksAtMost(text) > MOST_TAGS_OF_A_COMMENT) throw tooManyElements();
  const html = commentToHtml(text);
  if (html.split('<').length > MOST_TAGS_OF_A_COMMENT) throw tooManyElements();
  const root = nest(purify(sanitiseComment(html)).replace(TOO_MANY_MARKS, '$1'));
  normaliseComment(root);
  return toHtml(root).trim();
}

/** A short row of a table is padded to the width of the first. @param {string} text @returns {number} */
function cellsAtMost(text) {
  const rows = text.split('\n').filter((line) => line.includes('|'));
  return rows.length * Math.max(0, ...rows.map((line) => line.split('|').length));
}

/** A link costs as much as ten tags. @param {string} text @returns {number} in tags */
const linksAtMost = (text) => 10 * (text.split('://').length - 1);

const tooManyElements = () =>
  new LarderError('invalid', 'The text has too many elements', { field: 'markdown' });

/**
 * @param {string} text
 * @param {number} longest
 * @returns {string} without forbidden characters, and with \n as line breaks
 * @throws {LarderError} `invalid` when it is too long
 */
function prepare(text, longest) {
  if (text.length > longest)
    throw new LarderError('invalid', `The text is longer than ${longest} characters`, {
      field: 'markdown',
    });
  return purify(text.toWellFormed().replace(/\r\n?/g, '\n'));
}

/** @param {string} html @returns {string} unchanged @throws {LarderError} `invalid` when it is too long */
function withinLimit(html) {
  if (Buffer.byteLength(html) <= LONGEST_HTML) return html;
  throw new LarderError(
    'invalid',
    `The text becomes more than ${LONGEST_HTML / 1e6} MB of HTML: please split it into several posts`,
    {
      field: 'markdown',
    },
  );
}

/** Needed after parsing too, since a character reference can stand for any character. @param {string} text */
const purify = (text) => text.replace(FORBIDDEN, '');

/** @param {Element} node */
function removeMarks(node) {
  node.children = node.children.filter((child) => typeof child === 'string' || !isMark(child));
}

/**
 * @param {string} language
 * @param {Targets} links
 * @returns {string} the renderer and what it knew besides the text: with something else, the HTML may be another
 */
const rendererOf = (language, links) =>
  VERSION + language + (Object.keys(links).length > 0 ? `.${digest(JSON.stringify(links))}` : '');

/** Characters of a SHA-256 in base64url, and of a digest of HTML. */
const LENGTH = 43;
const DIGEST_LENGTH = 16;

/** What comes last tells the index whether readers see something else. @param {string} rendered @returns {string} without the digest of the HTML */
const inputOf = (rendered) => rendered.slice(0, -DIGEST_LENGTH - 1);

/**
 * @param {string} markdown
 * @param {string} excerpt
 * @param {string} renderer
 */
function fingerprint(markdown, excerpt, renderer) {
  const input = `${renderer}\n${excerpt.length}\n${excerpt}\n${markdown}`;
  return `${renderer}-${createHash('sha256').update(input).digest('base64url')}`;
}
