import { pageNumber } from './posts.js';
/** @import { TrackedIndex } from '../../lib/changes/tracked-blog.js' */
/** @import { Redirect } from '../types.js' */

/**
 * @template T
 * @typedef {object} ListPage
 * @property {T[]} posts
 * @property {number} number  0: the first page
 * @property {number} count  of the posts of the list on its first page, else of those on this one
 * @property {string} text  says which page it is
 * @property {{ older: string | null, newer: string | null }} pager
 */

/**
 * A page of a list that is not the one of all posts. They are numbered from the oldest, so that a new post does not
 * change them.
 * @template T
 * @param {{ path: string, n?: string, index: TrackedIndex }} wanted  `path`: of its first page; `n`: the number of
 *   another one
 * @param {object} list
 * @param {() => { posts: T[], pages: number } | null} list.front
 * @param {() => number} list.count
 * @param {(number: number) => { posts: T[], isNext: boolean }} list.page
 * @returns {ListPage<T> | Redirect | null} null: there is no such page
 */
export function listPage({ path, n, index: { words } }, list) {
  const pageAt = (/** @type {number} */ number) => `${path}/page/${number}`;
  if (n === undefined) {
    const front = list.front();
    if (!front) return null;
    const { posts, pages } = front;
    const count = list.count();
    const pager = { older: pages > 0 ? pageAt(pages) : null, newer: null };
    return { posts, number: 0, count, text: words.say('posts', { count }), pager };
  }
  const number = pageNumber(n);
  const { posts, isNext } = list.page(number);
  if (isNext) return { redirect: path, status: 302 };
  if (posts.length === 0) return null;
  const pager = { older: number > 1 ? pageAt(number - 1) : null, newer: pageAt(number + 1) };
  const text = words.say('page', { page: String(number) });
  return { posts, number, count: posts.length, text, pager };
}

/**
 * @param {TrackedIndex} index
 * @param {string} list  'tag:' and a tag, or 'author:' and an id
 */
export const pagedList = (index, list) => ({
  front: () => index.front(list),
  page: (/** @type {number} */ number) => index.page(list, number),
  count: () => index.count(list),
});

/** @param {TrackedIndex} index @param {string} year */
export const pagedYear = (index, year) => ({
  front: () => index.yearFront(year),
  page: (/** @type {number} */ number) => index.yearPage(year, number),
  count: () => index.yearFront(year)?.length ?? 0,
});
