import { textsOf } from '../../store/text-fields.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Comment } from '../../store/types.js' */

/**
 * A comment for the API and for webhooks.
 * @param {Comment} comment
 * @param {BlogIndex} index
 */
export function commentJson(comment, index) {
  const { id, postId, replyTo, name, markdown, status } = comment;
  const postSlug = index.post(postId)?.slug ?? '';
  return { id, postSlug, replyTo, name, ...textsOf('comment', comment), markdown, status };
}
