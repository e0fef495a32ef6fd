import { countAnswer } from '../router/router.js';
import { pathOfTarget } from '../util/paths.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { ResponseManager } from '../responses/response-manager.js' */
/** @import { RequestCounters } from '../router/request-counters.js' */
/** @import { Places } from './places.js' */

/**
 * `/geo`, which tells readers where they are. It answers ahead of Express, which costs several times as much as all of this.
 * @param {object} deps
 * @param {Places} deps.places
 * @param {(request: Request) => string} deps.addressOf  a reader's, through trusted proxies
 * @param {string[]} deps.origins  whose pages may ask for it (CORS); `*`: all
 * @param {ResponseManager} deps.responses
 * @param {RequestCounters} deps.counters
 * @returns {(request: Request, response: Response) => boolean} whether it has answered
 */
export function createGeo({ places, addressOf, origins, responses, counters }) {
  return function answer(request, response) {
    const { method, url = '', headers } = request;
    if (!url.startsWith('/geo') || pathOfTarget(url) !== '/geo') return false;
    if (method !== 'GET' && method !== 'HEAD') return false;
    countAnswer(counters, 'geo', 200);
    const json = places.placeOf(addressOf(request));
    responses.json(request, response, { json, headers: sharingWith(headers.origin) });
    return true;
  };

  /** @param {string} [origin] of the page that asks */
  function sharingWith(origin = '') {
    if (origins.length === 0) return [];
    if (origins[0] === '*') return ['Access-Control-Allow-Origin', '*'];
    const allowed = origins.includes(origin) ? ['Access-Control-Allow-Origin', origin] : [];
    return [...allowed, 'Vary', 'Origin'];
  }
}
