import * as shows from '../cache/dependencies.js';

/**
 * @typedef {object} PageModel  What a page says of itself.
 * @property {string} path  canonical
 * @property {string} [title]  '' on the front page
 * @property {string} [description]
 * @property {{ publishedTime: string | null, modifiedTime: string } | null} [article]
 * @property {string | null} [image]  absolute
 * @property {boolean} [noindex]
 * @property {{ title: string, url: string } | null} [feed]  besides that of the whole blog
 */

/** What a page depends on that shows the blog's head and foot. */
export const keysOfSite = /** @type {const} */ (['title', 'tagline', 'language', 'navigation']).map(
  shows.setting,
);

/**
 * What every view is given beside its own model. All absolute URLs begin with the configured base URL.
 * @param {import('../blog.js').Blog} blog
 * @param {PageModel} page
 */
export function presentSite({ index, assets, baseUrl }, page) {
  const { title, tagline, language, navigation } = index.settings;
  const links = [
    { title: 'Archive', url: '/archive' },
    { title: 'Tags', url: '/tags' },
    ...navigation,
    { title: 'Feed', url: '/atomfeed' },
  ];
  return {
    site: {
      title,
      tagline,
      language,
      url: baseUrl,
      feedUrl: `${baseUrl}/atomfeed`,
      navigation: links.map((link) => ({ ...link, current: link.url === page.path })),
      styleUrl: assets.url('style.css'),
      iconUrl: assets.url('icon.svg'),
    },
    page: {
      title: page.title ?? '',
      documentTitle: page.title ? `${page.title} – ${title}` : title,
      description: page.description ?? tagline,
      canonical: page.noindex ? null : baseUrl + page.path,
      ogType: page.article ? 'article' : 'website',
      publishedTime: page.article?.publishedTime ?? null,
      modifiedTime: page.article?.modifiedTime ?? null,
      image: page.image ?? null,
      noindex: page.noindex ?? false,
      feed: page.feed ?? null,
    },
  };
}
