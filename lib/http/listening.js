import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../base/errors.js';
import { originOf } from './request-target.js';
/** @import { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http' */
/** @import { TlsOptions } from 'node:tls' */
/** @import { AddressInfo, Server as NetServer, Socket } from 'node:net' */
/** @import { NetworkInterfaceInfo } from 'node:os' */
/** @import { Clock } from '../base/clock.js' */

/** Milliseconds that an idle connection is kept open: longer than most readers take between two pages. */
const KEEP_ALIVE = 65_000;
/**
 * Milliseconds in which a whole request must arrive: 1 GB at 2.4 Mbit/s. What stalls is dropped sooner (read-body.js).
 */
const LONGEST_REQUEST = 60 * 60 * 1000;
/** Milliseconds that a graceful stop waits for requests in progress. */
export const STOP_WITHIN = 10_000;
/** Milliseconds for which a kept-alive connection still accepts a request that is already on its way. */
const LAST_REQUEST = 1000;
/** Length of the system's queue of connections: Node's default backlog. */
const BACKLOG = 511;

/**
 * @param {ServerOptions} [classes]  of its messages
 * @param {TlsOptions} [tls]  certificate and key, for https
 * @returns {{ server: Server, connections: Set<Socket> }} a server, and its connections as they come and go
 */
export function createServer(classes = {}, tls) {
  // With keepAliveTimeout, Node would send a Keep-Alive header, which HTTP/1.1 does not need; `timeout` below replaces
  // it.
  const own = {
    keepAliveTimeout: 0,
    requireHostHeader: false,
    joinDuplicateHeaders: true,
    // As on Node.js 20: since 22 it is four times as much, of which who reads nothing makes each connection hold so
    // much more.
    highWaterMark: 16_384,
  };
  const options = { ...own, ...classes };
  const server = tls ? https.createServer({ ...options, ...tls }) : http.createServer(options);
  server.timeout = KEEP_ALIVE;
  server.requestTimeout = LONGEST_REQUEST;
  return { server, connections: connectionsOf(server) };
}

/**
 * @typedef {object} Listening
 * @property {Server} server
 * @property {Set<Socket>} connections  of it, as they come and go
 * @property {string} address  its URL, without a trailing slash
 * @property {() => void} [opened]  to be called when requests can be answered
 * @property {() => Promise<void>} [close]  what was opened besides
 *
 * @param {{ host: string, port: number }} config
 * @param {ServerOptions} [classes]
 * @param {TlsOptions} [tls]
 * @returns {Promise<Listening>} a server that listens
 * @throws {LarderError} `invalid`, with a message that says which setting to change
 */
export async function openServer(config, classes = {}, tls) {
  const { server, connections } = createServer(classes, tls);
  const address = await listen(server, config);
  return { server, connections, address: tls ? address.replace('http:', 'https:') : address };
}

/**
 * Keeps the requests that come before their listener is ready: Node.js would never answer them.
 * @param {Server} server
 * @returns {(listener: (request: IncomingMessage, response: ServerResponse) => void) => void} gives them, and those to
 *   come, to a listener
 */
export function holdRequests(server) {
  /** @type {[IncomingMessage, ServerResponse][]} */
  const early = [];
  const hold = (/** @type {[IncomingMessage, ServerResponse]} */ ...each) => void early.push(each);
  // With the second, 100 Continue is only sent when the body is read, so that a body that is too large is never sent.
  const events = ['request', 'checkContinue'];
  for (const event of events) server.on(event, hold);
  return (listener) => {
    for (const event of events) server.off(event, hold).on(event, listener);
    for (const each of early) listener(...each);
  };
}

/**
 * @param {NetServer} server
 * @param {{ host: string, port: number }} config  `::`: all addresses, also where there is no IPv6
 * @param {string} [setting]  of the port
 * @returns {Promise<string>} its URL
 * @throws {LarderError} `invalid`, with a message that says which setting to change
 */
export function listen(server, { host, port }, setting = 'PORT') {
  return new Promise((resolve, reject) => {
    const fail = (/** @type {Error} */ error) =>
      reject(new LarderError('invalid', sentence(error, host, port, setting), { cause: error }));
    server.once('error', fail);
    server.listen({ host: host === '::' ? undefined : host, port }, () => {
      server.off('error', fail);
      const { port: taken } = boundTo(server);
      const isEverywhere = host === '0.0.0.0' || host === '::';
      resolve(originOf(isEverywhere ? 'localhost' : host, taken));
    });
  });
}

/**
 * @param {Pick<NetServer, 'address'>} server that listens
 * @param {() => NodeJS.Dict<NetworkInterfaceInfo[]>} askInterfaces of this machine
 * @returns {string[]} URLs for other machines, if it listens on all addresses; else none
 */
export function addressesOf(server, askInterfaces) {
  const { address, port } = boundTo(server);
  if (address !== '0.0.0.0' && address !== '::') return [];
  return (
    Object.values(tryAsking(askInterfaces))
      .flatMap((some) => some ?? [])
      .filter(({ family }) => family === 'IPv4' || address === '::')
      // Link-local addresses need the name of an interface, so they do not work as links.
      .filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0)
      .map(({ address: own }) => `${originOf(own, port)}/`)
  );
}

/**
 * A service of systemd without AF_NETLINK may not ask.
 * @param {() => NodeJS.Dict<NetworkInterfaceInfo[]>} askInterfaces
 */
function tryAsking(askInterfaces) {
  try {
    return askInterfaces();
  } catch {
    return {};
  }
}

/** @param {NodeJS.ErrnoException} error @param {string} host @param {number} port @param {string} setting */
function sentence({ code, message }, host, port, setting) {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop what listens there, or set ${setting} to a free one.`;
  if (code === 'EACCES')
    return `No permission to use port ${port}. Set ${setting} to one above 1023, or give the service AmbientCapabilities=CAP_NET_BIND_SERVICE.`;
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EAFNOSUPPORT)$/.test(code ?? ''))
    return `${host} is no address of this machine. Set HOST to one of its own, or to :: for all.`;
  return `HOST and ${setting}: cannot listen on ${host}, port ${port}: ${message}`;
}

/**
 * Answers what Node.js would answer itself (RFC 9110 section 10.1.1), so that it is in turn with the other answers on
 * its connection.
 * @param {string[]} headers  a flat list
 * @returns {(request: unknown, response: ServerResponse) => void}
 */
export const createExpectationRefusal = (headers) => (_request, response) =>
  void response.writeHead(417, headers).end();

/** @param {Server} server */
function connectionsOf(server) {
  /** @type {Set<Socket>} */
  const connections = new Set();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/**
 * Accepts no more connections, and waits for requests in progress. Each connection is closed after its next response,
 * which announces it (RFC 9112 section 9.6), and idle ones after a second.
 * @param {Server} server
 * @param {object} deps
 * @param {Set<Socket>} deps.connections
 * @param {Set<ServerResponse>} deps.pending
 * @param {{ release: () => Socket[] }} deps.fastPath
 * @param {Clock} deps.clock
 * @param {number} [deps.within]  milliseconds
 */
export async function stopListening(
  server,
  { connections, pending, fastPath, clock, within = STOP_WITHIN },
) {
  const released = fastPath.release().map((socket) => ({ socket, bytesRead: socket.bytesRead }));
  for (const event of ['request', 'checkContinue']) server.prependListener(event, sayClose);
  for (const response of pending) sayClose(null, response);
  // For an answer whose headers are out already: 0 would mean never.
  server.keepAliveTimeout = LAST_REQUEST;
  const cancels = [
    clock.after(LAST_REQUEST, endIdle),
    clock.after(within, () => server.closeAllConnections()),
  ];
  // A worker does not listen itself.
  if (server.listening) await acceptWaiting(server);
  const ended = [...connections].map(
    (connection) => new Promise((resolve) => connection.once('close', resolve)),
  );
  // `http.Server.close` would end idle connections at once, and lose requests that are on their way.
  await new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
  await Promise.all(ended);
  for (const cancel of cancels) cancel();
  // Only now: this also stops its timer for slow requests.
  server.close();

  function endIdle() {
    server.closeIdleConnections();
    // Node.js does not count a connection as idle on which it has seen no request.
    for (const connection of connections) if (connection.bytesRead === 0) connection.destroy();
    for (const { socket, bytesRead } of released)
      if (socket.bytesRead === bytesRead) socket.destroy();
  }
}

/**
 * Accepts the connections that are waiting in the system's queue, which a close would reset. Each turn of the event
 * loop accepts one.
 * @param {NetServer} server
 */
export async function acceptWaiting(server) {
  let taken = 1;
  const count = () => taken++;
  server.on('connection', count);
  for (let turn = 0; turn < BACKLOG && taken > 0; turn++) {
    taken = 0;
    // The first one only ends the current turn.
    await setImmediate();
    await setImmediate();
  }
  server.off('connection', count);
}

/** Ends all requests in progress too. @param {Server} server */
export function closeAtOnce(server) {
  server.closeAllConnections();
  server.close();
}

/** @param {unknown} _request @param {ServerResponse} response */
function sayClose(_request, response) {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** @param {Pick<NetServer, 'address'>} server that listens on a port */
export const boundTo = (server) => /** @type {AddressInfo} */ (server.address());
