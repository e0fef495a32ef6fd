import * as shows from '../lib/cache/dependencies.js';
import { urlOf } from '../lib/presenters/posts.js';

/** @typedef {import('../lib/blog.js').Action} Action */
/** @typedef {import('../lib/blog.js').Blog} Blog */

/** `/sitemap.xml`: all addresses, or the parts in which they stand when there are many. @type {Action} */
export function sitemap(_request, blog) {
  const parts = partsOf(blog);
  if (parts === 1) {
    const { dependsOn, ...part } = presentPart(blog, 1);
    return { ...part, dependsOn: [shows.sitemapParts, ...dependsOn] };
  }
  const maps = Array.from({ length: parts }, (_, place) => ({
    loc: `${blog.baseUrl}/sitemap-${place + 1}.xml`,
  }));
  return { view: 'sitemap-index', model: { maps }, dependsOn: [shows.sitemapParts] };
}

/** `/sitemap-:n.xml` @type {Action} */
export function sitemapPart({ params }, blog) {
  const number = Number(params.n);
  if (!/^[1-9]\d{0,5}$/.test(params.n) || number > partsOf(blog)) return null;
  return presentPart(blog, number);
}

/** `/robots.txt` @type {Action} */
export function robots(_request, { baseUrl }) {
  return { view: 'robots', model: { sitemapUrl: `${baseUrl}/sitemap.xml` }, dependsOn: [] };
}

/** @param {Blog} blog */
const partsOf = ({ index }) =>
  Math.max(1, Math.ceil(index.lists.all.length / index.layout.sitemapLength));

/** @param {Blog} blog @param {number} number @returns {import('../lib/blog.js').View} */
function presentPart({ index, baseUrl }, number) {
  const posts = index.lists.all.chunk(number, index.layout.sitemapLength);
  const pages = number === 1 ? ['/', '/archive', '/tags'] : [];
  const written = number === 1 ? [...index.lists.pages, ...posts] : posts;
  return {
    view: 'sitemap',
    model: {
      urls: [
        ...pages.map((path) => ({ loc: baseUrl + path, lastmod: null })),
        ...written.map((post) => ({ loc: baseUrl + urlOf(post), lastmod: post.updatedAt })),
      ],
    },
    dependsOn: [shows.sitemap(number)],
  };
}
