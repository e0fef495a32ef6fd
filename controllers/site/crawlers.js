import { urlOf } from '../../lib/views/presenters/posts.js';
/** @import { Action, File, ShownBlog, View } from '../types.js' */

/** `/sitemap.xml`: all URLs, or an index of its parts when there are many. @type {Action} */
export function sitemap(_request, blog) {
  const parts = blog.index.sitemapParts();
  if (parts === 1) return presentPart(blog, 1);
  const maps = Array.from({ length: parts }, (_, place) => ({
    loc: `${blog.baseUrl}/sitemap-${place + 1}.xml`,
  }));
  return { view: 'sitemap-index', model: { maps } };
}

/** `/sitemap-:n.xml` @type {Action} */
export function sitemapPart({ params }, blog) {
  return /^[1-9]\d{0,5}$/.test(params.n) ? presentPart(blog, Number(params.n)) : null;
}

/** `/robots.txt` @type {Action} */
export function robots(_request, { baseUrl }) {
  return { view: 'robots', model: { sitemapUrl: `${baseUrl}/sitemap.xml` } };
}

/** `/llms.txt`, if the owner has written one. @type {Action} */
export const llms = (_request, { index }) => textFile(index.settings.llmsText);

/** `/.well-known/security.txt` and `/security.txt` (RFC 9116), likewise. @type {Action} */
export const security = (_request, { index }) => textFile(index.settings.securityText);

/** @param {string} text @returns {File | null} null: what else has this address, may show it */
const textFile = (text) =>
  text === ''
    ? null
    : {
        // Earlier versions have stored it with the line break.
        bytes: Buffer.from(`${text.trimEnd()}\n`),
        contentType: 'text/plain; charset=utf-8',
        immutable: false,
      };

/** @param {ShownBlog} blog @param {number} number @returns {View | null} */
function presentPart({ index, baseUrl }, number) {
  const pages = number === 1 ? ['/', '/archive', '/tags'] : [];
  const written = index.sitemap(number);
  if (!written) return null;
  return {
    view: 'sitemap',
    model: {
      urls: [
        ...pages.map((path) => ({ loc: baseUrl + path, lastmod: null })),
        ...written
          .map((post) => ({ ...post, loc: baseUrl + urlOf(post) }))
          // A sitemap lists canonical URLs.
          .filter(({ loc, canonicalUrl = loc }) => canonicalUrl === loc)
          .map(({ loc, modifiedAt }) => ({ loc, lastmod: modifiedAt })),
      ],
    },
  };
}
