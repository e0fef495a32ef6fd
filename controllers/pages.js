import { presentPage } from '../lib/presenters/posts.js';

/** `/:slug`: a page such as /about. @type {import('../lib/blog.js').Action} */
export async function show({ params, reader }, { index }) {
  const found = index.find('page', params.slug);
  const page = found && (await reader.text(found));
  if (!page) return null;
  return {
    view: 'page',
    model: { post: presentPage(page) },
    page: { title: page.title, description: page.teaser },
  };
}
