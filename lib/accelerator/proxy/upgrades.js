import { ServerResponse } from 'node:http';
import { LarderError } from '../../base/errors.js';
import { Semaphore } from '../../base/semaphore.js';
import { hasBody } from '../../responses/negotiation.js';
import { forwardStatus } from '../rules/cache-status.js';
import { endToEnd, membersOf, valueOf, without } from '../rules/fields.js';
import { passOn, sendProblem } from './replies.js';
/** @import { IncomingMessage as Request } from 'node:http' */
/** @import { Socket } from 'node:net' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Origin, OriginResponse } from './origin.js' */
/** @import { createRequestFields } from './request-fields.js' */

/** Connections that have switched, or want to. */
const MOST = 1024;
/** Milliseconds without a byte in either direction. */
const IDLE = 10 * 60_000;
/** Milliseconds for the other side to close after one has. */
const CLOSING = 5000;

/** @typedef {Duplex & { setTimeout: (milliseconds: number) => unknown }} Connection */

/**
 * @param {Request} request
 * @returns {string[]} the protocols that it wants to switch to (RFC 9110 section 7.8). HTTP/2 is not among them: nobody
 *   here would see its requests
 */
export const protocolsOf = ({ headers, httpVersion }) =>
  httpVersion === '1.1' && !hasBody({ headers })
    ? membersOf(headers.upgrade).filter((name) => !/^(?:h2c?|http)(?:\/|$)/.test(name))
    : [];

/** @param {Request} request @returns {Buffer} its head as one that wants no other protocol */
export function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }) {
  const fields = without(rawHeaders, (name) => name === 'upgrade' || name === 'http2-settings');
  const lines = fields.map((part, place) => (place % 2 ? `${part}\r\n` : `${part}: `));
  return Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** @typedef {ReturnType<typeof createUpgrades>} Upgrades */

/**
 * Passes requests for another protocol, such as WebSocket, and then whatever both sides say.
 * @param {object} deps
 * @param {Origin} deps.origin
 * @param {ReturnType<typeof createRequestFields>} deps.fields
 * @param {(request: Request) => void} deps.check  throws when it cannot be passed on
 * @param {Clock} deps.clock
 * @param {number} [deps.idle]  milliseconds
 */
export function createUpgrades({ idle = IDLE, ...deps }) {
  /** @type {Set<Connection>} */
  const connections = new Set();
  const places = new Semaphore(MOST, { mostWaiting: 0, refuse: tooMany });
  let isClosed = false;
  return {
    /** Number of connections. */
    get size() {
      return connections.size;
    },
    answer,
    close,
  };

  /**
   * Answers with the origin's 101, or with what it says instead; then the connection is closed.
   * @param {Request} request  `protocolsOf` of it is not empty
   * @param {Connection} client  from which nothing more is read as HTTP
   * @param {Buffer} head  what has been read of it
   */
  async function answer(request, client, head) {
    if (isClosed) return void client.destroy();
    client.on('error', () => client.destroy()).on('timeout', () => client.destroy());
    connections.add(client);
    client.once('close', () => connections.delete(client));
    if (head.length > 0) client.unshift(head);
    try {
      const asker = deps.fields.askerOf(request);
      const place = await places.take({ ...asker, mayLast: true });
      if (client.destroyed) return place.release();
      client.once('close', place.release);
      place.offer(() => client.destroy());
      await pass(request, client);
    } catch (error) {
      if (!client.destroyed) sendProblem(request, responseOn(client, request), error, deps.clock);
    }
  }

  /** Closes all connections. */
  function close() {
    isClosed = true;
    for (const connection of connections) connection.destroy();
  }

  /** @param {Request} request @param {Connection} client */
  async function pass(request, client) {
    const { origin, fields, check, clock } = deps;
    const { method = 'GET', url: path = '/' } = request;
    check(request);
    fields.dropNamed(request);
    const protocols = protocolsOf(request);
    const controller = new AbortController();
    client.once('close', () => controller.abort());
    const received = await origin.open({
      method,
      path,
      asker: fields.askerOf(request),
      upgrade: protocols.join(', '),
      signal: controller.signal,
      headers: fields.fieldsFor(request, { isWhole: false }),
    });
    const { socket, status, headers } = received;
    if (client.destroyed) return void (socket ?? received.body).destroy();
    const cacheStatus = forwardStatus('bypass', { status });
    if (!socket) return passOn(request, responseOn(client, request), received, cacheStatus, clock);
    const chosen = valueOf(headers, 'upgrade') ?? '';
    if (!protocols.includes(chosen.toLowerCase())) {
      socket.destroy();
      throw new LarderError(
        'badGateway',
        'The origin switched to a protocol that nobody asked for',
      );
    }
    client.write(headOf(received, chosen, cacheStatus), 'latin1');
    join(client, socket);
  }

  /** @param {Connection} client @param {Duplex} origin */
  function join(client, origin) {
    client.setTimeout(idle);
    for (const [one, other] of [
      [client, origin],
      [origin, client],
    ]) {
      one.pipe(other);
      one.on('error', () => one.destroy()).once('close', () => other.destroy());
      one.once('end', () => {
        const cancel = deps.clock.after(CLOSING, () => other.destroy());
        other.once('close', cancel);
      });
    }
    if (client.destroyed) origin.destroy();
  }
}

/** @param {Connection} client @param {Request} request @returns {ServerResponse} the last one on its connection */
function responseOn(client, request) {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(/** @type {Socket} */ (client));
  response.once('finish', () => client.end());
  // So that it is seen when the client has gone.
  client.resume();
  return response;
}

const tooMany = () =>
  new LarderError('unavailable', 'Too many connections have switched the protocol', {
    headers: ['Retry-After', '5'],
  });

/** @param {OriginResponse} received @param {string} protocol @param {string} cacheStatus @returns {string} of a 101 */
function headOf({ headers }, protocol, cacheStatus) {
  const own = ['Connection', 'Upgrade', 'Upgrade', protocol, 'Cache-Status', cacheStatus];
  const others = without(endToEnd(headers), (name) => name === 'content-length');
  const lines = [...others, ...own].map((part, place) => (place % 2 ? `${part}\r\n` : `${part}: `));
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`;
}
