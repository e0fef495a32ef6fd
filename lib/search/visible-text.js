import { unescape } from '../markup/tree.js';
import { withoutUnread } from '../markup/unread.js';

/** Characters of HTML that are searched; most posts have a hundredth of it. */
const MOST = 2_000_000;

/** A tag as the sanitiser writes it. */
const TAG = /<(\/?)([a-z][a-z0-9-]*)(\/| [^"<>]*(?:"[^"]*"[^"<>]*)*)?>/g;
const ALT = / alt="([^"]*)"/;
const HEADING = /^h[1-6]$/;
/** Elements in the middle of words. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/**
 * @param {string} html of a post
 * @returns {{ headings: string, text: string }} its plain text, with the alternative text of images; `headings`: those
 *   alone
 */
export function visibleText(html) {
  const parts = { headings: '', text: '' };
  let inHeading = false;
  const add = (/** @type {string} */ text) => {
    parts.text += text;
    if (inHeading) parts.headings += text;
  };
  let done = 0;
  const shown = withoutUnread(html.slice(0, MOST));
  for (const { 0: whole, 1: slash, 2: tag, 3: attributes = '', index } of shown.matchAll(TAG)) {
    if (index > done) add(shown.slice(done, index));
    done = index + whole.length;
    if (INLINE.has(tag)) continue;
    add(' ');
    if (tag === 'img') add(`${ALT.exec(attributes)?.[1] ?? ''} `);
    if (HEADING.test(tag)) inHeading = slash === '';
  }
  add(shown.slice(done));
  return { headings: plain(parts.headings), text: plain(parts.text) };
}

/** @param {string} text @returns {string} unescaped, with single spaces alone */
const plain = (text) =>
  unescape(text)
    .replaceAll('\u00ad', '')
    // Leaves single spaces alone: there are a thousand.
    .replace(/ \s+|[^\S ]\s*/g, ' ')
    .trim();
