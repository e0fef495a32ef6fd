import { LarderError } from '../base/errors.js';
import { createHostCheck, openDoor } from '../http/door.js';
import { Tunnel } from '../http/tunnel.js';
import { openServer } from '../http/listening.js';
import { refuseOn } from '../http/refuse-unparsed.js';
import { fromAbsoluteForm } from '../http/request-target.js';
import { createAccess } from './control/access.js';
import { NAME } from './rules/cache-status.js';
import { createClients } from '../http/clients.js';
import { isPlainlyCoded, otherCoding } from '../http/transfer-coding.js';
import { createControl, createNotices } from './control/control.js';
import { EtagSource } from './etags/etag-source.js';
import { DiskTier } from './store/disk-tier.js';
import { createEntries } from './control/entries.js';
import { Origin } from './proxy/origin.js';
import { createPeersEndpoint } from './peers/endpoint.js';
import { openPeers } from './peers/peers.js';
import { BetweenWorkers } from './shared/between-workers.js';
import { openShared } from './shared/shared.js';
import { Proxy } from './proxy/proxy.js';
import { sendProblem } from './proxy/replies.js';
import { checkForwarded, createRequestFields } from './proxy/request-fields.js';
import { ResponseStore } from './store/response-store.js';
import { createStatus } from './status.js';
import { headWithoutUpgrade, protocolsOf, Upgrades } from './proxy/upgrades.js';
import { followCertificate, readCertificate } from './control/tls.js';
import { ToldEtags } from './writes/told-etags.js';
import { createToldFile } from './writes/told-file.js';
import { Versions } from './writes/versions.js';
import { Writes } from './writes/writes.js';
/** @import { IncomingMessage as Request, Server, ServerResponse as Response } from 'node:http' */
/** @import { Duplex } from 'node:stream' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Hits } from '../http/door.js' */
/** @import { AcceleratorConfig } from './settings.js' */
/** @import { StoredResponse } from './types.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Workers } from './shared/between-workers.js' */

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** What is never proxied. */
const OWN = /^\/\.cache(?:[/?]|$)/;

/**
 * Connects the parts of the accelerator, and listens.
 * @param {AcceleratorConfig} config
 * @param {object} deps
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @param {string} deps.nodeId  another for each process, 8 characters of base64url
 * @param {Workers} [deps.workers]  the other ones, if there are any
 * @param {() => number} [deps.random]  from 0 to 1
 * @param {{ connect?: number, origin?: number, idle?: number }} [deps.timeouts]  milliseconds to connect, of the origin (default: as the
 *   settings say), and of a connection that has switched the protocol
 * @returns {Promise<{ url: string, server: Server, close: (how?: { within: number }) => Promise<void>, stop: () => Promise<void> }>}
 *   `close` finishes requests in progress, `stop` does not
 * @throws {LarderError} `invalid` when it cannot listen
 */
export async function startAccelerator(
  config,
  { clock, log, nodeId, workers, random = () => 1, timeouts = {} },
) {
  checkForwarded(config.forwardHeaders);
  const tls = config.tlsCert ? readCertificate(config) : undefined;
  const { server, connections, address } = await (workers
    ? workers.listen({}, tls)
    : openServer(config, {}, tls));
  const store = openStore(config, { clock, log });
  const told = createTold(config, { folder: store.folder, clock, log });
  const versions = new Versions({ clock, node: nodeId });
  const writes = new Writes({ versions, store, told });
  const peers = openPeers(config, { writes, told, versions, clock, random, log });
  const engine = openShared(config, { writes, told, versions, workers, clock, log });
  const shared = engine ?? (workers && new BetweenWorkers({ workers, writes, versions }));
  const clients = createClients(config.trustProxy);
  const { origin: timeout = config.originTimeout, connect: connectWithin, idle } = timeouts;
  // A client that waits for the origin is not cut off before.
  server.timeout = Math.max(server.timeout, timeout + 1000);
  const origin = config.originUrl
    ? new Origin({ url: config.originUrl, clock, timeout, connectWithin })
    : undefined;
  const publicUrl = new URL(config.baseUrl || config.originUrl || address);
  const fields = createRequestFields({
    ...{ host: publicUrl.host, name: `${NAME}-${nodeId}`, ...clients },
    scheme: publicUrl.protocol === 'https:' ? 'https' : 'http',
    harmless: config.forwardHeaders,
  });
  const source = openEtagSource(config, { clock, log });
  const etags = source ?? told;
  const waits = workers !== undefined;
  const proxy =
    origin && new Proxy({ store, told, etags, writes, origin, fields, waits, clock, log });
  const check = (/** @type {Request} */ request) => proxy?.check(request);
  const upgrades = origin && new Upgrades({ origin, fields, check, clock, idle });
  const control = createControl({
    resources: {
      '/.cache/entries/': createEntries({
        ...{ store, writes, told, shared, mostAtOnce: config.cacheMaxBytes, clock },
      }),
      ...createNotices({ writes, hasSource: source !== undefined, clock }),
      ...createStatus({
        ...{ store, told, source, origin, proxy, upgrades, peers },
        ...{ shared: engine, workers, clock },
      }),
      ...(peers ? createPeersEndpoint({ peers, clock }) : {}),
    },
    checkAccess: createAccess({ config, clients, clock }),
    ...{ clock, log },
  });
  const namesHost = createHostCheck();
  const ownHosts = [publicUrl.host, new URL(address).host];
  const unfollow = tls && followCertificate(/** @type {any} */ (server), config, { clock, log });
  peers?.start();
  await shared?.start();
  const door = openDoor({
    hits: proxy ? hitsOf(proxy) : NO_HITS,
    isFast: config.fastPath === 'on',
    // It is as good as Cache-Control to some clients (RFC 9111 section 5.4).
    notSimple: ['pragma'],
    ...{ server, connections, miss, namesHost, clock, now: clock.now, log },
  });
  server.on('request', door.handle).on('checkContinue', door.handle);
  server.on('connect', (_request, socket) => refuseOn(socket, 501, { clock }));
  if (upgrades)
    server.on('upgrade', (request, socket, head) => upgrade(upgrades, request, socket, head));
  await workers?.enter();
  workers?.serve(server);
  return { url: `${address}/`, server, close, stop };

  /** @param {Request} request @param {Response} response */
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
    if (OWN.test(found.target)) return void control(request, response);
    if (proxy) return void proxy.answer(request, response);
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
      return door.listenAsNode(socket);
    }
    request.url = found.target;
    if (socket instanceof Tunnel) socket.switchProtocols();
    void upgrades.answer(request, /** @type {Tunnel} */ (socket), head);
  }

  /** @param {string} url @returns {ReturnType<typeof fromAbsoluteForm>} without a fragment (RFC 9112 section 3.2) */
  function targetOf(url) {
    if (url.includes('#')) return { error: 'badRequest' };
    return url.startsWith('/') ? { target: url } : fromAbsoluteForm(url, ownHosts);
  }

  /** @param {{ within?: number }} [how]  milliseconds for requests in progress */
  async function close({ within } = {}) {
    upgrades?.close();
    await door.close(within);
    await release();
  }

  async function stop() {
    upgrades?.close();
    server.close();
    server.closeAllConnections();
    await release();
  }

  async function release() {
    unfollow?.();
    await peers?.stop();
    await source?.close();
    shared?.stop();
    await origin?.close();
    await store.close();
    told.close();
  }
}

/** @param {AcceleratorConfig} config @param {{ clock: Clock, log: Log }} deps @returns {ResponseStore} with a tier on disk if that is set */
function openStore({ cacheMaxBytes, cacheDir, cacheDiskMaxBytes }, { clock, log }) {
  const isOnDisk = cacheDir !== '' && cacheDiskMaxBytes > 0;
  const options = { folder: cacheDir, maxBytes: cacheDiskMaxBytes, clock, log };
  const isInMemory = (/** @type {string} */ key) => store.peek(key) !== undefined;
  const disk = isOnDisk ? DiskTier.open({ ...options, isInMemory }) : undefined;
  const store = new ResponseStore({ maxBytes: cacheMaxBytes, disk });
  return store;
}

/** @param {AcceleratorConfig} config @param {{ folder: string, clock: Clock, log: Log }} deps */
function createTold({ originUrl, sharedEtags: sharing }, { folder, clock, log }) {
  // Without an origin nobody asks for what it told.
  if (!originUrl) return new ToldEtags({ clock, atMost: 1 });
  const file = folder ? createToldFile({ folder, log }) : undefined;
  return new ToldEtags({ clock, sharing, file });
}

/** @param {AcceleratorConfig} config @param {{ clock: Clock, log: Log }} deps */
function openEtagSource({ etagSource: url, etagKey: pattern, sharedEtags: sharing }, deps) {
  if (url === '' || sharing === 'off') return undefined;
  return new EtagSource({ url, pattern, sharing, ...deps });
}

/** A proxy in between may have understood such a request differently (request smuggling), so the connection is closed. */
const withoutHost = () =>
  new LarderError('badRequest', 'A request names one host', { headers: ['Connection', 'close'] });

/** Without an origin, nothing is read at its own URL. @type {Hits<StoredResponse>} */
const NO_HITS = {
  find: () => undefined,
  send: () => {},
  lookUp: () => null,
  isStored: () => false,
};

/** @param {Proxy} proxy @returns {Hits<StoredResponse>} */
const hitsOf = (proxy) => ({
  find: (request) => proxy.find(request),
  send: (request, response, stored) => proxy.sendHit(request, response, stored),
  lookUp(request) {
    const answer = proxy.hit(request);
    return answer && { answer };
  },
  isStored: (target) => proxy.isStored(target),
});
