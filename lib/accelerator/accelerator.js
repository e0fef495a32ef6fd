import { steady } from '../base/clock.js';
import { Lifetime } from '../base/lifetime.js';
import { createClients } from '../http/clients.js';
import { closeAtOnce, openServer, STOP_WITHIN } from '../http/listening.js';
import { createAccess } from './control/access.js';
import { createControl, createNotices } from './control/control.js';
import { createEntries } from './control/entries.js';
import { followCertificate, readCertificate, stateOf } from './control/tls.js';
import { EtagSource } from './etags/etag-source.js';
import { openFrontDoor } from './front-door.js';
import { createPeersEndpoint } from './peers/endpoint.js';
import { openPeers } from './peers/peers.js';
import { createOrigin } from './proxy/origin.js';
import { Proxy } from './proxy/proxy.js';
import { checkForwarded, createRequestFields } from './proxy/request-fields.js';
import { createUpgrades } from './proxy/upgrades.js';
import { NAME } from './rules/cache-status.js';
import { createBetweenWorkers } from './shared/between-workers.js';
import { openShared } from './shared/shared.js';
import { createStatus } from './status.js';
import { DiskTier } from './store/disk-tier.js';
import { ResponseStore } from './store/response-store.js';
import { ReportedEtags } from './writes/reported-etags.js';
import { createReportedFile } from './writes/reported-file.js';
import { Versions } from './writes/versions.js';
import { Writes } from './writes/writes.js';
/** @import { IncomingMessage as Request, Server } from 'node:http' */
/** @import { Server as TlsServer } from 'node:tls' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { AcceleratorConfig } from './config.js' */
/** @import { Workers } from './shared/between-workers.js' */

/**
 * @typedef {object} Deps
 * @property {Clock} clock
 * @property {Log} log
 * @property {string} nodeId  another for each process, 8 characters of base64url
 * @property {Workers} [workers]  the other ones, if there are any
 * @property {Workers['listen']} [listen]  without others
 * @property {Workers['certificate']} [certificate]  the same
 * @property {() => number} [random]  from 0 to 1
 * @property {{ connect?: number, origin?: number, idle?: number }} [timeouts]  milliseconds to connect, of the origin
 *   (default: as the settings say), and of a connection that has switched the protocol
 *
 * @typedef {object} Accelerator
 * @property {string} url
 * @property {Server} server
 * @property {(how?: { within?: number }) => Promise<void>} close  finishes requests in progress, for `within`
 *   milliseconds
 * @property {() => Promise<void>} stop  does not finish them
 */

/**
 * Connects the parts of the accelerator, and listens.
 * @param {AcceleratorConfig} config
 * @param {Deps} deps
 * @returns {Promise<Accelerator>}
 * @throws {LarderError} `invalid` when it cannot listen
 */
export async function startAccelerator(config, deps) {
  checkForwarded(config.forwardHeaders);
  /** @type {Lifetime<number>} */
  const lifetime = new Lifetime();
  try {
    return await start(config, deps, lifetime);
  } catch (error) {
    await lifetime.close(0);
    throw error;
  }
}

/**
 * @param {AcceleratorConfig} config
 * @param {Deps} deps
 * @param {Lifetime<number>} lifetime  told how long requests may take
 * @returns {Promise<Accelerator>}
 */
async function start(config, { clock, log, nodeId, workers, random = () => 1, ...deps }, lifetime) {
  const tls = config.tlsCert ? readCertificate(config) : undefined;
  const { listen = (classes) => openServer(config, classes, tls) } = workers ?? deps;
  const listening = await listen({}, tls);
  const { server, address } = listening;
  lifetime.add(listening, (each) => each.close?.());
  lifetime.add(server, closeAtOnce);

  // What is stored and reported, and who else shares it.
  const store = lifetime.add(openStore(config, { clock, log }), (each) => each.close());
  const reported = createReported(config, { folder: store.folder, clock, log });
  lifetime.add(reported, (each) => each.close());
  const versions = new Versions({ clock, node: nodeId });
  const writes = new Writes({ versions, store, reported, now: steady(clock) });
  const sharing = { writes, reported, versions, clock, log };
  const peers = openPeers(config, { ...sharing, random });
  lifetime.add(peers, (each) => each?.stop());
  const engine = openShared(config, { ...sharing, workers });
  lifetime.add(engine, (each) => each?.stop());
  const shared = engine ?? (workers && createBetweenWorkers({ workers, writes, versions }));
  const source = openEtagSource(config, { clock, log });
  lifetime.add(source, (each) => each?.close());

  // What asks the origin.
  const publicUrl = new URL(config.baseUrl || config.originUrl || address);
  const clients = createClients(config.trustProxy);
  const { timeouts = {} } = deps;
  const origin = openOrigin(config, { timeouts, server, clock });
  lifetime.add(origin, (each) => each?.close());
  const fields = createRequestFields({
    host: publicUrl.host,
    name: `${NAME}-${nodeId}`,
    ...clients,
    scheme: publicUrl.protocol === 'https:' ? 'https' : 'http',
    harmless: config.forwardHeaders,
  });
  const etags = source ?? reported;
  const waits = workers !== undefined;
  const asking = { store, reported, etags, writes, fields, waits, clock, log };
  const proxy = origin && new Proxy({ ...asking, origin });
  const check = (/** @type {Request} */ request) => proxy?.check(request);
  const upgrades = origin && createUpgrades({ origin, fields, check, clock, idle: timeouts.idle });

  // The REST interface.
  const mostAtOnce = config.cacheMaxBytes;
  const certificate = tls ? () => stateOf(config) : (workers ?? deps).certificate;
  const shown = { store, reported, source, origin, proxy, upgrades, peers, workers, certificate };
  const resources = {
    '/.cache/entries/': createEntries({ store, writes, reported, shared, mostAtOnce, clock }),
    ...createNotices({ writes, hasSource: source !== undefined, clock }),
    ...createStatus({ ...shown, shared: engine, clock }),
    ...(peers ? createPeersEndpoint({ peers, clock }) : {}),
  };
  const checkAccess = createAccess({ config, clients, clock });
  const control = createControl({ resources, checkAccess, clock, log });

  // Open the door.
  if (tls)
    lifetime.add(
      followCertificate(/** @type {Server & TlsServer} */ (server), config, { clock, log }),
      (each) => each(),
    );
  peers?.start();
  await shared?.start();
  const ownHosts = [publicUrl.host, new URL(address).host];
  const isFast = config.fastPath === 'on';
  const names = { otherNames: config.domain.slice(1), publicUrl: publicUrl.origin };
  const behind = { ...names, proxy, upgrades, control, ownHosts, isFast, clock, log };
  const door = openFrontDoor({ ...listening, ...behind });
  lifetime.add(door, (each, within) => (within > 0 ? each.close(within) : closeAtOnce(server)));
  lifetime.add(upgrades, (each) => each?.close());
  await workers?.enter();
  workers?.serve(server);
  listening.opened?.();
  const close = ({ within = STOP_WITHIN } = {}) => lifetime.close(within);
  return { url: `${address}/`, server, close, stop: () => lifetime.close(0) };
}

/**
 * @param {AcceleratorConfig} config
 * @param {{ timeouts: { connect?: number, origin?: number }, server: Server, clock: Clock }} deps
 */
function openOrigin({ originUrl: url, originTimeout }, { timeouts, server, clock }) {
  const { origin: timeout = originTimeout, connect: connectWithin } = timeouts;
  // A client that waits for the origin is not cut off before.
  server.timeout = Math.max(server.timeout, timeout + 1000);
  return url ? createOrigin({ url, clock, timeout, connectWithin }) : undefined;
}

/**
 * @param {AcceleratorConfig} config
 * @param {{ clock: Clock, log: Log }} deps
 * @returns {ResponseStore} with a tier on disk if that is set
 */
function openStore({ cacheMaxBytes, cacheDir, cacheDiskMaxBytes }, { clock, log }) {
  const isOnDisk = cacheDir !== '' && cacheDiskMaxBytes > 0;
  const options = { folder: cacheDir, maxBytes: cacheDiskMaxBytes, clock, log };
  const isInMemory = (/** @type {string} */ key) => store.peek(key) !== undefined;
  const disk = isOnDisk ? DiskTier.open({ ...options, isInMemory }) : undefined;
  const store = new ResponseStore({ maxBytes: cacheMaxBytes, disk });
  return store;
}

/** @param {AcceleratorConfig} config @param {{ folder: string, clock: Clock, log: Log }} deps */
function createReported({ originUrl, sharedEtags: sharing }, { folder, clock, log }) {
  // Without an origin nobody asks for what it reported.
  if (!originUrl) return new ReportedEtags({ clock, atMost: 1 });
  const file = folder ? createReportedFile({ folder, log }) : undefined;
  return new ReportedEtags({ clock, sharing, file });
}

/** @param {AcceleratorConfig} config @param {{ clock: Clock, log: Log }} deps */
function openEtagSource({ etagSource: url, etagKey: pattern, sharedEtags: sharing }, deps) {
  if (url === '' || sharing === 'off') return undefined;
  return new EtagSource({ url, pattern, sharing, ...deps });
}
