import { mayEdit } from '../../people/rights.js';
import { shapes } from '../../content/shapes.js';
import { authorsOf } from '../../changes/index/public-lists.js';
import { monthIn } from '../../base/time-zones.js';
import { lookUp } from '../../base/look-up.js';
import { normalise } from '../../base/unicode.js';
import { stateNames } from './editor.js';
/** @import { Author } from '../../people/rights.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Summary } from '../../store/types.js' */

/**
 * Which posts a list shows, as its address says it.
 * @typedef {object} Filter
 * @property {string} q  words, or a part of the title
 * @property {string} state  '' for any, as in all of these
 * @property {string} tag  in any letter case
 * @property {string} author  a user's id
 * @property {string} month  such as '2026-11'
 * @property {number} page
 * @property {'' | 'page' | 'all'} chosen  whether all posts of the page or of the list are selected
 */

/** @param {URLSearchParams} query @returns {Filter} */
export function readFilter(query) {
  const text = (/** @type {string} */ name, /** @type {number} */ atMost) =>
    (query.get(name) ?? '').trim().slice(0, atMost);
  const page = query.get('page') ?? '';
  const month = query.get('month') ?? '';
  const state = query.get('state') ?? '';
  const chosen = query.get('chosen');
  return {
    q: text('q', shapes.post.title.maxLength),
    state: lookUp(stateNames, state) ? state : '',
    tag: text('tag', shapes.post.tags.items.maxLength),
    author: text('author', shapes.user.id.maxLength),
    month: /^\d{4}-\d\d$/.test(month) ? month : '',
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    chosen: chosen === 'page' || chosen === 'all' ? chosen : '',
  };
}

/** @param {Partial<Filter>} filter @returns {URLSearchParams} without what is not asked for */
export const queryOf = (filter) =>
  new URLSearchParams(
    Object.entries(filter)
      .filter(([name, value]) => value && !(name === 'page' && value === 1))
      .map(([name, value]) => [name, String(value)]),
  );

/**
 * The posts or pages that an author may edit, changed last first.
 * @param {'post' | 'page'} type
 * @param {Author} author
 * @param {Filter} filter
 * @param {BlogIndex} index
 * @param {ReadonlySet<string>} having  ids of those that have the words of `q`
 */
export function findPosts(type, author, filter, index, having) {
  const monthOf = monthIn(index.settings.timeZone);
  const own = [...index.posts()].filter((post) => post.type === type && mayEdit(author, post));
  const { name = '', others = [] } = (filter.tag && index.tagNames.find(filter.tag)) || {};
  const spellings = new Set([name, ...others]);
  const hasTitle = titleHas(filter.q);
  /** @type {Partial<Record<keyof Filter, (post: Summary) => boolean>>} */
  const conditions = {
    q: (post) => having.has(post.id) || hasTitle(post),
    tag: ({ tags }) => tags.some((tag) => spellings.has(tag)),
    author: (post) => authorsOf(post).includes(filter.author),
    month: (post) => monthOf(dateOf(post)) === filter.month,
  };
  const asked = Object.entries(conditions).filter(([part]) => lookUp(filter, part));
  const matching = own.filter((post) => asked.every(([, holds]) => holds(post)));
  const byState = sortOut(matching, index);
  const found = newestFirst(filter.state ? byState[filter.state] : matching);
  const months = new Set(own.map((post) => monthOf(dateOf(post))));
  const authors = new Set(own.flatMap(authorsOf));
  return { own, matching, byState, found, months, authors };
}

/** The date that the list shows. @param {Pick<Summary, 'status' | 'publishedAt' | 'updatedAt'>} post */
export const dateOf = ({ status, publishedAt, updatedAt }) =>
  status === 'published' && publishedAt ? publishedAt : updatedAt;

/** @param {string} q @returns {(post: Summary) => boolean} */
function titleHas(q) {
  const wanted = fold(q);
  return ({ title }) => fold(title).includes(wanted);
}

/** @param {string} text */
export const fold = (text) =>
  normalise(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/**
 * @param {Summary[]} posts
 * @returns {Summary[]} changed last first; an import changes many at once. Numbers are compared in a third of the time
 *   of strings
 */
export const newestFirst = (posts) =>
  posts
    .map((post) => ({ post, at: Date.parse(post.updatedAt) }))
    .sort((a, b) => b.at - a.at || (a.post.id < b.post.id ? -1 : 1))
    .map(({ post }) => post);

/** @param {Summary[]} posts @param {BlogIndex} index */
function sortOut(posts, index) {
  /** @type {Record<string, Summary[]>} */
  const byState = { draft: [], scheduled: [], public: [] };
  for (const post of posts) byState[index.stateOf(post)].push(post);
  return byState;
}
