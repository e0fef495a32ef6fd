import { LarderError } from '../base/errors.js';
import { countWords, isMark, teaserOf } from './excerpt.js';
import { fingerprintOf } from './fingerprint.js';
import { loadLanguages } from './highlight.js';
import { normaliseComment, normalisePost } from './normalise.js';
import { commentToHtml, postToHtml } from './markdown.js';
import { nest } from './nesting.js';
import { sanitiseComment, sanitisePost } from './sanitise.js';
import { elements, toHtml, unescape } from './tree.js';
import { isVisible } from '../base/unicode.js';
/** @import { Source } from './fingerprint.js' */
/** @import { Element } from './tree.js' */

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
 * Control characters and noncharacters, which pages and feeds must not contain (XML 1.0, section 2.2), and
 * bidirectional overrides, which reverse the text after them.
 */
const FORBIDDEN = /[^\P{Cc}\t\n]|[\u202a-\u202e]|\p{Noncharacter_Code_Point}/gu;

/**
 * Renders a post. Pure: the same input gives the same output.
 * @param {Source} source
 * @param {(note: string) => void} [leftOut] is told what is not shown as it was meant
 * @returns {{ html: string, teaser: string, words: number, rendered: string }} the fields of a Post
 * @throws {LarderError} `invalid` when the text is longer than 5,242,880 characters, or its HTML is longer than 8 MB or
 *   has too many or too deeply nested elements
 */
export function renderPost({ markdown, excerpt, language = '', links = {} }, leftOut) {
  const text = prepare(markdown, LONGEST_POST);
  const source = withinLimit(postToHtml(text, { language, links, leftOut }));
  const root = nest(purify(sanitisePost(source, leftOut)));
  normalisePost(root);
  const teaser = teaserOf(root, prepare(excerpt, LONGEST_POST));
  for (const node of elements(root)) removeMarks(node);
  const html = withinLimit(toHtml(root).trim());
  const rendered = fingerprintOf({ markdown, excerpt, language, links }, html);
  return { html, teaser, words: countWords(root), rendered };
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

/** @param {string} html of a comment @returns {boolean} whether readers see nothing of it */
export const isEmpty = (html) => !isVisible(unescape(html.replace(/<[^<>]*>/g, '')));

/** What most comments are made of. */
const SAMPLE = 'A *b* **c** `d` https://a.example\n\n> e\n\n- f\n\n```\ng\n```';

/** What may name a language. */
const FENCE = /[`~]{3} {0,40}([^\s`~]{1,30})/g;

/**
 * Loads what a comment needs to be rendered, before it is: each part takes up to 40 ms the first time.
 * @param {string} markdown
 * @returns {Generator<string>} pauses after each part, so that others can be served
 */
export function* loadForComment(markdown) {
  yield commentToHtml('a');
  yield sanitiseComment('a');
  yield renderComment(SAMPLE);
  yield* loadLanguages(Array.from(markdown.matchAll(FENCE), ([, name]) => name));
}

/** The line below the head of a table. */
const DELIMITER = /\|\s*:?-|-:?\s*\|/;

/** A short row of a table is padded to the width of the first. @param {string} text @returns {number} */
function cellsAtMost(text) {
  if (!DELIMITER.test(text)) return 0;
  const lines = text.split('\n');
  return lines.length * Math.max(...lines.map((line) => line.split('|').length));
}

/** A link costs as much as ten tags. @param {string} text @returns {number} in tags */
const linksAtMost = (text) => 10 * (text.split(/\/\/(?=[^\s/])|@|\]\(/).length - 1);

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
