import { pipeline } from 'node:stream/promises';
import { createCompressor } from './compressing.js';
import { endOf, HIT, makeEntry } from './entry.js';
import { cacheControl, securityHeaders } from './headers.js';
import { closeLingering } from '../http/lingering-close.js';
import { chooseEncoding, evaluate, hasBody, rangeOf } from './negotiation.js';
/** @import { IncomingMessage as Request, ServerResponse as Response } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */
/** @import { RawResponse } from '../http/fast-path.js' */
/** @import { EntryCache } from './compressing.js' */
/** @import { Encoding } from './encodings.js' */
/** @import { Entry, Page, Representation } from './entry.js' */
/** @import { Range } from './negotiation.js' */

/**
 * @typedef {object} PrivateAnswer
 * @property {number} status
 * @property {string} [contentType]
 * @property {string | Buffer} [body]
 * @property {string[]} [headers]
 * @property {boolean | 'mail'} [framed]
 *
 * @typedef {Pick<Request, 'method' | 'headers'>} Asked  what of a request decides its answer
 *
 * @typedef {object} ForNetworks  What answers say to the networks in front of the blog (see lib/networks).
 * @property {string[]} uncached  headers of what they may not keep, as a flat list
 * @property {(page: Page) => string[]} headersOf  those of a page
 * @property {(response: Response, entry: Entry) => void} begin  an answer is about to leave
 * @property {(target: string, key: string) => boolean} withholds  whether they may not keep it under this target
 * @property {(headers: string[]) => string[]} withheld  its headers then
 */

const MISS = 'larder; fwd=miss';
const BYPASS = 'larder; fwd=bypass';
const CLOSE = ['Connection', 'close'];
const REFERRER = 'Referrer-Policy';
const NO_BODY = Buffer.alloc(0);

/** Where in the headers of a hit these begin, from their end. */
const AT_DATE = placeFromEnd('Last-Modified');
const AT_STATUS = placeFromEnd('Cache-Status');

/** Milliseconds. A younger Last-Modified is left out, since a second change could carry the same date. */
const SECOND = 1000;

/** @param {object} json @returns {Buffer} */
export const bytesOf = (json) => Buffer.from(`${JSON.stringify(json, null, 2)}\n`);

/** @param {string} name @param {string[]} headers  a flat list */
const without = (name, headers) => {
  const at = headers.indexOf(name);
  return at < 0 ? headers : headers.toSpliced(at, 2);
};

/** Writes all responses. */
export class ResponseManager {
  /** @type {(frames: string[]) => string[]} */
  #securityFor;
  #security;
  #privateSecurity;
  #framedSecurity;
  #mailSecurity;
  #uploadSecurity;
  #drawingSecurity;
  #encode;
  #recompress;
  #clock;
  /** @type {ForNetworks | undefined} */
  #networks;
  #lastModifiedNow;
  /** The clock at its last reading: saves reading it again for dates that were past then. */
  #atLeast = -Infinity;

  /**
   * @param {object} deps
   * @param {string} deps.baseUrl
   * @param {EntryCache} deps.cache
   * @param {Clock} deps.clock
   * @param {{ settledAt: number }} deps.changes  when nobody shows what was before the last change any more, in
   *   milliseconds since 1970
   * @param {ForNetworks} [deps.networks]
   */
  constructor({ baseUrl, cache, clock, changes, networks }) {
    const uncached = networks?.uncached ?? [];
    this.#securityFor = (frames) => securityHeaders(baseUrl, { frames }).flat();
    this.#security = securityHeaders(baseUrl).flat();
    this.#privateSecurity = [...this.#security, ...uncached];
    this.#framedSecurity = [...securityHeaders(baseUrl, { framed: true }).flat(), ...uncached];
    this.#mailSecurity = [...securityHeaders(baseUrl, { framed: 'mail' }).flat(), ...uncached];
    this.#networks = networks;
    this.#uploadSecurity = securityHeaders(baseUrl, { sandboxed: true }).flat();
    this.#drawingSecurity = securityHeaders(baseUrl, { sandboxed: true, styled: true }).flat();
    const { encode, recompress } = createCompressor(cache);
    this.#encode = encode;
    this.#recompress = recompress;
    this.#clock = clock;
    // Rounded up to the next second: a second change in the same one must not carry the same date.
    this.#lastModifiedNow = () => (Math.floor(changes.settledAt / SECOND) + 1) * SECOND;
  }

  /** @param {Page} page @returns {Entry} ready to be stored and sent */
  entry(page) {
    // The clock may have been set back since.
    this.#atLeast = this.#clock.now();
    const ofUpload = page.upload?.isDrawing ? this.#drawingSecurity : this.#uploadSecurity;
    const ofPage = page.frames?.length ? this.#securityFor(page.frames) : this.#security;
    const security = page.upload ? ofUpload : ofPage;
    const forNetworks = this.#networks?.headersOf(page) ?? [];
    return makeEntry(page, [...security, ...forNetworks], this.#lastModifiedNow());
  }

  /** @param {Entry} entry @returns {Entry} the same, which no network may keep */
  passing(entry) {
    const withheld = this.#networks?.withheld;
    if (!withheld) return entry;
    const encodings = mapValues(
      entry.encodings,
      (made) => made && { ...made, headers: withheld(made.headers) },
    );
    return { ...entry, headers: withheld(entry.headers), encodings };
  }

  /**
   * Decides what a GET or HEAD gets of an entry: 200 (or the entry's own status), 206, 304, 412 or 416.
   * @param {Asked} request
   * @param {Entry} entry
   * @param {string} [cacheStatus] RFC 9211; default: a hit
   * @returns {RawResponse | null} null: its encoding must be made first
   */
  answer(request, entry, cacheStatus) {
    if (entry.status === 200) {
      const status = evaluate(request.headers, entry, this.#clock);
      if (status !== 200) {
        const own = this.#headers(entry, entry.headers, cacheStatus);
        if (status === 304) return { status, headers: own, body: NO_BODY };
        const headers = ['Content-Length', '0', ...this.#unkept(own)];
        return { status, headers, body: NO_BODY };
      }
    }
    const representation = entry.encodings[encodingFor(request, entry)];
    if (!representation) return null;
    const range = entry.acceptsRanges ? this.#rangeOf(request, entry, representation) : null;
    return range
      ? this.#part(entry, representation, range, cacheStatus)
      : this.#whole(entry, representation, cacheStatus);
  }

  /**
   * Answers a GET or HEAD with an entry.
   * @param {Request} request
   * @param {Response} response
   * @param {Entry} entry
   * @param {string} [cacheStatus] RFC 9211; default: a hit
   * @returns {Promise<void> | void} a promise only if an encoding must be made first. If that fails, the plain body is
   * sent, or the connection closed if there is none
   */
  send(request, response, entry, cacheStatus) {
    this.#networks?.begin(response, entry);
    const answer = this.answer(request, entry, cacheStatus);
    if (answer) return this.#write(request, response, entry, answer);
    return this.#encode(entry, encodingFor(request, entry))
      .catch(() => entry.encodings.identity)
      .then((best) => {
        if (best) this.#write(request, response, entry, this.#whole(entry, best, cacheStatus));
        else response.destroy();
      });
  }

  /**
   * @param {Response} response
   * @param {number} status
   * @param {string} location a path of this blog
   */
  redirect(response, status, location) {
    const caching = ['Cache-Control', 'max-age=0', 'Cache-Status', MISS, 'Content-Length', '0'];
    response.writeHead(status, ['Location', location, ...caching, ...this.#privateSecurity]);
    response.end();
  }

  /**
   * Sends JSON that is never cached.
   * @param {Request} request
   * @param {Response} response
   * @param {{ json: object, status?: number, headers?: string[] }} answer
   */
  json(request, response, { json, status = 200, headers = [] }) {
    const body = bytesOf(json);
    response.writeHead(status, this.jsonHeaders(body, headers));
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** @param {Buffer} body  JSON that is never cached @param {string[]} headers  further ones @returns {string[]} */
  jsonHeaders(body, headers) {
    const type = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
    const caching = ['Cache-Control', cacheControl.never, 'Cache-Status', BYPASS];
    return [...type, ...caching, ...headers, ...this.#privateSecurity];
  }

  /**
   * Sends a page or JSON for one person, which is never cached.
   * @param {Request} request
   * @param {Response} response
   * @param {PrivateAnswer} answer
   */
  sendPrivate(request, response, { status, contentType, body, headers = [], framed = false }) {
    const bytes = typeof body === 'object' ? body : Buffer.from(body ?? '');
    const type = contentType ? ['Content-Type', contentType] : [];
    const length = status === 204 || status === 304 ? [] : ['Content-Length', String(bytes.length)];
    const caching = ['Cache-Control', cacheControl.never, 'Cache-Status', BYPASS];
    const ofFramed = framed === 'mail' ? this.#mailSecurity : this.#framedSecurity;
    const usual = framed ? ofFramed : this.#privateSecurity;
    const security = headers.includes(REFERRER) ? without(REFERRER, usual) : usual;
    const isUnread = hasUnreadBody(request);
    const closing = isUnread && !saysClose(headers) ? CLOSE : [];
    response.writeHead(status, [
      ...type,
      ...length,
      ...caching,
      ...headers,
      ...closing,
      ...security,
    ]);
    if (isUnread) return closeLingering(request, response, bytes, this.#clock);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  /**
   * Sends bytes for one person while they are made. The connection is closed when they cannot be completed.
   * @param {Request} request
   * @param {Response} response
   * @param {Omit<PrivateAnswer, 'body' | 'framed'> & { open: () => Promise<AsyncIterable<Buffer>> }} answer
   * @throws what `open` and the iterable throw
   */
  async sendStream(request, response, { status, contentType = '', headers = [], open }) {
    const { timeout = 0 } = request.socket;
    // Nothing is transferred until there are the first bytes: the connection must not time out.
    request.socket.setTimeout(0);
    const chunks = await open().finally(() => request.socket.setTimeout(timeout));
    const caching = ['Cache-Control', cacheControl.never, 'Cache-Status', BYPASS];
    response.writeHead(status, [
      'Content-Type',
      contentType,
      ...caching,
      ...headers,
      ...this.#privateSecurity,
    ]);
    try {
      await pipeline(chunks, response);
    } catch (error) {
      // A client that has gone is no error.
      if (!(
        error instanceof Error &&
        'code' in error &&
        error.code === 'ERR_STREAM_PREMATURE_CLOSE'
      ))
        throw error;
    }
  }

  /**
   * Answers OPTIONS.
   * @param {Response} response
   * @param {string} methods
   */
  allow(response, methods) {
    response.writeHead(204, ['Allow', methods, ...this.#privateSecurity]);
    response.end();
  }

  /** Of answers to what cannot be parsed as HTTP. */
  get refusalHeaders() {
    return this.#privateSecurity;
  }

  /** Makes an encoding in advance. @param {Entry} entry @param {Encoding} encoding */
  encode(entry, encoding) {
    return this.#encode(entry, encoding);
  }

  /** Compresses an entry again at the best level. @param {Entry} entry @returns {Promise<void>} */
  recompress(entry) {
    return this.#recompress(entry);
  }

  /**
   * @param {Request} request
   * @param {Response} response
   * @param {Entry} entry
   * @param {RawResponse} answer
   */
  #write(request, response, entry, { status, headers: own, body }) {
    const { originalUrl = request.url ?? '' } = /** @type {{ originalUrl?: string }} */ (request);
    const headers = this.#networks?.withholds(originalUrl, entry.key)
      ? this.#networks.withheld(own)
      : own;
    if (status === entry.status && hasUnreadBody(request)) {
      response.writeHead(status, saysClose(headers) ? headers : [...headers, ...CLOSE]);
      return closeLingering(request, response, body, this.#clock);
    }
    response.writeHead(status, headers);
    if (request.method === 'HEAD' || body === NO_BODY) response.end();
    else response.end(body);
  }

  /** @param {Asked} request @param {Entry} entry  in one encoding alone @param {Representation} representation */
  #rangeOf(request, { etag, lastModified }, { body }) {
    const dates = this.#isPast(lastModified) ? [new Date(lastModified).toUTCString()] : [];
    return rangeOf(request, body.length, [etag, ...dates]);
  }

  /**
   * @param {Entry} entry
   * @param {Representation} representation
   * @param {string} [cacheStatus]
   * @returns {RawResponse}
   */
  #whole(entry, { headers, body }, cacheStatus) {
    return { status: entry.status, headers: this.#headers(entry, headers, cacheStatus), body };
  }

  /**
   * @param {Entry} entry
   * @param {Representation} whole
   * @param {Range} range
   * @param {string} [cacheStatus]
   * @returns {RawResponse}
   */
  #part(entry, { body }, range, cacheStatus) {
    const own = this.#unkept(this.#headers(entry, entry.headers, cacheStatus));
    if (range === 'unsatisfiable') {
      const size = ['Content-Length', '0', 'Content-Range', `bytes */${body.length}`];
      return { status: 416, headers: [...size, ...own], body: NO_BODY };
    }
    const part = body.subarray(range.start, range.end + 1);
    const headers = [
      ...['Content-Type', entry.contentType, 'Content-Length', String(part.length)],
      ...['Content-Range', `bytes ${range.start}-${range.end}/${body.length}`],
      ...own,
    ];
    return { status: 206, headers, body: part };
  }

  /** @param {string[]} headers @returns {string[]} of what no network may keep, since it is not the whole page */
  #unkept(headers) {
    return this.#networks?.withheld(headers) ?? headers;
  }

  /**
   * @param {Entry} entry
   * @param {string[]} headers of a hit
   * @param {string} [cacheStatus]
   */
  #headers({ status, lastModified }, headers, cacheStatus) {
    const isDated = status === 200 && this.#isPast(lastModified);
    if (isDated && cacheStatus === undefined) return headers;
    const own = headers.slice(0, isDated ? AT_STATUS : AT_DATE);
    own.push('Cache-Status', cacheStatus ?? HIT);
    return own;
  }

  /** @param {number} time in milliseconds since 1970 */
  #isPast(time) {
    if (time > this.#atLeast) this.#atLeast = this.#clock.now();
    return time <= this.#atLeast;
  }
}

/**
 * @param {Entry['encodings']} encodings
 * @param {(made: Representation | undefined) => Representation | undefined} change
 * @returns {Entry['encodings']}
 */
const mapValues = ({ identity, gzip, br }, change) => ({
  identity: change(identity),
  gzip: change(gzip),
  br: change(br),
});

/** @param {string} name */
function placeFromEnd(name) {
  const end = endOf('');
  return end.indexOf(name) - end.length;
}

/** @param {string[]} headers a flat list */
const saysClose = (headers) => headers.includes('Connection');

/** @param {Asked} request @param {Entry} entry */
const encodingFor = ({ headers }, { compressible }) =>
  compressible ? chooseEncoding(headers['accept-encoding']) : 'identity';

/**
 * @param {Request} request that is about to be answered
 * @returns {boolean} whether it has a body that has not been read
 */
const hasUnreadBody = (request) => !request.complete && hasBody(request);
