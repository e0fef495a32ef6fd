import { createHash } from 'node:crypto';
import { digest } from '../base/digest.js';
import { LANGUAGES, SESSIONS } from './languages.js';
/** @import { Targets } from './syntax/wiki-links.js' */

/**
 * What a text is rendered from. Without `language` and `links` it is rendered from itself alone, as whenever a page
 * finds one whose HTML is not current: a page must not depend on other posts without a key.
 * @typedef {object} Source
 * @property {string} markdown
 * @property {string} excerpt
 * @property {string} [language]  of its quotation marks, a BCP 47 tag; '': they stay straight
 * @property {Targets} [links]  what `[[name]]` leads to
 */

/** The version of the renderer. */
const VERSION = '7';

/** Those that said what they knew besides the text. */
const LATEST = /^[3-7]/;

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

/**
 * @param {Source} source
 * @param {string} html  made of it
 * @returns {string} to be kept with the HTML
 */
export const fingerprintOf = ({ markdown, excerpt, language = '', links = {} }, html) =>
  `${fingerprint(markdown, excerpt, rendererOf(language, links))}-${digest(html)}`;

/**
 * @param {{ markdown: string, excerpt: string, rendered: string }} post
 * @returns {boolean} whether its html, teaser and words were made from its text: by this renderer or by a former one,
 *   since what a text means changes only when it is saved
 */
export function isFresh({ markdown, excerpt, rendered }) {
  const isOlder = !LATEST.test(rendered);
  const input = isOlder ? rendered : inputOf(rendered);
  const renderer = input.slice(0, -LENGTH - 1);
  if (isOlder && renderer !== formerRenderer(markdown)) return false;
  return input === fingerprint(markdown, excerpt, renderer);
}

/** What the first renderers called it. */
const OLDER = /^(?:[12]b?-[\w-]{43})?$/;

/**
 * @param {{ markdown: string, excerpt: string, html: string, rendered: string }} post
 * @returns {boolean} whether its text or its HTML is not what was once saved together
 */
export const isDamaged = (post) =>
  LATEST.test(post.rendered)
    ? !isFresh(post) || !post.rendered.endsWith(`-${digest(post.html)}`)
    : !OLDER.test(post.rendered);

/**
 * @param {Source & { rendered: string }} post with what a text that is saved now is rendered with
 * @returns {boolean} whether saving it would render the same as before
 */
export const isUpToDate = ({ markdown, excerpt, language = '', links = {}, rendered }) =>
  inputOf(rendered) === fingerprint(markdown, excerpt, rendererOf(language, links));

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

/**
 * What comes last tells the index whether readers see something else.
 * @param {string} rendered
 * @returns {string} without the digest of the HTML
 */
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
