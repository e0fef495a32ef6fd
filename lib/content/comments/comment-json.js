/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Comment } from '../../store/types.js' */

/**
 * A comment for the API and for webhooks.
 * @param {Comment} comment
 * @param {BlogIndex} index
 */
export function commentJson({ id, postId, replyTo, name, url, markdown, status }, index) {
  const postSlug = index.post(postId)?.slug ?? '';
  return { id, postSlug, replyTo, name, url, markdown, status };
}
