import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LarderError } from '../../lib/base/errors.js';
import { FIELDS } from '../../lib/statistics/recorder.js';
import { Derived } from '../../lib/base/derived.js';
import { createStatistics } from '../../lib/statistics/statistics.js';
import { openStore } from '../../lib/store/open.js';
import { makeFolder } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { Seen } from '../../lib/statistics/counting.js' */
/** @import { Store } from '../../lib/store/types.js' */

const day = { from: '2026-11-22', to: '2026-11-22' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('The figures of a day are exact', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  /** @type {Store} */
  let store;
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  const log = createQuietLog();
  beforeEach(async () => {
    place = makeFolder();
    clock = createClock('2026-11-22T00:00:00Z');
    store = await openStore(`sqlite:${join(place.folder, 'larder.db')}`, { clock, log });
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });

  it('in when a visit ends, to the millisecond, also over hours and processes', async () => {
    const processes = [open(), open()];
    let at = Date.parse('2026-11-22T10:40:00.500Z');
    for (const [number, pause] of [0, 1_799_999, 1_800_000, 1_799_500, 1_800_001].entries()) {
      at += pause;
      await processes[number % 2].count([seen(at)]);
    }
    for (const each of processes) await each.flush();
    assert.equal((await open().query(day)).visits, 3);
  });

  it('in visits that began before an update, when hours had times in seconds', async () => {
    const at = Date.parse('2026-11-22T10:40:00Z');
    const [before, since] = [open(), open()];
    for (const pause of [0, 1_799_000, 3_600_000]) await before.count([seen(at + pause)]);
    await before.flush();
    for await (const { revision, ...record } of store.all('counts')) {
      if (!record.hour) continue;
      record.visitors = inSeconds(record.visitors);
      await store.write([{ kind: 'counts', record, revision }]);
    }
    await since.count([seen(at + 5_399_000)]);
    await since.flush();
    assert.equal((await open().query(day)).visits, 2);
  });

  it('also when no process could write at midnight, and one can before the other', async () => {
    const processes = [open(), open()];
    const { write } = store;
    const goDown = () =>
      (store.write = () => Promise.reject(new LarderError('unavailable', 'It is away')));
    await clock.tickTo('2026-11-22T23:58:00Z');
    for (const each of processes) {
      await each.count([seen(clock.now())]);
      await each.start();
    }
    await clock.tickTo('2026-11-22T23:58:30Z');
    for (const each of processes) await each.count([seen(clock.now())]);
    goDown();
    await clock.tickTo('2026-11-23T00:19:00Z');
    store.write = write;
    for (const minute of [20, 21, 35]) await clock.tickTo(`2026-11-23T00:${minute}:00Z`);
    assert.equal(await store.get('counts', 'salt:2026-11-22'), null, 'It has been put together');
    assert.equal((await open().query(day)).views, 4);
  });

  for (const [what, name, damage] of /** @type {[string, string, object][]} */ ([
    ['damaged', 'month', { views: null }],
    ['not that of its days', 'month', { views: 7 }],
    ['damaged', 'origins', { origins: [1] }],
    ['damaged', 'pages', { pages: { '/post/jam': 'many' } }],
    ['damaged', 'days', { days: 'none' }],
  ]))
    it(`again from their days, when the record ${name} is ${what}`, async () => {
      await clock.tickTo('2026-11-30T12:00:00Z');
      const statistics = open();
      await statistics.count([seen(clock.now()), seen(clock.now(), { path: '/post/jam' })]);
      await statistics.flush();
      await clock.tickTo('2026-12-01T01:00:00Z');
      await statistics.start();
      const ofMonth = { from: '2026-11-01', to: '2026-11-30' };
      const questions = [ofMonth, { ...ofMonth, page: '/post/jam' }];
      const answers = () => Promise.all(questions.map((each) => statistics.query(each)));
      const before = await answers();
      const { revision, ...record } = await store.get('statistics', `${name}:2026-11`);
      await store.write([{ kind: 'statistics', record: { ...record, ...damage }, revision }]);
      assert.deepEqual(await answers(), before);
      const { revision: _, ...again } = await store.get('statistics', `${name}:2026-11`);
      assert.deepEqual(again, record);
      assert.ok(await store.get('statistics', 'day:2026-11-30'));
      await statistics.stop();
    });

  it('of what is seen all day, if only once an hour, also when strangers make up other names', async () => {
    const processes = [open(), open()];
    for (let hour = 0; hour < 12; hour++) {
      const at = Date.parse(day.from) + hour * 60 * 60_000;
      const many = hour === 6 ? 3000 : 300;
      for (let number = 0; number < many; number++) {
        const isOften = number % (many / 50) === 1;
        const name = isOften ? `often-${(number / (many / 50)) | 0}` : `once-${hour}-${number}`;
        await processes[number % 2].count([
          seen(at, { headers: { referer: `https://${name}.example/` } }),
          seen(at, { path: `/${name}`, isFound: false }),
        ]);
        if (number % 150 === 149) for (const each of processes) await each.flush();
      }
    }
    const { referrers, notFound } = await open().query(day);
    const often = Array.from({ length: 50 }, (_, number) => `often-${number}`).sort();
    assert.deepEqual(
      notFound.slice(0, 50).map(({ path, requests }) => [path, requests]),
      often.map((name) => [`/${name}`, 12]),
    );
    assert.deepEqual(
      referrers.slice(0, 50).map(({ site, views }) => [site, views]),
      often.map((name) => [`${name}.example`, 12]),
    );
    assert.deepEqual([referrers.length, notFound.length], [501, 101]);
  });

  it('of the sites that led to a page all day, also when strangers make up others', async () => {
    const statistics = open();
    for (let hour = 0; hour < 24; hour++)
      for (let number = 0; number < 20; number++) {
        const name = number > 14 ? `often-${number}` : `once-${hour}-${number}`;
        const headers = { referer: `https://${name}.example/` };
        await statistics.count([seen(Date.parse(day.from) + hour * 60 * 60_000, { headers })]);
      }
    await statistics.flush();
    const { referrers } = await statistics.query({ ...day, page: '/' });
    assert.deepEqual(
      referrers.slice(0, 5).map(({ site, views }) => [site, views]),
      [15, 16, 17, 18, 19].map((number) => [`often-${number}.example`, 24]),
    );
  });

  /** @param {number} at @param {Partial<Seen> & { headers?: Record<string, string> }} [more] @returns {Seen} */
  const seen = (at, { headers, ...more } = {}) => ({
    at,
    remote: '203.0.113.1',
    path: '/',
    kind: 'pages',
    isFound: true,
    isByMail: false,
    ...more,
    fields: FIELDS.map((name) => ({ 'user-agent': firefox, ...headers })[name]),
  });

  /** @param {any} visitors @returns {{ level: number, spans: string }} as a version before wrote them */
  const inSeconds = ({ level, spans, origin }) => {
    const bytes = Buffer.from(spans, 'base64');
    for (let place = 8; place < bytes.length; place += 16)
      for (const each of [place, place + 4])
        bytes.writeUInt32BE((origin + bytes.readUInt32BE(each)) / 1000, each);
    return { level, spans: bytes.toString('base64') };
  };

  function open() {
    const config = { trustProxy: /** @type {const} */ (false), statisticsKeep: 0 };
    const deps = { store, clock, log, config, random: randomBytes };
    const sums = new Derived('sums', { clock, log });
    return createStatistics({ ...deps, sums, timeZone: () => 'UTC', ownHost: 'blog.example.org' });
  }
});
