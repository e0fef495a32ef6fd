import { digest } from '../../base/digest.js';
/** @import { Post, Summary } from '../../store/types.js' */

/**
 * @param {Post} post from a store
 * @returns {Summary}
 */
export function summarise(post) {
  const { id, type, slug, title, tags, author, status, publishedAt, updatedAt, words } = post;
  const { coAuthors, cover, commentsClosed, rendered, description, canonicalUrl, noindex } = post;
  return {
    id,
    type,
    slug,
    title,
    tags,
    author,
    status,
    publishedAt,
    updatedAt,
    commentsClosed,
    words,
    teaserDigest: digest(post.teaser),
    textDigest: rendered.slice(-16),
    revision: post.revision ?? '',
    ...(coAuthors && { coAuthors }),
    ...(cover && { cover }),
    ...(description && { description }),
    ...(canonicalUrl && { canonicalUrl }),
    ...(noindex && { noindex }),
  };
}
