import { equal, throws } from 'node:assert/strict';
import { parse as parseToml } from 'smol-toml';
import { readDate } from '../../../lib/exchange/import/shared/dates.js';
import { item, wxr } from './exports.js';
import { postOf, workshop } from './workshop.js';

describe('A date in front matter', () => {
  /** @type {[string | number, string][]} */
  const berlin = [
    ['2012-03-04', '2012-03-03T23:00:00.000Z'],
    ['2012-07-04', '2012-07-03T22:00:00.000Z'],
    ['2012/3/4 17:05', '2012-03-04T16:05:00.000Z'],
    ['2012-03-04T17:05:06', '2012-03-04T16:05:06.000Z'],
    ['2012-03-04T17:05:06.789Z', '2012-03-04T17:05:06.789Z'],
    ['2012-03-04 17:05:06 +0900', '2012-03-04T08:05:06.000Z'],
    ['2012-03-04T17:05:06-03:30', '2012-03-04T20:35:06.000Z'],
    ['2012-03-04 17:05 PST', '2012-03-05T01:05:00.000Z'],
    ['2012-03-04 17:05 America/New_York', '2012-03-04T22:05:00.000Z'],
    ['Sun, 04 Mar 2012 17:05:06 GMT', '2012-03-04T17:05:06.000Z'],
    ['4 March 2012', '2012-03-03T23:00:00.000Z'],
    ['March 4th, 2012 5:05 pm', '2012-03-04T16:05:00.000Z'],
    ['Sun Mar 04 2012 17:05:06 +0100 (CET)', '2012-03-04T16:05:06.000Z'],
    ['20120304', '2012-03-03T23:00:00.000Z'],
    [20120304, '2012-03-03T23:00:00.000Z'],
    ['20120304170506', '2012-03-04T16:05:06.000Z'],
    ['20120304T1705Z', '2012-03-04T17:05:00.000Z'],
    ['2012-03-04 05:05 PM', '2012-03-04T16:05:00.000Z'],
    ['2012-03-04 12:05 A.M.', '2012-03-03T23:05:00.000Z'],
    ['2012-03-04 5PM', '2012-03-04T16:00:00.000Z'],
    ['2012-03-04T17:05', '2012-03-04T16:05:00.000Z'],
    ['Mar 4, 2012', '2012-03-03T23:00:00.000Z'],
    ['2012年3月4日 17:05', '2012-03-04T16:05:00.000Z'],
    ['4.3.2012', '2012-03-03T23:00:00.000Z'],
    ['03/14/2012', '2012-03-13T23:00:00.000Z'],
    ['14/03/2012 17:05', '2012-03-14T16:05:00.000Z'],
    ['2012-03-25 02:30', '2012-03-25T01:30:00.000Z'],
    [1330880706, '2012-03-04T17:05:06.000Z'],
    [1330880706000, '2012-03-04T17:05:06.000Z'],
  ];
  for (const [written, iso] of berlin) {
    it(`written ${written} in a blog of Berlin is ${iso}`, () =>
      equal(readDate(written, 'Europe/Berlin'), iso));
  }

  it('of TOML knows whether it has a zone', () => {
    const { local, zoned, day } = parseToml(
      'local = 2012-03-04T17:05:06\nzoned = 2012-03-04T17:05:06-08:00\nday = 2012-03-04',
    );
    equal(readDate(local, 'Asia/Tokyo'), '2012-03-04T08:05:06.000Z');
    equal(readDate(zoned, 'Asia/Tokyo'), '2012-03-05T01:05:06.000Z');
    equal(readDate(day, 'UTC'), '2012-03-04T00:00:00.000Z');
  });

  for (const none of [
    '2012-02-30',
    '2012-13-01',
    '04/03/2012',
    'yesterday',
    '2012-03-04 25:00',
    '2012-03-04 17:05 XYZ',
    '0012-03-04',
    7,
    NaN,
    ['2012'],
    Object.assign(Object.create(null), { a: 1 }),
  ]) {
    it(`such as ${JSON.stringify(none)} is refused`, () =>
      throws(() => readDate(none, 'UTC'), {
        code: 'invalid',
        message: /^its date “.*” cannot be used/,
      }));
  }
});

describe('The dates of an export of WordPress', () => {
  const { write, openEmptyBlog, importInto } = workshop();

  /** @param {string[]} items */
  async function imported(items) {
    const blog = await openEmptyBlog();
    await importInto(blog, write({ 'a.xml': wxr(items.join('')) }));
    return blog;
  }

  it('are in the zone that local times and those of Greenwich tell', async () => {
    const times = (/** @type {string} */ local, /** @type {string} */ gmt) =>
      item(Number(local.slice(5, 7)), { date: gmt }).replace('2012-05-06 09:08:09', local);
    const posts = [
      times('2012-01-01 12:00:00', '2012-01-01 17:00:00'),
      times('2012-07-01 12:00:00', '2012-07-01 16:00:00'),
      times('2012-10-01 12:00:00', '2012-10-01 16:00:00'),
      times('2012-12-01 12:00:00', '0000-00-00 00:00:00'),
    ];
    const blog = await imported(posts);
    equal(blog.index.settings.timeZone, 'America/New_York');
    equal((await postOf(blog, 'jar-12')).publishedAt, '2012-12-01T17:00:00.000Z');
    const few = await imported(posts.slice(0, 2));
    equal(few.index.settings.timeZone, 'UTC');
  });
});
