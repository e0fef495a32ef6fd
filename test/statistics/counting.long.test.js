import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Derived } from '../../lib/base/derived.js';
import { createStatistics, sumUpLive } from '../../lib/statistics/statistics.js';
import { openStore } from '../../lib/store/open.js';
import { makeFolder } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { countNaively } from './naive.js';
import { countryOf, makeTraffic } from './traffic.js';
import { readPeriod } from '../../lib/views/presenters/periods.js';
/** @import { Store } from '../../lib/store/types.js' */
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

  it('of two processes with one store are added up, and each visitor counted once', async () => {
    const requests = makeTraffic({ ...day, count: 2000, seed: 2 });
    const processes = [open(), open()];
    await replay(requests, (at) => processes[at % 2]);
    await processes[1].flush();
    await compare(processes[0], requests);
  });

  it('lose what was not written when a process is killed, and count nothing twice', async () => {
    const requests = makeTraffic({ ...day, count: 2000, seed: 3 });
    const killed = open();
    const next = open();
    await replay(requests.slice(0, 900), () => killed);
    await killed.flush();
    await replay(requests.slice(900, 1000), () => killed);
    await replay(requests.slice(1000), () => next);
    await compare(next, requests.toSpliced(900, 100));
  });

  it('lose nothing that is counted while they are written', async () => {
    const hour = { from: '2026-11-22T10:01:00Z', to: '2026-11-22T10:50:00Z' };
    const requests = makeTraffic({ ...hour, count: 600, seed: 11 });
    const statistics = open();
    await replay(requests.slice(0, 300), () => statistics);
    const writing = statistics.flush();
    await replay(requests.slice(300), () => statistics);
    await writing;
    await statistics.flush();
    await compare(open(), requests);
  });

  it('are the same when their days are over and have been put together', async () => {
    const week = { from: '2026-10-20T00:00:00Z', to: '2026-11-05T00:00:00Z' };
    const requests = makeTraffic({ ...week, count: 2000, seed: 4 });
    clock = createClock(week.from);
    const processes = [open(), open()];
    await replay(requests, (at) => processes[at % 2]);
    await Promise.all(processes.map((each) => each.flush()));
    await clock.tickTo('2026-11-06T00:00:00Z');
    // Both at once.
    await Promise.all(processes.map((each) => each.start()));
    assert.deepEqual(await ids('counts'), []);
    await compare(processes[0], requests);
    await open().start();
    await compare(processes[1], requests);
  });

  it('are put together again when a process stops in between', async () => {
    const [requests, statistics] = [makeTraffic({ ...day, count: 500, seed: 7 }), open()];
    await replay(requests, () => statistics);
    await clock.tickTo('2026-11-24T00:00:00Z');
    const { write } = store;
    store.write = async (changes) => {
      assert.doesNotMatch(JSON.stringify(changes), /"day:/);
      return write.call(store, changes);
    };
    await statistics.start();
    store.write = write;
    assert.deepEqual(await ids('statistics'), ['origins:2026-11-22']);
    await compare(statistics, requests);
    await statistics.start();
    await compare(statistics, requests);
  });

  it('of a time are the sums of its days, and months are as good as days', async () => {
    const autumn = { from: '2026-08-20T00:00:00Z', to: '2026-11-05T00:00:00Z' };
    const requests = makeTraffic({ ...autumn, count: 2000, seed: 5 });
    clock = createClock(autumn.from);
    const statistics = open();
    await replay(requests, () => statistics);
    await clock.tickTo('2026-11-06T00:00:00Z');
    await statistics.start();
    const expected = countNaively(requests, ZONE);
    const sum = (/** @type {string} */ from, /** @type {string} */ to) =>
      Object.entries(expected)
        .filter(([date]) => date >= from && date <= to)
        .reduce((total, [, { views }]) => total + views, 0);
    const found = await statistics.query({ from: '2026-08-25', to: '2026-11-01', by: 'month' });
    assert.equal(found.views, sum('2026-08-25', '2026-11-01'));
    assert.equal(
      found.pages.reduce((total, { views }) => total + views, 0),
      found.views,
    );
    assert.deepEqual(
      found.series.map(({ from, views }) => [from, views]),
      [
        ['2026-08-01', sum('2026-08-25', '2026-08-31')],
        ['2026-09-01', sum('2026-09-01', '2026-09-30')],
        ['2026-10-01', sum('2026-10-01', '2026-10-31')],
        ['2026-11-01', sum('2026-11-01', '2026-11-01')],
      ],
    );
    const weeks = await statistics.query({ from: '2026-10-19', to: '2026-11-01', by: 'week' });
    assert.deepEqual(
      weeks.series.map(({ from }) => from),
      ['2026-10-19', '2026-10-26'],
    );
    assert.equal(weeks.before.views, sum('2026-10-05', '2026-10-18'));
    const [{ path }] = found.pages;
    const ofPage = await statistics.query({
      from: '2026-08-25',
      to: '2026-11-01',
      page: path ?? '',
    });
    assert.equal(ofPage.views, found.pages[0].views);
  });

  it('of all time begin with the first version that counts, also after fifteen years', async () => {
    const { from, to, by } = readPeriod(new URLSearchParams('period=all'), '2041-06-30');
    const { series } = await open().query({ from, to, by });
    assert.equal(series[0].from, '2026-01-01');
    assert.equal(series.length, 16);
  });

  it('count each day once when the clock jumps', async () => {
    const statistics = open();
    const jumps = ['2026-11-22T10:00:00Z', '2026-11-23T10:00:00Z', '2026-11-22T11:00:00Z'];
    const one = makeTraffic({ ...day, count: 300, seed: 6 }).filter(
      ({ told }) => told.as === 'view',
    );
    for (const [place, time] of jumps.entries()) {
      await clock.tickTo(time);
      const some = one.slice(place * 20, place * 20 + 20);
      await statistics.count(some.map((request) => ({ ...request, at: clock.now() })));
      await statistics.start();
    }
    await clock.tickTo('2026-11-25T10:00:00Z');
    await statistics.start();
    await open().start();
    const query = { from: '2026-11-22', to: '2026-11-23' };
    const { series } = await statistics.query(query);
    assert.deepEqual(
      series.map(({ views }) => views),
      [40, 20],
    );
  });

  it('keep no address, and the key and the hashes of visitors only until their day is over', async () => {
    const statistics = open();
    await replay(makeTraffic({ ...day, count: 200 }), () => statistics);
    await statistics.flush();
    const during = JSON.stringify(await all('counts'));
    assert.match(during, /"salt:2026-11-22"/);
    assert.doesNotMatch(during, /203\.0\.113|Gecko/);
    await clock.tickTo('2026-11-23T00:00:00Z');
    await statistics.start();
    assert.deepEqual(await ids('counts'), []);
    const kept = JSON.stringify(await all('statistics'));
    assert.doesNotMatch(kept, /203\.0\.113|Gecko|spans|salt/);
  });

  it('are deleted when they are older than the owner wants', async () => {
    const autumn = { from: '2026-08-20T00:00:00Z', to: '2026-11-05T00:00:00Z' };
    clock = createClock(autumn.from);
    const statistics = open({ statisticsKeep: 1 });
    await replay(makeTraffic({ ...autumn, count: 300 }), () => statistics);
    await clock.tickTo('2026-11-06T00:00:00Z');
    await statistics.start();
    const left = await ids('statistics');
    assert.deepEqual(
      left.filter((id) => /:\d{4}-\d\d$/.test(id)),
      ['days', 'month', 'origins', 'pages'].flatMap((name) => [
        `${name}:2026-10`,
        `${name}:2026-11`,
      ]),
    );
    assert.ok(left.every((id) => id.slice(id.indexOf(':') + 1) >= '2026-10'));
  });

  it('stay small whatever strangers send', async () => {
    const statistics = open();
    const at = clock.now();
    for (let number = 0; number < 20_000; number++) {
      const long = 'x'.repeat(number % 2000);
      const path = number % 2 === 0 ? `/${number}/${long}` : '/post/number-1';
      const fields = [
        `Mozilla/5.0 (X11) Firefox/${number}`,
        `https://site-${number}.example/${long}`,
      ];
      const [isFound, isByMail] = [number % 2 === 1, false];
      await statistics.count([
        { at, fields, remote: `2001:db8::${number}`, path, kind: 'pages', isFound, isByMail },
      ]);
    }
    await statistics.flush();
    const found = await statistics.query({ from: '2026-11-21', to: '2026-11-21' });
    assert.deepEqual([found.views, found.visitors], [10_000, 10_000]);
    assert.deepEqual(found.pages, [{ path: '/post/number-1', views: 10_000 }]);
    assert.equal(found.referrers.length, 501);
    assert.equal(found.notFound.length, 101);
    assert.equal(
      found.notFound.reduce((sum, { requests }) => sum + requests, 0),
      10_000,
    );
    await clock.tick(2 * 24 * 60 * 60_000);
    await statistics.start();
    const record = await store.get('statistics', 'day:2026-11-21');
    assert.ok(JSON.stringify(record).length < 60_000);
  });

  it('write nothing more once they have stopped, even while they were being put together', async () => {
    const statistics = open();
    const starting = statistics.start();
    await statistics.stop();
    await starting;
    await statistics.count(makeTraffic({ ...day, count: 1 }));
    const before = await ids('counts');
    await clock.tick(60_000);
    assert.deepEqual(await ids('counts'), before);
  });

  it('tell who is here now', async () => {
    const statistics = open();
    const requests = makeTraffic({ ...day, count: 500 });
    await replay(requests, () => statistics);
    const recent = requests.filter(
      ({ at, told }) => told.as === 'view' && at > clock.now() - 300_000,
    );
    const pages = new Map(recent.map(({ path, told }) => [told.person, path]));
    const { visitors, pages: shown } = sumUpLive([statistics.here(), statistics.here()]);
    assert.equal(visitors, pages.size);
    assert.deepEqual(shown.map(({ path }) => path).sort(), [...new Set(pages.values())].sort());
  });

  /** @param {'counts' | 'statistics'} kind */
  const ids = async (kind) => (await all(kind)).map(({ id }) => id);

  /** @param {'counts' | 'statistics'} kind */
  async function all(kind) {
    const records = [];
    for await (const record of store.all(kind)) records.push(record);
    return records;
  }

  function open({ statisticsKeep = 0 } = {}) {
    const config = { trustProxy: /** @type {const} */ (false), statisticsKeep };
    const deps = { store, clock, log, config, countryOf, random: randomBytes };
    const sums = new Derived('sums', { clock, log });
    return createStatistics({ ...deps, sums, timeZone: () => ZONE, ownHost: 'blog.example.org' });
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
  assert.deepEqual(byName(found.pages), by.pages ?? {});
  assert.deepEqual(byName(found.referrers), by.referrers ?? {});
  assert.deepEqual(byName(found.countries), by.countries ?? {});
  assert.deepEqual(byName(found.devices), by.devices ?? {});
  assert.deepEqual(byName(found.browsers), by.browsers ?? {});
  assert.deepEqual(byName(found.languages), by.languages ?? {});
  assert.deepEqual(byName(found.crawlers), by.crawlers ?? {});
  assert.deepEqual(byName(found.notFound), by.notFound ?? {});
}

/** @param {object[]} list */
const byName = (list) =>
  Object.fromEntries(
    list.map((row) => {
      const { kind: _, ...rest } = /** @type {Record<string, any>} */ (row);
      return Object.values(rest);
    }),
  );
