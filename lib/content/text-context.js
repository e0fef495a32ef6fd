import { namesIn } from '../markup/syntax/wiki-links.js';
import { pathOf } from '../changes/index/blog-index.js';
import { encodedPath } from '../base/paths.js';
import { slugify } from '../base/slug.js';
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Targets } from '../markup/syntax/wiki-links.js' */

/**
 * What a text that is saved is rendered with, besides itself. It stays as it was then: a link to a post that gets
 * another URL leads on from its former one.
 * @param {string} markdown
 * @param {BlogIndex} index
 * @returns {{ language: string, links: Targets }}
 */
export function textContext(markdown, index) {
  const links = namesIn(markdown).flatMap((name) => {
    const post = find(name, index);
    // The title of a draft is not for readers.
    const title = post && index.isPublic(post) ? post.title : '';
    return post ? [[name, { url: encodedPath(pathOf(post)), title }]] : [];
  });
  return { language: index.settings.language, links: Object.fromEntries(links) };
}

/** @param {string} name a slug, present or former, or a title @param {BlogIndex} index */
function find(name, index) {
  for (const slug of [name, slugify(name)]) {
    const post = index.find('post', slug) ?? index.find('page', slug);
    if (post) return post;
    const owner = index.addresses.get(`/post/${slug}`) ?? index.addresses.get(`/${slug}`);
    const moved = index.post(owner ?? '');
    // The new URL of a draft is not for readers either.
    if (moved && index.isPublic(moved)) return moved;
  }
  return null;
}
