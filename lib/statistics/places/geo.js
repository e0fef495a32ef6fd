import { bytesOf } from '../../responses/response-manager.js';
import { countAnswer } from '../../router/router.js';
import { pathOfTarget } from '../../base/paths.js';
/** @import { IncomingHttpHeaders, IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Client, SimpleRequest } from '../../http/fast-path.js' */
/** @import { Answer, ResponseManager } from '../../responses/response-manager.js' */
/** @import { HostCheck } from '../../router/router.js' */
/** @import { RequestCounters } from '../metrics/request-counters.js' */
/** @import { Places } from './places.js' */

/** What of a request decides, besides the address of its connection. @typedef {{ headers: IncomingHttpHeaders, socket: Client }} Asked */

/** Request header fields that decide about the answer. */
const FIELDS = ['x-forwarded-for', 'origin'];

/**
 * `/geo`, which tells readers where they are. It answers ahead of Express, and most requests ahead of node:http, which cost several
 * times as much as all of this.
 * @param {object} deps
 * @param {Places} deps.places
 * @param {(request: Asked) => string} deps.addressOf  a reader's, through trusted proxies
 * @param {string[]} deps.origins  whose pages may ask for it (CORS); `*`: all
 * @param {ResponseManager} deps.responses
 * @param {RequestCounters} deps.counters
 * @param {HostCheck} deps.namesHost
 */
export function createGeo({ places, addressOf, origins, responses, counters, namesHost }) {
  /** Headers by the length of the body and whether they share it: the fast path writes the same ones faster. @type {Map<string, string[]>} */
  const known = new Map();
  return { answer, fields: FIELDS, inFrontOf };

  /** @param {Request} request @param {Response} response @returns {boolean} whether it has answered */
  function answer(request, response) {
    const { method } = request;
    if (!isAsked(request.url) || (method !== 'GET' && method !== 'HEAD')) return false;
    const { status, headers, body } = find(request);
    response.writeHead(status, headers);
    response.end(method === 'HEAD' ? undefined : body);
    return true;
  }

  /**
   * For the fast path.
   * @template {{ isStored: (target: string) => boolean, answer: (request: SimpleRequest, client: Client) => Answer | null }} Hits
   * @param {Hits} hits
   * @param {string[]} names  of the fields of which `noted` has the values
   */
  function inFrontOf(hits, names) {
    const [forwarded, origin] = FIELDS.map((name) => names.indexOf(name));
    return {
      /** @param {string} target */
      isStored: (target) => isAsked(target) || hits.isStored(target),
      /** @param {SimpleRequest} request @param {Client} socket */
      answer(request, socket) {
        if (!isAsked(request.url)) return hits.answer(request, socket);
        if (!namesHost(request)) return null;
        const { noted } = request;
        const headers = { 'x-forwarded-for': noted[forwarded], origin: noted[origin] };
        return find({ headers, socket });
      },
    };
  }

  /** @param {string} [target] */
  function isAsked(target = '') {
    return target.startsWith('/geo') && pathOfTarget(target) === '/geo';
  }

  /** @param {Asked} request @returns {Answer} */
  function find(request) {
    countAnswer(counters, 'geo', 200);
    const body = bytesOf(places.placeOf(addressOf(request)));
    const sharing = sharingWith(request.headers.origin);
    const name = `${body.length} ${sharing}`;
    const headers = known.get(name) ?? responses.jsonHeaders(body, sharing);
    known.set(name, headers);
    return { status: 200, headers, body };
  }

  /** @param {string} [origin] of the page that asks */
  function sharingWith(origin = '') {
    if (origins.length === 0) return [];
    if (origins[0] === '*') return ['Access-Control-Allow-Origin', '*'];
    const allowed = origins.includes(origin) ? ['Access-Control-Allow-Origin', origin] : [];
    return [...allowed, 'Vary', 'Origin'];
  }
}
