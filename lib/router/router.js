import { pathOfTarget } from '../base/paths.js';
/** @import { IncomingMessage as Request, ServerResponse } from 'node:http' */
/** @import { Response } from 'express' */
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { About, Hits, Read } from '../http/door.js' */
/** @import { FastClient } from '../http/fast-path.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { ResponseManager } from '../responses/response-manager.js' */

/**
 * @typedef {Pick<Request, 'method' | 'url' | 'headers'>} Head  what of a request decides whether it is a hit
 *
 * @typedef {object} Fronting
 * @property {{ withholds: (target: string, key: string) => boolean }} answers  `withholds`: whether it needs headers of
 *   its own
 * @property {{ beginFast: (client: FastClient, entry: Entry) => void }} underWay  is told of each answer of the
 *   fast path
 */

/**
 * The hits: they touch neither Express nor a controller nor the store.
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {ResponseManager} deps.responses
 * @param {{ advance: () => void }} deps.changes  `advance` publishes scheduled posts that are due
 * @param {Fronting | null} [deps.networks]  in front of the blog
 * @returns {Hits<Entry> & { read: (entry: Entry) => Read }}
 */
export function createHits({ cache, responses, changes, networks = null }) {
  return { find, send, read: (entry) => entry, answer, has };

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
    return cache.find(target) ?? cache.find(pathOfTarget(target));
  }

  /** @param {string} target */
  function has(target) {
    return served(target) !== undefined;
  }

  /** @type {Hits<Entry>['send']} */
  function send(request, response, entry) {
    cache.hit(entry.key);
    responses.send(request, response, entry);
  }

  /** @type {Hits<Entry>['answer']} */
  function answer(request, client) {
    const entry = find(request);
    if (entry && networks?.answers.withholds(request.url, entry.key)) return null;
    // null: it is not in the encoding that is wanted.
    const found = entry ? responses.answer(request, entry) : null;
    if (entry === undefined || found === null) return null;
    cache.hit(entry.key);
    networks?.underWay.beginFast(client, entry);
    return { answer: found, read: entry };
  }
}

/** @param {Pick<Request, 'headers'>} request @returns {boolean} whether it asks for a fresh render, with a token */
export const asksToBypassCache = ({ headers }) =>
  headers.authorization !== undefined && /\bno-cache\b/i.test(headers['cache-control'] ?? '');

/**
 * Says what an answer is about, for the door. What is not described is not counted.
 * @param {Response} response
 * @param {About} about
 */
export function describeAnswer(response, about) {
  response.locals.about = about;
}

/** @param {ServerResponse & Partial<Pick<Response, 'locals'>>} response @returns {About | undefined} */
export const aboutOf = (response) => response.locals?.about;
