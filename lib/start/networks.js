import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { digest } from '../base/digest.js';
import { lazy } from '../base/lazy.js';
import { dropDamaged, openHandedOut } from '../networks/handed-out.js';
import { createNetworkHeaders } from '../networks/headers.js';
import { createNetworks } from '../networks/networks.js';
import { createPurgers } from '../networks/purgers.js';
import { folderOf } from './warm-start.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Networks } from '../networks/networks.js' */
/** @import { Purgers } from '../networks/purgers.js' */
/** @import { Config } from './config.js' */
/** @import { OpenBlog } from './open-blog.js' */
/** @import { Workers } from './workers/worker.js' */

/** @param {Config} config */
const fileOf = (config) => join(folderOf(config), 'handed-out.db');

/** @param {Config} config @returns {boolean} whether one of the networks is told of pages by their addresses */
const isNamed = ({ cdn }) => cdn.some(({ kind }) => kind === 'urls');

/** @param {Config} config @returns {Parameters<typeof createNetworks>[0]['config']} */
const configOf = ({ cdn, cdnToken, cdnMaxAge, baseUrl }) => ({
  networks: cdn,
  tokens: cdnToken,
  maxAge: cdnMaxAge,
  baseUrl,
});

/** @param {Config} config @returns {string[]} headers of what no network may keep */
export const uncachedBy = (config) => createNetworkHeaders(config.cdn, 0).uncached;

/**
 * @param {Config} config
 * @param {{ isShared?: boolean, clock: Clock, log: Log }} deps
 * @returns {Purgers | null} null: there are no networks
 */
export function openPurgers(config, deps) {
  if (config.cdn.length === 0) return null;
  if (isNamed(config)) dropDamaged(fileOf(config), deps.log);
  const handedOut = lazy(() => openHandedOut(fileOf(config), deps.clock));
  return createPurgers({ config: configOf(config), handedOut, ...deps });
}

/**
 * @param {object} parts
 * @param {Config} parts.config
 * @param {OpenBlog} parts.open
 * @param {Pick<Workers, 'purgers' | 'offer' | 'ask'>} parts.workers
 * @param {Clock} parts.clock
 * @param {Log} parts.log
 * @returns {Networks | null} null: there are none
 */
export function openNetworks({ config, open, workers, clock, log }) {
  const { purgers } = workers;
  if (config.cdn.length === 0 || !purgers) return null;
  const networks = createNetworks({
    config: configOf(config),
    server: digest(`${hostname()} ${resolve(folderOf(config))} ${config.port}`),
    store: open.store,
    cache: open.cache,
    purgers,
    handedOut: isNamed(config) ? openHandedOut(fileOf(config), clock) : null,
    heldByAll: async () => (await workers.ask('heldForNetworks')).map(({ value }) => value),
    seenByAll: async () => (await workers.ask('seenOfNetworks')).map(({ value }) => value),
    clock,
    log,
  });
  workers.offer({ heldForNetworks: networks.held, seenOfNetworks: networks.seen });
  return networks;
}
