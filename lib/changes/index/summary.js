import { digest } from '../../base/digest.js';
import { furtherNames } from '../../store/fields.js';
/** @import { Post, Summary } from '../../store/types.js' */

/**
 * @param {Post} post from a store
 * @returns {Summary}
 */
export function summarise(post) {
  const { id, type, slug, title, tags, author, status, publishedAt, updatedAt, words } = post;
  const { commentsClosed, rendered } = post;
  const summary = {
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
  };
  for (const name of furtherNames)
    if (post[name] !== undefined) Object.assign(summary, { [name]: post[name] });
  return summary;
}
