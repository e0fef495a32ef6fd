import { LRUCache } from 'lru-cache';
import { LarderError, describe } from '../errors.js';
import { forwardStatus } from './cache-status.js';
import { Flights } from './collapse.js';
import { Fetcher } from './fetcher.js';
import { groupsOf } from './groups.js';
import { concernedBy } from './invalidation.js';
import { hasBody, sendHit, sendProblem, sendWhole, stream } from './replies.js';
import { requestDirectives, reuseOf, select } from './reuse.js';
import { matchesRequest } from './vary.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../clock.js' */
/** @import { Log } from '../log.js' */
/** @import { Forwarding } from './cache-status.js' */
/** @import { Outcome, Wanted } from './fetcher.js' */
/** @import { Origin, OriginResponse } from './origin.js' */
/** @import { createRequestFields } from './request-fields.js' */
/** @import { ResponseStore } from './response-store.js' */
/** @import { StoredResponse } from './types.js' */

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH', 'QUERY']);

/** Keys whose responses are known not to be shared, so that nobody waits for them. */
const REMEMBERED = 10_000;

/** Answers requests from the store, else from the origin. */
export class Proxy {
  /** @type {Flights<Outcome>} */
  #flights = new Flights();
  /** @type {LRUCache<string, true>} */
  #unshared = new LRUCache({ max: REMEMBERED });
  #deps;
  #fetcher;
  counters = { hits: 0, stale: 0, collapsed: 0, forwarded: 0, errors: 0 };

  /**
   * @param {object} deps
   * @param {ResponseStore} deps.store
   * @param {Origin} deps.origin
   * @param {ReturnType<typeof createRequestFields>} deps.fields
   * @param {() => string} deps.nextVersion
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor(deps) {
    this.#deps = deps;
    this.#fetcher = new Fetcher(deps);
  }

  /**
   * Looks in memory alone.
   * @param {Request} request
   * @returns {StoredResponse | undefined} what may answer it at once
   */
  find(request) {
    const { headers, url = '' } = request;
    // A body of a GET is no part of the key.
    if (hasBody(request) || isConditionalOnOrigin(request)) return undefined;
    const entry = this.#deps.store.fetch(url);
    const stored = entry && select(entry, headers);
    if (stored === undefined) return undefined;
    const reuse = reuseOf(stored, requestDirectives(headers), this.#deps.clock.now());
    return reuse === 'fresh' ? stored : undefined;
  }

  /** @param {Request} request @param {Response} response @param {StoredResponse} stored found for it */
  sendHit(request, response, stored) {
    this.counters.hits++;
    sendHit(request, response, stored, this.#deps.clock);
  }

  /**
   * Answers what `find` did not.
   * @param {Request} request
   * @param {Response} response
   */
  async answer(request, response) {
    try {
      refuse(request, this.#deps.fields.namesUs(request));
      const isGet = request.method === 'GET' && !hasBody(request);
      if (isGet && !isConditionalOnOrigin(request)) await this.#read(request, response);
      else await this.#pass(request, response);
    } catch (error) {
      this.#fail(request, response, error);
    }
  }

  /** @param {Request} request @param {Response} response @param {{ mayWait?: boolean }} [options] @returns {Promise<void>} */
  async #read(request, response, { mayWait = true } = {}) {
    const { store, clock } = this.#deps;
    const { url: key = '', headers } = request;
    const directives = requestDirectives(headers);
    const entry = await store.load(key);
    const stored = entry && select(entry, headers);
    const reuse = stored && reuseOf(stored, directives, clock.now());
    if (stored && (reuse === 'fresh' || reuse === 'allowed'))
      return this.sendHit(request, response, stored);
    const isShared = !this.#unshared.has(key);
    const isWhole = stored !== undefined || (isShared && headers.range === undefined);
    const wanted = { request, key, directives, stored, isWhole };
    if (stored && reuse === 'revalidating') {
      this.sendHit(request, response, stored);
      if (!this.#flights.of(key)) this.#lead(wanted).then(discard, () => {});
      return;
    }
    if (directives?.has('only-if-cached'))
      throw new LarderError('gatewayTimeout', 'Nothing is stored that fits the request');
    const absent = entry ? 'vary-miss' : 'uri-miss';
    const forwarding = stored ? (reuse === 'refused' ? 'request' : 'stale') : absent;
    const flight = mayWait && isShared ? this.#flights.of(key) : undefined;
    if (flight) return this.#follow(request, response, await flight, forwarding);
    const onInterim = interimTo(request, response);
    this.counters.forwarded++;
    const outcome = await this.#lead({ ...wanted, onInterim });
    this.#deliver(request, response, outcome, forwarding);
  }

  /** @param {Wanted} wanted @returns {Promise<Outcome>} */
  async #lead(wanted) {
    const { key, isWhole } = wanted;
    const start = () => this.#fetcher.fetch(wanted);
    const isShared = isWhole && !this.#flights.of(key);
    const outcome = await (isShared ? this.#flights.start(key, start) : start());
    if ('received' in outcome && isWhole) this.#unshared.set(key, true);
    else this.#unshared.delete(key);
    return outcome;
  }

  /** @param {Request} request @param {Response} response @param {Outcome} outcome @param {Forwarding} forwarding @returns {Promise<void> | void} */
  #follow(request, response, outcome, forwarding) {
    const { clock } = this.#deps;
    if ('stale' in outcome && matchesRequest(outcome.stale, request.headers))
      return this.#deliver(request, response, outcome, forwarding);
    const mayShare =
      'whole' in outcome &&
      matchesRequest(outcome.whole, request.headers) &&
      // It has come after the request, so it is as good as validated for it.
      reuseOf(outcome.whole, null, clock.now()) === 'fresh';
    if (!mayShare) return this.#read(request, response, { mayWait: false });
    this.counters.collapsed++;
    const cacheStatus = forwardStatus(forwarding, { isCollapsed: true });
    sendWhole(request, response, outcome.whole, cacheStatus, clock);
  }

  /** @param {Request} request @param {Response} response @param {Outcome} outcome @param {Forwarding} forwarding */
  #deliver(request, response, outcome, forwarding) {
    const { clock } = this.#deps;
    if ('received' in outcome) {
      const { received, chunks } = outcome;
      const cacheStatus = forwardStatus(forwarding, { status: received.status });
      return stream(request, response, received, { cacheStatus, chunks, clock });
    }
    const cacheStatus = forwardStatus(forwarding, outcome);
    if ('stale' in outcome) this.counters.stale++;
    const whole = 'stale' in outcome ? outcome.stale : outcome.own;
    sendWhole(request, response, whole, cacheStatus, clock);
  }

  /**
   * Passes a request on, and its response back, without storing it.
   * @param {Request} request
   * @param {Response} response
   */
  async #pass(request, response) {
    const { origin, fields, clock } = this.#deps;
    const { method = 'GET', url: path = '/' } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const headers = fields.fieldsFor(request, { isWhole: false });
    const controller = new AbortController();
    response.once('close', () => controller.abort());
    if (request.headers.expect) response.writeContinue();
    this.counters.forwarded++;
    const received = await origin.open({
      ...{ method, path, headers, onInterim: interimTo(request, response) },
      body: hasBody(request) ? request : undefined,
      signal: controller.signal,
    });
    if (!SAFE.has(method)) this.#invalidate(path, received);
    const forwarding = isRead ? (method === 'HEAD' ? 'uri-miss' : 'bypass') : 'method';
    const cacheStatus = forwardStatus(forwarding, { status: received.status });
    stream(request, response, received, { cacheStatus, clock });
  }

  /** RFC 9111 section 4.4, RFC 9875 section 3. @param {string} key @param {OriginResponse} received */
  #invalidate(key, { status, headers }) {
    if (status >= 400) return;
    const { store, fields } = this.#deps;
    const urls = concernedBy(key, headers, fields.host);
    store.invalidate({ urls, groups: groupsOf(headers, 'cache-group-invalidation') });
  }

  /** @param {Request} request @param {Response} response @param {unknown} error */
  #fail(request, response, error) {
    const { log } = this.#deps;
    const { method, url } = request;
    const { status } = describe(error);
    this.counters.errors++;
    if (response.destroyed) return;
    if (status === 500) log.error({ err: error, method, url }, 'A request failed');
    else if (status > 500) log.warn({ err: error, method, url }, 'A request was turned away');
    if (response.headersSent) response.destroy();
    else sendProblem(request, response, error);
  }
}

/** @param {Request} request @param {boolean} isLoop @throws {LarderError} when it cannot be passed on */
function refuse({ method, headers: { upgrade } }, isLoop) {
  if (isLoop) throw new LarderError('loop', 'The request has come through here before');
  if (method === 'TRACE') throw new LarderError('methodNotAllowed', 'TRACE is not supported');
  if (upgrade !== undefined && !/^\s*h2c\s*$/i.test(upgrade))
    throw new LarderError('notImplemented', 'Upgrades are not supported');
}

/** Preconditions that only an origin evaluates (RFC 9111 section 4.3.2). @param {Request} request */
const isConditionalOnOrigin = ({ headers }) =>
  headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined;

/** Nobody has asked for it. @param {Outcome} outcome */
function discard(outcome) {
  if ('received' in outcome) outcome.received.body.destroy();
}

/**
 * @param {Request} request
 * @param {Response} response
 * @returns {(status: number, headers: string[]) => void} passes interim responses on (RFC 9110 section 15.2)
 */
const interimTo =
  ({ httpVersion }, response) =>
  (status, headers) => {
    if (response.headersSent || httpVersion !== '1.1') return;
    if (status === 102) response.writeProcessing();
    if (status !== 103) return;
    /** @type {Record<string, string[]>} */
    const hints = {};
    for (let i = 0; i < headers.length; i += 2)
      (hints[headers[i].toLowerCase()] ??= []).push(headers[i + 1]);
    try {
      response.writeEarlyHints(hints);
    } catch {
      // A link that Node.js takes for malformed: hints are not needed.
    }
  };
