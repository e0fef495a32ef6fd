import { slugify } from '../../../../base/slug.js';
import { looksLikeFile, looksLikeImage, mayBeFile } from '../../shared/file-names.js';
import { changeOutsideCode } from './outside-code.js';
/** @import { FindPost } from './templates.js' */

/** `[[Note#Part|Words]]`, with a `!` before what is shown within the text; in a table the bar is escaped. */
const WIKI_LINK =
  /(!?)\[\[([^[\]|#^\n]{0,300})(?:[#^]([^[\]|\n]{0,300}?))?(?:\\?\|([^[\]\n]{0,300}))?\]\]/g;

/** The name of a block, which only links to it need. */
const BLOCK_NAME = /(?<=\S)[ \t]{1,9}\^[a-z0-9-]{4,40}[ \t]{0,9}$|^\^[\w-]{1,40}[ \t]{0,9}$/gm;

/** @param {string} text */
const withoutBlockNames = (text) => text.replace(BLOCK_NAME, '');

/**
 * What is between two `%%` is for authors alone in Obsidian; so is a comment of HTML here.
 * @param {string} markdown
 * @returns {string}
 */
export const keepComments = (markdown) =>
  changeOutsideCode(markdown, (text) => {
    if (!text.includes('%%')) return text;
    let result = '';
    let from = 0;
    for (const { index } of text.matchAll(/(?<![\w%])%%(?!%)/g)) {
      if (index < from) continue;
      const end = text.indexOf('%%', index + 2);
      if (end < 0) break;
      const inside = text.slice(index + 2, end).replace(/(?<!-)--+(?=>|$)|<!--/g, '-');
      // An empty line in it would show the rest.
      result += `${text.slice(from, index)}<!--${inside.replace(/\n\s*(?=\n)/g, '')}-->`;
      from = end + 2;
    }
    return result + text.slice(from);
  });

/**
 * Makes plain links of those in double brackets. What names nothing that is imported stays as it is written.
 * @param {string} markdown
 * @param {FindPost} findPost
 * @param {(warning: string) => void} warn
 * @returns {string}
 */
export function convertWikiLinks(markdown, findPost, warn) {
  /** @type {Set<string>} */
  const lost = new Set();
  const converted = changeOutsideCode(markdown, (text) =>
    withoutBlockNames(text).replace(WIKI_LINK, (whole, mark, written, part = '', words = '') => {
      const name = written.replace(/\\$/, '').trim();
      if (looksLikeFile(name) || (mark && mayBeFile(name) && !findPost(name))) {
        const isShown = mark && looksLikeImage(name);
        const label = /^\d+(x\d+)?$/.test(words) ? '' : words;
        return `${isShown ? '!' : ''}[${label || lastOf(name)}](<${name}>)`;
      }
      const path = name ? findPost(name) : '';
      if (path === null || !(name || part)) {
        if (name) lost.add(whole.slice(0, 60));
        return whole;
      }
      const heading = part.startsWith('^') ? '' : part.slice(part.lastIndexOf('#') + 1);
      const fragment = heading && !/^\^/.test(heading) ? `#${slugify(heading)}` : '';
      const label = words || [lastOf(name), heading].filter(Boolean).join(' › ');
      return `[${label}](${path}${fragment})`;
    }),
  );
  if (lost.size > 0) warn(`its links lead nowhere: ${[...lost].slice(0, 10).join(', ')}`);
  return converted;
}

/** @param {string} path */
const lastOf = (path) => path.slice(path.lastIndexOf('/') + 1);
