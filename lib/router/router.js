import { pathOfTarget } from './request-target.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { ResponseManager } from '../responses/response-manager.js' */
/** @import { RequestCounters } from './request-counters.js' */

/**
 * Receives every request. It looks in the cache first: a hit touches neither Express nor a controller nor the store.
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {ResponseManager} deps.responses
 * @param {{ advance: () => void }} deps.changes  `advance` publishes scheduled posts that are due
 * @param {RequestCounters} deps.counters
 * @param {(request: Request) => boolean} deps.namesHost  if false, `miss` refuses the request
 * @param {(request: Request, response: Response) => void} deps.miss  Express
 * @returns {(request: Request, response: Response) => void}
 */
export function createRouter({ cache, responses, changes, counters, namesHost, miss }) {
  return function route(request, response) {
    const { method, url = '' } = request;
    // A scheduled post is public from its time on, even if its timer has not fired yet.
    changes.advance();
    const isRead = method === 'GET' || method === 'HEAD';
    const mayHit = isRead && namesHost(request) && !asksToBypassCache(request);
    const entry = mayHit ? (cache.fetch(url) ?? cache.fetch(pathOfTarget(url))) : undefined;
    if (entry === undefined) return miss(request, response);
    counters.requests[entry.kind]++;
    responses.send(request, response, entry);
  };
}

/** @param {Request} request @returns {boolean} whether it asks for a fresh render, with a token */
export const asksToBypassCache = ({ headers }) =>
  headers.authorization !== undefined && /\bno-cache\b/i.test(headers['cache-control'] ?? '');
