import { authorPath } from '../../lib/util/paths.js';
import { presentCard } from '../../lib/views/presenters/posts.js';
import { counted } from '../../lib/views/presenters/words.js';
import { pageNumber } from './posts.js';
/** @import { Mention, Reader } from '../../lib/changes/tracked-blog.js' */
/** @import { Action, ShownBlog, View } from '../types.js' */

/** `/author/:id`: who has public posts. @type {Action} */
export async function show({ params: { id }, reader }, blog) {
  const front = blog.index.front(`author:${id}`);
  if (!front) return null;
  const { posts, pages, length } = front;
  const pager = { older: pages > 0 ? `${authorPath(id)}/page/${pages}` : null, newer: null };
  return present({ id, posts, text: counted(length, 'post'), pager, number: 0 }, reader, blog);
}

/** `/author/:id/page/:n`, numbered from the oldest. @type {Action} */
export async function numbered({ params, reader }, blog) {
  const { id } = params;
  const number = pageNumber(params.n);
  const { posts, isNext } = blog.index.page(`author:${id}`, number);
  if (isNext) return { redirect: authorPath(id), status: 302 };
  if (posts.length === 0) return null;
  const pageAt = (/** @type {number} */ n) => `${authorPath(id)}/page/${n}`;
  const pager = { older: number > 1 ? pageAt(number - 1) : null, newer: pageAt(number + 1) };
  return present({ id, posts, text: `Page ${number}`, pager, number }, reader, blog);
}

/**
 * @param {object} list
 * @param {string} list.id
 * @param {Mention[]} list.posts
 * @param {string} list.text
 * @param {{ older: string | null, newer: string | null }} list.pager
 * @param {number} list.number  0: the first page, which introduces the author
 * @param {Reader} reader
 * @param {ShownBlog} blog
 * @returns {Promise<View | null>}
 */
async function present({ id, posts, text, pager, number }, reader, { index, baseUrl }) {
  const profile = index.profile(id);
  if (!profile) return null;
  const { name, about = '', picture = null } = profile;
  const feedUrl = `${baseUrl}${authorPath(id)}/atomfeed`;
  const cards = await reader.cards(posts);
  const paragraphs = about.split(/\n\s*\n/).filter(Boolean);
  return {
    view: 'author',
    model: {
      ...{ name, text, feedUrl, pager },
      intro: number === 0 ? { picture, paragraphs } : null,
      posts: cards.map((post) => presentCard(post, index)),
    },
    page: {
      title: number === 0 ? name : `${name}, page ${number}`,
      description: about.slice(0, 200) || `Posts by ${name}`,
      image: picture && baseUrl + picture,
      feed: { title: `${index.settings.title}: ${name}`, url: feedUrl },
    },
  };
}
