import { pathOfTarget } from '../../base/paths.js';
import { bytesOf } from '../../responses/response-manager.js';
/** @import { IncomingHttpHeaders, IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { About, Hits, Read } from '../../http/door.js' */
/** @import { Client, RawResponse } from '../../http/fast-path.js' */
/** @import { ResponseManager } from '../../responses/response-manager.js' */
/** @import { Places } from './places.js' */

/**
 * What of a request decides, besides the address of its connection.
 * @typedef {{ headers: IncomingHttpHeaders, socket: Client }} Asked
 */

/** Request header fields that decide about the answer. */
const FIELDS = ['x-forwarded-for', 'origin'];

const ABOUT = { kind: 'geo' };

/**
 * `/geo`, which tells readers where they are. It answers ahead of Express, and most requests ahead of node:http, which
 * cost several times as much as all of this.
 * @param {object} deps
 * @param {Places} deps.places
 * @param {(request: Asked) => string} deps.addressOf  a reader's, through trusted proxies
 * @param {string[]} deps.origins  whose pages may ask for it (CORS); `*`: all
 * @param {ResponseManager} deps.responses
 */
export function createGeo({ places, addressOf, origins, responses }) {
  /**
   * Headers by the length of the body and whether they share it: the fast path writes the same ones faster.
   * @type {Map<string, string[]>}
   */
  const known = new Map();
  return { answer, inFrontOf };

  /**
   * @param {Request} request
   * @param {Response} response
   * @returns {About | null} null: it is not asked for, and not answered
   */
  function answer(request, response) {
    if (!isRead(request)) return null;
    send(request, response);
    return ABOUT;
  }

  /**
   * @template E
   * @param {Hits<E> & { read: (entry: E) => Read }} hits
   * @returns {Hits<E | typeof ABOUT>}
   */
  function inFrontOf(hits) {
    let [forwarded, origin] = FIELDS.keys();
    /** @param {E | typeof ABOUT} entry @returns {entry is typeof ABOUT} */
    const isOwn = (entry) => entry === ABOUT;
    return {
      fields: FIELDS,
      locate: (own) => void ([forwarded, origin] = own),
      has: (target) => isAsked(target) || hits.has(target),
      find: (request) => (isRead(request) ? ABOUT : hits.find(request)),
      read: (entry) => (isOwn(entry) ? ABOUT : hits.read(entry)),
      send: (request, response, entry) =>
        isOwn(entry) ? send(request, response) : hits.send(request, response, entry),
      answer(request, socket) {
        if (!isAsked(request.url)) return hits.answer(request, socket);
        const { fieldValues } = request;
        const headers = { 'x-forwarded-for': fieldValues[forwarded], origin: fieldValues[origin] };
        return { answer: find({ headers, socket }), read: ABOUT };
      },
    };
  }

  /** @param {string} [target] */
  function isAsked(target = '') {
    return target.startsWith('/geo') && pathOfTarget(target) === '/geo';
  }

  /** @param {Request} request */
  function isRead({ url, method }) {
    return isAsked(url) && (method === 'GET' || method === 'HEAD');
  }

  /** @param {Request} request @param {Response} response */
  function send(request, response) {
    const { status, headers, body } = find(request);
    response.writeHead(status, headers);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** @param {Asked} request @returns {RawResponse} */
  function find(request) {
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
