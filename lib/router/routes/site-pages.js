import * as shows from '../../changes/keys.js';
import { looksOf } from '../../changes/index/appearance.js';
import { presentError } from './reader-errors.js';
import { createMatcher } from '../match-route.js';
import { siteRoutes } from './site.js';
import { cacheControl } from '../../responses/headers.js';
import { Reader } from '../../changes/reader.js';
import { TrackedIndex } from '../../changes/tracked-blog.js';
import { idOf } from '../../content/media/urls.js';
import { isThemed } from '../../views/view-manager.js';
import { decodedPath } from '../../base/paths.js';
import { createNear } from '../../search/near-titles.js';
import { presentLink } from '../../views/presenters/posts.js';
/** @import { Blog, CacheableResult, ShowAs, ShownBlog } from '../../../controllers/types.js' */
/** @import { CacheManager } from '../../cache/cache-manager.js' */
/** @import { Looks } from '../../changes/index/appearance.js' */
/** @import { Entry } from '../../responses/entry.js' */
/** @import { ResponseManager } from '../../responses/response-manager.js' */
/** @import { Scope } from '../page-renderer.js' */
/** @import { Failure } from '../../../controllers/route.js' */
/** @import { Theme } from '../../views/appearance/themes.js' */
/** @import { ViewManager } from '../../views/view-manager.js' */

/** Posts whose address is compared with one at which there is nothing, and those that are shown. */
const COMPARED_AT_MOST = 500;
const NEAR_AT_MOST = 3;
/** Pages of errors that are remembered. */
const ERRORS_AT_MOST = 100;

/**
 * Renders the blog's public pages, and records what each depends on.
 * @param {object} deps
 * @param {Omit<Blog, 'status'>} deps.blog
 * @param {ViewManager} deps.views
 * @param {ResponseManager} deps.responses
 * @param {Pick<CacheManager, 'clears'>} deps.cache
 */
export function createSitePages({ blog, views, responses, cache }) {
  const { index, store, texts } = blog;
  const current = new WeakSet();
  const match = createMatcher(siteRoutes);
  /** What errors show, until something changes. */
  let { clears, near, shown } = errorsAfter(NaN);
  return { open, show, showAs, showError };

  /**
   * The blog as one render reads it: whatever a controller, presenter or template reads is recorded as a key that the
   * page depends on, so that none can be forgotten.
   * @param {Looks} [as]  what it looks like; default: as it does
   * @param {string} [styleUrl]  of another style sheet than the blog's
   * @returns {Promise<Scope & { services: ShownBlog }>}
   */
  async function open(as = index.looks, styleUrl = '') {
    const theme = await blog.themes.open(as.settings.theme);
    /** @type {Set<string>} */
    const keys = new Set();
    const record = (/** @type {string} */ key) => void keys.add(key);
    const tracked = new TrackedIndex(index, record, as, theme.words(as), blog.baseUrl);
    const reader = new Reader({ store, index, texts, current, record });
    return {
      input: { reader },
      services: new Shown(blog, tracked, { theme, styleUrl }, record),
      recorded: () => ({
        dependsOn: [...keys],
        moments: [...tracked.moments].map((iso) => Date.parse(iso)),
        words: shared(` ${[...tracked.shownWords].join(' ')} `),
      }),
      isOutdated: () => reader.outdated,
    };
  }

  /**
   * @param {CacheableResult} result
   * @param {string} path
   * @param {ShownBlog} shown
   */
  function show(result, path, shown) {
    if ('bytes' in result) {
      const { bytes: body, contentType, immutable, kind, upload } = result;
      const caching = immutable ? cacheControl.immutable : cacheControl.page;
      return { body, contentType, kind, caching, upload };
    }
    if (!('view' in result)) return null;
    const { view, model, page, frames, kind } = result;
    const extra = page?.noindex ? ['X-Robots-Tag', 'noindex'] : undefined;
    const { words, plainWords } = shown.index;
    const [made, said] = isThemed(view) ? [shown.theme.views, words] : [views, plainWords];
    return { kind, extra, frames, ...made.renderPage(view, model, { path, ...page }, shown, said) };
  }

  /** @type {ShowAs} */
  async function showAs(path, { settings, styleUrl }) {
    const found = match(path);
    if (!found) return null;
    const { input, services } = await open(looksOf(settings), styleUrl);
    const { route, params } = found;
    const result = await route.action({ path, params, ...input }, services);
    // A file of readers, such as an SVG, must not be shown as one of the admin pages.
    const isPage = result && 'view' in result && isThemed(result.view);
    return isPage ? show(result, path, services) : null;
  }

  /** @param {Failure} failure @param {{ path: string }} request @returns {Entry} */
  function showError({ status, headers }, request) {
    const caching = status < 500 ? cacheControl.page : cacheControl.never;
    const theme = blog.themes.at(index.settings.theme);
    if (clears !== cache.clears) ({ clears, near, shown } = errorsAfter(cache.clears));
    const links = status === 404 ? findNear(request.path) : [];
    const name = JSON.stringify([status, headers, links]);
    const known = shown.get(name);
    if (known?.theme === theme && known.looks === index.looks) return known.entry;
    const words = theme.words(index.looks);
    const error = { status, ...presentError(status, words), near: links };
    const model = { path: '', title: error.title, noindex: true };
    const page = theme.views.renderPage('error', { error }, model, { ...blog, theme }, words);
    const uncached = { key: '', store: '', dependsOn: [] };
    const entry = responses.entry({ ...uncached, status, caching, extra: headers, ...page });
    if (shown.size >= ERRORS_AT_MOST) shown.clear();
    shown.set(name, { theme, looks: index.looks, entry });
    return entry;
  }

  /** What else may have been meant. @param {string} path */
  function findNear(path) {
    const { all, pages } = index.lists;
    near ??= createNear([...pages.newest(COMPARED_AT_MOST), ...all.newest(COMPARED_AT_MOST)]);
    return near(decodedPath(path), NEAR_AT_MOST).map(presentLink);
  }
}

/**
 * @param {number} clears  how many there were
 * @returns {{ clears: number, near?: ReturnType<typeof createNear>, shown: Map<string, { theme: Theme, looks: Looks,
 *   entry: Entry }> }}
 */
function errorsAfter(clears) {
  return { clears, shown: new Map() };
}

/** Pages of a kind show the same words. @type {Map<string, string>} */
const lists = new Map();
const LISTS_AT_MOST = 1000;

/** @param {string} text @returns {string} the same for equal ones, so that there is one in memory */
function shared(text) {
  const known = lists.get(text);
  if (known) return known;
  if (lists.size >= LISTS_AT_MOST) lists.clear();
  lists.set(text, text);
  return text;
}

/** The blog, as one render reads it. @implements {ShownBlog} */
class Shown {
  #blog;
  #theme;
  #record;

  /**
   * @param {Omit<Blog, 'status'>} blog
   * @param {TrackedIndex} index
   * @param {{ theme: Theme, styleUrl: string }} look
   * @param {(key: string) => void} record
   */
  constructor(blog, index, { theme, styleUrl }, record) {
    this.#blog = blog;
    this.#theme = theme;
    this.#record = record;
    this.index = index;
    this.styleUrl = styleUrl;
    this.assets = blog.assets;
    this.themes = blog.themes;
    this.hub = blog.hub;
    this.baseUrl = blog.baseUrl;
    this.hasSearch = blog.hasSearch;
    this.sendsMail = blog.sendsMail;
    this.hasShareCards = blog.drawShareCard !== null;
  }

  /** The owner's. An uploaded one may be removed, and come back. */
  get theme() {
    const { theme } = this.index.settings;
    if (theme.startsWith('/media/')) this.#record(shows.theme(idOf(theme)));
    return this.#theme;
  }

  get drawShareCard() {
    this.#record(shows.fonts);
    return this.#blog.drawShareCard;
  }

  get source() {
    this.#record(shows.source);
    return this.#blog.source;
  }
}
