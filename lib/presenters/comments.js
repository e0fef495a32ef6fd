/**
 * A comment as the API and the notices give it.
 * @param {import('../types.js').Comment} comment
 * @param {import('../index/blog-index.js').BlogIndex} index
 */
export function presentComment({ id, postId, replyTo, name, url, markdown, status }, index) {
  const postSlug = index.post(postId)?.slug ?? '';
  return { id, postSlug, replyTo, name, url, markdown, status };
}
