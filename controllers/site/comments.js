import { receiveComment } from '../../lib/content/comments/receive.js';
import { isTrapped, readCommentForm } from '../../lib/content/comments/comment-form.js';
import { describe, LarderError } from '../../lib/base/errors.js';
import { commentsPath, urlOf } from '../../lib/views/presenters/posts.js';
/** @import { Problems, CommentForm } from '../../lib/content/comments/comment-form.js' */
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { Summary } from '../../lib/store/types.js' */
/** @import { Action, FormAction, UncachedAction } from '../types.js' */

const received = { redirect: '/comment-received' };

/** `POST /post/:slug/comments`: a reader's form. @type {FormAction} */
export async function receive({ params, form, address }, blog) {
  // Bots get the same answer as for a success.
  if (isTrapped(form)) return received;
  const { index } = blog;
  const post = findPost(params.slug, index);
  const typed = readCommentForm(form);
  if (!post) return refuse(null, typed, { status: 404, reason: 'This post no longer exists.' });
  const state = index.commenting(post);
  if (state !== 'open') return refuse(post, typed, { status: 403, reason: closedFor[state] });
  try {
    const problems = await receiveComment(post, typed, address, blog);
    return problems ? refuse(post, typed, { status: 422, problems }) : received;
  } catch (error) {
    return refuse(post, typed, reasonOf(error));
  }
}

/**
 * `GET /post/:slug/comments`: redirects to the post, for those who reload after sending the form.
 * @type {UncachedAction}
 */
export function lead({ params }, { index }) {
  const post = findPost(params.slug, index);
  return post ? { redirect: `${urlOf(post)}#comments`, status: 302 } : null;
}

/** `/comment-received`: a cached page, so it contains nothing of the comment. @type {Action} */
export const thank = (_request, { index, assets }) => ({
  view: 'comment-received',
  model: { held: index.moderatesComments, scriptUrl: assets.url('back.js') },
  page: { title: 'Thanks!', noindex: true },
});

/** Why a comment is refused. */
const closedFor = {
  closed: 'Comments on this post are closed.',
  off: 'Comments are closed.',
};

/**
 * @param {string} slug the current or a former one: the form may have been open for long
 * @param {BlogIndex} index
 * @returns {Summary | null} a public post
 */
function findPost(slug, index) {
  const post =
    index.find('post', slug) ?? index.post(index.addresses.get(`/post/${slug}`) ?? '') ?? null;
  return post?.type === 'post' && index.isPublic(post) ? post : null;
}

/** @param {unknown} error @returns {{ status: number, reason: string, headers: string[] }} */
function reasonOf(error) {
  if (!(error instanceof LarderError)) throw error;
  const { status } = describe(error);
  if (error.code === 'tooMany') return { status, reason: error.message, headers: error.headers };
  if (error.code !== 'unavailable') throw error;
  if (error.headers.length > 0) return { status, reason: error.message, headers: error.headers };
  const reason =
    error.outcome === 'open'
      ? 'Your comment may still appear. If it does not, please send it again in a minute.'
      : 'Your comment could not be saved. Please try again in a few seconds.';
  return { status, reason, headers: [] };
}

/**
 * Shows the form again with all that was typed.
 * @param {Summary | null} post
 * @param {CommentForm} typed
 * @param {{ status: number, reason?: string, problems?: Problems, headers?: string[] }} why
 */
function refuse(post, typed, { status, reason = '', problems = {}, headers }) {
  // If the parent is gone, the comment can be sent again as a top-level one.
  const replyTo = problems.replyTo ? '' : typed.replyTo;
  const maySendAgain = post !== null && status !== 403;
  return {
    view: /** @type {const} */ ('comment-refused'),
    model: {
      reason: reason || problems.replyTo || null,
      post: post && { title: post.title, url: urlOf(post) },
      form: maySendAgain && { action: commentsPath(post), replyTo },
      typed,
      problems,
      lost: !maySendAgain,
    },
    page: { title: 'Your comment', noindex: true },
    status,
    headers,
  };
}
