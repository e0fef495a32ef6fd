import { pathOfTarget } from '../base/paths.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { Answer, ResponseManager } from '../responses/response-manager.js' */
/** @import { RequestCounters, RequestKind } from '../statistics/metrics/request-counters.js' */

/**
 * @typedef {(request: Request, response: Response) => void} Listener
 *
 * @typedef {{ begin?: () => () => void }} Watch  on requests that are no hits: where somebody watches, `begin` returns what ends it
 *
 * @typedef {Pick<Request, 'method' | 'url' | 'headers'>} Head  what of a request decides whether it is a hit
 *
 * @typedef {(request: Pick<Request, 'headers' | 'httpVersion'>) => boolean} HostCheck
 *
 * @typedef {(request: Pick<Request, 'method' | 'headers'> & { noted?: (string | undefined)[] }, socket: Pick<Socket, 'remoteAddress'>, entry: { key: string, kind: Entry['kind'] | 'searches' }, status: number) => void} Note
 *   is told of each answer to a reader; `key`: the path; `noted`: as the fast path reads it
 */

/**
 * Receives every request. It looks for a stored response first: a hit touches nothing else.
 * @template E
 * @param {object} deps
 * @param {(request: Request) => E | undefined} deps.find  a stored response that may answer it
 * @param {(request: Request, response: Response, entry: E) => unknown} deps.send
 * @param {(request: Request) => boolean} deps.namesHost  where it does not, `miss` refuses the request
 * @param {Listener} deps.miss
 * @param {(request: Request, response: Response) => boolean} [deps.answerFirst]  is asked before `miss`: whether it has answered
 * @param {Set<Response>} [deps.pending]  is kept up to date with the responses that `miss` has not ended
 * @returns {Listener}
 */
export function createRouter({ find, send, namesHost, miss, answerFirst, pending = new Set() }) {
  return function route(request, response) {
    const isGood = namesHost(request);
    const entry = isGood ? find(request) : undefined;
    if (entry !== undefined) return void send(request, response, entry);
    if (isGood && answerFirst?.(request, response)) return;
    pending.add(response);
    response.once('close', () => pending.delete(response));
    miss(request, response);
  };
}

/**
 * A blog's hits: they touch neither Express nor a controller nor the store.
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {ResponseManager} deps.responses
 * @param {{ advance: () => void }} deps.changes  `advance` publishes scheduled posts that are due
 * @param {RequestCounters} deps.counters
 * @param {HostCheck} deps.namesHost
 * @param {Note} [deps.note]
 */
export function createHits({ cache, responses, changes, counters, namesHost, note = () => {} }) {
  return { find, send, answer, isStored };

  /** @param {Head} request */
  function find(request) {
    const { method, url = '' } = request;
    // A scheduled post is public from its time on, even if its timer has not fired yet.
    changes.advance();
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || asksToBypassCache(request)) return undefined;
    return served(url);
  }

  /** @param {string} target */
  function served(target) {
    return cache.served(target) ?? cache.served(pathOfTarget(target));
  }

  /** @param {string} target @returns {boolean} */
  function isStored(target) {
    return served(target) !== undefined;
  }

  /** @param {Request} request @param {Response} response @param {Entry} entry */
  function send(request, response, entry) {
    responses.send(request, response, entry);
    count(entry, response.statusCode);
    note(request, request.socket, entry, response.statusCode);
  }

  /**
   * For the fast path (lib/http/fast-path.js).
   * @param {Head & Pick<Request, 'httpVersion'> & { noted: (string | undefined)[] }} request
   * @param {Pick<Socket, 'remoteAddress'>} client
   * @returns {Answer | null} null: it is refused, not stored, or not in the encoding that is wanted
   */
  function answer(request, client) {
    const entry = namesHost(request) ? find(request) : undefined;
    const found = entry ? responses.answer(request, entry) : null;
    if (entry === undefined || found === null) return null;
    count(entry, found.status);
    counters.fastHits++;
    note(request, client, entry, found.status);
    return found;
  }

  /** @param {Entry} entry @param {number} status */
  function count({ key, kind }, status) {
    cache.fetch(key);
    countAnswer(counters, kind, status);
  }
}

/** @param {Pick<Request, 'headers'>} request @returns {boolean} whether it asks for a fresh render, with a token */
export const asksToBypassCache = ({ headers }) =>
  headers.authorization !== undefined && /\bno-cache\b/i.test(headers['cache-control'] ?? '');

/** RFC 9110 section 7.2: a name or an address (RFC 3986 section 3.2.2), and perhaps a port. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/**
 * Tells whether requests name one host, as RFC 9112 section 3.2 wants it. Needs a server with `joinDuplicateHeaders`:
 * two Host headers are then one with a space in it, where Node would else show the first alone.
 * @returns {HostCheck}
 */
export function createHostCheck() {
  // A hit would pay for the pattern, and nearly all requests of a server name the same host.
  let lastGood = '';
  return ({ headers: { host }, httpVersion }) => {
    if (host === undefined) return httpVersion === '1.0';
    if (host === '' || (host !== lastGood && !HOST.test(host))) return false;
    lastGood = host;
    return true;
  };
}

/**
 * @param {Listener} handle
 * @param {Watch} watch
 * @returns {Listener}
 */
export const watched = (handle, watch) => (request, response) => {
  if (watch.begin) response.once('close', watch.begin());
  handle(request, response);
};

/**
 * Counts an answer by kind and status. Here, where the files of a hit and a miss meet.
 * @param {RequestCounters} counters
 * @param {RequestKind} kind
 * @param {number} status
 */
export function countAnswer({ answers }, kind, status) {
  answers[kind][status] = (answers[kind][status] ?? 0) + 1;
}

/**
 * Has requests that were sent in a row on one connection (RFC 9112 section 9.3.2) handled one after the other, with those
 * of others in between. Node.js would pass on all that it has read of them at once. While some wait,
 * nothing more is read from their connection.
 * @param {Listener} handle
 * @param {WeakMap<object, Response>} [latest]  is kept up to date with the response to the last request on each connection
 * @returns {Listener}
 */
export function inOrder(handle, latest = new WeakMap()) {
  /** How many wait on a connection. @type {WeakMap<Socket, number>} */
  const waiting = new WeakMap();
  return function take(request, response) {
    // The first in the row has the socket; the others are given it when their turn comes.
    const { socket } = request;
    latest.set(socket, response);
    // Node.js would send chunks to a client of HTTP/1.0 whose TE has the word in it (RFC 9112 section 6.1).
    if (request.httpVersionMinor === 0) response.useChunkedEncodingByDefault = false;
    if (response.socket !== null) return handle(request, response);
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    // Node.js goes on to read after each request that it has passed on; this comes after that.
    queueMicrotask(() => socket.pause());
    response.once('socket', () => setImmediate(begin));

    function begin() {
      const left = (waiting.get(socket) ?? 0) - 1;
      waiting.set(socket, left);
      if (left === 0) socket.resume();
      handle(request, response);
    }
  };
}
