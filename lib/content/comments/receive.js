import { setImmediate } from 'node:timers/promises';
import { isError } from '../../base/errors.js';
import { normalise } from '../../base/unicode.js';
import { checkRoom } from './limits.js';
import { checkLinks, validateCommentForm, idOf, LINKS_UNSEEN } from './comment-form.js';
/** @import { Content } from '../content.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Comment, Eventual, Store, Summary } from '../../store/types.js' */
/** @import { Problems, CommentForm } from './comment-form.js' */
/** @import { CommentLimits } from './limits.js' */

/**
 * @typedef {object} Blog
 * @property {Store} store
 * @property {BlogIndex} index
 * @property {Content} content
 * @property {Eventual<CommentLimits>} limits
 */

/**
 * Checks a comment that a reader has sent, and stores it.
 * @param {Summary} post whose comments are open
 * @param {CommentForm} typed
 * @param {string} address of the client
 * @param {Blog} blog
 * @returns {Promise<Problems | null>} null: it is stored, or the same comment was there already
 * @throws {LarderError} `tooMany` or `unavailable`
 */
export async function receiveComment(post, typed, address, blog) {
  const { content, limits, store } = blog;
  const { input, problems } = validateCommentForm(typed, post.id);
  if (Object.keys(problems).length > 0) return problems;
  // Everything from here on is costly, so it is limited.
  await limits.countComment(address);
  checkRoom(await store.commentCounts('pending'), post.id);
  const { html, links, problem } = await render(input.markdown);
  if (problem) return { markdown: problem };
  const parent = await findParent(post.id, typed.replyTo, blog);
  if (parent === null) return { replyTo: ['commentGone'] };
  const place = { ...input, postId: post.id, replyTo: parent };
  const id = idOf(place);
  for (const kind of /** @type {const} */ (['comment', 'trashedComment']))
    if (await store.get(kind, id)) return null;
  const status = (await mayBeShown(input, links, blog)) ? 'approved' : 'pending';
  try {
    await content.saveComment({ id, ...place, status }, { html, by: 'reader' });
  } catch (error) {
    // The same form was sent twice at once.
    if (!isError(error, 'conflict')) throw error;
  }
  return null;
}

/** @param {string} markdown @returns {Promise<{ html: string, links: number, problem: Problems['markdown'] }>} */
async function render(markdown) {
  const { isEmpty, loadForComment, renderComment } = await import('../../markup/render.js');
  for (const _ of loadForComment(markdown)) await setImmediate();
  try {
    const html = renderComment(markdown);
    if (isEmpty(html)) return { html, links: 0, problem: ['commentEmpty'] };
    const { count, problem } = checkLinks(html);
    return { html, links: count, problem };
  } catch (error) {
    if (!isError(error, 'invalid')) throw error;
    return { html: '', links: 0, problem: ['commentNested'] };
  }
}

/**
 * @param {string} postId
 * @param {string} replyTo a comment's id without that of its post, or ''
 * @param {Blog} blog
 * @returns {Promise<string | null>} the id of the top-level comment of the thread, or ''; null when the comment is
 * not public
 */
async function findParent(postId, replyTo, { store, index }) {
  if (replyTo === '') return '';
  const id = `${postId}:${replyTo}`;
  const approved = index.comments(postId);
  if (!approved.has(id)) return null;
  const parent = await store.get('comment', id);
  if (!parent) return null;
  return approved.has(parent.replyTo) ? parent.replyTo : id;
}

/**
 * @param {Pick<Comment, 'name'>} input
 * @param {number} links
 * @param {Blog} blog
 */
async function mayBeShown({ name }, links, { index, limits }) {
  if (index.settings.comments !== 'shown' || links > LINKS_UNSEEN) return false;
  // Comments under an author's name always wait for approval.
  const isAuthor = [...index.users.values()].some((user) => isSameName(user.name, name));
  return !isAuthor && limits.takeShown();
}

/** @param {string} one @param {string} other */
const isSameName = (one, other) => bare(one) === bare(other);

/** @param {string} name */
const bare = (name) =>
  normalise(name, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
