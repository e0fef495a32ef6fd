import { presentLine } from '../../lib/views/presenters/posts.js';
import { counted } from '../../lib/views/presenters/words.js';
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
      text: counted(total, 'post'),
      years: years.map(({ year, count }) => ({
        year,
        url: `/archive/${year}`,
        count,
        text: counted(count, 'post'),
        posts: index.isNamed ? index.year(year).map((post) => presentLine(post, index)) : [],
      })),
      empty: total === 0,
    },
    page: { title: 'Archive' },
  };
}

/** `/archive/:year` @type {Action} */
export function year({ params }, { index }) {
  const { year } = params;
  const posts = index.year(year);
  if (posts.length === 0) return null;
  const { older, newer } = index.yearNeighbours(year);
  return {
    view: 'year',
    model: {
      year,
      text: counted(posts.length, 'post'),
      months: months(posts, index),
      older: yearLink(older),
      newer: yearLink(newer),
    },
    page: { title: year, description: `${counted(posts.length, 'post')} of ${year}` },
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
