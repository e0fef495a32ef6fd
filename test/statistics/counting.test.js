import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createStatistics } from '../../lib/statistics/statistics.js';
import { openStore } from '../../lib/store/open.js';
import { makeFolder } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { countNaively } from './naive.js';
import { countryOf, makeTraffic } from './traffic.js';
/** @import { Store } from '../../lib/types.js' */
/** @import { Statistics } from '../../lib/statistics/query.js' */
/** @import { Request } from './traffic.js' */

const ZONE = 'Europe/Berlin';
const day = { from: '2026-11-21T23:00:00Z', to: '2026-11-22T23:00:00Z' };

describe('Statistics', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  /** @type {Store} */
  let store;
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  const log = createQuietLog();
  beforeEach(async () => {
    place = makeFolder();
    clock = createClock('2026-11-21T22:30:00Z');
    store = await openStore(`sqlite:${join(place.folder, 'larder.db')}`, { clock, log });
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });

  it('of a day are those of another program', async () => {
    const requests = makeTraffic({ ...day, count: 4000 });
    const statistics = open();
    await replay(requests, () => statistics);
    await compare(statistics, requests);
  });

  function open() {
    const config = { trustProxy: /** @type {const} */ (false), statisticsKeep: 0 };
    const deps = { store, clock, log, config, countryOf, random: randomBytes };
    return createStatistics({ ...deps, timeZone: () => ZONE, ownHost: 'blog.example.org' });
  }

  /** @param {Request[]} requests @param {(place: number) => ReturnType<typeof open>} whose  who gets which */
  async function replay(requests, whose) {
    for (const [at, request] of requests.entries()) {
      if (request.at > clock.now()) await clock.tick(request.at - clock.now());
      await whose(at).count([request]);
    }
  }

  /** @param {ReturnType<typeof open>} statistics @param {Request[]} requests */
  async function compare(statistics, requests) {
    await statistics.flush();
    for (const [date, { hours, by, ...expected }] of Object.entries(countNaively(requests, ZONE))) {
      const found = await statistics.query({ from: date, to: date, by: 'hour' });
      const { views, bots, visitors, visits, series } = found;
      const feeds = Object.fromEntries(found.feeds.map(({ path, readers }) => [path, readers]));
      assert.deepEqual({ views, bots, visitors, visits, feeds }, expected);
      for (const { from, ...figures } of series) {
        const [inHour, people] = hours[from.slice(11)] ?? [0, 0];
        assert.deepEqual(figures, { views: inHour, visitors: people }, from);
      }
      compareLists(found, by);
      for (const { path } of found.pages.slice(0, 5)) {
        const ofPage = await statistics.query({ from: date, to: date, page: path ?? '' });
        assert.equal(ofPage.views, by.pages[path ?? '']);
        assert.deepEqual(byName(ofPage.referrers), by[`sites of ${path}`] ?? {});
        assert.deepEqual(byName(ofPage.countries), by[`countries of ${path}`] ?? {});
      }
    }
  }
});

/** @param {Statistics} found @param {Record<string, Record<string, number>>} by */
function compareLists(found, by) {
  assert.deepEqual(byName(found.pages), by.pages);
  assert.deepEqual(byName(found.referrers), by.referrers);
  assert.deepEqual(byName(found.countries), by.countries);
  assert.deepEqual(byName(found.devices), by.devices);
  assert.deepEqual(byName(found.browsers), by.browsers);
  assert.deepEqual(byName(found.languages), by.languages);
  assert.deepEqual(byName(found.crawlers), by.crawlers);
  assert.deepEqual(byName(found.notFound), by.notFound);
}

/** @param {object[]} list */
const byName = (list) =>
  Object.fromEntries(
    list.map((row) => {
      const { kind: _, ...rest } = /** @type {Record<string, any>} */ (row);
      return Object.values(rest);
    }),
  );
