import { asksToBypassCache, describeAnswer } from './router.js';
/** @import { Request, Response } from 'express' */
/** @import { CacheManager, Lease } from '../cache/cache-manager.js' */
/** @import { RenderQueue } from '../cache/render-queue.js' */
/** @import { Entry, Page } from '../responses/entry.js' */
/** @import { ResponseManager } from '../responses/response-manager.js' */
/** @import { CachedRoute } from '../../controllers/route.js' */
/** @import { CacheableResult, Redirect, ShownBlog } from '../../controllers/types.js' */
/** @import { Reader } from '../changes/reader.js' */

/**
 * @typedef {{ route: CachedRoute, params: Record<string, string> }} Match
 *
 * @typedef {object} Scope  What one render reads from. It records all that is read.
 * @property {{ reader: Reader }} input  added to the action's request
 * @property {ShownBlog} services  second argument of the action
 * @property {() => Pick<Page, 'dependsOn' | 'moments' | 'words'>} recorded
 * @property {() => boolean} isOutdated  whether something that was read is older than the index
 *
 * @typedef {object} Origin  Where pages come from; the router knows no more about the blog than this.
 * @property {() => Promise<Scope>} open
 * @property {(result: CacheableResult, path: string, services: ShownBlog) => Omit<Page, 'key' | 'store' | 'dependsOn'>
 * | null} show  renders the result of an action; null for a redirect, which is not cached
 */

/** Cache-Status (RFC 9211) by outcome. */
const cacheStatuses = {
  stored: 'larder; fwd=miss; stored',
  collapsed: 'larder; fwd=miss; collapsed',
  passed: 'larder; fwd=miss',
  bypassed: 'larder; fwd=request',
};

/** @typedef {ReturnType<typeof createPageRenderer>} PageRenderer */

/**
 * Renders pages that are not in the cache, stores and sends them.
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {RenderQueue} deps.queue
 * @param {ResponseManager} deps.responses
 * @param {Origin} deps.origin
 * @param {(request: Request) => Promise<boolean>} [deps.mayBypassCache]  whether this client may ask for a fresh
 *   render
 */
export function createPageRenderer({
  cache,
  queue,
  responses,
  origin,
  mayBypassCache = async () => false,
}) {
  return { serve, make };

  /**
   * Answers a request for a page.
   * @param {Match} match
   * @param {Request} request  its path is canonical
   * @param {Response} response
   * @returns {Promise<Redirect | null | undefined>} the action's result if it is not a page: a redirect, or null; not
   *   yet answered
   */
  async function serve(match, request, response) {
    const bypassesCache = asksToBypassCache(request) && (await mayBypassCache(request));
    if (bypassesCache) await cache.grace;
    const { result } = await make(match, request.path, {
      bypassesCache,
      send: (entry, cacheStatus) => {
        describeAnswer(response, { kind: entry.kind, read: bypassesCache ? undefined : entry });
        return responses.send(request, response, entry, cacheStatus);
      },
    });
    return result;
  }

  /**
   * A miss: look up; wait or render (controller, view, entry, store); send.
   * @param {Match} match
   * @param {string} path canonical
   * @param {object} [options]
   * @param {boolean} [options.bypassesCache]  rendered for this request only, and not stored
   * @param {boolean} [options.isPrerendered]  rendered in the background, before anyone asked
   * @param {(entry: Entry, cacheStatus?: string) => void | Promise<void>} [options.send]
   * @returns {Promise<{ entry?: Entry, isStored?: boolean, isCurrent?: boolean, result?: Redirect | null }>} `result`:
   *   the action's, if it is not a page
   */
  async function make({ route, params }, path, { bypassesCache, isPrerendered, send } = {}) {
    const known = bypassesCache ? undefined : cached(path, isPrerendered);
    if (known) {
      await send?.(known);
      return { entry: known };
    }

    const { made, outcome } = await queue.run(bypassesCache ? null : path, async (lease) => {
      const { input, services, recorded, isOutdated } = await origin.open();
      const { action, cachedIn: store } = route;
      const result = await action({ path, params, ...input }, services);
      const page = result && origin.show(result, path, services);
      // What is not shown is no page.
      if (!page) return { result: /** @type {Redirect | null} */ (result), isCurrent: false };
      // Only after the view, which reads from the scope too.
      const entry = responses.entry({
        key: path,
        store,
        isPrerendered,
        ...page,
        ...recorded(),
      });
      const isFresh = lease !== null && !isOutdated();
      const isStored = isFresh && cache.store(entry, lease);
      // It may be too large to be stored.
      const isCurrent = isStored || (isFresh && cache.isCurrent(entry, lease));
      // It may lack the newest change but would carry its date, so that later 304s would keep it in browsers for ever.
      const isDated = isStored || page.upload?.original !== undefined;
      return {
        entry: isDated ? entry : { ...entry, lastModified: Infinity },
        isStored,
        isCurrent,
      };
    });
    const { entry, isCurrent } = made;
    if (entry) await send?.(isCurrent ? entry : responses.passing(entry), cacheStatuses[outcome]);
    return made;
  }

  /** @param {string} path @param {boolean} [isPrerendered]  no reader has asked for it @returns {Entry | undefined} */
  function cached(path, isPrerendered) {
    return isPrerendered ? cache.peek(path) : cache.hit(path);
  }
}
