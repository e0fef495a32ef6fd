import { feedPaths } from '../util/paths.js';
/** @import { Settings } from '../types.js' */
/** @import { Assets } from './assets.js' */

/**
 * @typedef {{ publishedTime: string | null, modifiedTime: string, authors: { name: string, url: string }[] }} Article
 *
 * @typedef {object} PageModel  A page's metadata.
 * @property {string} path  canonical
 * @property {string} [title]  '' on the front page
 * @property {string} [description]
 * @property {Article | null} [article]
 * @property {string | null} [image]  absolute
 * @property {{ alt: string, width?: number | null, height?: number | null }} [shared]  of the image, where shared links show it large
 * @property {boolean} [noindex]
 * @property {string} [canonicalUrl]  if it is not its own
 * @property {{ title: string, url: string } | null} [feed]  besides that of the whole blog
 *
 * @typedef {{ assets: Assets, baseUrl: string, hasSearch: boolean, index: { settings: Readonly<Settings> } }} Site
 */

/**
 * @param {Pick<Settings, 'icon'>} settings
 * @param {Assets} assets
 * @returns {string} the path of the blog's icon: the owner's, or the theme's, or the first letter of the title
 */
export const iconPath = ({ icon }, assets) => icon || assets.iconUrl || '/icon.svg';

/**
 * What all pages show of the blog. All absolute URLs begin with the configured base URL. Settings are read lazily, so that a page depends
 * only on those that its template shows; by getters of a class, since V8 makes a hidden class for each object with getters of its own,
 * which lives, with the whole page, until old objects are collected.
 */
export class SiteModel {
  #settings;
  #assets;
  #path;

  /** @param {Site} blog @param {Pick<PageModel, 'path'>} page */
  constructor({ index: { settings }, assets, baseUrl, hasSearch }, { path }) {
    this.#settings = settings;
    this.#assets = assets;
    this.#path = path;
    this.url = baseUrl;
    this.feedUrl = baseUrl + feedPaths.atom;
    this.rssUrl = baseUrl + feedPaths.rss;
    this.jsonFeedUrl = baseUrl + feedPaths.json;
    this.subscribeUrl = `${baseUrl}/subscribe`;
    this.feedStyleUrl = assets.feedStyleUrl;
    this.styleUrl = assets.styleUrl;
    this.copyCodeUrl = assets.copyCodeUrl;
    this.embedsUrl = assets.embedsUrl;
    this.openSearchUrl = hasSearch ? `${baseUrl}/opensearch.xml` : null;
    this.searchForm = hasSearch && path !== '/search';
    this.searchScriptUrl = assets.searchScriptUrl;
  }

  get title() {
    return this.#settings.title;
  }

  get tagline() {
    return this.#settings.tagline;
  }

  get language() {
    return this.#settings.language;
  }

  get navigation() {
    const links = [
      { title: 'Archive', url: '/archive' },
      { title: 'Tags', url: '/tags' },
      ...this.#settings.navigation,
      { title: 'Subscribe', url: '/subscribe' },
    ];
    return links.map((link) => ({ ...link, current: link.url === this.#path }));
  }

  get logoUrl() {
    return this.#settings.logo;
  }

  get iconUrl() {
    return iconPath(this.#settings, this.#assets);
  }

  /** Of home screens, which show no SVG. */
  get touchIconUrl() {
    const { icon } = this.#settings;
    return icon.endsWith('.svg') ? '' : icon;
  }

  get poweredBy() {
    return this.#settings.poweredBy;
  }
}

/** What a page says of itself to browsers, search engines and whoever shows a link to it. */
export class PageMetadata {
  #settings;
  #description;

  /** @param {Site} blog @param {PageModel} page */
  constructor({ index: { settings }, baseUrl }, page) {
    const { title = '', article = null, noindex = false } = page;
    this.#settings = settings;
    this.#description = page.description;
    this.title = title;
    this.canonical = noindex ? null : (page.canonicalUrl ?? baseUrl + page.path);
    this.ogType = article ? 'article' : 'website';
    this.publishedTime = article?.publishedTime ?? null;
    this.modifiedTime = article?.modifiedTime ?? null;
    this.structuredData = article ? describePost(page, article, baseUrl) : null;
    this.image = page.image ?? null;
    this.shared = page.shared ?? null;
    this.noindex = noindex;
    this.feed = page.feed ?? null;
  }

  get documentTitle() {
    const { title } = this.#settings;
    return this.title ? `${this.title} – ${title}` : title;
  }

  get description() {
    return this.#description ?? this.#settings.tagline;
  }
}

/**
 * @param {PageModel} page
 * @param {Article} article
 * @param {string} baseUrl
 * @returns {string} a BlogPosting of schema.org as JSON-LD, which no text can leave: it stands in a script element
 */
function describePost({ title, description, image, path, canonicalUrl }, article, baseUrl) {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description,
    image: image ?? undefined,
    url: canonicalUrl ?? baseUrl + path,
    datePublished: article.publishedTime,
    dateModified: article.modifiedTime,
    author: article.authors.map(({ name, url }) => ({
      '@type': 'Person',
      name,
      url: baseUrl + url,
    })),
  };
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
