import { fileURLToPath } from 'node:url';
import express from 'express';
import { stopwatch } from '../base/clock.js';
import { createDerivedParts } from '../base/derived.js';
import { Lifetime } from '../base/lifetime.js';
import { closeAtOnce, holdRequests, STOP_WITHIN } from '../http/listening.js';
import { createMessageClasses } from '../router/message-classes.js';
import { openFrontDoor } from './front-door.js';
import { openNetworks } from './networks.js';
import { openPages } from './pages.js';
import { openServices } from './services.js';
import { watchOpenFiles } from './open-files.js';
import { openTheme } from './theme.js';
import { createWarmStart } from './warm-start.js';
import { workAlone } from './workers/alone.js';
/** @import { Server } from 'node:http' */
/** @import { Clock } from '../base/clock.js' */
/** @import { DerivedParts } from '../base/derived.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Networks } from '../networks/networks.js' */
/** @import { Network } from '../people/notifications/network.js' */
/** @import { Statistics } from '../statistics/open.js' */
/** @import { DrawCard } from '../views/share-cards.js' */
/** @import { Config } from './config.js' */
/** @import { OpenBlog } from './open-blog.js' */
/** @import { Stop, Workers } from './workers/worker.js' */

/**
 * @typedef {object} Deps
 * @property {Clock} clock
 * @property {Log} log
 * @property {Network} [network]
 * @property {string} [root]  the engine's own folder
 * @property {object} [versions]  of Node.js and its parts
 * @property {Statistics} [statistics]  instead of its own
 * @property {DrawCard | null} [drawCard]  null: sharp is not installed
 * @property {Workers} [workers]  with which it serves the blog; default: alone
 * @property {(isBusy: boolean) => void} [onBusy]  called when many pages begin to be rendered in the background, and
 *   when all are
 *
 * @typedef {object} Parts  What most parts of the server need.
 * @property {Config} config
 * @property {OpenBlog} open
 * @property {string} baseUrl  without a slash at the end
 * @property {Workers} workers
 * @property {Networks | null} networks  in front of the blog
 * @property {DerivedParts} derived
 * @property {Clock} clock
 * @property {() => number} now  milliseconds, with fractions
 * @property {Log} log
 *
 * @typedef {object} BlogServer
 * @property {string} url
 * @property {string[]} addresses  other URLs of this machine, if it listens on all and has no BASE_URL
 * @property {Server} server
 * @property {() => boolean} isWarm
 * @property {(stop?: Stop) => Promise<void>} close  finishes requests in progress, then closes the store
 */

const ownRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Connects all parts and listens. Takes over the closing of the store.
 * @param {Config} config
 * @param {OpenBlog} open
 * @param {Deps} deps
 * @returns {Promise<BlogServer>}
 * @throws {LarderError} `invalid` when it cannot listen, or the theme is broken
 */
export async function startServer(config, open, deps) {
  /** @type {Lifetime<Stop>} */
  const lifetime = new Lifetime();
  lifetime.add(open, (each) => each.close());
  try {
    return await serve(config, open, deps, lifetime);
  } catch (error) {
    await lifetime.close({ save: false, within: 0 });
    throw error;
  }
}

/** @type {(...parts: [...Parameters<typeof startServer>, Lifetime<Stop>]) => Promise<BlogServer>} */
async function serve(config, open, deps, lifetime) {
  const { clock, log, root = ownRoot, versions = process.versions, drawCard, onBusy } = deps;
  const { network, statistics, workers = workAlone({ config, clock, log }) } = deps;
  const { changes } = open;
  const derived = createDerivedParts({ clock, log });

  // Start warm, with the pages of the last run.
  const theme = openTheme({ config, open, root, drawCard, clock, log });
  lifetime.add(theme, (each) => each.close());
  const engine = { root, versions: { ...versions, sharp: theme.drawShareCard !== null } };
  const { isShared } = workers;
  const warmStart = createWarmStart({ config, open, isShared, derived, log, ...engine });
  const networks = openNetworks({ config, open, workers, clock, log });
  const foreign = await warmStart.restore();
  const { identity, isRestored } = warmStart;
  await networks?.begin({ identity, isFirst: workers.isFirst, isRestored: isRestored() });
  lifetime.add(networks, (each, { save }) => each?.close(save !== undefined));
  await workers.enter(changes);

  // Listen. Who comes before the parts behind the door are there has to wait.
  const app = express();
  const listening = await workers.listen(createMessageClasses(app));
  const { server, address } = listening;
  lifetime.add(listening, (each) => each.close?.());
  lifetime.add(server, closeAtOnce);
  const answerWith = holdRequests(server);
  const baseUrl = config.baseUrl || address;
  lifetime.add(watchOpenFiles({ clock, log, saysLimit: workers.isFirst }), (each) => each.close());
  const parts = { config, open, baseUrl, workers, networks, derived, clock, now: stopwatch, log };

  // What makes pages; what stands beside them; what answers hits and misses.
  const pages = openPages({ ...parts, theme, onBusy });
  const services = await openServices({ ...parts, pages, network, statistics }, lifetime);
  const save = () => warmStart.save();
  lifetime.add(save, (each, how) => how.save && each());
  const door = openFrontDoor({ ...parts, app, listening, pages, services });
  lifetime.add(door, (each, { within }) => each.close(within));
  answerWith(door.handle);

  // What an earlier process was in the midst of.
  open.jobs.goOn().catch((error) => log.warn({ err: error }, 'No job could be read'));

  // Who hears of changes.
  changes.follow();
  lifetime.add(pages, (each) => each.stop());
  pages.start(foreign);

  workers.offer({ save });
  const addresses = workers.serve(server);
  listening.opened?.();
  const close = (/** @type {Stop} */ stop = { save: true, within: STOP_WITHIN }) =>
    lifetime.close(stop);
  return { url: `${baseUrl}/`, addresses, server, isWarm: () => pages.background.isIdle, close };
}
