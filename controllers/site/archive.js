import { presentLine } from '../../lib/views/presenters/posts.js';
import { listPage, pagedYear } from './lists.js';
/** @import { Line, TrackedIndex } from '../../lib/changes/tracked-blog.js' */
/** @import { Action } from '../types.js' */

/** `/archive`: every year. @type {Action} */
export function years(_request, { index }) {
  const years = index.years();
  const total = years.reduce((sum, { count }) => sum + count, 0);
  return {
    view: 'archive',
    model: {
      total,
      text: index.words.say('posts', { count: total }),
      years: years.map(({ year, count }) => ({
        year,
        url: `/archive/${year}`,
        count,
        text: index.words.say('posts', { count }),
        posts: index.isNamed ? linesOf(year, index) : [],
      })),
      empty: total === 0,
    },
    page: { title: index.words.say('archive') },
  };
}

/** @param {string} year @param {TrackedIndex} index where there are so few posts that none is on another page */
const linesOf = (year, index) =>
  (index.yearFront(year)?.posts ?? []).map((post) => presentLine(post, index));

/** `/archive/:year` and, of a year with very many posts, `/archive/:year/page/:n` @type {Action} */
export function year({ params: { year, n } }, { index }) {
  const list = listPage({ path: `/archive/${year}`, n, index }, pagedYear(index, year));
  if (!list || 'redirect' in list) return list;
  const { posts, number, count, text, pager } = list;
  const isFirst = number === 0;
  const { words } = index;
  const page = String(number);
  const { older, newer } = isFirst ? index.yearNeighbours(year) : {};
  return {
    view: 'year',
    model: {
      year,
      text,
      months: months(posts, index),
      pager,
      older: yearLink(older),
      newer: yearLink(newer),
    },
    page: isFirst
      ? { title: year, description: words.say('yearPosts', { count, year }) }
      : {
          title: words.say('paged', { title: year, page }),
          description: words.say('yearPage', { year, page }),
        },
  };
}

/** @param {string | undefined} year */
const yearLink = (year) => (year ? { title: year, url: `/archive/${year}` } : null);

/**
 * @param {Line[]} posts newest first
 * @param {TrackedIndex} index
 */
function months(posts, index) {
  /** @type {{ name: string, posts: object[] }[]} */
  const groups = [];
  for (const post of posts) {
    const name = index.date('month', post.publishedAt ?? '');
    if (groups.at(-1)?.name !== name) groups.push({ name, posts: [] });
    groups.at(-1)?.posts.push(presentLine(post, index));
  }
  return groups;
}
