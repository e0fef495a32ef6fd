import assert from 'node:assert/strict';
import { Hour } from '../../lib/statistics/hour.js';

const AT = Date.parse('2026-11-22T14:05:00Z');
const ada = { high: 1, low: 1 };
const firefox = { device: 'desktop', browser: 'Firefox', language: 'de', country: 'DE' };

describe('The figures of an hour', () => {
  /** @type {Hour} */
  let hour;
  beforeEach(() => (hour = new Hour('hour:a', '2026-11-22T14')));

  for (const [what, count] of /** @type {[string, (hour: Hour) => void][]} */ ([
    ['a view', (hour) => hour.countView('/', ada, firefox, AT, '')],
    ['a read feed', (hour) => read(hour, '/atomfeed', { reader: 'Feedly', subscribers: 3 })],
    ['a crawler', (hour) => hour.countBot('Googlebot')],
    ['a page that does not exist', (hour) => hour.countNotFound('/gone')],
    ['a search without results', (hour) => hour.countSearch('jam')],
  ]))
    it(`have to be written again after ${what}, until they are`, async () => {
      assert.equal(hour.isDirty, false);
      count(hour);
      assert.equal(hour.isDirty, true);
      await hour.dump();
      assert.equal(hour.isDirty, false);
    });

  it('have the highest number of subscribers that a feed reader named', async () => {
    for (const subscribers of [3, 7, 5]) read(hour, '/atomfeed', { reader: 'Feedly', subscribers });
    const { feeds } = await hour.dump();
    assert.deepEqual(feeds['/atomfeed'].told, { Feedly: 7 });
  });

  it('have 200 feed readers of a feed at most, and the first ones still count', async () => {
    for (let number = 0; number < 201; number++)
      read(hour, '/atomfeed', { reader: `reader ${number}`, subscribers: 1 });
    read(hour, '/atomfeed', { reader: 'reader 0', subscribers: 9 });
    const { told } = (await hour.dump()).feeds['/atomfeed'];
    assert.deepEqual([Object.keys(told).length, told['reader 0']], [200, 9]);
  });

  it('have 500 feeds at most, and the first ones still count', async () => {
    for (let number = 0; number < 501; number++)
      read(hour, `/tag/${number}/atomfeed`, { reader: 'Feedly', subscribers: 1 });
    read(hour, '/tag/0/atomfeed', { reader: 'Feedly', subscribers: 9 });
    const { feeds } = await hour.dump();
    assert.equal(Object.keys(feeds).length, 500);
    assert.equal(feeds['/tag/0/atomfeed'].told.Feedly, 9);
  });

  /** @param {Hour} hour @param {string} path @param {{ reader: string, subscribers: number }} agent */
  const read = (hour, path, agent) => hour.countFeedRead(path, ada, /** @type {any} */ (agent), AT);
});
