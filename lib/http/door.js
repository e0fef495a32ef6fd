import { openFastPath } from './fast-path.js';
import { createExpectationRefusal, stopListening } from './listening.js';
import { refuseOn, refuseUnparsed } from './refuse-unparsed.js';
import { redirectTarget } from './request-target.js';
/** @import { IncomingMessage as Request, Server, ServerResponse as Response } from 'node:http' */
/** @import { Duplex } from 'node:stream' */
/** @import { Socket } from 'node:net' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Client, FastClient, RawResponse, SimpleRequest } from './fast-path.js' */

/**
 * @typedef {(request: Request, response: Response) => unknown} Handler  may return a promise
 *
 * @typedef {(request: Request, socket: Duplex, head: Buffer) => unknown} TakeOver  gets a connection from node:http
 *
 * @typedef {object} Read  What a reader got.
 * @property {string} kind
 * @property {string} [key]  its path
 *
 * @typedef {{ kind: string, read?: Read }} About  an answer: its kind, and what a reader got, if it was for one
 *
 * @typedef {object} Answered  An answer that was sent, whichever way.
 * @property {Pick<Request, 'method' | 'httpVersion'>} request
 * @property {string} target  as the client wrote it
 * @property {(string | undefined)[]} values  of the request’s fields that those who hear of it have named
 * @property {Client} client
 * @property {number} status  499 if the client was gone before
 * @property {number} bytes  of the body
 * @property {number} [time]  when the request came, in milliseconds since 1970; undefined: just now
 * @property {number} milliseconds  that it took
 * @property {string | undefined} kind  by which it is counted
 * @property {Read | undefined} read  what a reader got
 * @property {boolean} isHit
 * @property {boolean} isFast  whether the fast path has answered
 *
 * @typedef {object} Listener  Hears of each answer.
 * @property {string[]} [fields]  of the request whose values it needs, in lower case
 * @property {(places: number[]) => void} [locate]  called once: where `values` has those of its fields
 * @property {(answer: Answered) => void} answered
 */

/** @typedef {(request: Pick<Request, 'headers' | 'httpVersion'>) => boolean} HostCheck */

/**
 * @template E
 * @typedef {object} Hits  What is answered at once.
 * @property {(request: Request) => E | undefined} find
 * @property {(request: Request, response: Response, entry: E) => void} send
 * @property {(entry: E) => Read} [read]  what a reader gets of it
 * @property {(request: SimpleRequest, client: FastClient) => { answer: RawResponse, read?: Read } | null} answer  for
 *   the fast path; null: node:http gets it
 * @property {(target: string) => boolean} has  whether there may be an answer: of other requests the fast path
 *   reads the first line alone
 * @property {string[]} [fields]  as those of a listener
 * @property {(places: number[]) => void} [locate]
 */

/** As nginx calls it when the client has gone before there was an answer. */
const CLIENT_GONE = 499;

/**
 * The front door of a server. Each request comes in here. A hit leaves at once, on the fast path or through node:http,
 * and everything else goes to `miss`. Listeners hear of each answer, whichever way it went.
 * @template E
 * @param {object} deps
 * @param {Server} deps.server
 * @param {Set<Socket>} deps.connections  of the server
 * @param {Hits<E>} deps.hits
 * @param {Handler} deps.miss  also refuses what names no host
 * @param {TakeOver} [deps.upgrade]  gets what asks for another protocol; without, that is a request as others
 * @param {(response: Response) => About | undefined} [deps.aboutOf]  an answer of `miss`
 * @param {Listener[]} [deps.listeners]
 * @param {HostCheck} deps.namesHost
 * @param {string[]} [deps.refusalHeaders]  of answers to what cannot be parsed, or is not done
 * @param {boolean} deps.isFast  whether hits take the fast path
 * @param {string[]} [deps.notSimple]  as for the fast path
 * @param {Clock} deps.clock
 * @param {() => number} deps.now  milliseconds, with fractions
 * @param {Log} deps.log
 * @returns {{ handle: Handler, close: (within?: number) => Promise<void>, listenAsNode: (connection: Duplex) => void,
 *   unsent: ReturnType<typeof openFastPath>['unsent'] }} `handle` gets the requests that node:http reads; `close`
 *   finishes requests in progress, for `within` milliseconds
 */
export function openDoor({
  server,
  connections,
  hits,
  miss,
  upgrade,
  aboutOf = () => undefined,
  listeners = [],
  namesHost,
  refusalHeaders = [],
  isFast,
  notSimple,
  clock,
  now,
  log,
}) {
  const latest = new WeakMap();
  /** Responses that `miss` has not ended. @type {Set<Response>} */
  const pending = new Set();
  const fields = [...new Set([...listeners, hits].flatMap(({ fields = [] }) => fields))];
  for (const each of [...listeners, hits])
    each.locate?.((each.fields ?? []).map((name) => fields.indexOf(name)));
  const isHeard = listeners.length > 0;
  const turns = createTurns({ latest, log });
  const handle = turns.inOrder(route);
  server.on('checkExpectation', turns.inOrder(createExpectationRefusal(refusalHeaders)));
  const refuse = (/** @type {Duplex} */ socket) =>
    refuseOn(socket, 501, { headers: refusalHeaders, clock });
  server.on(
    'connect',
    turns.afterOthers((_request, socket) => refuse(socket)),
  );
  if (upgrade) server.on('upgrade', turns.afterOthers(upgrade));
  server.on('error', (error) => log.error({ err: error }, 'A connection was lost'));
  server.on('clientError', (error, socket) =>
    refuseUnparsed(error, socket, { headers: refusalHeaders, clock, last: latest.get(socket) }),
  );
  const fastPath = openFastPath({
    lookUp: isFast ? lookUp : () => null,
    isStored: isFast ? hits.has : () => false,
    server,
    fields,
    notSimple,
    latest,
    clock,
  });
  return {
    handle,
    close: (within) => stopListening(server, { connections, pending, fastPath, clock, within }),
    listenAsNode: fastPath.listenAsNode,
    unsent: fastPath.unsent,
  };

  /** @type {Handler} */
  function route(request, response) {
    const entry = namesHost(request) ? hits.find(request) : undefined;
    const report = isHeard ? watch(request, response) : undefined;
    if (entry !== undefined) {
      if (report)
        response.once('close', () => {
          const read = hits.read?.(entry);
          report({ kind: read?.kind, read }, true);
        });
      return hits.send(request, response, entry);
    }
    pending.add(response);
    response.once('close', () => {
      pending.delete(response);
      report?.(aboutOf(response), false);
    });
    return miss(request, response);
  }

  /** @param {SimpleRequest} request @param {FastClient} client */
  function lookUp(request, client) {
    const hit = namesHost(request) ? hits.answer(request, client) : null;
    if (hit === null) return null;
    const { answer, read } = hit;
    if (isHeard)
      reportToAll({
        request,
        target: request.url,
        values: request.fieldValues,
        client,
        status: answer.status,
        bytes: request.method === 'HEAD' ? 0 : answer.body.length,
        time: undefined,
        milliseconds: 0,
        kind: read?.kind,
        read,
        isHit: true,
        isFast: true,
      });
    return answer;
  }

  /**
   * @param {Request} request
   * @param {Response} response
   * @returns {(about: Partial<About> | undefined, isHit: boolean) => void} reports to the listeners what has become of
   *   it
   */
  function watch(request, response) {
    const [time, begun] = [clock.now(), now()];
    // Express changes the target, and the address is gone with the connection.
    const { url: target = '', socket } = request;
    const client = { remoteAddress: socket.remoteAddress };
    const bytesOf = countBytes(response);
    return (about, isHit) =>
      reportToAll({
        request,
        target,
        client,
        isHit,
        isFast: false,
        kind: about?.kind,
        read: about?.read,
        values: fields.map((name) => /** @type {string | undefined} */ (request.headers[name])),
        status: response.headersSent ? response.statusCode : CLIENT_GONE,
        bytes: bytesOf(),
        time,
        milliseconds: now() - begun,
      });
  }

  /** @param {Answered} answer */
  function reportToAll(answer) {
    for (const listener of listeners) listener.answered(answer);
  }
}

/** @param {Response} response @returns {() => number} of its body, so far */
function countBytes(response) {
  let bytes = 0;
  const { write, end } = response;
  response.write = counting(write);
  response.end = counting(end);
  return () => bytes;

  /** @template {(...args: any[]) => unknown} F @param {F} send @returns {F} */
  function counting(send) {
    return /** @type {F} */ (
      (chunk, ...rest) => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array)
          bytes += Buffer.byteLength(chunk);
        return send.call(response, chunk, ...rest);
      }
    );
  }
}

/** RFC 9110 section 7.2: a name or an address (RFC 3986 section 3.2.2), and perhaps a port. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/**
 * Tells whether requests name one host, as RFC 9112 section 3.2 wants it. Needs a server with `joinDuplicateHeaders`:
 * two Host headers are then one with a space in it, where Node would else show the first alone.
 * @param {string[]} [others]  names that are not accepted, without a port
 * @returns {HostCheck}
 */
export function createHostCheck(others = []) {
  // A hit would pay for the pattern, and nearly all requests of a server name the same host.
  let lastGood = '';
  return ({ headers: { host }, httpVersion }) => {
    if (host === undefined) return httpVersion === '1.0';
    if (host === '' || (host !== lastGood && !HOST.test(host))) return false;
    if (host !== lastGood && others.includes(nameOf(host))) return false;
    lastGood = host;
    return true;
  };
}

/** @param {string} host @returns {string} without its port */
const nameOf = (host) => host.toLowerCase().replace(/\.?(?::\d*)?$/, '');

/**
 * Redirects requests for other names of the server to its public one (RFC 9110 section 15.4.9).
 * @param {string[]} others  without a port
 * @param {string} to  the public URL, without a slash at the end
 * @param {Handler} next  for all else
 * @param {string[]} [more]  headers, as a flat list
 * @returns {Handler}
 */
export function redirectOthers(others, to, next, more = []) {
  if (others.length === 0) return next;
  return (request, response) => {
    const { headers, url = '/' } = request;
    if (!others.includes(nameOf(headers.host ?? ''))) return next(request, response);
    const location = ['Location', to + redirectTarget(url), 'Content-Length', '0'];
    const secure = ['Strict-Transport-Security', 'max-age=31536000'];
    response.writeHead(308, [...location, ...secure, ...more]).end();
  };
}

/**
 * Has requests that were sent in a row on one connection (RFC 9112 section 9.3.2) handled one after the other, with
 * those of others in between. Node.js would pass on all that it has read of them at once. While some wait, nothing more
 * is read from their connection. What nobody else catches of theirs ends the connection, and not the process.
 * @param {object} deps
 * @param {WeakMap<object, Response>} deps.latest  is kept up to date with the response to the last request on each
 *   connection
 * @param {Log} deps.log
 */
function createTurns({ latest, log }) {
  /** How many wait on a connection. @type {WeakMap<object, number>} */
  const waiting = new WeakMap();
  const count = (/** @type {object} */ socket, /** @type {number} */ more) => {
    const left = (waiting.get(socket) ?? 0) + more;
    waiting.set(socket, left);
    return left;
  };
  return { inOrder, afterOthers };

  /**
   * @param {(request: Request, response: Response) => unknown} handle
   * @returns {Handler} for `request` and what is like it
   */
  function inOrder(handle) {
    return function take(request, response) {
      // The first in the row has the socket; the others are given it when their turn comes.
      const { socket } = request;
      latest.set(socket, response);
      // Node.js would send chunks to a client of HTTP/1.0 whose TE has the word in it (RFC 9112 section 6.1).
      if (request.httpVersionMinor === 0) response.useChunkedEncodingByDefault = false;
      if (response.socket !== null) return caught(socket, () => handle(request, response));
      count(socket, 1);
      // Node.js goes on to read after each request that it has passed on; this comes after that.
      queueMicrotask(() => socket.pause());
      response.once('socket', () => setImmediate(begin));

      function begin() {
        if (count(socket, -1) === 0) socket.resume();
        caught(socket, () => handle(request, response));
      }
    };
  }

  /**
   * @param {TakeOver} takeOver
   * @returns {(request: Request, socket: Duplex, head: Buffer) => void} for `upgrade` and `connect`: node:http has let
   *   go of the connection, though requests on it may not be answered yet
   */
  function afterOthers(takeOver) {
    return (request, socket, head) => {
      // Nobody listens any more, and an error that nobody hears ends the process.
      for (const event of ['error', 'timeout']) socket.on(event, () => socket.destroy());
      const last = latest.get(socket);
      const begin = () => caught(socket, () => takeOver(request, socket, head));
      if (last === undefined || last.closed) return begin();
      count(socket, 1);
      const goOn = () => /** @type {any} */ (socket)._httpMessage?.emit('drain');
      socket.on('drain', goOn);
      last.once('close', () => {
        socket.off('drain', goOn);
        count(socket, -1);
        if (socket.writable) begin();
        else socket.destroy();
      });
    };
  }

  /** @param {Duplex} socket @param {() => unknown} work  may return a promise */
  async function caught(socket, work) {
    try {
      await work();
    } catch (error) {
      log.error({ err: error }, 'A connection was closed because its request failed');
      socket.destroy();
    }
  }
}
