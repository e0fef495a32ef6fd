import * as pages from './pages.js';
import { modifiedAt } from '../../lib/changes/index/public-lists.js';
import { SHARE_CARD } from '../../lib/views/share-cards.js';
import {
  namedAuthors,
  presentCard,
  presentCommentCount,
  presentComments,
  presentLink,
  presentMetadata,
  presentPost,
  presentSharing,
  presentWriters,
  urlOf,
} from '../../lib/views/presenters/posts.js';
/** @import { Reader } from '../../lib/changes/reader.js' */
/** @import { Link, Mention, Text, TrackedIndex } from '../../lib/changes/tracked-blog.js' */
/** @import { Comment } from '../../lib/store/types.js' */
/** @import { PageModel } from '../../lib/views/view-manager.js' */
/** @import { Action, ShownBlog, View } from '../types.js' */

/** `/`: the newest posts, or the page that the owner wants there. @type {Action} */
export function front(request, blog) {
  const page = frontPageOf(blog);
  return page ? pages.showPage(page, request, blog) : newest(request, blog);
}

/** `/posts`: the newest posts, where a page is at `/`; else a page of this name. @type {Action} */
export async function list(request, blog) {
  if (!frontPageOf(blog)) return pages.show({ ...request, params: { slug: 'posts' } }, blog);
  return { ...(await newest(request, blog)), page: { title: blog.index.words.say('postsTitle') } };
}

/** @param {Pick<ShownBlog, 'index'>} blog @returns {Mention | null} */
function frontPageOf({ index }) {
  const { frontPage } = index.appearance;
  const page = frontPage ? index.mention(frontPage) : null;
  return page?.type === 'page' ? page : null;
}

/** @type {(...given: Parameters<Action>) => Promise<View>} */
async function newest({ reader }, { index }) {
  const { posts: newestOnes = [], pages = 0 } = index.front('all') ?? {};
  const pinned = index.appearance.pinned.flatMap((id) => index.mention(id) ?? []);
  const isPinned = new Set(pinned.map(({ id }) => id));
  const posts = [...pinned, ...newestOnes.filter(({ id }) => !isPinned.has(id))];
  return {
    view: 'front',
    model: {
      ...(await cards(posts, reader, index, isPinned)),
      heading: null,
      pager: { older: pages > 0 ? `/page/${pages}` : null, newer: null },
    },
  };
}

/** `/page/:n`: numbered from the oldest, so that a new post does not change them. @type {Action} */
export async function numbered({ params, reader }, { index }) {
  const number = pageNumber(params.n);
  const title = index.words.say('page', { page: String(number) });
  const { posts, isNext } = index.page('all', number);
  // Its posts are still on the front page; the page before links here, and its bytes must not change.
  if (isNext) return { redirect: frontPageOf({ index }) ? '/posts' : '/', status: 302 };
  if (posts.length === 0) return null;
  return {
    view: 'front',
    model: {
      ...(await cards(posts, reader, index)),
      heading: title,
      pager: { older: number > 1 ? `/page/${number - 1}` : null, newer: `/page/${number + 1}` },
    },
    page: { title },
  };
}

/** `/post/:slug` @type {Action} */
export async function show({ params, reader }, { index, baseUrl, hasShareCards }) {
  const found = index.find('post', params.slug);
  if (!found) return null;
  const { older, newer } = index.neighbours(found);
  const [post, comments] = await Promise.all([reader.text(found), reader.comments(found)]);
  if (!post) return null;
  const presented = presentPost(post, index);
  return {
    view: 'post',
    model: {
      post: presented,
      ...presentAfter(post, { older, newer, comments }, { index, baseUrl }),
    },
    frames: presented.frames,
    page: {
      title: post.title,
      ...presentMetadata(post),
      ...findShared(presented, { baseUrl, hasShareCards }),
      article: {
        publishedTime: post.publishedAt,
        modifiedTime: modifiedAt(post),
        authors: namedAuthors(post, index),
      },
    },
  };
}

/**
 * What comes after a post.
 * @param {Text} post
 * @param {{ older: Link | null, newer: Link | null, comments: Comment[] }} around
 * @param {Pick<ShownBlog, 'index' | 'baseUrl'>} blog
 */
export const presentAfter = (post, { older, newer, comments }, { index, baseUrl }) => ({
  related: index.appearance.postRelated ? findRelated(post, [older, newer], index) : [],
  sharing: presentSharing({ title: post.title, url: urlOf(post) }, index, baseUrl),
  writers: index.appearance.postAuthor ? presentWriters(post, index) : [],
  older: presentLink(older),
  newer: presentLink(newer),
  comments: presentComments(comments, post, index),
});

/**
 * @param {ReturnType<typeof presentPost>} post
 * @param {{ baseUrl: string, hasShareCards: boolean }} blog
 * @returns {Pick<PageModel, 'image' | 'shared'>} the picture that links to it show
 */
function findShared({ cover, title, url }, { baseUrl, hasShareCards }) {
  if (cover) return { image: new URL(cover.src, baseUrl).href, shared: cover };
  if (!hasShareCards) return {};
  return { image: `${baseUrl}${url}/card.png`, shared: { ...SHARE_CARD, alt: title } };
}

/** Further tags are not asked for more. */
const RELATED_AT_LEAST = 3;

/**
 * All that are asked for are shown, so that no change clears the page for nothing.
 * @param {Text} post
 * @param {(Link | null)[]} shown  that the page links to anyway
 * @param {TrackedIndex} index
 */
function findRelated(post, shown, index) {
  const known = new Set(shown.map((each) => each?.slug));
  /** @type {Link[]} */
  const related = [];
  for (const tag of post.tags) {
    if (related.length >= RELATED_AT_LEAST) break;
    for (const each of index.related(post, tag)) {
      if (!known.has(each.slug)) related.push(each);
      known.add(each.slug);
    }
  }
  return related.map(presentLink);
}

/** @param {string} text @returns {number} 0 when it is not the number of a page */
export const pageNumber = (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

/**
 * @param {Mention[]} posts
 * @param {Reader} reader
 * @param {TrackedIndex} index
 * @param {Set<string>} [pinned]  ids
 */
async function cards(posts, reader, index, pinned = new Set()) {
  const shown = await reader.cards(posts);
  return {
    posts: shown.map((post, place) => ({
      ...presentCard(post, index, place),
      comments: presentCommentCount(post, index),
      pinned: pinned.has(post.id),
    })),
    empty: shown.length === 0,
  };
}
