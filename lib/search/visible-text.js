import { tokens, toText } from '../markup/tree.js';

/** Characters of HTML that are searched; most posts have a hundredth of it. */
const MOST = 2_000_000;

const HEADING = /^h[1-6]$/;
/** Elements in the middle of words. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/;

/**
 * @param {string} html of a post
 * @returns {{ headings: string, text: string }} its plain text, with the alternative text of images; `headings`: those alone
 */
export function visibleText(html) {
  const parts = { headings: '', text: '' };
  let inHeading = false;
  let inTex = false;
  const add = (/** @type {string} */ text) => {
    if (inTex) return;
    parts.text += text;
    if (inHeading) parts.headings += text;
  };
  for (const { open, attributes, close, text } of tokens(html.slice(0, MOST))) {
    if (text !== undefined) add(toText(text).replaceAll('\u00ad', ''));
    else {
      const tag = /** @type {string} */ (open ?? close);
      if (!INLINE.test(tag)) add(' ');
      if (tag === 'img') add(`${toText(attributes?.get('alt') ?? '')} `);
      if (HEADING.test(tag)) inHeading = open !== undefined;
      // The TeX of a formula, which readers do not see.
      if (tag === 'annotation') inTex = open !== undefined;
    }
  }
  return { headings: spaced(parts.headings), text: spaced(parts.text) };
}

/** Leaves single spaces alone: there are a thousand. @param {string} text */
const spaced = (text) => text.replace(/ \s+|[^\S ]\s*/g, ' ').trim();
