import assert from 'node:assert/strict';
import { createClients } from '../../lib/http/clients.js';
import { Counting } from '../../lib/statistics/counting.js';
import { kindOfSite } from '../../lib/statistics/referrers.js';
import { FIELDS } from '../../lib/statistics/recorder.js';
/** @import { Seen } from '../../lib/statistics/counting.js' */

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const noon = Date.parse('2026-11-22T12:00:00Z');
const hour = 60 * 60_000;
const spam = 'https://semalt.com/';

describe('A request that was answered', () => {
  /** The days whose key was asked for. @type {string[]} */
  let days;
  /** @type {Counting} */
  let counting;
  beforeEach(() => {
    days = [];
    counting = new Counting({
      saltOf: async (day) => Buffer.from(String(days.push(day))),
      timeZone: () => 'UTC',
      ownHost: 'blog.example.org',
      clients: createClients(['loopback']),
      countryOf: (address) => (address === '203.0.113.9' ? 'DE' : ''),
      writer: 'one',
    });
  });

  it('is nobody who reads when the browser asks not to be counted, or does not show the page', async () => {
    /** @type {Record<string, string>[]} */
    const fields = [{ dnt: '1' }, { dnt: '1, 1' }, { 'sec-gpc': '1' }, { 'sec-gpc': '1, 1' }];
    /** @type {Record<string, string>[]} */
    const unseen = [{ 'sec-purpose': 'prefetch' }, { purpose: 'prefetch' }];
    /** @type {Record<string, string>[]} */
    const others = [{ 'sec-fetch-mode': 'cors' }, { cookie: 'larder-uncounted=1' }];
    for (const headers of [...fields, ...unseen, ...others]) await count({ headers });
    assert.equal((await figures()).views, 0);
    await count({ headers: { dnt: '0', 'sec-fetch-mode': 'navigate' } });
    assert.equal((await figures()).views, 1);
  });

  it('of a feed by a crawler is that of a reader only if it reads feeds for people', async () => {
    for (const agent of ['Googlebot/2.1', 'FeedBot (12 subscribers)', 'ExampleBot feed reader'])
      await count({ kind: 'feeds', path: '/atomfeed', headers: { 'user-agent': agent } });
    await count({ headers: { 'user-agent': 'FeedBot (12 subscribers)' } });
    const { bots, crawlers, feeds } = await figures();
    assert.deepEqual([bots, crawlers], [2, { Googlebot: 1, FeedBot: 1 }]);
    assert.deepEqual(feeds['/atomfeed'].told, { FeedBot: 12 });
  });

  it('with a forged Referer is that of a bot, also where there is no such page', async () => {
    await count({ headers: { referer: spam } });
    await count({ headers: { referer: spam }, isFound: false });
    const { bots, views, crawlers, notFound } = await figures();
    assert.deepEqual([bots, views, crawlers], [2, 0, { 'Referrer spam': 2 }]);
    assert.deepEqual(notFound, {});
  });

  it('by the link of a mailing comes from there, whatever shows the mail', async () => {
    for (const referer of ['', 'https://mail.google.com/', spam])
      await count({ isByMail: true, headers: { referer } });
    assert.deepEqual((await figures()).referrers, { mail: 3 });
    assert.deepEqual([kindOfSite('mail'), kindOfSite('Google')], ['mail', 'search']);
  });

  it('is counted by the first 200 characters of what was not found', async () => {
    const long = 'x'.repeat(300);
    await count({ kind: 'searches', path: long });
    await count({ isFound: false, path: long });
    const { searches, notFound } = await figures();
    assert.deepEqual(Object.keys({ ...searches }), ['x'.repeat(200)]);
    assert.deepEqual(Object.keys({ ...notFound }), ['x'.repeat(200)]);
  });

  it('has the language that it asks for first, if that is one', async () => {
    const accepted = ['DE-de', 'de', ' fil,en', 'english', '*', 'e'];
    for (const each of accepted) await count({ headers: { 'accept-language': each } });
    assert.deepEqual((await figures()).languages, { de: 2, fil: 1 });
  });

  it('has the country of its client, whether the address has the form of IPv4 or of IPv6', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    await count({ remote: '203.0.113.9' });
    await count({ remote: '::FFFF:203.0.113.9' });
    await count({ remote: '127.0.0.1', headers: forwarded });
    await count({ remote: '127.0.0.1' });
    const { countries, visitors } = await figures();
    assert.deepEqual(countries, { DE: 3 });
    assert.equal(new Set(hashes(visitors)).size, 2, 'All from there are one visitor');
  });

  it('is that of a crawler each time, also after it has read a feed', async () => {
    const headers = { 'user-agent': 'ExampleBot feed reader' };
    await count({ kind: 'feeds', path: '/atomfeed', headers });
    await count({ headers });
    const { bots, views } = await figures();
    assert.deepEqual([bots, views], [1, 0]);
  });

  it('of the next day has the key of that day, which is asked for once a day', async () => {
    for (const later of [0, 1, 11, 12, 13]) await count({ at: noon + later * hour });
    assert.deepEqual(days, ['2026-11-22', '2026-11-23']);
    const [first, , , last] = await dumps();
    assert.notDeepEqual(hashes(last.visitors), hashes(first.visitors));
  });

  it('is counted once when a day begins among others that are counted together', async () => {
    const times = [11, 11.5, 12, 12.5];
    await counting.count(times.map((later) => seen({ at: noon + later * hour })));
    const views = (await dumps()).map((each) => [each.hour, each.views]);
    assert.deepEqual(views, [
      ['2026-11-22T23', 2],
      ['2026-11-23T00', 2],
    ]);
  });

  it('belongs to the hour of the time zone, also where hours begin at a half', async () => {
    counting = new Counting({
      saltOf: async () => Buffer.from('1'),
      timeZone: () => 'Asia/Kolkata',
      ownHost: '',
      clients: createClients(false),
      countryOf: () => '',
      writer: 'one',
    });
    for (const later of [0.25, 0.75]) await count({ at: noon + later * hour });
    assert.deepEqual([...counting.hours.keys()], ['2026-11-22T17', '2026-11-22T18']);
  });

  it('finds an hour that is over only when nothing of it must be written any more', async () => {
    await count({});
    const [first] = counting.hours.values();
    assert.equal(counting.isOver(first), false);
    await first.dump();
    assert.equal(counting.isOver(first), false, 'It goes on');
    await count({ at: noon + hour });
    assert.equal(counting.isOver(first), true);
    first.isDirty = true;
    assert.equal(counting.isOver(first), false, 'It is not written yet');
  });

  it('begins a record of its own when that of its hour must not be written any more', async () => {
    await count({});
    const [first] = counting.hours.values();
    counting.forget(first);
    await count({});
    const [second] = counting.hours.values();
    assert.notEqual(second.id, first.id);
    assert.equal((await second.dump()).views, 1);
  });

  /** @param {Partial<Seen> & { headers?: Record<string, string> }} more @returns {Seen} */
  const seen = ({ headers, ...more }) => ({
    at: noon,
    remote: '203.0.113.1',
    path: '/',
    kind: 'pages',
    isFound: true,
    isByMail: false,
    ...more,
    fields: FIELDS.map((name) => ({ 'user-agent': firefox, ...headers })[name]),
  });
  /** @param {Parameters<typeof seen>[0]} more */
  const count = (more) => counting.count([seen(more)]);
  /** @returns {Promise<any[]>} */
  const dumps = () => Promise.all([...counting.hours.values()].map((each) => each.dump()));
  /** Those of the first hour. @returns {Promise<any>} */
  async function figures() {
    const [first] = await dumps();
    return first ?? { views: 0 };
  }
  /** @param {{ spans: string }} visitors  of whom 16 bytes are written each, of which 8 are of the hash */
  function hashes({ spans }) {
    const bytes = Buffer.from(spans, 'base64');
    const starts = Array.from({ length: bytes.length / 16 }, (_, number) => number * 16);
    return starts.map((start) => bytes.toString('hex', start, start + 8));
  }
});
