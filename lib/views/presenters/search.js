import { tagPath } from '../../base/paths.js';
import { cut } from '../../base/unicode.js';
import { urlOf } from './posts.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Said } from '../../changes/tracked-blog.js' */
/** @import { Results } from '../../search/search.js' */

/** Tags that are offered when nothing was found. */
const MOST_TAGS = 10;
/** Characters of a query that are shown. */
const SHOWN = 100;

/**
 * @param {{ q: string, results: Results | null }} asked  null: nothing was asked
 * @param {BlogIndex} index
 * @param {Pick<Said, 'say'>} words
 */
export function presentSearch({ q, results }, index, words) {
  const model = { q, results: null, none: null };
  if (!results) return model;
  const { how, total, page, pages, missing } = results;
  const link = (/** @type {number} */ number) =>
    `/search?${new URLSearchParams({ q, ...(number > 1 && { page: String(number) }) })}`;
  const shown = cut(q, SHOWN);
  return {
    ...model,
    building: missing > 0 && words.say('building', { count: missing }),
    none: how === 'none' && {
      text: words.say('nothingFound', { q: shown }),
      tags: [...index.lists.tags]
        .sort(([, { length: a }], [, { length: b }]) => b - a)
        .slice(0, MOST_TAGS)
        .map(([name]) => ({ name, url: tagPath(name) })),
    },
    results: total > 0 && {
      text:
        before[how].map((key) => words.say(key)).join('') +
        words.say('results', { count: total, q: shown }),
      items: results.posts.map(({ post, title, excerpt }) => ({
        url: urlOf(post),
        title,
        excerpt,
        date: post.type === 'post' &&
          post.publishedAt && {
            iso: post.publishedAt,
            text: index.date('full', post.publishedAt),
          },
      })),
    },
    pager: pages > 1 && {
      text: words.say('pageOf', { page: String(page), pages: String(pages) }),
      previous: page > 1 ? link(page - 1) : null,
      next: page < pages ? link(page + 1) : null,
    },
  };
}

/** @type {Record<Results['how'], string[]>} */
const before = { all: [], similar: ['searchSimilar'], some: ['searchSome'], none: [] };
