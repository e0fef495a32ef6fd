import { presentMetadata, presentPage } from '../../lib/views/presenters/posts.js';
/** @import { Action } from '../types.js' */

/** `/:slug`: a page such as /about. @type {Action} */
export async function show({ params, reader }, { index }) {
  const found = index.find('page', params.slug);
  const page = found && (await reader.text(found));
  if (!page) return null;
  const post = presentPage(page, index);
  return {
    view: 'page',
    model: { post },
    frames: post.frames,
    page: { title: page.title, ...presentMetadata(page) },
  };
}
