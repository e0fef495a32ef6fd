import * as shows from '../lib/cache/dependencies.js';
import { presentPage } from '../lib/presenters/posts.js';

/** `/:slug`: a page such as /about. @type {import('../lib/blog.js').Action} */
export async function show({ params, reader }, { index }) {
  const summary = index.find('page', params.slug);
  // An encoded slash in the path makes the address of a post look like a page's.
  if (summary?.type !== 'page' || !index.isPublic(summary)) return null;
  const page = await reader.post(summary);
  return {
    view: 'page',
    model: { post: presentPage(page) },
    page: { title: page.title, description: page.teaser },
    dependsOn: [shows.text(summary.id)],
  };
}
