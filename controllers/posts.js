import * as shows from '../lib/cache/dependencies.js';
import { pageCount } from '../lib/index/post-list.js';
import {
  keysOfCards,
  presentCard,
  presentCommentCount,
  presentComments,
  presentLink,
  presentPost,
} from '../lib/presenters/posts.js';

/** @typedef {import('../lib/blog.js').Action} Action */
/** @typedef {import('../lib/types.js').Summary} Summary */

/** `/`: the newest posts. @type {Action} */
export async function front({ reader }, { index }) {
  const perPage = index.settings.postsPerPage;
  const pages = pageCount(index.lists.all.length, perPage);
  const posts = index.lists.all.front(perPage);
  return {
    view: 'front',
    model: {
      ...(await cards(posts, reader, index)),
      heading: null,
      pager: { older: pages > 0 ? `/page/${pages}` : null, newer: null },
    },
    dependsOn: [shows.front('all'), shows.setting('postsPerPage'), ...cardKeys(posts)],
  };
}

/** `/page/:n`: numbered from the oldest, so that a new post leaves them as they are. @type {Action} */
export async function numbered({ params, reader }, { index }) {
  const number = pageNumber(params.n);
  const perPage = index.settings.postsPerPage;
  const last = pageCount(index.lists.all.length, perPage);
  // Its posts still stand on the front page; the page before links here and must keep its bytes.
  if (last > 0 && number === last + 1) return { redirect: '/', status: 302 };
  const posts = index.lists.all.page(number, perPage);
  if (posts.length === 0) return null;
  return {
    view: 'front',
    model: {
      ...(await cards(posts, reader, index)),
      heading: `Page ${number}`,
      pager: { older: number > 1 ? `/page/${number - 1}` : null, newer: `/page/${number + 1}` },
    },
    page: { title: `Page ${number}` },
    dependsOn: [shows.page('all', number), shows.setting('postsPerPage'), ...cardKeys(posts)],
  };
}

/** `/post/:slug` @type {Action} */
export async function show({ params, reader }, { index }) {
  const summary = index.find('post', params.slug);
  if (!summary || !index.isPublic(summary)) return null;
  const { older, newer } = index.lists.neighbours(summary);
  const [post, comments] = await Promise.all([reader.post(summary), reader.comments(summary)]);
  return {
    view: 'post',
    model: {
      post: presentPost(post, index),
      older: presentLink(older),
      newer: presentLink(newer),
      comments: presentComments(comments, summary, index),
    },
    page: {
      title: post.title,
      description: post.teaser,
      article: { publishedTime: post.publishedAt, modifiedTime: post.updatedAt },
    },
    dependsOn: [
      shows.text(summary.id),
      shows.comments(summary.id),
      shows.commenting(summary.id),
      // The form says what becomes of a comment.
      ...(index.commenting(summary) === 'open' ? [shows.setting('comments')] : []),
      shows.neighbours(summary.id),
      shows.author(summary.author),
      shows.setting('timeZone'),
      ...[older, newer].flatMap((neighbour) => (neighbour ? shows.link(neighbour.id) : [])),
    ],
  };
}

/** @param {string} text @returns {number} 0 when it is no page's number */
export const pageNumber = (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/**
 * @param {Summary[]} summaries
 * @param {import('../lib/content/reader.js').Reader} reader
 * @param {import('../lib/index/blog-index.js').BlogIndex} index
 */
async function cards(summaries, reader, index) {
  const posts = await reader.posts(summaries);
  return {
    posts: posts.map((post) => ({
      ...presentCard(post, index),
      comments: presentCommentCount(post, index),
    })),
    empty: posts.length === 0,
  };
}

/** @param {Summary[]} posts */
const cardKeys = (posts) => [
  ...keysOfCards(posts),
  ...posts.map(({ id }) => shows.commentCount(id)),
];
