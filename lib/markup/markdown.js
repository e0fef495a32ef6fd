import { createRequire } from 'node:module';
import { codeBlock, MOST_CODE, plainCode } from './code-block.js';
import { lazy } from '../base/lazy.js';
import { isElementName, REMOVED_WHOLE, willVanish } from './elements.js';
import { environmentOf } from './syntax/environment.js';
import { abbreviations } from './syntax/abbreviations.js';
import { callouts } from './syntax/callouts.js';
import { definitions } from './syntax/definitions.js';
import { eastAsian } from './syntax/east-asian.js';
import { figures } from './syntax/figures.js';
import { footnotes } from './syntax/footnotes.js';
import { marks } from './syntax/marks.js';
import { math } from './syntax/math.js';
import { setQuotes } from './syntax/quotes.js';
import { subscribeForm } from './syntax/subscribe-form.js';
import { tableBodies } from './syntax/table-bodies.js';
import { tasks } from './syntax/tasks.js';
import { wikiLinks } from './syntax/wiki-links.js';
/** @import { MarkdownIt } from 'markdown-it' */
/** @import { Targets } from './syntax/wiki-links.js' */

const require = createRequire(import.meta.url);

/** Characters of code in a comment that are highlighted. */
const MOST_CODE_OF_A_COMMENT = 5000;
/** Quotations and lists in each other in a comment: each line is compared with all that it may stand in. */
const MOST_NESTING_OF_A_COMMENT = 30;

/** Marks the end of the teaser, with an element that the sanitiser allows. */
const MORE = '<wbr class="more">';

/**
 * What the Markdown of posts has besides that of comments; the order counts where they come before or after each other.
 */
const SYNTAX = [
  marks,
  wikiLinks,
  footnotes,
  math,
  definitions,
  callouts,
  subscribeForm,
  tableBodies,
  abbreviations,
  tasks,
  figures,
];

const posts = lazy(() => {
  const md = create({ html: true }).disable('replacements');
  for (const add of SYNTAX) md.use(add);
  const { rules } = md.renderer;
  rules.ours = (tokens, at) => tokens[at].content;
  rules.fence = (tokens, at, _options, env) =>
    codeBlock(tokens[at].content, tokens[at].info, environmentOf(env));
  return md;
});
const comments = lazy(() =>
  create({ html: false })
    // People write comments as they write mails: a new line is a new line.
    .set({ maxNesting: MOST_NESTING_OF_A_COMMENT, breaks: true })
    .disable(['image', 'heading', 'lheading']),
);

/**
 * @param {string} markdown
 * @param {object} [known]
 * @param {string} [known.language] of quotation marks, a BCP 47 tag; '' leaves them straight
 * @param {Targets} [known.links] what `[[name]]` leads to
 * @param {(note: string) => void} [known.leftOut] is told what is not shown as it was meant
 * @returns {string} unsafe HTML, to be sanitised: it contains the author's own HTML
 */
export function postToHtml(markdown, { language = '', links = {}, leftOut } = {}) {
  const md = posts();
  setQuotes(md, language);
  return keepNames(md.render(markdown, { code: 0, links, leftOut }));
}

/**
 * @param {string} markdown in which HTML, images and headings stay text
 * @returns {string} HTML, to be sanitised
 */
export const commentToHtml = (markdown) =>
  comments().render(markdown, { code: MOST_CODE - MOST_CODE_OF_A_COMMENT });

/**
 * @param {{ html: boolean }} options
 * @returns {MarkdownIt}
 */
function create({ html }) {
  /** @type {MarkdownIt} */
  const md = require('markdown-it')({ html, linkify: true });
  md.use(eastAsian);
  // Only URLs with a scheme become links: `README.md` and `io.js` are not hosts.
  md.linkify.set({ fuzzyLink: false });
  md.linkify.add('//', { validate: addressWithoutScheme });
  // The sanitiser removes unsafe links; rejecting them here would show their Markdown source.
  md.validateLink = () => true;
  const { rules } = md.renderer;
  rules.fence = (tokens, at, _options, env) =>
    plainCode(tokens[at].content, tokens[at].info, environmentOf(env));
  rules.code_block = (tokens, at, _options, env) =>
    plainCode(tokens[at].content, '', environmentOf(env));
  rules.html_inline = (tokens, at) => rawHtml(tokens[at].content);
  rules.html_block = rules.html_inline;
  return md;
}

/**
 * The same as the library's, but what belongs to a scheme, `https://`, is told before all behind it is read: otherwise
 * the time grows with the square of the addresses in a row.
 * @param {string} text
 * @param {number} start behind the slashes
 * @param {MarkdownIt['linkify']} linkify
 * @returns {number} characters of the address
 */
function addressWithoutScheme(text, start, { re }) {
  if (/[:/]/.test(text[start - 3] ?? '')) return 0;
  const pattern = re.get_relative_proto_validator();
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0].length ?? 0;
}

/**
 * Escapes tags that are not HTML, as in `Promise<void>`: they were meant as text.
 * @param {string} source
 */
const rawHtml = (source) =>
  source
    .replace(/<!--\s*more\s*-->/gi, MORE)
    .replace(/<(?=\/?([a-z][^\s/>]{0,40}))/gi, (bracket, name) =>
      isElementName(name.toLowerCase()) ? bracket : '&lt;',
    );

/**
 * Authors who write about the <input> or <title> element often forget the backticks. So a tag that would disappear, and
 * has neither an end tag nor attributes, is escaped; one that would swallow the rest of the text, in any case.
 * @param {string} html
 */
function keepNames(html) {
  const source = html.toLowerCase();
  /** @type {Map<string, number>} */
  const ends = new Map();
  return html.replace(/<([a-z][^\s/>]*)(\s*>)?/gi, (whole, tag, bare, at) => {
    const name = tag.toLowerCase();
    if (!willVanish(name) || !(bare || REMOVED_WHOLE.has(name))) return whole;
    if (!ends.has(name)) ends.set(name, source.lastIndexOf(`</${name}`));
    return at < (ends.get(name) ?? -1) ? whole : whole.replace('<', '&lt;');
  });
}
