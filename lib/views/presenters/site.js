/** @import { Settings } from '../../types.js' */
/** @import { Assets } from '../assets.js' */

/**
 * @typedef {object} PageModel  A page's metadata.
 * @property {string} path  canonical
 * @property {string} [title]  '' on the front page
 * @property {string} [description]
 * @property {{ publishedTime: string | null, modifiedTime: string } | null} [article]
 * @property {string | null} [image]  absolute
 * @property {boolean} [noindex]
 * @property {{ title: string, url: string } | null} [feed]  besides that of the whole blog
 */

/**
 * The model that all views share, besides their own. All absolute URLs begin with the configured base URL. Settings are read
 * lazily, so that a page depends only on those that its template shows.
 * @param {{ assets: Assets, baseUrl: string, index: { settings: Readonly<Settings> } }} blog
 * @param {PageModel} page
 */
export function presentSite({ index: { settings }, assets, baseUrl }, page) {
  return {
    site: {
      get title() {
        return settings.title;
      },
      get tagline() {
        return settings.tagline;
      },
      get language() {
        return settings.language;
      },
      get navigation() {
        return [
          { title: 'Archive', url: '/archive' },
          { title: 'Tags', url: '/tags' },
          ...settings.navigation,
          { title: 'Feed', url: '/atomfeed' },
        ].map((link) => ({ ...link, current: link.url === page.path }));
      },
      url: baseUrl,
      feedUrl: `${baseUrl}/atomfeed`,
      styleUrl: assets.styleUrl,
      iconUrl: assets.iconUrl,
    },
    page: {
      title: page.title ?? '',
      get documentTitle() {
        return page.title ? `${page.title} – ${settings.title}` : settings.title;
      },
      get description() {
        return page.description ?? settings.tagline;
      },
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
