import * as shows from '../lib/cache/dependencies.js';
import { pageCount } from '../lib/index/post-list.js';
import { tagPath } from '../lib/paths.js';
import { keysOfCards, presentCard } from '../lib/presenters/posts.js';
import { counted } from '../lib/presenters/words.js';
import { pageNumber } from './posts.js';

/** @typedef {import('../lib/blog.js').Action} Action */
/** @typedef {import('../lib/types.js').Summary} Summary */

const WEIGHTS = 9;

/** `/tags`: every tag, larger the more posts it has. @type {Action} */
export function cloud(_request, { index }) {
  const counts = [...index.lists.tags].map(([name, { length }]) => ({ name, count: length }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const collator = new Intl.Collator(index.settings.language, {
    sensitivity: 'base',
    numeric: true,
  });
  const tags = counts
    .sort((a, b) => collator.compare(a.name, b.name) || (a.name < b.name ? -1 : 1))
    .map(({ name, count }) => ({
      name,
      count,
      url: tagPath(name),
      text: counted(count, 'post'),
      weight: weigh(count, most),
    }));
  return {
    view: 'tags',
    model: { tags, empty: tags.length === 0 },
    page: { title: 'Tags' },
    dependsOn: [shows.tagCounts],
  };
}

/** `/tag/:tag` @type {Action} */
export async function show({ params, reader }, { index, baseUrl }) {
  const { tag } = params;
  const list = index.lists.tags.get(tag);
  if (!list) return otherSpelling(tag, index);
  const perPage = index.settings.postsPerPage;
  const pages = pageCount(list.length, perPage);
  const pager = { older: pages > 0 ? `${tagPath(tag)}/page/${pages}` : null, newer: null };
  const result = await present(tag, list.front(perPage), list.length, pager, {
    reader,
    index,
    baseUrl,
  });
  return { ...result, dependsOn: [shows.front(`tag:${tag}`), ...result.dependsOn] };
}

/** `/tag/:tag/page/:n`, numbered from the oldest. @type {Action} */
export async function numbered({ params, reader }, { index, baseUrl }) {
  const { tag } = params;
  const list = index.lists.tags.get(tag);
  if (!list) return null;
  const number = pageNumber(params.n);
  const perPage = index.settings.postsPerPage;
  const last = pageCount(list.length, perPage);
  if (last > 0 && number === last + 1) return { redirect: tagPath(tag), status: 302 };
  const posts = list.page(number, perPage);
  if (posts.length === 0) return null;
  const pager = {
    older: number > 1 ? `${tagPath(tag)}/page/${number - 1}` : null,
    newer: `${tagPath(tag)}/page/${number + 1}`,
  };
  const result = await present(tag, posts, posts.length, pager, { reader, index, baseUrl, number });
  return { ...result, dependsOn: [shows.page(`tag:${tag}`, number), ...result.dependsOn] };
}

/**
 * @param {string} tag
 * @param {Summary[]} summaries
 * @param {number} count
 * @param {{ older: string | null, newer: string | null }} pager
 * @param {{ reader: import('../lib/content/reader.js').Reader, index: import('../lib/index/blog-index.js').BlogIndex, baseUrl: string, number?: number }} parts
 */
async function present(tag, summaries, count, pager, { reader, index, baseUrl, number }) {
  const posts = await reader.posts(summaries);
  const feedUrl = `${baseUrl}${tagPath(tag)}/atomfeed`;
  const text = number ? `Page ${number}` : counted(count, 'post');
  return {
    view: /** @type {const} */ ('tag'),
    model: {
      name: tag,
      count,
      text,
      feedUrl,
      posts: posts.map((post) => presentCard(post, index)),
      pager,
    },
    page: {
      title: number ? `${tag}, page ${number}` : tag,
      description: `Posts about ${tag}`,
      feed: { title: `${index.settings.title}: ${tag}`, url: feedUrl },
    },
    dependsOn: [shows.setting('postsPerPage'), ...keysOfCards(summaries)],
  };
}

/** @param {string} tag @param {import('../lib/index/blog-index.js').BlogIndex} index */
function otherSpelling(tag, index) {
  const wanted = tag.toLowerCase();
  const found = [...index.lists.tags.keys()].find((name) => name.toLowerCase() === wanted);
  return found ? { redirect: tagPath(found), status: /** @type {const} */ (302) } : null;
}

/**
 * @param {number} count of one tag
 * @param {number} most of any
 * @returns {number} from 1 to 9, on a logarithmic scale: a few great tags must not make all others alike
 */
const weigh = (count, most) =>
  most === 1 ? 1 : 1 + Math.round(((WEIGHTS - 1) * Math.log(count)) / Math.log(most));
