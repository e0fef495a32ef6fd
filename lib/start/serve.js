import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import express from 'express';
import { stopwatch } from '../base/clock.js';
import { randomBytes as random } from '../people/secrets.js';
import { bearerToken } from '../router/auth-guards.js';
import { Assets } from '../views/assets.js';
import { BackgroundRenders } from '../cache/background-renders.js';
import { CacheCheck } from '../cache/cache-check.js';
import { RenderQueue } from '../cache/render-queue.js';
import { Recompressor } from '../responses/recompressor.js';
import {
  addressesOf,
  createServer,
  holdRequests,
  openServer,
  refuseExpectation,
  STOP_WITHIN,
  stopListening,
} from '../http/listening.js';
import { createMessageClasses } from '../router/message-classes.js';
import { pathOf } from '../changes/index/blog-index.js';
import { lazy } from '../base/lazy.js';
import { encodedPath } from '../base/paths.js';
import { Hub, publishesPost } from '../people/notifications/hub.js';
import { createNetwork } from '../people/notifications/network.js';
import { Notifications } from '../people/notifications/notifications.js';
import { openFastPath } from '../http/fast-path.js';
import { ResponseManager } from '../responses/response-manager.js';
import { createClients } from '../http/clients.js';
import { createExpressApp } from '../router/express-app.js';
import { createProxyNotice } from '../router/proxy-notice.js';
import { createMatcher } from '../router/match-route.js';
import { PageRenderer } from '../router/page-renderer.js';
import { RequestCounters } from '../statistics/metrics/request-counters.js';
import { createHits, createHostCheck, createRouter, inOrder, watched } from '../router/router.js';
import { createAreas } from '../router/routes/areas.js';
import { siteRoutes } from '../router/routes/site.js';
import { Source } from '../views/source.js';
import { createMetricsAccess } from '../statistics/metrics/access.js';
import { createSamples } from '../statistics/metrics/samples.js';
import { createMetrics, createStatus } from '../statistics/metrics/status.js';
import { CommentLimits } from '../content/comments/limits.js';
import { BulkResults } from '../content/bulk-results.js';
import { createCardThread, createShareCards } from '../views/share-cards.js';
import { createResizer, hasSharp } from '../content/media/resize.js';
import { ViewManager } from '../views/view-manager.js';
import { createSitePages } from '../router/routes/site-pages.js';
import { createWarmStart, folderOf } from './warm-start.js';
import { Exports, removeLeftovers } from '../exchange/jobs/exports.js';
import { Imports } from '../exchange/jobs/imports.js';
/** @import { Server } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Change } from '../changes/changes.js' */
/** @import { Config } from './config.js' */
/** @import { LarderError } from '../base/errors.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Network } from '../people/notifications/network.js' */
/** @import { OpenBlog } from './open-blog.js' */
/** @import { Peers } from './workers/worker.js' */
/** @import { Client, SimpleRequest } from '../http/fast-path.js' */
/** @import { Watch } from '../router/router.js' */
/** @import { Places } from '../statistics/places/places.js' */
/** @import { DrawCard } from '../views/share-cards.js' */
/** @import { Statistics } from '../statistics/open.js' */

/**
 * @typedef {object} Deps
 * @property {Clock} clock
 * @property {Log} log
 * @property {Network} [network]
 * @property {string} [root]  the engine's own folder
 * @property {object} [versions]  of Node.js and its parts
 * @property {Statistics} [statistics]  instead of its own
 * @property {DrawCard | null} [drawCard]  null: sharp is not installed
 * @property {Peers} [peers]  the other workers, if there are any
 * @property {(isBusy: boolean) => void} [onBusy]  called when many pages begin to be rendered in the background, and when all are
 */

/** @param {string} key */
const sayWrong = (key) =>
  `The cached page ${key} differed from a fresh one. It was removed; the log has the details. Please report this as a bug.`;

const ownRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Connects all parts and listens. Takes over the closing of the store.
 * @param {Config} config
 * @param {OpenBlog} open
 * @param {Deps} deps
 * @returns {Promise<{ url: string, addresses: string[], server: Server, isWarm: () => boolean, close: (how?: { save: boolean, within: number }) => Promise<void> }>}
 *   `addresses`: other URLs of this machine, if it listens on all and has no BASE_URL; `close` finishes requests in
 * progress, for `within` milliseconds, then closes the store; `save`: the cached pages for the next start
 * @throws {LarderError} `invalid` when it cannot listen, or the theme is broken
 */
export async function startServer(config, open, deps) {
  try {
    return await serve(config, open, deps);
  } catch (error) {
    await open.close();
    throw error;
  }
}

/**
 * @param {Config} config
 * @param {OpenBlog} open
 * @param {Deps} deps
 */
async function serve(
  config,
  open,
  {
    clock,
    log,
    network = createNetwork(),
    root = ownRoot,
    versions = process.versions,
    peers,
    onBusy,
    ...given
  },
) {
  const cards = createCardThread({ clock });
  const { drawCard = hasSharp() ? cards.draw : null } = given;
  const { store, index, cache, lastClears, changes, content, texts, accounts } = open;
  const themes = [root, ...(config.themeDir ? [config.themeDir] : [])];
  const views = new ViewManager(themes.map((folder) => join(folder, 'views')));
  const assets = new Assets(themes.map((folder) => join(folder, 'public')));
  const background = new BackgroundRenders({
    ...{ cache, clock, log, workers: config.workers, onBusy },
  });
  const warmStart = createWarmStart({
    config,
    root,
    versions: { ...versions, sharp: drawCard !== null },
    open,
    log,
    isShared: peers !== undefined,
  });
  const foreign = await warmStart.restore();
  await peers?.enter(changes);
  const app = express();
  const classes = createMessageClasses(app);
  const { server, connections, address } = peers
    ? { ...createServer(classes), address: peers.address }
    : await openServer(config, classes);
  const answerWith = holdRequests(server);

  const baseUrl = config.baseUrl || address;
  const counters = new RequestCounters();
  const match = createMatcher(siteRoutes);
  const check = new CacheCheck({ cache, render: renderAfresh, clock, now: stopwatch, log });
  const proxyNotice = createProxyNotice({ clock, log });
  const ownStatus = createStatus({ cache, background, check, changes, store, counters, clock });
  const memory = () => process.memoryUsage.rss();
  const ownMetrics = createMetrics({
    status: ownStatus,
    cache,
    changes,
    lastClears,
    memory,
    notices: () => [...proxyNotice.list(), ...check.lastWrong.map(sayWrong)],
    clock,
  });
  /** @type {Watch} */
  const watch = {};
  const samples = createSamples({
    ...{ status: ownStatus, counters, watch, store, memory, now: stopwatch },
  });
  const own = { status: ownStatus, metrics: ownMetrics, takeSample: samples.take };
  const takeSamples = async () => [{ value: samples.take() }];
  const { status, metrics, ...shared } = peers?.shareMetrics(own) ?? { ...own, takeSamples };
  const monitoring = { mayRead: createMetricsAccess(config), takeSamples: shared.takeSamples };
  const blog = {
    index,
    store,
    texts,
    assets,
    source: new Source(root),
    hub: config.websubHub,
    hasSearch: config.search === 'on',
    drawShareCard: drawCard && createShareCards({ draw: drawCard, views }),
    resize: createResizer(),
    baseUrl,
    status,
  };
  /** @type {Places | null} */
  let places = null;
  const openPlaces = lazy(async () => {
    const { openPlaces: open } = await import('../statistics/places/places.js');
    return (places = await open(config, { clock, log }));
  });
  const counting = config.statistics === 'on' ? await import('../statistics/open.js') : null;
  const timeZone = () => index.settings.timeZone;
  const statistics =
    given.statistics ??
    counting?.openStatistics({
      ...{ store, timeZone, baseUrl, config, openPlaces, random, peers, clock, log },
      onUntrusted: proxyNotice.onUntrusted,
    }) ??
    null;
  const search = blog.hasSearch
    ? (await import('../search/search.js')).createSearch({
        ...{ folder: folderOf(config), index, store, texts, changes, clock, log },
      })
    : null;
  const note = statistics?.note;
  const responses = new ResponseManager({ baseUrl, cache, clock, changes });
  const { showError, ...origin } = createSitePages({ blog, views, responses });
  const pages = new PageRenderer({
    ...{ cache, responses, counters, origin, note },
    queue: new RenderQueue({ cache, clock }),
    mayBypassCache: async ({ headers }) =>
      (await accounts.tokens.author(bearerToken(headers.authorization))) !== null,
  });
  const notifications = new Notifications({ config, store, index, baseUrl, network, clock, log });
  const notify = (/** @type {Change} */ change) => notifications.tell(change);
  changes.subscribe('notifications', peers?.notify ?? notify);
  const hub = blog.hub ? new Hub({ hub: blog.hub, baseUrl, network, clock, log }) : null;
  const tellHub = () => hub?.tell();
  if (hub)
    changes.subscribe('hub', (change) => {
      if (publishesPost(change)) (peers?.tellHub ?? tellHub)();
    });
  peers?.offer({ notify, tellHub, save: () => warmStart.save() });
  // Emptied at the start, so nobody else may have folders of these names.
  const folderFor = (/** @type {string} */ job) => join(folderOf(config), `${job}-in-progress`);
  const imports =
    peers?.imports ?? new Imports({ config, folder: folderFor('import'), clock, log });
  if (!peers) removeLeftovers(folderFor('export'), log);
  const exports = new Exports({ config, folder: folderFor('export'), turn: peers?.exporting });
  const prerender = (/** @type {string} */ path) => {
    const found = match(path);
    return found ? pages.make(found, path, { isPrerendered: true }) : null;
  };
  const answers = async (/** @type {string} */ path) => {
    const made = await prerender(path);
    return Boolean(made?.entry ?? made?.result);
  };
  const areas = createAreas({
    ...{ blog, address, byAddress: config.baseUrl === '' },
    ...{
      content,
      accounts,
      imports,
      limits: peers?.limits ?? new CommentLimits({ clock }),
      exports,
      bulkResults: peers?.bulkResults ?? new BulkResults({ clock }),
      metrics,
      statistics,
      search,
      answers,
      monitoring,
      views,
      showError,
      clock,
      log,
    },
  });
  const namesHost = createHostCheck();
  const ownHosts = [new URL(baseUrl).host, new URL(address).host];
  const settled = () => cache.grace;
  const answering = { areas, pages, responses, counters, note, settled, namesHost, ownHosts };
  const { addressOf } = createClients(config.trustProxy, proxyNotice.onUntrusted);
  const geo =
    config.geoEndpoint === 'on'
      ? (await import('../statistics/places/geo.js')).createGeo({
          ...{ places: await openPlaces(), addressOf, origins: config.geoOrigins },
          ...{ responses, counters, namesHost },
        })
      : null;
  const answerFirst = geo?.answer;
  const expressApp = createExpressApp({ ...answering, answerFirst, app, config, clock, log });
  const miss = watched(expressApp, watch);
  const pending = new Set();
  const hits = createHits({ cache, responses, changes, counters, namesHost, note });
  const latest = new WeakMap();
  const route = inOrder(createRouter({ ...hits, namesHost, miss, answerFirst, pending }), latest);
  const accessLog = await openAccessLog();
  answerWith(accessLog?.observe(route) ?? route);
  server.on('checkExpectation', inOrder(refuseExpectation, latest));
  server.on('error', (error) => log.error({ err: error }, 'A connection was lost'));
  server.on('clientError', (error, socket) => responses.refuse(error, socket, latest.get(socket)));
  const fields = [
    ...new Set([...(counting?.FIELDS ?? []), ...(geo?.fields ?? []), ...(accessLog?.fields ?? [])]),
  ];
  const { isStored, answer: find } = geo?.inFrontOf(hits, fields) ?? hits;
  const lookUp = accessLog
    ? (/** @type {SimpleRequest} */ request, /** @type {Client} */ client) => {
        const answer = find(request, client);
        if (answer !== null) accessLog.noteHit(request, fields, client, answer);
        return answer;
      }
    : find;
  const never = { lookUp: () => null, isStored: () => false };
  const fastPath = openFastPath({
    ...(config.fastPath === 'on' ? { lookUp, isStored } : never),
    ...{ server, fields, latest, clock },
  });

  changes.follow(open.summaries.sequence);
  // Their content is in the index: what nobody asks for any more takes 15 MB of 100,000 posts.
  open.summaries.posts.length = open.summaries.addresses.length = 0;
  const recompressor = new Recompressor({ cache, responses, clock });
  recompressor.start();
  if (config.cacheCheck === 'on') check.start();
  changes.subscribe('background renders', ({ effects }) => {
    for (const { of, effect } of effects)
      if (of === 'post' && !effect.before) background.add(encodedPath(pathOf(effect.after)));
  });
  background.renew(foreign);
  background.start({
    render: async (path) => (await prerender(path)) ?? {},
    encode: (entry, encoding) => responses.encode(entry, encoding),
  });

  peers?.serve(server);
  const addresses =
    peers?.addresses ?? (config.baseUrl ? [] : addressesOf(server, networkInterfaces()));
  return { url: `${baseUrl}/`, addresses, server, isWarm: () => background.isIdle, close };

  /** @param {string} path */
  async function renderAfresh(path) {
    const found = match(path);
    return found ? (await pages.make(found, path, { bypassesCache: true })).entry : undefined;
  }

  async function openAccessLog() {
    const { accessLog: format, accessLogFile: file } = config;
    if (format === 'off') return null;
    const { AccessLog } = await import('../http/access-log.js');
    return new AccessLog({ format, file, addressOf, clock, log });
  }

  async function close({ save = true, within = STOP_WITHIN } = {}) {
    recompressor.stop();
    check.stop();
    background.stop();
    metrics.stop();
    samples.stop();
    places?.close();
    const finished = stopListening(server, { connections, pending, fastPath, clock, within });
    // Other workers go on, so a download may end too.
    if (peers) await finished;
    await Promise.all([finished, imports.close(), exports.close()]);
    if (save) warmStart.save();
    await Promise.all([
      accessLog?.close(),
      cards.close(),
      notifications.close(),
      hub?.close(),
      statistics?.close(),
      search?.close(),
    ]);
    await open.close();
  }
}
