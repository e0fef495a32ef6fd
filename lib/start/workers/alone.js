import { networkInterfaces } from 'node:os';
import { createPresence } from '../../content/presence.js';
import { createCommentLimits } from '../../content/comments/limits.js';
import { removeLeftovers } from '../../exchange/jobs/exports.js';
import { Imports } from '../../exchange/jobs/imports.js';
import { addressesOf, openServer, STOP_WITHIN } from '../../http/listening.js';
import { openPurgers, uncachedBy } from '../networks.js';
import { jobFolderOf } from '../warm-start.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Functions } from '../../base/threads/calls.js' */
/** @import { Config } from '../config.js' */
/** @import { Https } from '../certificates/https.js' */
/** @import { Workers } from './worker.js' */

/**
 * In place of the other workers, where one process serves the blog: it has all that workers share, and asks itself.
 * @param {{ config: Config, stopping?: Promise<string>, clock: Clock, log: Log }} deps  `stopping`: the signal that
 *   tells it to stop
 * @returns {Workers}
 */
export function workAlone({ config, stopping = new Promise(() => {}), clock, log }) {
  /** What its parts offer. @type {Functions} */
  const offered = {};
  /** @type {Https | undefined} */
  let https;
  removeLeftovers(jobFolderOf(config, 'export'), log);
  return {
    isShared: false,
    isFirst: true,
    leads: async () => true,
    ofBlog: {},
    stopped: stopping.then((signal) => {
      log.info({ signal }, 'Stopping');
      return { save: true, within: STOP_WITHIN };
    }),
    limits: createCommentLimits({ clock }),
    presence: createPresence({ clock }),
    purgers: openPurgers(config, { clock, log }),
    imports: new Imports({ config, folder: jobFolderOf(config, 'import'), clock, log }),
    exporting: undefined,
    async listen(classes = {}) {
      if (config.domain.length === 0) return openServer(config, classes);
      const { listenSecurely } = await import('../certificates/listen.js');
      const headers = uncachedBy(config);
      const listening = await listenSecurely(config, classes, { headers, clock, log });
      https = listening.https;
      return listening;
    },
    certificate: () => https?.current().state,
    offer: (more) => void Object.assign(offered, more),
    ask: async (name) => [{ value: await offered[name]() }],
    enter: async () => {},
    serve: (server) => (config.baseUrl ? [] : addressesOf(server, networkInterfaces)),
    async ready() {
      process.on('SIGHUP', () =>
        log.warn('SIGHUP has no effect with one worker: restart, or set WORKERS to 2 or more'),
      );
      await offered.announce();
    },
    leader: {
      notify: (change) => offered.notify(change),
      notifyHub: () => offered.notifyHub(),
      mailPasswordLink: (typed) => offered.mailPasswordLink(typed),
    },
    shareMetrics: (own) => ({ ...own, takeSamples: async () => [{ value: own.takeSample() }] }),
    end: () => {},
  };
}
