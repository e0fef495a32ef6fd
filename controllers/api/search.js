import { check } from '../../lib/content/schema.js';
import { queries } from './shapes/schemas.js';
import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { Part } from '../../lib/search/excerpt.js' */
/** @import { AuthorAction } from '../types.js' */

/** `GET /api/search?q=&page=` @type {AuthorAction} */
export async function list({ query, address }, { search, baseUrl }) {
  if (!search) return null;
  const { q = '', page = '1' } = Object.fromEntries(query);
  check(q.trim(), queries['GET /api/search'].q, 'q');
  check(page, queries['GET /api/search'].page, 'page');
  const {
    posts,
    total,
    page: shown,
    pages,
    how,
    missing,
  } = await search.find(q, Number(page), address);
  const items = posts.map(({ post, title, excerpt }) => ({
    type: post.type,
    slug: post.slug,
    url: baseUrl + urlOf(post),
    title: textOf(title),
    excerpt: textOf(excerpt),
    tags: post.tags,
    publishedAt: post.publishedAt,
  }));
  const next = new URLSearchParams({ q, page: String(shown + 1) });
  return {
    json: {
      items,
      next: shown < pages ? `${baseUrl}/api/search?${next}` : null,
      total,
      how,
      missing,
    },
  };
}

/** @param {Part[]} parts */
const textOf = (parts) => parts.map(({ text }) => text).join('');
