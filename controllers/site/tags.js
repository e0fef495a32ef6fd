import { tagPath } from '../../lib/util/paths.js';
import { presentCard } from '../../lib/views/presenters/posts.js';
import { counted } from '../../lib/views/presenters/words.js';
import { pageNumber } from './posts.js';
/** @import { Mention, Reader, TrackedIndex } from '../../lib/changes/tracked-blog.js' */
/** @import { Action, View } from '../types.js' */

const WEIGHTS = 9;

/** `/tags`: all tags, sized by their number of posts. @type {Action} */
export function cloud(_request, { index }) {
  const counts = index.tags();
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
  };
}

/** `/tag/:tag` @type {Action} */
export async function show({ params, reader }, { index, baseUrl }) {
  const { tag } = params;
  const front = index.front(`tag:${tag}`);
  if (!front) return null;
  const { posts, pages, length: count } = front;
  const pager = { older: pages > 0 ? `${tagPath(tag)}/page/${pages}` : null, newer: null };
  return present({ tag, posts, count, pager, reader, index, baseUrl });
}

/** `/tag/:tag/page/:n`, numbered from the oldest. @type {Action} */
export async function numbered({ params, reader }, { index, baseUrl }) {
  const { tag } = params;
  const number = pageNumber(params.n);
  const { posts, isNext } = index.page(`tag:${tag}`, number);
  if (isNext) return { redirect: tagPath(tag), status: 302 };
  if (posts.length === 0) return null;
  const pager = {
    older: number > 1 ? `${tagPath(tag)}/page/${number - 1}` : null,
    newer: `${tagPath(tag)}/page/${number + 1}`,
  };
  return present({ tag, posts, count: posts.length, pager, reader, index, baseUrl, number });
}

/**
 * @param {object} deps
 * @param {string} deps.tag
 * @param {Mention[]} deps.posts
 * @param {number} deps.count
 * @param {{ older: string | null, newer: string | null }} deps.pager
 * @param {Reader} deps.reader
 * @param {TrackedIndex} deps.index
 * @param {string} deps.baseUrl
 * @param {number} [deps.number]
 * @returns {Promise<View>}
 */
async function present({ tag, posts, count, pager, reader, index, baseUrl, number }) {
  const feedUrl = `${baseUrl}${tagPath(tag)}/atomfeed`;
  const text = number ? `Page ${number}` : counted(count, 'post');
  const description = number ? '' : index.description(tag);
  const cards = await reader.cards(posts);
  return {
    view: 'tag',
    model: {
      name: tag,
      count,
      text,
      paragraphs: description.split(/\n\s*\n/).filter(Boolean),
      feedUrl,
      posts: cards.map((post) => presentCard(post, index)),
      pager,
    },
    page: {
      title: number ? `${tag}, page ${number}` : tag,
      description: description.slice(0, 200) || `Posts tagged ${tag}`,
      feed: { title: `${index.settings.title}: ${tag}`, url: feedUrl },
    },
  };
}

/**
 * @param {number} count of one tag
 * @param {number} most of any
 * @returns {number} from 1 to 9, on a logarithmic scale: a few large tags must not make all others look alike
 */
const weigh = (count, most) =>
  most === 1 ? 1 : 1 + Math.round(((WEIGHTS - 1) * Math.log(count)) / Math.log(most));
