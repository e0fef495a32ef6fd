/** @import { Words } from '../../base/words.js' */

/**
 * One page of a list.
 * @template T
 * @param {T[]} all
 * @param {string | number | null} asked  a number from 1; the first page for what is none, the last for what is too
 *   high
 * @param {number} size
 * @param {(page: number) => string} link
 * @param {Words} words
 */
export function paginate(all, asked, size, link, words) {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(/^[1-9]\d{0,6}$/.test(String(asked)) ? Number(asked) : 1, pages);
  return {
    page,
    shown: all.slice((page - 1) * size, page * size),
    pager: pages > 1 && {
      text: words.say('common.pageOf', { page, pages }),
      previous: page > 1 ? link(page - 1) : null,
      next: page < pages ? link(page + 1) : null,
    },
  };
}
