import { setMaxListeners } from 'node:events';
import nano from 'nano';
import { isTemporary, NoResponse, silence, unavailable } from './errors.js';
import { chooseNodes } from './nodes.js';
/** @import { LarderError } from '../../base/errors.js' */
/** @import { Deps } from '../open.js' */

/**
 * @typedef {object} Request  One HTTP request to the database.
 * @property {string} [path]  relative to the database, already encoded; '' is the database itself
 * @property {boolean} [isOfServer]  the path is relative to the server instead
 * @property {string} [method]  GET unless given
 * @property {Record<string, unknown>} [query]
 * @property {object} [body]
 * @property {number} [timeout]  milliseconds until the response is complete
 * @property {AbortSignal} [signal]  ends it without a response
 * @property {string} [origin]  the node to ask
 * @property {{ query: Record<string, unknown>, read: (response: Response) => Response | null }} [instead]  of a read:
 *   another one, sent beside every second one when there is no response soon; `read` makes of its response that of the
 *   read; null: it tells nothing
 * @property {() => void} [onSilence]  of a read: called whenever there has been no response for long
 *
 * @typedef {object} Response
 * @property {number} status  any, including 4xx and 5xx; 0 stands for no response
 * @property {any} body  parsed JSON
 *
 * @typedef {ReturnType<typeof makeClient>} Client
 */

/** In milliseconds. */
const defaultTimeout = 5000;
/** While replicas differ, CouchDB waits for a frozen node; soon they agree, and a second request gets a response. */
const firstTimeouts = [400, 1000];
/**
 * The part of the timeout after which a read is sent again beside those without a response, and how this grows: CouchDB
 * may be overloaded.
 */
const patiencePart = 0.06;
const growth = 1.5;
/** In milliseconds. Readers and authors have an answer within three seconds, also when no node has given one. */
const readWithin = 2600;
const retryWritesFor = 6000;
const pauses = [100, 250, 600];

/**
 * Sends HTTP requests to one database. In a cluster every node answers for all, so what one does not answer, or takes
 * alone, goes to another one from then on. Errors and log messages never contain the password.
 *
 * @param {URL[]} addresses of the nodes, with name and password, the nearest first; they differ in nothing else
 * @param {Pick<Deps, 'clock' | 'sleep' | 'random'> & { timeout?: number }} deps
 */
export function makeClient(addresses, { clock, sleep, random, timeout = defaultTimeout }) {
  const [address] = addresses;
  const database = decodeURIComponent(address.pathname).replaceAll('/', '');
  const headers = authorisation(address);
  const nodes = chooseNodes(
    addresses.map(({ origin }) => origin),
    clock,
  );
  /** Milliseconds after which a request without a response counts as silent. */
  const patience = timeout * patiencePart;
  const places = nodes.origins.map((origin) => `${origin}/${database}`);
  const [place] = places;
  /**
   * Sends a request once.
   *
   * @param {Request} request
   * @returns {Promise<Response>}
   * @throws {NoResponse} without a complete response: a write may or may not have been done
   */
  async function requestOnce(request) {
    const origin = request.origin ?? nodes.preferred();
    const response = await requestFrom(origin, request).catch((error) => {
      if (!request.signal?.aborted) nodes.leave(origin);
      throw error;
    });
    // Fewer than a majority of the copies took the write: this node may be cut off.
    const isAlone = response.status === 202 && request.method === 'PUT' && !request.query?.w;
    if (isTemporary(response) || isAlone) nodes.leave(origin);
    return response;
  }

  /**
   * @param {string} origin
   * @param {Request} request
   * @returns {Promise<Response>}
   */
  async function requestFrom(origin, request) {
    const {
      path = '',
      method = 'GET',
      query,
      body,
      isOfServer,
      timeout: limit = timeout,
      signal,
    } = request;
    let status = 0;
    // Nano reports the status of a success only to its log function, and 202 must be told from 201: hence one nano a
    // request.
    const server = nano({
      url: origin,
      headers: { ...headers },
      log: (entry) => (status = /** @type {any} */ (entry)?.headers?.statusCode ?? status),
    });
    const timer = startTimer(limit, signal);
    const db = isOfServer ? undefined : database;
    const options = { db, path, method, qs: query, body, signal: timer.signal };
    try {
      const response = await Promise.race([server.request(options), timer.promise]);
      // Nano returns text for a response that is not JSON or was cut off.
      if (typeof response !== 'object') throw new NoResponse('the response was cut off');
      return { status, body: response };
    } catch (/** @type {any} */ error) {
      if (error.statusCode)
        return { status: error.statusCode, body: { error: error.error, reason: error.reason } };
      throw error instanceof NoResponse ? error : new NoResponse(whyNoAnswer(error));
    } finally {
      timer.stop();
    }
  }

  /**
   * Sends an idempotent request, and retries it a few times while the database is unreachable or busy.
   *
   * @param {Request} request
   * @returns {Promise<Response>} any status that is not temporary
   * @throws {LarderError} `unavailable`
   */
  async function send(request) {
    /** @type {Response} */
    let response = { status: 0, body: {} };
    const isShort = isRepeated(request);
    const end = clock.now() + readWithin;
    let attempts = 0;
    for await (const _ of tries(isShort ? readWithin : retryWritesFor)) {
      response = isShort
        ? await requestRepeatedly({ ...request, timeout: Math.min(timeout, end - clock.now()) })
        : await requestOnce({
            timeout: Math.min(timeout, firstTimeouts[attempts++] ?? timeout),
            ...request,
          }).catch(asResponse);
      if (!isTemporary(response)) return response;
    }
    throw unavailable(place, response);
  }

  /**
   * CouchDB never answers a read that came while replicas differed and one was silent, though it answers the next at
   * once when they agree, or another node does. So it is sent again, to another node, beside the first, which still
   * counts: CouchDB may only be slow.
   *
   * @param {Request} request
   * @returns {Promise<Response>} the first that comes, or status 0 when the first request has had its time
   */
  async function requestRepeatedly(request) {
    const ending = new AbortController();
    const { signal } = ending;
    // One for each request that is open, so they are no leak.
    setMaxListeners(0, signal);
    /** @type {Promise<Response | undefined>[]} */
    const sent = [];
    const order = nodes.inOrder();
    const { instead } = request;
    /** @param {string} origin @param {Request['instead']} [other] */
    const sendTo = async (origin, other) => {
      const { query } = other ?? request;
      const response = await requestOnce({ ...request, query, origin, signal }).catch(asResponse);
      if (!isTemporary(response) && nodes.preferred() === order[0]) nodes.prefer(origin);
      if (!other) return response;
      // When it tells nothing, the others decide.
      return other.read(response) ?? new Promise(() => {});
    };
    try {
      for (let ms = patience, at = 0; ; ms *= growth, at += 1) {
        const origin = order[at % order.length];
        sent.push(sendTo(origin));
        if (instead && at % 2 === 1) sent.push(sendTo(origin, instead));
        const pause = startTimer(ms, signal);
        const response = await Promise.race([...sent, pause.promise.catch(() => undefined)]);
        pause.stop();
        if (response) return response;
        request.onSilence?.();
      }
    } finally {
      ending.abort();
    }
  }

  /**
   * Yields at once, and again after each of a few growing pauses, until the time is up.
   *
   * @param {number} [ms]
   */
  async function* tries(ms = retryWritesFor) {
    const end = clock.now() + ms;
    yield;
    for (const pause of pauses) {
      if (clock.now() >= end) return;
      await sleep(pause * (0.5 + random()));
      yield;
    }
  }

  return {
    request: send,
    requestOnce,
    requestRepeatedly,
    tries,
    nodes,
    database,
    place,
    places,
    headers,
    patience,
  };
}

/**
 * @param {Request} request
 * @returns {boolean} whether it is a short read. What has a timeout of its own takes long in a large blog
 */
const isRepeated = ({ method = 'GET', path, timeout }) =>
  timeout === undefined && (method === 'GET' || path === '_all_docs');

/**
 * @param {URL} address
 * @returns {Record<string, string>} the Authorization header, if there is a user
 */
function authorisation({ username, password }) {
  if (!username) return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/**
 * A timeout in addition to the signal, which fetch can lose to the garbage collector.
 *
 * @param {number} ms
 * @param {AbortSignal} [earlier] ends it before
 */
function startTimer(ms, earlier) {
  const ending = new AbortController();
  let end = () => {};
  /** @type {Promise<never>} */
  const promise = new Promise((_, reject) => {
    end = () => {
      reject(new NoResponse(silence));
      ending.abort();
    };
  });
  const timeout = setTimeout(end, ms);
  earlier?.addEventListener('abort', end);
  const stop = () => {
    clearTimeout(timeout);
    earlier?.removeEventListener('abort', end);
  };
  return { promise, signal: ending.signal, stop };
}

/**
 * @param {Error} error of nano
 * @returns {string}
 */
const whyNoAnswer = ({ message }) =>
  message.replace(/^error happened in your connection\. Reason: /, '');

/**
 * @param {unknown} error
 * @returns {Response} status 0 if there was none
 */
export function asResponse(error) {
  if (error instanceof NoResponse) return { status: 0, body: { reason: error.message } };
  throw error;
}
