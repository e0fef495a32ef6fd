import { encodedPath } from '../base/paths.js';
import { createBackgroundRenders } from '../cache/background-renders.js';
import { createCacheCheck } from '../cache/cache-check.js';
import { createRenderQueue } from '../cache/render-queue.js';
import { pathOf } from '../changes/index/blog-index.js';
import { createResizer } from '../content/media/resize.js';
import { bearerToken } from '../http/bearer-token.js';
import { createRecompressor } from '../responses/recompressor.js';
import { ResponseManager } from '../responses/response-manager.js';
import { createMatcher } from '../router/match-route.js';
import { createPageRenderer } from '../router/page-renderer.js';
import { createSitePages } from '../router/routes/site-pages.js';
import { siteRoutes } from '../router/routes/site.js';
/** @import { Slot } from '../cache/cache-manager.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { Parts } from './serve.js' */
/** @import { openTheme } from './theme.js' */
/** @import { PageRenderer } from '../router/page-renderer.js' */

/** @typedef {ReturnType<typeof openPages>} Pages */

/**
 * What makes the public pages: for readers, in advance, and to compare them with what is cached.
 * @param {Parts & { theme: ReturnType<typeof openTheme>, onBusy?: (isBusy: boolean) => void }} parts
 */
export function openPages({ config, open, theme, networks, baseUrl, onBusy, clock, now, log }) {
  const { store, index, cache, changes, texts, accounts } = open;
  const { workers, websubHub: hub } = config;
  const { themes, views, assets, source, drawShareCard } = theme;
  const hasSearch = config.search === 'on';
  const sendsMail = config.smtpUrl !== '';
  const resize = createResizer();
  const shown = { themes, assets, source, drawShareCard, hub, hasSearch, sendsMail, resize };
  const blog = { index, store, texts, baseUrl, ...shown };
  const responses = new ResponseManager({
    baseUrl,
    cache,
    clock,
    changes,
    networks: networks?.answers,
  });
  const { showError, showAs, ...origin } = createSitePages({ blog, views, responses, cache });
  const queue = createRenderQueue({ cache, clock, now });
  const renderer = createPageRenderer({ cache, queue, responses, origin, mayBypassCache });
  const match = createMatcher(siteRoutes);
  const background = createBackgroundRenders({ cache, workers, onBusy, clock, log });
  const recompressor = createRecompressor({ cache, responses, clock });
  const check = createCacheCheck({ cache, render: renderAfresh, clock, now, log });
  return {
    blog,
    views,
    responses,
    renderer,
    queue,
    background,
    check,
    showError,
    forAuthors: { showAs, exists },
    start,
    stop,
  };

  /** @param {{ headers: import('node:http').IncomingHttpHeaders }} request */
  async function mayBypassCache({ headers }) {
    return (await accounts.tokens.author(bearerToken(headers.authorization))) !== null;
  }

  /** @param {string} path @returns {ReturnType<PageRenderer['make']>} */
  async function prerender(path) {
    const found = match(path);
    return found ? renderer.make(found, path, { isPrerendered: true }) : {};
  }

  /** @param {string} path @returns {Promise<Entry | undefined>} it is not stored */
  async function renderAfresh(path) {
    const found = match(path);
    return found ? (await renderer.make(found, path, { bypassesCache: true })).entry : undefined;
  }

  /** @param {string} path @returns {Promise<boolean>} whether there is something, apart from redirects */
  async function exists(path) {
    const { entry, result } = await prerender(path);
    return Boolean(entry ?? result);
  }

  /**
   * Begins to work in the background.
   * @param {Slot<Entry>[]} foreign  pages of the last run that can only be rendered again
   */
  function start(foreign) {
    recompressor.start();
    if (config.cacheCheck === 'on') check.start();
    changes.subscribe('background renders', ({ effects }) => {
      for (const { of, effect } of effects)
        if (of === 'post' && !effect.before && effect.after)
          background.add(encodedPath(pathOf(effect.after)));
    });
    networks?.compareWith(async (path) => (await prerender(path)).entry);
    background.renew(foreign);
    background.start({
      render: prerender,
      encode: (entry, encoding) => responses.encode(entry, encoding),
    });
  }

  function stop() {
    recompressor.stop();
    check.stop();
    background.stop();
  }
}
