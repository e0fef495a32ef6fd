import { tagPath } from '../../lib/base/paths.js';
import { cut } from '../../lib/base/unicode.js';
import { presentCard } from '../../lib/views/presenters/posts.js';
import { paragraphsOf } from '../../lib/views/presenters/plain-text.js';
import { listPage, pagedList } from './lists.js';
/** @import { Action } from '../types.js' */

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
      text: index.words.say('posts', { count }),
      weight: weigh(count, most),
    }));
  return {
    view: 'tags',
    model: { tags, empty: tags.length === 0 },
    page: { title: index.words.say('tags') },
  };
}

/** `/tag/:tag` and `/tag/:tag/page/:n` @type {Action} */
export async function show({ params: { tag, n }, reader }, { index, baseUrl }) {
  const path = tagPath(tag);
  const list = listPage({ path, n, index }, pagedList(index, `tag:${tag}`));
  if (!list || 'redirect' in list) return list;
  const { number, count, text, pager } = list;
  const feedUrl = `${baseUrl}${path}/atomfeed`;
  // Only the first page describes it.
  const description = number === 0 ? index.description(tag) : '';
  const cards = await reader.cards(list.posts);
  return {
    view: 'tag',
    model: {
      name: tag,
      count,
      text,
      paragraphs: paragraphsOf(description),
      feedUrl,
      posts: cards.map((post, place) => presentCard(post, index, place)),
      pager,
    },
    page: {
      title: number === 0 ? tag : index.words.say('paged', { title: tag, page: String(number) }),
      description: cut(description, 200) || index.words.say('tagPosts', { tag }),
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
