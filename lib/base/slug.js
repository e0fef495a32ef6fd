import { normalise } from './unicode.js';

/** The longest slug, in characters. */
export const SLUG_AT_MOST = 80;

/** Latin letters that have no accent to take off, as they are written without them. */
const SPELLED_OUT = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }),
);

/**
 * The first segments of the addresses that belong to routes. A page (which lives at `/<slug>`) may not
 * take one of them; a post (at `/post/<slug>`) may.
 */
export const RESERVED_PAGE_SLUGS = new Set([
  'admin',
  'api',
  'archive',
  'atomfeed',
  'comment-received',
  'feed',
  'geo',
  'healthz',
  'media',
  'metrics',
  'page',
  'post',
  'search',
  'sitemap',
  'source',
  'status',
  'tag',
  'tags',
  'theme',
]);

/** What of ours a page may take the place of, by its slug. */
export const YIELDING = new Map([
  ['subscribe', 'the page about feeds'],
  ['rss', 'the redirect to the RSS feed'],
]);

/**
 * @param {string} text in lower case
 * @returns {string} with plain Latin letters for those that have no accent to take off
 */
export const spellOut = (text) =>
  text.replace(/[ßæœøđðłþı]/g, (letter) => SPELLED_OUT.get(letter) ?? letter);

/**
 * Makes an address from a title: lower case, words joined by hyphens, Latin letters without accents,
 * other scripts kept as they are, without what only shapes or divides a word.
 * @param {string} text
 * @returns {string} at most 80 characters; '' when nothing is left
 */
export function slugify(text) {
  const bare = normalise(text.slice(0, 1000), 'NFKD').replace(/(\p{Script=Latin})\p{M}+/gu, '$1');
  const words = spellOut(normalise(bare).toLowerCase())
    .replace(/['’ʼ\p{Cf}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return [...words.replace(/^-/, '')].slice(0, SLUG_AT_MOST).join('').replace(/-$/, '');
}

/**
 * @param {string} slug
 * @param {number} number of at most five digits
 * @returns {string} the slug for the second, third and so on of the same title
 */
export const numberedSlug = (slug, number) =>
  `${[...slug]
    .slice(0, SLUG_AT_MOST - 6)
    .join('')
    .replace(/-$/, '')}-${number}`;

/**
 * @param {unknown} text
 * @returns {boolean} whether it can stand in an address as it is
 */
export const isSlug = (text) => typeof text === 'string' && text !== '' && slugify(text) === text;
