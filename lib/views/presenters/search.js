import { tagPath } from '../../base/paths.js';
import { cut } from '../../base/unicode.js';
import { urlOf } from './posts.js';
import { counted } from './words.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Results } from '../../search/search.js' */

/** Tags that are offered when nothing was found. */
const MOST_TAGS = 10;
/** Characters of a query that are shown. */
const SHOWN = 100;

/**
 * @param {{ q: string, results: Results | null }} asked  null: nothing was asked
 * @param {BlogIndex} index
 */
export function presentSearch({ q, results }, index) {
  const model = { q, results: null, none: null };
  if (!results) return model;
  const { how, total, page, pages, missing } = results;
  const link = (/** @type {number} */ number) =>
    `/search?${new URLSearchParams({ q, ...(number > 1 && { page: String(number) }) })}`;
  const shown = cut(q, SHOWN);
  return {
    ...model,
    building:
      missing > 0 && `${counted(missing, 'post')} cannot be found yet: the index is being built.`,
    none: how === 'none' && {
      text: `Nothing found for “${shown}”.`,
      tags: [...index.lists.tags]
        .sort(([, { length: a }], [, { length: b }]) => b - a)
        .slice(0, MOST_TAGS)
        .map(([name]) => ({ name, url: tagPath(name) })),
    },
    results: total > 0 && {
      text: `${sentences[how]}${counted(total, 'result')} for “${shown}”`,
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
      text: `Page ${page} of ${pages}`,
      previous: page > 1 ? link(page - 1) : null,
      next: page < pages ? link(page + 1) : null,
    },
  };
}

const sentences = {
  all: '',
  similar: 'Nothing has these words. With similar ones: ',
  some: 'Nothing has all of these words. With some of them: ',
  none: '',
};
