import { asksToBypassCache } from './router.js';
/** @import { Request, Response } from 'express' */
/** @import { CacheManager, Lease } from '../cache/cache-manager.js' */
/** @import { RenderQueue } from '../cache/render-queue.js' */
/** @import { Entry, Page } from '../responses/entry.js' */
/** @import { ResponseManager } from '../responses/response-manager.js' */
/** @import { RequestCounters } from './request-counters.js' */
/** @import { Route } from './route.js' */

/**
 * @typedef {{ route: Route, params: Record<string, string> }} Match
 *
 * @typedef {object} Scope  What one render works with, which notes what is asked of it.
 * @property {object} given  to the action: what it may ask about this one request
 * @property {unknown} services  of the action
 * @property {() => Pick<Page, 'dependsOn' | 'moments'>} noted
 * @property {() => boolean} isOutdated  whether something that was read is older than it is known to be
 *
 * @typedef {object} Origin  What pages are made of; the router knows no more of it.
 * @property {() => Scope} open
 * @property {(result: any, path: string, services: any) => Omit<Page, 'key' | 'store' | 'dependsOn'> | null} show  what an action
 *   has given as a body; null for a redirect, which is not kept
 */

/** Outcomes of a render, in the words of RFC 9211. */
const cacheStatuses = {
  stored: 'larder; fwd=miss; stored',
  collapsed: 'larder; fwd=miss; collapsed',
  passed: 'larder; fwd=miss',
  bypassed: 'larder; fwd=request',
};

/** Makes what the cache does not hold, sends it and keeps it. */
export class PageRenderer {
  #cache;
  #queue;
  #responses;
  #counters;
  #origin;
  #mayBypassCache;

  /**
   * @param {object} deps
   * @param {CacheManager<Entry>} deps.cache
   * @param {RenderQueue} deps.queue
   * @param {ResponseManager} deps.responses
   * @param {RequestCounters} deps.counters
   * @param {Origin} deps.origin
   * @param {(request: Request) => Promise<boolean>} [deps.mayBypassCache]  a render costs more than a hit
   */
  constructor({ cache, queue, responses, counters, origin, mayBypassCache = async () => false }) {
    this.#cache = cache;
    this.#queue = queue;
    this.#responses = responses;
    this.#counters = counters;
    this.#origin = origin;
    this.#mayBypassCache = mayBypassCache;
  }

  /**
   * Answers a request for a page.
   * @param {Match} match
   * @param {Request} request  its path is canonical
   * @param {Response} response
   * @returns {Promise<any>} what the action gave, when that is no page and was not answered
   */
  async serve(match, request, response) {
    const bypassesCache = asksToBypassCache(request) && (await this.#mayBypassCache(request));
    const { result } = await this.make(match, request.path, {
      bypassesCache,
      send: (entry, cacheStatus) => {
        this.#counters.requests[entry.kind]++;
        return this.#responses.send(request, response, entry, cacheStatus);
      },
    });
    return result;
  }

  /**
   * A miss: look up, wait or render, which is controller, view, entry, keep; and send.
   * @param {Match} match
   * @param {string} path canonical
   * @param {object} [options]
   * @param {boolean} [options.bypassesCache]  rendered for this request alone, and not kept
   * @param {boolean} [options.isPrerendered]  before anyone has asked
   * @param {(entry: Entry, cacheStatus?: string) => void | Promise<void>} [options.send]
   * @returns {Promise<{ entry?: Entry, isStored?: boolean, result?: any }>} without an entry, what the action gave instead
   */
  async make({ route, params }, path, { bypassesCache, isPrerendered, send } = {}) {
    const known = bypassesCache ? undefined : this.#cache.fetch(path);
    if (known) return { entry: known, result: await send?.(known) };

    const { made, outcome } = await this.#queue.run(bypassesCache ? null : path, async (lease) => {
      const { given, services, noted, isOutdated } = this.#origin.open();
      const [, , , action, store = ''] = route;
      const result = await action({ path, params, ...given }, services);
      const page = result && this.#origin.show(result, path, services);
      if (!page) return { result };
      // After the view, which asks too.
      const entry = this.#responses.entry({ key: path, store, isPrerendered, ...page, ...noted() });
      const isStored = lease !== null && !isOutdated() && this.#cache.store(entry, lease);
      // It may show less than the newest change, whose date it would bear: a later 304 would keep it for ever.
      if (!isStored) entry.lastModified = Infinity;
      return { entry, isStored };
    });
    if (made.entry) await send?.(made.entry, cacheStatuses[outcome]);
    return made;
  }
}
