import * as shows from '../lib/cache/dependencies.js';
import { datesFor } from '../lib/presenters/dates.js';
import { presentLine } from '../lib/presenters/posts.js';
import { counted } from '../lib/presenters/words.js';

/** @typedef {import('../lib/blog.js').Action} Action */

/** `/archive`: every year. @type {Action} */
export function years(_request, { index }) {
  const total = index.lists.all.length;
  const named = total <= index.layout.archiveNames;
  const names = newestFirst(index.lists.years.keys());
  return {
    view: 'archive',
    model: {
      total,
      text: counted(total, 'post'),
      years: names.map((year) => ({
        year,
        url: `/archive/${year}`,
        count: postsOf(index, year).length,
        text: counted(postsOf(index, year).length, 'post'),
        posts: named ? postsOf(index, year).map((post) => presentLine(post, index)) : [],
      })),
      empty: total === 0,
    },
    page: { title: 'Archive' },
    dependsOn: [
      shows.yearCounts,
      shows.setting('timeZone'),
      ...(named ? names.map(shows.year) : []),
    ],
  };
}

/** `/archive/:year` @type {Action} */
export function year({ params }, { index }) {
  const { year } = params;
  if (!index.lists.years.has(year)) return null;
  const names = newestFirst(index.lists.years.keys());
  const place = names.indexOf(year);
  const posts = postsOf(index, year);
  return {
    view: 'year',
    model: {
      year,
      text: counted(posts.length, 'post'),
      months: months(posts, index),
      older: yearLink(names[place + 1]),
      newer: yearLink(names[place - 1]),
    },
    page: { title: year, description: `${counted(posts.length, 'post')} of ${year}` },
    dependsOn: [shows.year(year), shows.yearNeighbours(year), shows.setting('timeZone')],
  };
}

/** @param {Iterable<string>} years */
const newestFirst = (years) => [...years].sort().reverse();

/** @param {import('../lib/index/blog-index.js').BlogIndex} index @param {string} year */
const postsOf = (index, year) => index.lists.years.get(year)?.newest(Infinity) ?? [];

/** @param {string | undefined} year */
const yearLink = (year) => (year ? { title: year, url: `/archive/${year}` } : null);

/**
 * @param {import('../lib/types.js').Summary[]} posts newest first
 * @param {import('../lib/index/blog-index.js').BlogIndex} index
 */
function months(posts, index) {
  const { month } = datesFor(index.settings);
  /** @type {{ name: string, posts: object[] }[]} */
  const groups = [];
  for (const post of posts) {
    const name = month(post.publishedAt ?? '');
    if (groups.at(-1)?.name !== name) groups.push({ name, posts: [] });
    groups.at(-1)?.posts.push(presentLine(post, index));
  }
  return groups;
}
