import { stateOf } from '../etags/state-of.js';
import { LarderError } from '../../base/errors.js';
import { pathOfTarget } from '../../base/paths.js';
import { TOO_LARGE } from '../rules/cache-status.js';
import { endToEnd, valueOf, without } from '../rules/fields.js';
import { groupsOf } from '../rules/groups.js';
import { policyOf } from '../rules/policy.js';
import { mayReplaceError } from '../rules/reuse.js';
import { isStorable, isUseful, storedFields } from '../rules/storable.js';
import { freshened, isAboutAnother, validatorsOf } from '../rules/validation.js';
import { matchesRequest, notVariedBy, variedBy } from '../rules/vary.js';
/** @import { IncomingMessage as Request } from 'node:http' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { KnownEtag } from '../etags/read-etag.js' */
/** @import { Directives } from '../rules/cache-control.js' */
/** @import { ReadFrom } from '../rules/policy.js' */
/** @import { Body, End } from './body.js' */
/** @import { Origin, OriginResponse } from './origin.js' */
/** @import { createRequestFields } from './request-fields.js' */
/** @import { ResponseStore } from '../store/response-store.js' */
/** @import { ReportedEtags } from '../writes/reported-etags.js' */
/** @import { StoredEntry, StoredResponse } from '../types.js' */
/** @import { Writes } from '../writes/writes.js' */

/**
 * @typedef {object} Wanted
 * @property {Request} request  GET without a body
 * @property {string} key
 * @property {Directives | null} directives  of the request
 * @property {readonly string[]} unknown  its fields on which a response may depend, in lower case
 * @property {StoredResponse} [stored]  to be validated
 * @property {KnownEtag} known
 * @property {boolean} isWhole  whether the whole is fetched, whatever the request's preconditions and range
 * @property {(status: number, headers: string[]) => void} [onInterim]
 *
 * @typedef {object} Whole  A whole response.
 * @property {'whole'} kind
 * @property {StoredResponse} own  for the request that brought it
 * @property {StoredResponse | null} shared  for others
 * @property {number} status  that the origin answered with
 * @property {boolean} isStored
 * @property {() => boolean} isOutdated  something was written meanwhile that concerns it: not for those who asked after
 *   that
 *
 * @typedef {Omit<StoredResponse, 'body'>} Head
 *
 * @typedef {object} Coming  A response that is stored as soon as it is whole. Others may read it meanwhile.
 * @property {'coming'} kind
 * @property {ReadFrom} own  for the request that brought it
 * @property {Head} shared  for others
 * @property {Body} body
 * @property {number} status  that the origin answered with
 * @property {boolean} isStored  whether it will be, as far as is known
 * @property {string} [detail]  why it may not
 * @property {() => boolean} isOutdated
 * @property {Promise<End>} ended
 *
 * @typedef {{ kind: 'stale', stale: StoredResponse, status?: number }} Stale  A stored response, since the origin
 *   failed.
 * @typedef {{ kind: 'passing', received: OriginResponse, detail?: string }} Passing  A response that is not stored, and
 *   passes once
 * @typedef {Whole | Coming | Stale | Passing} Outcome
 */

/** Variants of one key. */
const MOST_VARIANTS = 32;

/** Milliseconds after which a body that is still coming is no longer kept to be stored. */
const PATIENCE = 30_000;

/** What anyone may ask for, to whom nothing is tied. */
const ANYONE = { method: 'GET', headers: {}, directives: null };

/** The origin answers, but not what it was asked: it counts as an error of its own, not as a lost origin. */
class UnaskedStatus extends LarderError {
  /** @param {number} status */
  constructor(status) {
    super('badGateway', `The origin answered ${status} unasked`);
  }
}

/** Brings responses from the origin, and stores those that may be stored. */
export class Fetcher {
  #deps;
  #reportUnknown;
  /** Of bodies that are coming. */
  #budget;
  #hasWarned = false;
  /** Responses that were too large to be stored. */
  tooLarge = 0;

  /**
   * @param {object} deps
   * @param {ResponseStore} deps.store
   * @param {Origin} deps.origin
   * @param {ReturnType<typeof createRequestFields>} deps.fields
   * @param {ReportedEtags} deps.reported
   * @param {Writes} deps.writes
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor(deps) {
    this.#deps = deps;
    this.#reportUnknown = createUnknownFields(deps.log);
    const { largest, maxBytes: total } = deps.store;
    this.#budget = { largest, total, used: 0 };
  }

  /**
   * @param {Wanted} wanted
   * @returns {Promise<Outcome>}
   * @throws {LarderError} what Origin.open throws, or its body, if nothing stale may be used instead
   */
  async fetch(wanted) {
    const version = this.#deps.writes.beginFetch();
    try {
      return await this.#exchange(wanted, version);
    } catch (error) {
      return this.staleFor(wanted, error);
    }
  }

  /**
   * @param {Wanted} wanted
   * @param {unknown} error for which there is no response
   * @returns {Stale}
   * @throws {unknown} the error, if nothing stale may be used instead
   */
  staleFor(wanted, error) {
    const stale = error instanceof UnaskedStatus ? undefined : this.#insteadOf(wanted, null);
    if (stale) return { kind: 'stale', stale };
    throw error;
  }

  /**
   * @param {Wanted} wanted
   * @param {string} version
   * @returns {Promise<Outcome>}
   */
  async #exchange(wanted, version) {
    const { store, origin, fields } = this.#deps;
    const { request, key, stored, isWhole, onInterim } = wanted;
    const extra = stored ? validatorsOf(stored) : [];
    const headers = fields.fieldsFor(request, { isWhole, extra });
    const received = await origin.open({
      method: 'GET',
      path: key,
      asker: fields.askerOf(request),
      headers,
      onInterim,
    });
    const { status, body } = received;
    if (stored && status === 304 && extra.length > 0) {
      body.abandon();
      return isAboutAnother(stored, received.headers)
        ? this.#exchange({ ...wanted, stored: undefined }, version)
        : this.#validated(wanted, version, stored, received);
    }
    const isUnasked = isWhole && (status === 304 || status === 206);
    const stale = this.#insteadOf(wanted, isUnasked ? 502 : status);
    if (stale) {
      body.destroy();
      return { kind: 'stale', stale, status };
    }
    if (isUnasked) {
      body.destroy();
      throw new UnaskedStatus(status);
    }
    const mayStore = isStorable(askedBy(wanted), received) && isUseful(received);
    const length = lengthOf(received);
    const isTooLarge = length > store.largest;
    const isWanted = mayStore && !Number.isNaN(length) && !isEvents(received);
    const mayRetain = isWanted && this.#isKeyed(wanted, received);
    if (mayRetain && !isTooLarge) return this.#receive(wanted, version, received);
    this.#supersede(wanted, received);
    if (!mayRetain) return { kind: 'passing', received };
    this.#recordTooLarge(key, length);
    return { kind: 'passing', received, detail: TOO_LARGE };
  }

  /**
   * Keeps a body, to store the response when it is whole. What comes together with its header section is waited for.
   * @param {Wanted} wanted
   * @param {string} version
   * @param {OriginResponse} received
   * @returns {Promise<Whole | Coming>}
   */
  async #receive(wanted, version, received) {
    const { body, status, receivedAt } = received;
    const { clock } = this.#deps;
    const keep = () => this.#keep(wanted, version, withBody(received, body.whole()), status);
    if (body.isComplete) return keep();
    if (body.error) throw body.error;
    /** @type {Whole | undefined} */
    let whole;
    const ended = new Promise((/** @type {(end: End) => void} */ resolve) =>
      body.keep(this.#budget, {
        mayGoOn: () => clock.now() - receivedAt <= PATIENCE,
        onEnd: (end) => {
          if (end === 'whole') whole = keep();
          if (end === TOO_LARGE) this.#recordTooLarge(wanted.key, body.length);
          resolve(end);
        },
      }),
    );
    await Promise.race([ended, twoTurns()]);
    if (whole) return whole;
    if (body.error) throw body.error;
    return this.#coming(wanted, version, received, ended);
  }

  /**
   * @param {Wanted} wanted
   * @param {string} version
   * @param {OriginResponse} received
   * @param {Promise<End>} ended
   * @returns {Coming}
   */
  #coming({ request, key }, version, received, ended) {
    const { status, body, requestedAt, receivedAt } = received;
    const own = { status, headers: endToEnd(received.headers), requestedAt, receivedAt };
    const headers = storedFields(own.headers);
    const shared = { varied: variedBy(headers, request.headers), ...own, headers };
    const entry = {
      key,
      version,
      variants: [{ body: NOTHING, ...shared }],
      groups: groupsOf(headers),
    };
    const isStored = valueOf(headers, 'content-length') !== undefined;
    const isOutdated = () => this.#isOutdated(entry);
    return { kind: 'coming', own, shared, body, status, isStored, isOutdated, ended };
  }

  /** @param {StoredEntry} entry  its first variant was just fetched */
  #isOutdated(entry) {
    const { reported, writes } = this.#deps;
    const [fetched] = entry.variants;
    const state = reported.stateOf(entry.key, policyOf(fetched).etag, fetched.requestedAt);
    return state !== 'current' && !writes.isCurrent(entry);
  }

  /** @param {string} key @param {number} bytes  of the body, or more */
  #recordTooLarge(key, bytes) {
    this.tooLarge++;
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { largest, maxBytes } = this.#deps.store;
    this.#deps.log.warn(
      { path: pathOfTarget(key), bytes, largest, maxBytes },
      'A response is not stored, since its body is larger than an eighth of CACHE_MAX_BYTES. Set CACHE_MAX_BYTES higher to store such ones',
    );
  }

  /**
   * @param {Wanted} wanted
   * @param {number | null} status of the origin's answer; null: there is none
   * @returns {StoredResponse | undefined} what may be used instead, if it is an error
   */
  #insteadOf({ key, stored, known, directives }, status) {
    const { clock, writes } = this.#deps;
    if (!stored || directives?.has('no-cache')) return undefined;
    const state = stateOf(known, key, stored, writes);
    const mayUse = state !== 'outdated' && mayReplaceError(stored, status, clock.now());
    return mayUse ? stored : undefined;
  }

  /**
   * RFC 9111 section 4.3.4. A Set-Cookie of the 304 is for its one client.
   * @param {Wanted} wanted
   * @param {string} version
   * @param {StoredResponse} stored
   * @param {OriginResponse} received
   * @returns {Whole}
   */
  #validated(wanted, version, stored, received) {
    const response = freshened(stored, received);
    const cookies = without(received.headers, (name) => name !== 'set-cookie');
    const own = { ...response, headers: [...response.headers, ...cookies] };
    const isKeyed = this.#isKeyed(wanted, response);
    if (isKeyed && isStorable(askedBy(wanted), response))
      return { ...this.#keep(wanted, version, response, 304), ...(cookies.length ? { own } : {}) };
    if (isKeyed) this.#deps.store.remove(wanted.key);
    const isOutdated = () => false;
    return { kind: 'whole', own, shared: null, status: 304, isStored: false, isOutdated };
  }

  /**
   * @param {Wanted} wanted
   * @param {string} version
   * @param {StoredResponse} own  with all fields
   * @param {number} received  the status
   * @returns {Whole}
   */
  #keep({ request, key }, version, own, received) {
    const { store, writes } = this.#deps;
    const { status, body, requestedAt, receivedAt } = own;
    const headers = storedFields(own.headers);
    const varied = variedBy(headers, request.headers);
    const shared = { status, headers, body, varied, requestedAt, receivedAt };
    const others = (store.peek(key)?.variants ?? [])
      .filter((variant) => !matchesRequest(variant, request.headers))
      .slice(0, MOST_VARIANTS - 1);
    const entry = { key, version, variants: [shared, ...others], groups: groupsOf(headers) };
    const isStored =
      writes.storeFetched(entry) || writes.storeFetched({ ...entry, variants: [shared] });
    const isOutdated = () => !isStored && this.#isOutdated(entry);
    const isSame = headers.length === own.headers.length;
    const both = { own: isSame ? shared : own, shared };
    return { kind: 'whole', ...both, status: received, isStored, isOutdated };
  }

  /**
   * @param {Wanted} wanted
   * @param {{ headers: readonly string[] }} response  to it
   * @returns {boolean} whether Vary names each field of the request on which it may depend
   */
  #isKeyed({ unknown }, { headers }) {
    const names = notVariedBy(headers, unknown);
    this.#reportUnknown(names);
    return names.length === 0;
  }

  /**
   * What is stored is no longer used after a newer response that nobody may store.
   * @param {Wanted} wanted
   * @param {OriginResponse} received
   */
  #supersede({ request, key, stored, unknown }, received) {
    if (!stored || received.status >= 400 || request.headers.authorization !== undefined) return;
    if (notVariedBy(received.headers, unknown).length > 0) return;
    if (!isStorable(ANYONE, received)) this.#deps.store.remove(key);
  }
}

const NOTHING = Buffer.alloc(0);

/** The end of a connection, if it came with the last bytes, is known in the second. */
const twoTurns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/**
 * @param {OriginResponse} response
 * @returns {boolean} whether it is a stream that nobody can be made to wait for, and that has no end
 */
const isEvents = ({ headers }) =>
  /^\s*text\/event-stream\s*(?:;|$)/i.test(valueOf(headers, 'content-type') ?? '');

/** @param {Wanted} wanted */
const askedBy = ({ request, directives }) => ({
  method: 'GET',
  headers: request.headers,
  directives,
});

/**
 * @param {OriginResponse} response
 * @returns {number} bytes of its body, as far as they are known; NaN: it ends with the connection, so that nobody knows
 *   whether it is whole (RFC 9112 section 6.3)
 */
function lengthOf({ status, headers }) {
  if (status === 204 || valueOf(headers, 'transfer-encoding') !== undefined) return 0;
  return Number(valueOf(headers, 'content-length') ?? NaN);
}

/** @param {OriginResponse} received @param {Buffer} body @returns {StoredResponse} */
function withBody({ status, headers, requestedAt, receivedAt }, body) {
  const fields = without(endToEnd(headers), (name) => name === 'content-length');
  if (status !== 204) fields.push('Content-Length', String(body.length));
  return { status, headers: fields, body, varied: {}, requestedAt, receivedAt };
}

/** Strangers choose the names: so many are logged, of so many characters. */
const MOST = 100;
const LONGEST = 60;

/**
 * @param {Log} log
 * @returns {(names: string[]) => void} logs, once for each name, the fields for which a response is not stored
 */
function createUnknownFields(log) {
  const logged = new Set();
  return (names) => {
    for (const name of names) {
      const field = name.slice(0, LONGEST);
      if (logged.size >= MOST || logged.has(field)) continue;
      logged.add(field);
      log.warn(
        { field },
        'A response to a request with this field is not stored: Vary does not name it. If no response depends on it, add it to FORWARD_HEADERS',
      );
      if (logged.size === MOST) log.warn('Further such fields are not logged');
    }
  };
}
