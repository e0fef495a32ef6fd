import { createRequire } from 'node:module';
import { highlight } from './highlight.js';
import { lazy } from '../util/lazy.js';
import { isElementName, REMOVED_WHOLE, willVanish } from './elements.js';
/** @import { MarkdownIt } from 'markdown-it' */

const require = createRequire(import.meta.url);

/** Characters of code in one text that are highlighted. */
const MOST_CODE = 300_000;

/** The same for a comment. */
const MOST_CODE_OF_A_COMMENT = 5000;

/** Marks the end of the teaser, with an element that the sanitiser allows. */
const MORE = '<wbr class="more">';

const posts = lazy(() => create({ html: true }));
const comments = lazy(() => create({ html: false }).disable(['image', 'heading', 'lheading']));

/**
 * @param {string} markdown
 * @returns {string} unsafe HTML, to be sanitised: it contains the author's own HTML
 */
export const postToHtml = (markdown) => keepNames(posts().render(markdown, { code: 0 }));

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
  // Only URLs with a scheme become links: `README.md` and `io.js` are not hosts.
  md.linkify.set({ fuzzyLink: false });
  // The sanitiser removes unsafe links; rejecting them here would show their Markdown source.
  md.validateLink = () => true;
  const { rules } = md.renderer;
  rules.fence = (tokens, at, _options, /** @type {any} */ env) =>
    code(tokens[at].content, tokens[at].info, env);
  rules.code_block = (tokens, at, _options, /** @type {any} */ env) =>
    code(tokens[at].content, '', env);
  rules.html_inline = (tokens, at) => rawHtml(tokens[at].content);
  rules.html_block = rules.html_inline;
  return md;
}

/**
 * @param {string} text
 * @param {string} info the info string of the fence
 * @param {{ code: number }} env counts the characters of code in one text
 */
function code(text, info, env) {
  env.code += text.length;
  const { html, language } = highlight(text, env.code > MOST_CODE ? '' : info.trim());
  const classes = language ? `hljs language-${language}` : 'hljs';
  return `<pre><code class="${classes}">${html}</code></pre>\n`;
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
 * Authors who write about the <input> or <title> element often forget the backticks. So a tag that would disappear, and has
 * neither an end tag nor attributes, is escaped; one that would swallow the rest of the text, in any case.
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
