import { receiveComment } from '../../lib/content/comments/receive.js';
import { isTrapped, readCommentForm } from '../../lib/content/comments/comment-form.js';
import { describe, LarderError } from '../../lib/base/errors.js';
import {
  closedWords,
  commentsPath,
  presentAsked,
  urlOf,
} from '../../lib/views/presenters/posts.js';
/** @import { Problems, CommentForm } from '../../lib/content/comments/comment-form.js' */
/** @import { BlogIndex } from '../../lib/changes/index/blog-index.js' */
/** @import { Words } from '../../lib/base/words.js' */
/** @import { Summary } from '../../lib/store/types.js' */
/** @import { Action, FormAction, UncachedAction } from '../types.js' */

/** @typedef {{ status: number, reason?: string, problems?: Problems, headers?: string[] }} Why */

const received = { redirect: '/comment-received' };

/** `POST /post/:slug/comments`: a reader's form. @type {FormAction} */
export async function receive({ params, form, address }, blog) {
  const { index, themes } = blog;
  const words = themes.at(index.settings.theme).words(index.looks);
  const post = findPost(params.slug, index);
  const typed = readCommentForm(form);
  const refuse = (/** @type {Summary | null} */ post, /** @type {Why} */ why) =>
    presentRefused({ post, typed, words }, why);
  if (!post) return refuse(null, { status: 404, reason: words.say('postGone') });
  const state = index.commenting(post);
  if (state !== 'open') return refuse(post, { status: 403, reason: words.say(closedWords[state]) });
  if (isTrapped(form)) return refuse(post, { status: 422, reason: words.say('commentTrapped') });
  try {
    const problems = await receiveComment(post, typed, address, blog);
    return problems ? refuse(post, { status: 422, problems }) : received;
  } catch (error) {
    return refuse(post, reasonOf(error, words));
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
  page: { title: index.words.say('thanks'), noindex: true },
});

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

/** @param {unknown} error @param {Words} words @returns {{ status: number, reason: string, headers: string[] }} */
function reasonOf(error, words) {
  if (!(error instanceof LarderError)) throw error;
  const { status } = describe(error);
  const { word, headers } = error;
  if (word) return { status, reason: words.say(...word), headers };
  if (error.code !== 'unavailable') throw error;
  const reason = words.say(error.outcome === 'open' ? 'commentMayAppear' : 'commentNotSaved');
  return { status, reason, headers };
}

/**
 * Shows the form again with all that was typed.
 * @param {{ post: Summary | null, typed: CommentForm, words: Words }} sent
 * @param {Why} why
 */
function presentRefused(
  { post, typed, words },
  { status, reason = '', problems: found = {}, headers },
) {
  const problems = Object.fromEntries(
    Object.entries(found).map(([field, word]) => [field, words.say(...word)]),
  );
  // If the parent is gone, the comment can be sent again as a top-level one.
  const replyTo = problems.replyTo ? '' : typed.replyTo;
  const maySendAgain = post !== null && status !== 403;
  return {
    view: 'comment-refused',
    model: {
      reason: reason || problems.replyTo || null,
      post: post && { title: post.title, url: urlOf(post) },
      form: maySendAgain && {
        action: commentsPath(post),
        replyTo,
        asked: presentAsked(words, typed, problems),
      },
      focusText: Object.keys(problems)[0] === 'markdown',
      typed,
      problems,
      lost: !maySendAgain,
    },
    page: { title: words.say('yourComment'), noindex: true },
    status,
    headers,
  };
}
