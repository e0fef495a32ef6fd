import { Pool } from 'undici';
import { LarderError } from '../../base/errors.js';
import { Semaphore } from '../../base/semaphore.js';
import { createConnector } from '../connector.js';
import { isField, valueOf } from '../rules/fields.js';
import { Body } from './body.js';
import { ReplayableBody } from './replayable-body.js';
/** @import { Duplex, Readable } from 'node:stream' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Asking, Place } from '../../base/semaphore.js' */

/**
 * @typedef {object} OriginRequest
 * @property {string} method
 * @property {string} path  with its query
 * @property {readonly string[]} headers
 * @property {Readable} [body]
 * @property {string} [upgrade]  the protocols that it asks for, as a list
 * @property {AbortSignal} [signal]
 * @property {Asking} [asker]
 * @property {(status: number, headers: string[]) => void} [onInterim]  called with each interim response (RFC 9110
 *   section 15.2)
 *
 * @typedef {object} OriginResponse
 * @property {number} status
 * @property {string[]} headers  with Date
 * @property {Body} body  fails, as `open` throws, when it is cut short or stalls
 * @property {Duplex} [socket]  the connection, if the origin has switched the protocol
 * @property {number} requestedAt  milliseconds since 1970
 * @property {number} receivedAt
 */

/** Milliseconds to connect. */
const CONNECT = 10_000;
const CONNECTIONS = 256;
/** Requests that may wait for one of them. */
const QUEUE = 2048;
/** Methods that may be sent twice (RFC 9110 section 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);
/** Bytes of a response's header section. */
const LARGEST_HEADER = 64 * 1024;

/** Milliseconds after which the body of a response has lasted for long, as one does whose reader takes nothing. */
const LASTING = 5000;
/** What goes on until somebody ends it. */
const ENDLESS = /^text\/event-stream\b/i;

/** Transfer codings that change a body (RFC 9112 section 7.2). One that does not exist is taken for none. */
const COMPRESSED = /\b(?:gzip|compress|deflate)\b/i;

/** @typedef {ReturnType<typeof createOrigin>} Origin */

/**
 * The origin, behind a pool of kept connections.
 * @param {{ url: string, clock: Clock, timeout: number, connectWithin?: number }} deps  milliseconds; `timeout`:
 *   until a connection is free, then until the header section has come, and between two pieces of a body
 */
export function createOrigin({ url, clock, timeout, connectWithin = CONNECT }) {
  /** @type {boolean | null} whether it answered the last time; null: it was never asked */
  let isReachable = null;
  const bounds = { clock, deadline: timeout, mostWaiting: QUEUE, refuse: tooMany };
  /** Of those who ask; undici has nobody wait. */
  const places = new Semaphore(CONNECTIONS, bounds);
  const pool = new Pool(url, {
    connections: CONNECTIONS,
    connect: createConnector(connectWithin, serverNameOf(url)),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxHeaderSize: LARGEST_HEADER,
  });
  return { open, statistics, close };

  /**
   * @param {OriginRequest} request
   * @returns {Promise<OriginResponse>} as soon as the header section has come
   * @throws {LarderError} `gatewayTimeout`, `badGateway`, or `unavailable` when too many requests wait, or this one has
   *   for too long
   */
  async function open(request) {
    const { asker, signal } = request;
    const place = await places.take({ ...asker, signal }).catch((cause) => {
      throw signal?.aborted ? new LarderError('badGateway', 'It was given up', { cause }) : cause;
    });
    const received = await sendTwice(request, place).catch((error) => {
      place.release();
      if (!signal?.aborted) isReachable = false;
      throw error;
    });
    isReachable = true;
    return received;
  }

  /** @param {OriginRequest} request @param {Place} place @returns {Promise<OriginResponse>} */
  async function sendTwice(request, place) {
    const { body } = request;
    if (!IDEMPOTENT.has(request.method)) return send(request, place, body);
    const replayable = body && new ReplayableBody(body);
    try {
      return await send(request, place, replayable);
    } catch (error) {
      // The origin may close a kept connection at the moment at which it is used again (RFC 9112 section 9.3.1).
      if (replayable?.isReplayable === false || !wasReused(error)) throw error;
      return send(request, place, replayable);
    }
  }

  /**
   * @param {OriginRequest} request
   * @param {Place} place
   * @param {AsyncIterable<Buffer>} [body]
   * @returns {Promise<OriginResponse>}
   */
  function send(request, place, body) {
    return new Promise((resolve, reject) => {
      const { method, path, headers, upgrade, onInterim, signal } = request;
      const own = { clock, patience: timeout, place };
      const handler = new Handler({ ...own, signal, onInterim, resolve, reject });
      /** @type {any} */
      const options = { method, path, headers, upgrade, body: body ?? null };
      pool.dispatch(options, handler);
    });
  }

  /** Figures for the status. */
  function statistics() {
    const { connected: connections, running } = pool.stats;
    return { reachable: isReachable, connections, running, queued: places.waiting };
  }

  function close() {
    return pool.destroy();
  }
}

/**
 * @param {string} url
 * @returns {string | undefined} whose certificate is asked for; undici would take the Host field
 */
function serverNameOf(url) {
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' ? hostname : undefined;
}

/**
 * @typedef {object} Held  What one response has.
 * @property {Clock} clock
 * @property {Place} place
 * @property {number} patience  milliseconds after which it has lasted for long: the body of a request may be slow in
 *   coming
 * @property {(response: OriginResponse) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** Receives one response from undici. */
class Handler {
  #deps;
  #requestedAt;
  /** @type {Body | null} */
  #body = null;
  #abort = () => {};
  #cancel;

  /**
   * @param {Pick<OriginRequest, 'signal' | 'onInterim'> & Held} deps
   */
  constructor(deps) {
    this.#deps = deps;
    this.#cancel = deps.clock.after(deps.patience, () => this.#offer());
    this.#requestedAt = deps.clock.now();
  }

  /** @param {() => void} abort */
  onConnect(abort) {
    const { signal } = this.#deps;
    this.#abort = abort;
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', this.#onAbort);
  }

  #onAbort = () => this.#abort();

  #offer() {
    this.#deps.place.offer(() => (this.#body ? this.#body.destroy() : this.#abort()));
  }

  /** @param {number} status @param {Buffer[]} raw @param {() => void} resume */
  onHeaders(status, raw, resume) {
    const headers = readFields(raw);
    if (status < 200) {
      this.#deps.onInterim?.(status, headers);
      return true;
    }
    const { clock, patience, resolve } = this.#deps;
    const receivedAt = clock.now();
    // RFC 9110 section 6.6.1.
    if (valueOf(headers, 'date') === undefined)
      headers.push('Date', new Date(receivedAt).toUTCString());
    const body = (this.#body = new Body({ resume, abort: () => this.#abort() }));
    this.#cancel();
    if (ENDLESS.test(valueOf(headers, 'content-type') ?? '')) this.#offer();
    else this.#cancel = clock.after(Math.min(patience, LASTING), () => this.#offer());
    resolve({ status, headers, body, requestedAt: this.#requestedAt, receivedAt });
    return true;
  }

  /** @param {number} status @param {Buffer[]} raw @param {Duplex} socket */
  onUpgrade(status, raw, socket) {
    this.#end();
    this.#deps.place.release();
    const body = new Body({ resume: () => {}, abort: () => {} });
    body.complete();
    const times = { requestedAt: this.#requestedAt, receivedAt: this.#deps.clock.now() };
    this.#deps.resolve({ status, headers: readFields(raw), body, socket, ...times });
  }

  /** @param {Buffer} chunk */
  onData(chunk) {
    return this.#body?.push(chunk) ?? true;
  }

  onComplete() {
    this.#end();
    this.#body?.complete();
  }

  /** @param {Error & { code?: string }} cause */
  onError(cause) {
    this.#end();
    const error = asOurs(cause);
    if (this.#body === null) this.#deps.reject(error);
    else this.#body.fail(error);
  }

  #end() {
    this.#cancel();
    if (this.#body) this.#deps.place.release();
    this.#deps.signal?.removeEventListener('abort', this.#onAbort);
    this.#abort = () => {};
  }
}

/**
 * @param {Buffer[]} raw  names and values in turn
 * @returns {string[]} without the blank that undici leaves before a colon (RFC 9112 section 5.1)
 * @throws {Error} when one of them can neither be stored nor passed on, or the body has a transfer coding that nobody
 *   asked for
 */
function readFields(raw) {
  const fields = raw.map((each) => each.toString('latin1'));
  for (let i = 0; i < fields.length; i += 2) {
    fields[i] = fields[i].trimEnd();
    if (isField(fields[i], fields[i + 1])) continue;
    throw new Error(`malformed field ${JSON.stringify(fields[i].slice(0, 40))}`);
  }
  if (COMPRESSED.test(valueOf(fields, 'transfer-encoding') ?? ''))
    throw new Error('a transfer coding that nobody asked for');
  return fields;
}

const tooMany = () =>
  new LarderError('unavailable', 'Too many requests wait', { headers: ['Retry-After', '5'] });

/** @param {any} error @returns {boolean} whether a connection was lost on which the origin had answered before */
const wasReused = ({ cause }) => (cause?.socket ?? cause)?.bytesRead > 0;

/** @param {Error & { code?: string }} cause */
function asOurs(cause) {
  const { code = '' } = cause;
  if (/^UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT$|^ETIMEDOUT$/.test(code))
    return new LarderError('gatewayTimeout', 'The origin took too long', { cause });
  return new LarderError('badGateway', `The origin gave no usable response: ${cause.message}`, {
    cause,
  });
}
