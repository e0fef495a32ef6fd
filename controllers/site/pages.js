import { presentMetadata, presentPage } from '../../lib/views/presenters/posts.js';
/** @import { Mention } from '../../lib/changes/tracked-blog.js' */
/** @import { Action, BlogRequest, Result, ShownBlog } from '../types.js' */

/** `/:slug`: a page such as /about. @type {Action} */
export async function show(request, blog) {
  const found = blog.index.find('page', request.params.slug);
  return found && showPage(found, request, blog);
}

/**
 * @param {Mention} found
 * @param {Pick<BlogRequest, 'reader'>} request
 * @param {Pick<ShownBlog, 'index'>} blog
 * @returns {Promise<Result>}
 */
export async function showPage(found, { reader }, { index }) {
  const page = await reader.text(found);
  if (!page) return null;
  const post = presentPage(page, index);
  return {
    view: 'page',
    model: { post },
    frames: post.frames,
    page: { title: page.title, ...presentMetadata(page) },
  };
}
