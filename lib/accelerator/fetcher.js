import { valueOf } from './fields.js';
import { groupsOf } from './groups.js';
import { policyOf } from './policy.js';
import { mayReplaceError } from './reuse.js';
import { isStorable, storedFields } from './storable.js';
import { freshened, isAboutAnother, validatorsOf } from './validation.js';
import { matchesRequest, variedBy } from './vary.js';
import { endToEnd, without } from './fields.js';
/** @import { IncomingMessage as Request } from 'node:http' */
/** @import { Readable } from 'node:stream' */
/** @import { Clock } from '../clock.js' */
/** @import { Directives } from './cache-control.js' */
/** @import { Origin, OriginResponse } from './origin.js' */
/** @import { createRequestFields } from './request-fields.js' */
/** @import { Lease, ResponseStore } from './response-store.js' */
/** @import { StoredResponse } from './types.js' */

/**
 * @typedef {object} Wanted
 * @property {Request} request  GET without a body
 * @property {string} key
 * @property {Directives | null} directives  of the request
 * @property {StoredResponse} [stored]  to be validated
 * @property {boolean} isWhole  whether the whole is fetched, whatever the request's preconditions and range
 * @property {(status: number, headers: string[]) => void} [onInterim]
 *
 * @typedef {{ whole: StoredResponse, own: StoredResponse, status: number, isStored: boolean }
 *   | { stale: StoredResponse, status?: number }
 *   | { received: OriginResponse, chunks: Buffer[] }} Outcome  A whole response, and as it is for the one request that brought it;
 *   a stale one, since the origin failed; or one that is not stored, and passes once
 */

/** Variants of one key. */
const MOST_VARIANTS = 32;

/** Brings responses from the origin, and stores those that may be stored. */
export class Fetcher {
  #deps;

  /**
   * @param {object} deps
   * @param {ResponseStore} deps.store
   * @param {Origin} deps.origin
   * @param {ReturnType<typeof createRequestFields>} deps.fields
   * @param {() => string} deps.nextVersion
   * @param {Clock} deps.clock
   */
  constructor(deps) {
    this.#deps = deps;
  }

  /**
   * @param {Wanted} wanted
   * @returns {Promise<Outcome>}
   * @throws {LarderError} what Origin.open throws, or its body, if nothing stale may be used instead
   */
  async fetch(wanted) {
    const { store, nextVersion, clock } = this.#deps;
    const lease = store.lease();
    try {
      return await this.#exchange(wanted, { lease, version: nextVersion() });
    } catch (error) {
      const { stored } = wanted;
      if (stored && mayReplaceError(stored, null, clock.now())) return { stale: stored };
      throw error;
    } finally {
      store.release(lease);
    }
  }

  /**
   * @param {Wanted} wanted
   * @param {{ lease: Lease, version: string }} right
   * @returns {Promise<Outcome>}
   */
  async #exchange(wanted, right) {
    const { store, origin, fields, clock } = this.#deps;
    const { request, key, directives, stored, isWhole, onInterim } = wanted;
    const extra = stored ? validatorsOf(stored) : [];
    const headers = fields.fieldsFor(request, { isWhole, extra });
    const received = await origin.open({ method: 'GET', path: key, headers, onInterim });
    const { status } = received;
    if (stored && status === 304) {
      received.body.resume();
      if (isAboutAnother(stored, received.headers))
        return this.#exchange({ ...wanted, stored: undefined }, right);
      return this.#keep(wanted, right, received, freshened(stored, received));
    }
    if (stored && mayReplaceError(stored, status, clock.now())) {
      received.body.destroy();
      return { stale: stored, status };
    }
    const asked = { method: 'GET', headers: request.headers, directives };
    const { largest } = store;
    if (!isStorable(asked, received) || !(lengthOf(received) <= largest))
      return { received, chunks: [] };
    const { chunks, isComplete } = await collect(received.body, largest);
    if (!isComplete) return { received, chunks };
    const body = Buffer.concat(chunks);
    const whole = {
      ...received,
      headers: withLength(endToEnd(received.headers), status, body),
      body,
    };
    return this.#keep(wanted, right, received, { ...whole, varied: {} });
  }

  /**
   * @param {Wanted} wanted
   * @param {{ lease: Lease, version: string }} right
   * @param {OriginResponse} received
   * @param {StoredResponse} own  with all fields
   * @returns {Outcome}
   */
  #keep({ request, key }, { lease, version }, { status: received }, own) {
    const { store } = this.#deps;
    const { status, body, requestedAt, receivedAt } = own;
    const headers = storedFields(own.headers);
    const varied = variedBy(headers, request.headers);
    const whole = { status, headers, body, varied, requestedAt, receivedAt };
    const others = (store.peek(key)?.variants ?? [])
      .filter((variant) => !matchesRequest(variant, request.headers))
      .slice(0, MOST_VARIANTS - 1);
    const groups = groupsOf(headers);
    const entry = { key, version, variants: [whole, ...others], groups };
    const isStored = isUseful(whole) && store.put(entry, lease);
    const isSame = headers.length === own.headers.length;
    return { whole, own: isSame ? whole : own, status: received, isStored };
  }
}

/** @param {StoredResponse} response @returns {boolean} whether it can ever answer another request */
function isUseful(response) {
  const { lifetime, initialAge, staleWhileRevalidate } = policyOf(response);
  return lifetime + staleWhileRevalidate > initialAge || validatorsOf(response).length > 0;
}

/**
 * @param {OriginResponse} response
 * @returns {number} bytes of its body, as far as they are known; NaN: it ends with the connection, so that nobody knows whether it is
 *   whole (RFC 9112 section 6.3)
 */
function lengthOf({ status, headers }) {
  if (status === 204) return 0;
  if (valueOf(headers, 'transfer-encoding') !== undefined) return 0;
  return Number(valueOf(headers, 'content-length') ?? NaN);
}

/** @param {string[]} headers @param {number} status @param {Buffer} body */
const withLength = (headers, status, body) =>
  status === 204
    ? headers
    : [
        ...without(headers, (name) => name === 'content-length'),
        ...['Content-Length', String(body.length)],
      ];

/**
 * @param {Readable} body
 * @param {number} limit in bytes
 * @returns {Promise<{ chunks: Buffer[], isComplete: boolean }>} what was read; the rest can be read from the body
 */
async function collect(body, limit) {
  const chunks = [];
  let length = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) return { chunks, isComplete: false };
  }
  return { chunks, isComplete: true };
}
