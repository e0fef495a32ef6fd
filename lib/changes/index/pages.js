/** @import { Summary } from '../../store/types.js' */
/** @import { Paging, PostList } from './public-lists.js' */

/**
 * The first page of a list.
 * @template T
 * @param {PostList | undefined} posts
 * @param {number} perPage
 * @param {(post: Summary) => T} shape
 * @param {Paging} paging
 * @returns {{ posts: T[], pages: number, length: number } | null}
 */
export function frontOf(posts, perPage, shape, paging) {
  if (!posts) return null;
  const { length } = posts;
  const shown = posts.front(perPage, paging).map(shape);
  return { posts: shown, pages: paging.pages(length, perPage), length };
}

/**
 * A numbered page of a list.
 * @template T
 * @param {PostList | undefined} posts
 * @param {number} number
 * @param {number} perPage
 * @param {(post: Summary) => T} shape
 * @param {Paging} paging
 * @returns {{ posts: T[], isNext: boolean }}
 */
export function pageOf(posts, number, perPage, shape, paging) {
  const last = paging.pages(posts?.length ?? 0, perPage);
  const shown = posts?.page(number, perPage, paging).map(shape) ?? [];
  return { posts: shown, isNext: last > 0 && number === last + 1 };
}
