import { LRUCache } from 'lru-cache';
import { LarderError, describe, messageOf } from '../../base/errors.js';
import { asksWhetherModified, hasBody, isNotModified } from '../../responses/negotiation.js';
import { pathOfTarget } from '../../base/paths.js';
import { stateOf } from '../etags/state-of.js';
import { forwardStatus, REPORTED_HIT, TOO_LARGE } from '../rules/cache-status.js';
import { Flights, flightName } from './collapse.js';
import { interimTo } from './early-hints.js';
import { Fetcher } from './fetcher.js';
import { without } from '../rules/fields.js';
import { groupsOf } from '../rules/groups.js';
import { concernedBy } from '../rules/invalidation.js';
import {
  hitAnswer,
  passOn,
  sendComing,
  sendHit,
  sendNotModified,
  sendProblem,
  sendWhole,
} from './replies.js';
import { wantsEvents } from './request-fields.js';
import { requestDirectives, reuseOf, select } from '../rules/reuse.js';
import { differs } from '../rules/validation.js';
import { matchesRequest, notVariedBy } from '../rules/vary.js';
/** @import { IncomingHttpHeaders, IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { RawResponse, SimpleRequest } from '../../http/fast-path.js' */
/** @import { Forwarding } from '../rules/cache-status.js' */
/** @import { Body } from './body.js' */
/** @import { Coming, Head, Outcome, Wanted, Whole } from './fetcher.js' */
/** @import { Origin, OriginResponse } from './origin.js' */
/** @import { createRequestFields } from './request-fields.js' */
/** @import { ResponseStore } from '../store/response-store.js' */
/** @import { Reuse } from '../rules/reuse.js' */
/** @import { Directives } from '../rules/cache-control.js' */
/** @import { EtagSource } from '../etags/etag-source.js' */
/** @import { KnownEtag } from '../etags/read-etag.js' */
/** @import { ReportedEtags } from '../writes/reported-etags.js' */
/** @import { StoredEntry, StoredResponse } from '../types.js' */
/** @import { Writes } from '../writes/writes.js' */

/** @typedef {Coming | (Whole & { shared: StoredResponse })} Shared */

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH', 'QUERY']);

/** What a 304 says that the former response said as well (RFC 9110 section 15.4.5). */
const OF_A_TOLD_304 = new Set(['cache-control', 'content-location', 'vary']);

/** Characters of keys, and of flights, whose responses are known not to be shared, so that nobody waits for them. */
const REMEMBERED = 1_000_000;

/** Answers requests from the store, else from the origin. */
export class Proxy {
  /** @type {Flights<Outcome>} */
  #flights = new Flights();
  /** By what is not shared, why. @type {LRUCache<string, 'not-fresh' | typeof TOO_LARGE>} */
  #unshared = new LRUCache({
    maxSize: REMEMBERED,
    sizeCalculation: (_value, key) => key.length + 1,
  });
  #deps;
  #fetcher;
  counters = { hits: 0, stale: 0, collapsed: 0, forwarded: 0, errors: 0 };

  /** Hits that the fast path answered. */
  fastHits = 0;

  /**
   * @param {object} deps
   * @param {ResponseStore} deps.store
   * @param {Origin} deps.origin
   * @param {ReturnType<typeof createRequestFields>} deps.fields
   * @param {ReportedEtags} deps.reported
   * @param {ReportedEtags | EtagSource} deps.etags
   * @param {Writes} deps.writes
   * @param {boolean} [deps.waits]  a client whose request changed something has its answer when all others know of it
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor(deps) {
    this.#deps = deps;
    this.#fetcher = new Fetcher(deps);
  }

  /** Responses that were too large to be stored. */
  get tooLarge() {
    return this.#fetcher.tooLarge;
  }

  /**
   * Looks in memory alone.
   * @param {Request} request
   * @returns {StoredResponse | undefined} what may answer it at once
   */
  find(request) {
    const { url = '' } = request;
    if (!isRead(request) || url[0] !== '/' || url[1] === '.' || bypasses(request)) return undefined;
    const known = this.#deps.etags.now(url);
    return known && this.#freshOf(url, this.#deps.store.hit(url), request.headers, known);
  }

  /**
   * `find` and `sendHit` for the fast path, which does not know all fields of the request.
   * @param {SimpleRequest} request
   * @returns {RawResponse | null} null: nothing may answer it at once, or that depends on other fields
   */
  hit(request) {
    const { url, headers } = request;
    const { store, clock } = this.#deps;
    const entry = store.peek(url);
    if (url[1] === '.' || !entry?.variants.every(isOfEncoding)) return null;
    const known = this.#deps.etags.now(url);
    const stored = known && this.#freshOf(url, entry, headers, known);
    const answer = stored ? hitAnswer(request, stored, clock) : null;
    if (answer === null) return null;
    store.hit(url);
    this.counters.hits++;
    this.fastHits++;
    return answer;
  }

  /** @param {string} target @returns {boolean} whether there may be a hit for it */
  has(target) {
    return this.#deps.store.peek(target) !== undefined;
  }

  /**
   * @param {string} url
   * @param {StoredEntry | undefined} entry
   * @param {IncomingHttpHeaders} headers of the request
   * @param {KnownEtag} known
   */
  #freshOf(url, entry, headers, known) {
    const stored = entry && select(entry, headers);
    if (stored === undefined) return undefined;
    const reuse = this.#reuseOf(url, stored, requestDirectives(headers), known);
    return reuse === 'fresh' ? stored : undefined;
  }

  /** @param {Request} request @param {Response} response @param {StoredResponse} stored found for it */
  sendHit(request, response, stored) {
    this.counters.hits++;
    try {
      sendHit(request, response, stored, this.#deps.clock);
    } catch (error) {
      this.#deps.store.remove(request.url ?? '');
      this.#fail(request, response, error);
    }
  }

  /**
   * Answers what `find` did not.
   * @param {Request} request
   * @param {Response} response
   */
  async answer(request, response) {
    try {
      this.check(request);
      this.#deps.fields.dropNamed(request);
      if (!isRead(request)) await this.#pass(request, response, 'method');
      else if (bypasses(request)) await this.#pass(request, response, 'bypass');
      else await this.#read(request, response);
    } catch (error) {
      this.#fail(request, response, error);
    }
  }

  /** @param {Request} request @throws {LarderError} when it cannot be passed on */
  check(request) {
    refuse(request, this.#deps.fields.namesUs(request));
  }

  /**
   * @param {Request} request
   * @param {Response} response
   * @param {number} [waits]  so often it may wait for a response that another request brings
   * @returns {Promise<void>}
   */
  async #read(request, response, waits = 2) {
    const { store, fields } = this.#deps;
    const { url: key = '', headers, method } = request;
    const directives = requestDirectives(headers);
    const known = await this.#deps.etags.read(key);
    const entry = await store.load(key);
    const stored = entry && select(entry, headers);
    const reuse = stored && this.#reuseOf(key, stored, directives, known);
    const unknown = fields.unknownIn(request);
    const asked = { request, key, unknown };
    const name = flightName(key, entry, headers, unknown);
    const isShared =
      !wantsEvents(headers) &&
      (known.get(key) !== undefined || !this.#unshared.has(sharing(asked, name)));
    const isWhole = stored !== undefined || !selects(headers, isShared);
    const wanted = { directives, stored, known, isWhole, ...asked };
    if (stored && reuse !== 'stale' && reuse !== 'refused') {
      this.sendHit(request, response, stored);
      if (reuse === 'revalidating' && !this.#flights.of(name) && namesAll(stored, unknown))
        this.#revalidate(wanted, name);
      return;
    }
    const etag = directives?.has('no-cache')
      ? undefined
      : this.#reportedMatch(request, entry, known);
    if (etag !== undefined) return this.#sendReported(request, response, etag, stored);
    if (directives?.has('only-if-cached'))
      throw new LarderError('notStored', 'only-if-cached asks for nothing else');
    const forwarding = forwardingOf(reuse, entry);
    if (method === 'HEAD' || directives?.has('no-store'))
      return this.#pass(request, response, forwarding, stored);
    const flight = isShared && waits > 0 ? this.#flights.of(name) : undefined;
    if (flight) {
      const outcome = await flight.catch((error) => this.#fetcher.staleFor(wanted, error));
      return this.#follow(request, response, outcome, { directives, forwarding, waits });
    }
    const onInterim = interimTo(request, response);
    const outcome = await this.#lead({ onInterim, ...wanted }, name);
    this.#deliver(request, response, outcome, forwarding);
  }

  /** @param {Wanted} wanted @param {string} name of the flight @returns {Promise<Outcome>} */
  async #lead(wanted, name) {
    const { key, known, isWhole } = wanted;
    const id = sharing(wanted, name);
    this.counters.forwarded++;
    const start = () => this.#fetcher.fetch(wanted);
    const outcome = await (isWhole && !this.#flights.of(name)
      ? this.#flights.start(name, start)
      : start());
    const wasTooLarge = this.#unshared.get(id) === TOO_LARGE;
    const isShared = outcome.kind === 'stale' || this.#isShared(key, outcome, known);
    if (isShared) this.#unshared.delete(id);
    // Whoever reads its ETag later may share it.
    else if (isWhole && !(this.#deps.etags.isReadAnew && 'shared' in outcome && outcome.shared))
      this.#unshared.set(id, 'not-fresh');
    if (!isShared || outcome.kind !== 'coming') return outcome;
    outcome.ended.then((end) => end === TOO_LARGE && this.#unshared.set(id, TOO_LARGE));
    return wasTooLarge && !outcome.isStored ? { ...outcome, detail: TOO_LARGE } : outcome;
  }

  /**
   * @param {string} key
   * @param {Outcome} outcome
   * @param {KnownEtag} known
   * @returns {outcome is Shared} whether it may answer those who waited for it: it has come after they asked
   */
  #isShared(key, outcome, known) {
    if (outcome.kind !== 'whole' && outcome.kind !== 'coming') return false;
    const { shared } = outcome;
    return shared !== null && this.#reuseOf(key, shared, null, known) === 'fresh';
  }

  /**
   * @param {string} key
   * @param {Head} stored
   * @param {Directives | null} directives of the request
   * @param {KnownEtag} known
   */
  #reuseOf(key, stored, directives, known) {
    const { clock, writes } = this.#deps;
    return reuseOf(stored, directives, clock.now(), stateOf(known, key, stored, writes));
  }

  /** RFC 5861 section 3. @param {Wanted} wanted @param {string} name */
  #revalidate(wanted, name) {
    this.#lead(wanted, name).then(
      (outcome) => bodyOf(outcome)?.abandon(),
      (error) => {
        const path = pathOfTarget(wanted.key);
        this.#deps.log.warn({ err: error, path }, 'A stale response could not be validated');
      },
    );
  }

  /**
   * Answers with what another request has brought, if it may.
   * @param {Request} request
   * @param {Response} response
   * @param {Outcome} outcome
   * @param {{ directives: Directives | null, forwarding: Forwarding, waits: number }} state
   * @returns {Promise<void>}
   */
  async #follow(request, response, outcome, { directives, forwarding, waits }) {
    const { clock, writes } = this.#deps;
    const { url: key = '', headers } = request;
    // The origin may have set it as it answered.
    const known = await this.#deps.etags.read(key);
    const isRefused =
      outcome.kind === 'stale' &&
      (directives?.has('no-cache') || stateOf(known, key, outcome.stale, writes) === 'outdated');
    if (outcome.kind === 'stale' && !isRefused && matchesRequest(outcome.stale, headers))
      return this.#deliver(request, response, outcome, forwarding);
    // One of those who waited asks again.
    if (isRefused || ('isOutdated' in outcome && outcome.isOutdated()))
      return this.#read(request, response, waits - 1);
    if (!this.#isShared(key, outcome, known)) return this.#read(request, response, 0);
    if (!matchesRequest(outcome.shared, headers)) return this.#read(request, response, waits - 1);
    const isComing = outcome.kind === 'coming';
    if (isComing && !outcome.body.isJoinable) return this.#read(request, response, 0);
    this.counters.collapsed++;
    const cacheStatus = forwardStatus(forwarding, { isCollapsed: true });
    if (isComing) sendComing(request, response, outcome.shared, outcome.body, cacheStatus, clock);
    else sendWhole(request, response, outcome.shared, cacheStatus, clock);
  }

  /** @param {Request} request @param {Response} response @param {Outcome} outcome @param {Forwarding} forwarding */
  #deliver(request, response, outcome, forwarding) {
    const { clock } = this.#deps;
    if (outcome.kind === 'passing') {
      const { received, detail } = outcome;
      const cacheStatus = forwardStatus(forwarding, { status: received.status, detail });
      return passOn(request, response, received, cacheStatus, clock);
    }
    const cacheStatus = forwardStatus(forwarding, outcome);
    if (outcome.kind === 'coming')
      return sendComing(request, response, outcome.own, outcome.body, cacheStatus, clock);
    if (outcome.kind === 'stale') this.counters.stale++;
    const whole = outcome.kind === 'stale' ? outcome.stale : outcome.own;
    sendWhole(request, response, whole, cacheStatus, clock);
  }

  /**
   * Passes a request on, and its response back, without storing it.
   * @param {Request} request
   * @param {Response} response
   * @param {Forwarding} forwarding
   * @param {StoredResponse} [stored]
   */
  async #pass(request, response, forwarding, stored) {
    const { origin, fields, store, waits, clock } = this.#deps;
    const { method = 'GET', url: path = '/' } = request;
    const headers = fields.fieldsFor(request, { isWhole: false });
    const controller = new AbortController();
    response.once('close', () => controller.abort());
    if (request.headers.expect) response.writeContinue();
    this.counters.forwarded++;
    const received = await origin.open({
      body: hasBody(request) ? request : undefined,
      asker: fields.askerOf(request),
      signal: controller.signal,
      method,
      path,
      headers,
      onInterim: interimTo(request, response),
    });
    const known = SAFE.has(method) ? undefined : this.#invalidate(path, received);
    if (waits) await known;
    const isAbout = method === 'HEAD' && stored && namesAll(stored, fields.unknownIn(request));
    if (isAbout && differs(stored, received)) store.remove(path);
    const cacheStatus = forwardStatus(forwarding, { status: received.status });
    passOn(request, response, received, cacheStatus, clock);
  }

  /**
   * RFC 9111 section 4.4, RFC 9875 section 3.
   * @param {string} key
   * @param {OriginResponse} received
   * @returns {Promise<unknown> | undefined} resolves when others know of it, or cannot be reached
   */
  #invalidate(key, { status, headers }) {
    if (status >= 400) return undefined;
    const { writes, fields, log } = this.#deps;
    const urls = concernedBy(key, headers, fields.host);
    const selector = { urls, groups: groupsOf(headers, 'cache-group-invalidation') };
    this.#flights.forget(selector);
    return writes
      .performHere({ type: 'invalidate', selector })
      .catch((error) => log.warn({ err: error, key }, 'Peers may not know of an invalidation'));
  }

  /**
   * @param {Request} request
   * @param {StoredEntry | undefined} entry
   * @param {KnownEtag} known
   * @returns {string | undefined} the entity tag that is known, if the client has it
   */
  #reportedMatch({ url: key = '', headers }, entry, known) {
    // What is for one client alone was never reported.
    if (headers['if-none-match'] === undefined || headers.authorization !== undefined)
      return undefined;
    const { clock } = this.#deps;
    const etag = known.etagOf(key, entry);
    return isNotModified(headers, { etag: etag ?? '', lastModified: NaN }, clock)
      ? etag
      : undefined;
  }

  /** @param {Request} request @param {Response} response @param {string} etag @param {StoredResponse} [former] */
  #sendReported(request, response, etag, former) {
    this.counters.hits++;
    const stored = without(former?.headers ?? [], (name) => !OF_A_TOLD_304.has(name));
    const whole = ['ETag', etag, ...stored, 'Cache-Status', REPORTED_HIT];
    sendNotModified(request, response, { whole });
  }

  /** @param {Request} request @param {Response} response @param {unknown} error */
  #fail(request, response, error) {
    const { log } = this.#deps;
    const { method, url = '' } = request;
    const where = { method, path: pathOfTarget(url) };
    const { status } = describe(error);
    if (response.destroyed) return;
    this.counters.errors++;
    if (status === 500) log.error({ err: error, ...where }, 'A request failed');
    // There may be many of these: the reason is enough.
    else if (status > 500)
      log.warn({ reason: messageOf(error), ...where }, 'A request was turned away');
    if (response.headersSent) response.destroy();
    else sendProblem(request, response, error, this.#deps.clock);
  }
}

/** @param {Request} request @param {boolean} isLoop @throws {LarderError} when it cannot be passed on */
function refuse(request, isLoop) {
  const { method } = request;
  if (isLoop) throw new LarderError('loop', 'The request has come through here before');
  if (method === 'TRACE') throw new LarderError('methodNotAllowed', 'TRACE is not supported');
  // RFC 9110 section 9.3.1: it means nothing, and is a way to smuggle requests.
  if (isRead(request) && hasBody(request))
    throw new LarderError('badRequest', `A ${method} has no body`);
}

/** @param {Request} request */
const isRead = ({ method }) => method === 'GET' || method === 'HEAD';

/**
 * @param {StoredResponse} stored
 * @param {readonly string[]} unknown  fields of a request
 * @returns {boolean} whether Vary names all of them, so that what the origin says to this request is about the stored
 *   response too
 */
const namesAll = ({ headers }, unknown) => notVariedBy(headers, unknown).length === 0;

/**
 * Whoever is signed in, or sends fields of his own, does not keep others from sharing.
 * @param {Pick<Wanted, 'request' | 'key' | 'unknown'>} wanted
 * @param {string} name of the flight
 * @returns {string} what is remembered as not shared
 */
const sharing = ({ request, key, unknown }, name) =>
  (unknown.length > 0 ? name : key) +
  (request.headers.authorization === undefined ? '' : '\nauthorization');

/** @param {Outcome} outcome @returns {Body | undefined} that is to be read */
function bodyOf(outcome) {
  if (outcome.kind === 'passing') return outcome.received.body;
  return outcome.kind === 'coming' ? outcome.body : undefined;
}

/**
 * @param {Request} request  GET or HEAD
 * @returns {boolean} whether it is about more than its key: it has a body, or preconditions that only an origin
 *   evaluates (RFC 9111 section 4.3.2)
 */
const bypasses = (request) =>
  request.headers['if-match'] !== undefined ||
  request.headers['if-unmodified-since'] !== undefined ||
  hasBody(request);

/**
 * @param {IncomingHttpHeaders} headers of a request for what is not stored
 * @param {boolean} isShared whether others may get the same
 * @returns {boolean} whether the origin is to answer its range, or its preconditions
 */
const selects = (headers, isShared) =>
  headers.range !== undefined || (!isShared && asksWhetherModified(headers));

/**
 * @param {Reuse | undefined} reuse
 * @param {StoredEntry | undefined} entry
 * @returns {Forwarding} why a request goes to the origin
 */
function forwardingOf(reuse, entry) {
  if (reuse) return reuse === 'refused' ? 'request' : 'stale';
  return entry ? 'vary-miss' : 'uri-miss';
}

/**
 * @param {StoredResponse} response
 * @returns {boolean} whether no other field of a request selects it than Accept-Encoding
 */
function isOfEncoding({ varied }) {
  for (const name in varied) if (name !== 'accept-encoding') return false;
  return true;
}
