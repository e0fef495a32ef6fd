import { networkInterfaces } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import express from 'express';
import { bearerToken } from './router/auth-guards.js';
import { Assets } from './views/assets.js';
import { BackgroundRenders } from './cache/background-renders.js';
import { RenderQueue } from './cache/render-queue.js';
import { Recompressor } from './responses/recompressor.js';
import { addressesOf, openServer, stopListening } from './router/listening.js';
import { createMessageClasses } from './runtime/express-prototypes.js';
import { pathOf } from './index/blog-index.js';
import { encodedPath } from './util/paths.js';
import { createNetwork } from './notifications/network.js';
import { Notifications } from './notifications/notifications.js';
import { ResponseManager } from './responses/response-manager.js';
import { createExpressApp } from './router/express-app.js';
import { createMatcher } from './router/match-route.js';
import { PageRenderer } from './router/page-renderer.js';
import { RequestCounters } from './router/request-counters.js';
import { createHits, createHostCheck, createRouter, inOrder } from './router/router.js';
import { createAreas } from './routes/areas.js';
import { siteRoutes } from './routes/site.js';
import { Source } from './views/source.js';
import { createMetrics, createStatus } from './metrics/status.js';
import { CommentLimits } from './comments/limits.js';
import { ViewManager } from './views/view-manager.js';
import { createSitePages } from './routes/site-pages.js';
import { createWarmStart, folderOf } from './changes/warm-start.js';
import { Exports } from './jobs/exports.js';
import { Imports } from './jobs/imports.js';
/** @import { Server } from 'node:http' */
/** @import { Clock } from './clock.js' */
/** @import { Config } from './config.js' */
/** @import { LarderError } from './errors.js' */
/** @import { Log } from './log.js' */
/** @import { Network } from './notifications/network.js' */
/** @import { OpenBlog } from './open-blog.js' */

/**
 * @typedef {object} Deps
 * @property {Clock} clock
 * @property {Log} log
 * @property {Network} [network]
 * @property {string} [root]  the engine's own folder
 * @property {object} [versions]  of Node.js and its parts
 */

const ownRoot = fileURLToPath(new URL('..', import.meta.url));

/**
 * Connects all parts and listens. Takes over the closing of the store.
 * @param {Config} config
 * @param {OpenBlog} open
 * @param {Deps} deps
 * @returns {Promise<{ url: string, addresses: string[], server: Server, close: () => Promise<void> }>}
 *   `addresses`: other URLs of this machine, if it listens on all and has no BASE_URL; `close` finishes requests in
 * progress, then closes the store
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
  { clock, log, network = createNetwork(), root = ownRoot, versions = process.versions },
) {
  const { store, index, cache, lastClears, changes, content, texts, accounts } = open;
  const themes = [root, ...(config.themeDir ? [config.themeDir] : [])];
  const views = new ViewManager(themes.map((folder) => join(folder, 'views')));
  const assets = new Assets(themes.map((folder) => join(folder, 'public')));
  const background = new BackgroundRenders({ cache, clock, log });
  const warmStart = createWarmStart({ config, root, versions, open, log });
  await warmStart.restore();
  const app = express();
  const { server, connections, address } = await openServer(config, createMessageClasses(app));

  const baseUrl = config.baseUrl || address;
  const counters = new RequestCounters();
  const status = createStatus({ cache, background, changes, store, counters, clock });
  const memory = () => process.memoryUsage.rss();
  const metrics = createMetrics({ status, cache, changes, lastClears, memory, clock });
  const blog = { index, store, texts, assets, source: new Source(root), baseUrl, status };
  const responses = new ResponseManager({ baseUrl, cache, clock, changes });
  const { showError, ...origin } = createSitePages({ blog, views, responses });
  const pages = new PageRenderer({
    ...{ cache, responses, counters, origin },
    queue: new RenderQueue({ cache, clock }),
    mayBypassCache: async ({ headers }) =>
      (await accounts.tokens.author(bearerToken(headers.authorization))) !== null,
  });
  const notifications = new Notifications({ config, store, index, baseUrl, network, clock, log });
  changes.subscribe('notifications', (change) => notifications.tell(change));
  // Emptied at the start, so nobody else may have folders of these names.
  const folderFor = (/** @type {string} */ job) => join(folderOf(config), `${job}-in-progress`);
  const imports = new Imports({ config, folder: folderFor('import'), clock, log });
  const exports = new Exports({ config, folder: folderFor('export'), log });
  const areas = createAreas({
    ...{ blog, address, byAddress: config.baseUrl === '' },
    ...{
      content,
      accounts,
      imports,
      limits: new CommentLimits({ clock }),
      exports,
      metrics,
      views,
      showError,
      clock,
      log,
    },
  });
  const namesHost = createHostCheck();
  const ownHosts = [new URL(baseUrl).host, new URL(address).host];
  const answering = { areas, pages, responses, counters, namesHost, ownHosts };
  const miss = createExpressApp({ ...answering, app, config, clock, log });
  const pending = new Set();
  const hits = createHits({ cache, responses, changes, counters });
  const route = inOrder(createRouter({ ...hits, namesHost, miss, pending }));
  server.on('request', route);
  // Sends 100 Continue only when the body is read, so that a body that is too large is never sent.
  server.on('checkContinue', route);
  server.on('error', (error) => log.error({ err: error }, 'A connection was lost'));
  server.on('clientError', (error, socket) => responses.refuse(error, socket));

  changes.follow(open.summaries.sequence);
  const recompressor = new Recompressor({ cache, responses, clock });
  recompressor.start();
  const match = createMatcher(siteRoutes);
  changes.subscribe('background renders', ({ effects }) => {
    for (const { of, effect } of effects)
      if (of === 'post' && !effect.before) background.add(encodedPath(pathOf(effect.after)));
  });
  background.start({
    render: async (path) => {
      const found = match(path);
      return found ? pages.make(found, path, { isPrerendered: true }) : {};
    },
    encode: (entry, encoding) => responses.encode(entry, encoding),
  });

  const addresses = config.baseUrl ? [] : addressesOf(server, networkInterfaces());
  return { url: `${baseUrl}/`, addresses, server, close };

  async function close() {
    recompressor.stop();
    background.stop();
    metrics.stop();
    await Promise.all([
      stopListening(server, { connections, pending, clock }),
      imports.close(),
      exports.close(),
    ]);
    await notifications.close();
    warmStart.save();
    await open.close();
  }
}
