import { LarderError } from '../base/errors.js';
import { createHostCheck, openDoor, redirectOthers } from '../http/door.js';
import { fromAbsoluteForm } from '../http/request-target.js';
import { isPlainlyCoded, otherCoding } from '../http/transfer-coding.js';
import { Tunnel } from '../http/tunnel.js';
import { sendProblem } from './proxy/replies.js';
import { headWithoutUpgrade, protocolsOf } from './proxy/upgrades.js';
/** @import { IncomingMessage as Request, Server, ServerResponse as Response } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Handler, Hits } from '../http/door.js' */
/** @import { Proxy } from './proxy/proxy.js' */
/** @import { Upgrades } from './proxy/upgrades.js' */
/** @import { StoredResponse } from './types.js' */

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** What is never proxied. */
const OWN = /^\/\.cache(?:[/?]|$)/;

/**
 * Where all requests come in: hits, what is passed on to the origin, the REST interface, and other protocols.
 * @param {object} parts
 * @param {Server} parts.server
 * @param {Set<Socket>} parts.connections  of the server
 * @param {boolean} parts.isFast  whether hits take the fast path
 * @param {string[]} parts.ownHosts  hosts that are accepted in a request target in absolute form
 * @param {string[]} parts.otherNames  that redirect to `publicUrl`
 * @param {string} parts.publicUrl
 * @param {Proxy} [parts.proxy]  none without an origin
 * @param {Upgrades} [parts.upgrades]
 * @param {(request: Request, response: Response) => unknown} parts.control  the REST interface
 * @param {Clock} parts.clock
 * @param {Log} parts.log
 * @returns {ReturnType<typeof openDoor>}
 */
export function openFrontDoor({ server, connections, isFast, ownHosts, control, ...parts }) {
  const { proxy, upgrades, otherNames, publicUrl, clock, log } = parts;
  const namesHost = createHostCheck(otherNames);
  /** @type {ReturnType<typeof openDoor>} */
  const door = openDoor({
    hits: proxy ? hitsOf(proxy) : NO_HITS,
    // It is as good as Cache-Control to some clients (RFC 9111 section 5.4).
    notSimple: ['pragma'],
    miss: redirectOthers(otherNames, publicUrl, miss),
    upgrade: upgrades && ((...asked) => upgrade(upgrades, ...asked)),
    server,
    connections,
    namesHost,
    isFast,
    clock,
    now: clock.now,
    log,
  });
  for (const event of ['request', 'checkContinue']) server.on(event, door.handle);
  return door;

  /** @type {Handler} */
  function miss(request, response) {
    const { url = '', method } = request;
    if (!namesHost(request)) return sendProblem(request, response, withoutHost(), clock);
    if (!isPlainlyCoded(request)) return sendProblem(request, response, otherCoding(), clock);
    if (method === 'OPTIONS' && url === '*')
      return void response.writeHead(204, ['Allow', METHODS]).end();
    const found = targetOf(url);
    if ('error' in found) {
      const error = new LarderError(found.error, `A request for ${url}`);
      return sendProblem(request, response, error, clock);
    }
    request.url = found.target;
    if (OWN.test(found.target)) return control(request, response);
    if (proxy) return proxy.answer(request, response);
    const none = new LarderError('notFound', 'ORIGIN_URL is not set');
    return sendProblem(request, response, none, clock);
  }

  /** @param {Upgrades} upgrades @param {Request} request @param {Duplex} socket @param {Buffer} head */
  function upgrade(upgrades, request, socket, head) {
    const found = targetOf(request.url ?? '');
    const isPassed =
      'target' in found &&
      !OWN.test(found.target) &&
      namesHost(request) &&
      isPlainlyCoded(request) &&
      protocolsOf(request).length > 0;
    if (!isPassed) {
      // Node.js has let go of the connection, but an Upgrade may be ignored (RFC 9110 section 7.8).
      const again = Buffer.concat([headWithoutUpgrade(request), head]);
      if (socket instanceof Tunnel) socket.feedAgain(again);
      else socket.unshift(again);
      door.listenAsNode(socket);
      return void socket.resume();
    }
    request.url = found.target;
    if (socket instanceof Tunnel) socket.switchProtocols();
    return upgrades.answer(request, /** @type {Tunnel} */ (socket), head);
  }

  /** @param {string} url @returns {ReturnType<typeof fromAbsoluteForm>} without a fragment (RFC 9112 section 3.2) */
  function targetOf(url) {
    if (url.includes('#')) return { error: 'badRequest' };
    return url.startsWith('/') ? { target: url } : fromAbsoluteForm(url, ownHosts);
  }
}

/**
 * A proxy in between may have understood such a request differently (request smuggling), so the connection is closed.
 */
const withoutHost = () =>
  new LarderError('badRequest', 'A request names one host', { headers: ['Connection', 'close'] });

/** Without an origin, nothing is read at its own URL. @type {Hits<StoredResponse>} */
const NO_HITS = {
  find: () => undefined,
  send: () => {},
  answer: () => null,
  has: () => false,
};

/** @param {Proxy} proxy @returns {Hits<StoredResponse>} */
const hitsOf = (proxy) => ({
  find: (request) => proxy.find(request),
  send: (request, response, stored) => proxy.sendHit(request, response, stored),
  answer(request) {
    const answer = proxy.hit(request);
    return answer && { answer };
  },
  has: (target) => proxy.has(target),
});
