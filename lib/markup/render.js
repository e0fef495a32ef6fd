import { createHash } from 'node:crypto';
import { LarderError } from '../errors.js';
import { countWords, isMark, teaserOf } from './excerpt.js';
import { LANGUAGES, SESSIONS } from './languages.js';
import { normaliseComment, normalisePost } from './normalise.js';
import { commentToHtml, postToHtml } from './markdown.js';
import { nest } from './nesting.js';
import { sanitiseComment, sanitisePost } from './sanitise.js';
import { elements, toHtml } from './tree.js';
/** @import { Element } from './tree.js' */

/**
 * Names what makes the HTML: another name when the same Markdown would give another result, for such texts alone. The
 * others need not be made anew after an update.
 * @param {string} markdown
 */
const rendererOf = (markdown) => {
  const isPlayed = /<(audio|video|source)\b/i.test(markdown);
  return `${isPlayed ? 2 : 1}${isRecoloured(markdown) ? 'b' : ''}`;
};

/** @param {string} markdown @returns {boolean} whether a block in it is in a language that was not coloured at first, or otherwise */
function isRecoloured(markdown) {
  for (const [, language] of markdown.matchAll(/(?:```|~~~)[ \t]*([\w+#.-]{1,30})/g)) {
    const name = language.toLowerCase();
    if (LANGUAGES.has(name) || SESSIONS.has(name) || name.startsWith('diff-')) return true;
  }
  return false;
}

/** The longest texts, in characters. */
const LONGEST_POST = 5 * 1024 * 1024;
const LONGEST_COMMENT = 50_000;

/** The most HTML that a post becomes, in bytes: a character of a text may become six, and a named link any number. */
const LONGEST_HTML = 8_000_000;

/** Tags in a comment: a few lines of a table can become as many thousands. */
const MOST_TAGS_OF_A_COMMENT = 2500;

/** No script puts more marks on one letter; more would stand all over what is above and below. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu;

/**
 * Control characters, noncharacters and overrides of the writing direction: no page or feed may hold
 * the former (XML 1.0, section 2.2), and the latter turn round what stands behind them.
 */
const FORBIDDEN = /[^\P{Cc}\t\n]|[\u202a-\u202e]|\p{Noncharacter_Code_Point}/gu;

/**
 * Makes a post's page part from its Markdown. Pure: the same input gives the same output.
 * @param {{ markdown: string, excerpt: string }} post
 * @returns {{ html: string, teaser: string, words: number, rendered: string }} the fields of a Post
 * @throws {LarderError} `invalid` when the text is longer than 5 MB, or its HTML is longer than 8 MB or nested too deeply
 */
export function renderPost({ markdown, excerpt }) {
  const source = bounded(postToHtml(readable(markdown, LONGEST_POST)));
  const root = nest(purify(sanitisePost(source)));
  normalisePost(root);
  const teaser = teaserOf(root, readable(excerpt, LONGEST_POST));
  for (const node of elements(root)) dropMark(node);
  return {
    html: bounded(toHtml(root).trim()),
    teaser,
    words: countWords(root),
    rendered: fingerprint(markdown, excerpt),
  };
}

/**
 * @param {{ markdown: string, excerpt: string, rendered: string }} post
 * @returns {boolean} whether its html, teaser and words are what `renderPost` would give
 */
export const isFresh = ({ markdown, excerpt, rendered }) =>
  rendered === fingerprint(markdown, excerpt);

/**
 * @param {string} markdown a stranger's text: no HTML, images or headings; links to http(s) and mailto only
 * @returns {string} HTML
 * @throws {LarderError} `invalid` when it is longer than 50,000 characters, or has too many elements
 */
export function renderComment(markdown) {
  const text = readable(markdown, LONGEST_COMMENT);
  if (cellsAtMost(text) + linksAtMost(text) > MOST_TAGS_OF_A_COMMENT) throw tooManyElements();
  const html = commentToHtml(text);
  if (html.split('<').length > MOST_TAGS_OF_A_COMMENT) throw tooManyElements();
  const root = nest(purify(sanitiseComment(html)).replace(TOO_MANY_MARKS, '$1'));
  normaliseComment(root);
  return toHtml(root).trim();
}

/** A short row of a table is filled up to the width of the first one. @param {string} text @returns {number} */
function cellsAtMost(text) {
  const rows = text.split('\n').filter((line) => line.includes('|'));
  return rows.length * Math.max(0, ...rows.map((line) => line.split('|').length));
}

/** @param {string} text @returns {number} as many as that, since each costs ten times what a tag does */
const linksAtMost = (text) => 10 * (text.split('://').length - 1);

const tooManyElements = () =>
  new LarderError('invalid', 'The text has too many elements', { field: 'markdown' });

/**
 * @param {string} text
 * @param {number} longest
 */
function readable(text, longest) {
  if (text.length > longest)
    throw new LarderError('invalid', `The text is longer than ${longest} characters`, {
      field: 'markdown',
    });
  return purify(text.toWellFormed().replace(/\r\n?/g, '\n'));
}

/** @param {string} html @returns {string} the same */
function bounded(html) {
  if (Buffer.byteLength(html) <= LONGEST_HTML) return html;
  throw new LarderError(
    'invalid',
    `The text becomes more than ${LONGEST_HTML / 1e6} MB of HTML: please split it into several posts`,
    {
      field: 'markdown',
    },
  );
}

/** @param {string} text also after parsing: an entity can name any character */
const purify = (text) => text.replace(FORBIDDEN, '');

/** @param {Element} node */
function dropMark(node) {
  node.children = node.children.filter((child) => typeof child === 'string' || !isMark(child));
}

/**
 * @param {string} markdown
 * @param {string} excerpt
 */
function fingerprint(markdown, excerpt) {
  const renderer = rendererOf(markdown);
  const input = `${renderer}\n${excerpt.length}\n${excerpt}\n${markdown}`;
  return `${renderer}-${createHash('sha256').update(input).digest('base64url')}`;
}
