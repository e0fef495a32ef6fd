import { environmentOf } from './environment.js';
import { slugify } from '../../base/slug.js';
/** @import { MarkdownIt, StateInline } from 'markdown-it' */

/**
 * @typedef {{ url: string, title: string }} Target  Of a link between posts: `title` is '' unless readers may know it.
 * @typedef {Record<string, Target>} Targets  by what stands between the brackets, before `#` and `|`
 */

/** Neither `[[1]](url)` nor `[[1]][id]`. */
const LINK =
  /\[\[([^\s[\]#|][^[\]#|\n]{0,199})(?:#([^[\]|\n]{1,200}))?(?:\|([^[\]\n]{1,300}))?\]\](?![([])/y;
const LINKS = new RegExp(LINK.source, 'g');

/** Links of one text that are looked up. */
const MOST = 1000;

/**
 * @param {string} markdown
 * @returns {string[]} the names in double brackets, each once
 */
export const namesIn = (markdown) =>
  markdown.includes('[[')
    ? [...new Set(Array.from(markdown.matchAll(LINKS), ([, name]) => name.trim()))].slice(0, MOST)
    : [];

/** What may name a post: neither numbers nor `[[:alpha:]]`. */
const NAME = /^(?=[\p{L}\p{N}]).*\p{L}/u;

/**
 * `[[slug]]`, `[[slug#heading]]` and `[[slug|text]]`; only their words are shown if there is no such post.
 * @param {MarkdownIt} md
 */
export function wikiLinks(md) {
  md.inline.ruler.before('link', 'wiki_link', link);
}

/** @param {StateInline} state @param {boolean} silent */
function link(state, silent) {
  const { src, pos, posMax } = state;
  LINK.lastIndex = pos;
  const [whole, written, part, words] = LINK.exec(src) ?? [];
  if (whole === undefined || pos + whole.length > posMax) return false;
  const name = written.trim();
  const { links, leftOut } = environmentOf(state.env);
  const target = links && Object.hasOwn(links, name) ? links[name] : null;
  if (!target && !silent)
    leftOut?.(`[[${name}]] is no link: there is no post or page of that name.`);
  if (!target && !(links && NAME.test(name))) return false;
  if (!silent) {
    if (target)
      state
        .push('link_open', 'a', 1)
        .attrSet('href', target.url + (part ? `#${slugify(part)}` : ''));
    state.push('text', '', 0).content = words?.trim() || target?.title || name;
    if (target) state.push('link_close', 'a', -1);
  }
  state.pos += whole.length;
  return true;
}
