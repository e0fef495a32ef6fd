import { mayEdit } from './rights.js';
/** @import { Author } from './rights.js' */
/** @import { Content } from '../content/content.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Comment, CommentPlace, Store, TrashedComment } from '../store/types.js' */

/**
 * @typedef {{ store: Store, index: BlogIndex }} Blog
 */

/** How many comments are read at once when looking for those on an author's posts. */
const READ_AT_ONCE = 100;

/**
 * @param {Author} author
 * @param {Comment['status']} status
 * @param {Blog} blog
 * @returns {Promise<number>} how many comments of that status they may moderate
 */
export async function countComments(author, status, { store, index }) {
  let count = 0;
  for (const [postId, some] of await store.commentCounts(status))
    if (mayModerate(author, { postId }, index)) count += some;
  return count;
}

/**
 * Comments of one status that the user may moderate: authors see those on their own posts, editors and owners all.
 * @param {Author} author
 * @param {Comment['status']} status
 * @param {{ limit: number, before?: CommentPlace }} page
 * @param {Blog} blog
 * @returns {Promise<Comment[]>} newest first; fewer than `limit` only at the end
 */
export async function listComments(author, status, { limit, before }, { store, index }) {
  if (author.role !== 'author') return store.commentsWith(status, { limit, before });
  /** @type {Comment[]} */
  const found = [];
  for (let place = before; ;) {
    const some = await store.commentsWith(status, { limit: READ_AT_ONCE, before: place });
    found.push(...some.filter((comment) => mayModerate(author, comment, index)));
    if (found.length >= limit || some.length < READ_AT_ONCE) return found.slice(0, limit);
    place = some[some.length - 1];
  }
}

/**
 * Deleted comments that the user may restore.
 * @param {Author} author
 * @param {{ limit?: number, before?: CommentPlace }} page in `before`, `createdAt` is the time of deletion
 * @param {{ content: Content, index: BlogIndex }} blog
 * @returns {Promise<TrashedComment[]>} most recently deleted first; fewer than `limit` only at the end
 */
export async function listTrashed(author, { limit, before }, { content, index }) {
  const isAfter = (/** @type {TrashedComment} */ { removedAt, id }) =>
    !before || `${removedAt} ${id}` < `${before.createdAt} ${before.id}`;
  const trashed = await content.trashedComments();
  return trashed
    .filter((each) => isAfter(each) && mayModerate(author, each.comment, index))
    .slice(0, limit);
}

/**
 * @param {Author} author
 * @param {Pick<Comment, 'postId'>} comment
 * @param {BlogIndex} index
 * @returns {boolean} comments on deleted posts are for editors
 */
export const mayModerate = (author, { postId }, index) =>
  mayEdit(author, index.post(postId) ?? { type: 'post', author: '' });
