import { createExports } from '../exchange/jobs/exports.js';
import { createHostCheck, openDoor, redirectOthers } from '../http/door.js';
import { createExpressApp } from '../router/express-app.js';
import { aboutOf, createHits } from '../router/router.js';
import { createAreas } from '../router/routes/areas.js';
import { jobFolderOf } from './warm-start.js';
/** @import { Express } from 'express' */
/** @import { Hits } from '../http/door.js' */
/** @import { Pages } from './pages.js' */
/** @import { Parts } from './serve.js' */
/** @import { Services } from './services.js' */
/** @import { Workers } from './workers/worker.js' */

/**
 * Hits and misses, behind one door.
 * @param {Parts & { app: Express, listening: Awaited<ReturnType<Workers['listen']>>, pages: Pages, services: Services
 *   }} parts
 */
export function openFrontDoor({ app, listening, pages, services, ...parts }) {
  const { config, open, baseUrl, workers, networks, clock, now, log } = parts;
  const { server, connections, address } = listening;
  const { monitoring, statistics, accessLog, geo } = services;
  const { responses, renderer, views, showError } = pages;
  const { cache, changes, content, accounts } = open;
  const { imports, presence, limits } = workers;
  const exports = createExports({
    config,
    folder: jobFolderOf(config, 'export'),
    turn: workers.exporting,
  });
  const areas = createAreas({
    services: {
      ...pages.blog,
      ...pages.forAuthors,
      ...services.forAuthors,
      ...monitoring.forAuthors,
      content,
      accounts,
      imports,
      exports,
      presence,
      byAddress: config.baseUrl === '',
      clock,
      log,
    },
    address,
    limits,
    monitoring: monitoring.access,
    views,
    showError,
  });
  const otherNames = config.domain.slice(1);
  const namesHost = createHostCheck(otherNames);
  const application = createExpressApp({
    app,
    areas,
    responses,
    namesHost,
    config,
    clock,
    log,
    pages: renderer,
    answerFirst: geo?.answer,
    settled: () => cache.grace,
    ownHosts: [new URL(baseUrl).host, new URL(address).host],
  });
  const miss = redirectOthers(otherNames, baseUrl, application, networks?.answers.uncached);
  const blogHits = createHits({ cache, responses, changes, networks });
  /** @type {Hits<any>} */
  const hits = geo?.inFrontOf(blogHits) ?? blogHits;
  const door = openDoor({
    server,
    connections,
    hits,
    miss,
    aboutOf,
    namesHost,
    clock,
    now,
    log,
    listeners: [statistics?.listener, ...monitoring.listeners, accessLog].filter((each) => !!each),
    refusalHeaders: responses.refusalHeaders,
    isFast: config.fastPath === 'on',
  });
  networks?.underWay.watch(door.unsent);
  return {
    handle: door.handle,
    /** Finishes requests in progress. @param {number} within milliseconds */
    async close(within) {
      await door.close(within);
      await Promise.all([imports.close(), exports.close()]);
    },
  };
}
