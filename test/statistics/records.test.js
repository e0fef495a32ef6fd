import assert from 'node:assert/strict';
import { LarderError } from '../../lib/base/errors.js';
import { Hour } from '../../lib/statistics/hour.js';
import { createRecords } from '../../lib/statistics/records.js';
/** @import { Put, Removal } from '../../lib/store/types.js' */

const likeness = { device: 'desktop', browser: 'Firefox', language: 'de', country: 'DE' };
const today = '2026-11-23';
const month = '2026-11';

describe('The records of statistics', () => {
  /** By kind and id. @type {Map<string, any>} */
  let stored;
  /** What another process does just before a record of this id is written, once. @type {Map<string, () => void>} */
  let before;
  /** The ids of what was written, in this order. @type {string[]} */
  let written;
  /** @type {ReturnType<typeof createRecords>} */
  let records;

  beforeEach(() => {
    [stored, before, written] = [new Map(), new Map(), []];
    const get = async (/** @type {string} */ kind, /** @type {string} */ id) =>
      structuredClone(stored.get(`${kind} ${id}`)) ?? null;
    const store = {
      get,
      getMany: (/** @type {string} */ kind, /** @type {string[]} */ ids) =>
        Promise.all(ids.map((id) => get(kind, id))),
      async *all(/** @type {string} */ kind) {
        for (const [key, record] of stored) if (key.startsWith(kind)) yield structuredClone(record);
      },
      write: async (/** @type {(Put | Removal)[]} */ [change]) => [put(change)],
    };
    const random = (/** @type {number} */ size) => Buffer.alloc(size, stored.size);
    records = createRecords({ store: /** @type {any} */ (store), random });
  });

  it('have one key for each day, whichever process wrote it first', async () => {
    before.set('salt:2026-11-22', () =>
      seed('counts', { id: 'salt:2026-11-22', salt: 'b3RoZXI=' }),
    );
    assert.equal(String(await records.saltOf('2026-11-22')), 'other');
    assert.equal(String(await records.saltOf('2026-11-22')), 'other');
  });

  it('are written again as they are now, also after a write whose answer was lost', async () => {
    const hour = hourOf('2026-11-22T10', ['/']);
    assert.equal(await records.save(hour), true);
    view(hour, '/more');
    assert.equal(await records.save(hour), true);
    assert.deepEqual(written, [hour.id, hour.id], 'No conflict with itself');
    seed('counts', { ...stored.get(`counts ${hour.id}`) });
    view(hour, '/more');
    assert.equal(await records.save(hour), true);
    assert.deepEqual(stored.get(`counts ${hour.id}`).pages, { '/': 1, '/more': 2 });
  });

  it('of an hour that another process has merged are not written again', async () => {
    const hour = hourOf('2026-11-22T10', ['/']);
    await records.save(hour);
    stored.clear();
    assert.equal(await records.save(hour), false);
    assert.equal(stored.size, 0);
  });

  it('of an hour stay as long as another process changes what it is merged into', async () => {
    for (const id of ['origins:2026-11-22', 'day:2026-11-22']) {
      await records.save(hourOf('2026-11-22T10', ['/']));
      before.set(id, () => seed('statistics', { ...stored.get(`statistics ${id}`), id }));
      await records.compact(today);
      assert.ok(ids('counts').includes('hour:2026-11-22T10'), id);
      assert.ok(!ids('statistics').includes(`days:${month}`));
      stored.clear();
    }
  });

  it('of an hour go only when its month has been summed up, again if another process did so too', async () => {
    await records.save(hourOf('2026-11-22T10', ['/']));
    await records.saltOf('2026-11-22');
    await records.saltOf(today);
    written = [];
    before.set(`pages:${month}`, () => seed('statistics', { id: `pages:${month}`, pages: {} }));
    await records.compact(today);
    const sums = ['month', 'origins', 'pages', 'days'].map((name) => `${name}:${month}`);
    assert.deepEqual(written, [
      ...['origins:2026-11-22', 'day:2026-11-22', ...sums.slice(0, 2)],
      ...[...sums, 'hour:2026-11-22T10', 'salt:2026-11-22'],
    ]);
    assert.deepEqual(ids('counts'), [`salt:${today}`]);
    assert.deepEqual(stored.get(`statistics pages:${month}`).pages['/'].at(21), 1);
    assert.deepEqual(stored.get(`statistics origins:${month}`).origins, { '/': ['', 'DE|1'] });
  });

  it('of a page say its views on each day of a month, and nothing where it has none', async () => {
    for (const [hour, paths] of /** @type {const} */ ([
      ['2026-11-20T10', ['/', '/often']],
      ['2026-11-22T10', ['/often', '/often']],
    ]))
      await records.save(hourOf(hour, [...paths]));
    await records.compact(today);
    const { pages } = stored.get(`statistics pages:${month}`);
    const nothing = Array(19).fill(0);
    assert.deepEqual(pages, { '/often': [...nothing, 1, 0, 2], '/': [...nothing, 1] });
    const views = await records.viewsOf('/often', [month]);
    assert.deepEqual(views.get('2026-11-22'), [2, 0, 0]);
    assert.deepEqual(views.get('2026-11-21'), [0, 0, 0]);
    assert.deepEqual(await records.viewsOf('constructor', [month]), new Map());
  });

  it('have the views by day of the 2,000 pages that are seen most', async () => {
    for (const day of [1, 2, 3, 4, 5]) {
      const paths = Array.from({ length: 450 }, (_, number) => `/once/${day}/${number}`);
      await records.save(hourOf(`2026-11-0${day}T10`, paths));
    }
    await records.save(hourOf('2026-11-22T10', ['/often', '/often']));
    await records.compact(today);
    const pages = Object.keys(stored.get(`statistics pages:${month}`).pages);
    assert.deepEqual([pages.length, pages[0]], [2000, '/often']);
  });

  it('are deleted month by month, over gaps of more than a year', async () => {
    for (const old of ['2020-06', '2022-01', '2022-03']) {
      const names = [`day:${old}-05`, `origins:${old}-05`, `month:${old}`, `origins:${old}`];
      for (const id of [...names, `pages:${old}`]) seed('statistics', { id });
      seed('statistics', { id: `days:${old}`, days: { [`${old}-05`]: [1, 1, 1] } });
    }
    await records.deleteBefore('2022-03');
    assert.equal(stored.size, 6);
    assert.ok(stored.has('statistics days:2022-03'));
  });

  it('are not taken for changed by others when the store fails', async () => {
    await records.save(hourOf('2026-11-22T10', ['/']));
    before.set('day:2026-11-22', () => {
      throw new LarderError('unavailable', 'It is away');
    });
    await assert.rejects(records.compact(today), { code: 'unavailable' });
  });

  /** @param {any} change */
  function put({ kind, record, id = record?.id, revision, removed }) {
    before.get(id)?.();
    before.delete(id);
    const key = `${kind} ${id}`;
    if ((stored.get(key)?.revision ?? null) !== revision)
      throw new LarderError('conflict', `${id} has changed`);
    written.push(id);
    if (removed) stored.delete(key);
    else seed(kind, record);
    return stored.get(key)?.revision;
  }

  /** @param {string} kind @param {any} record  as another process writes it, with a revision of its own */
  function seed(kind, record) {
    const key = `${kind} ${record.id}`;
    const revision = `${Number(stored.get(key)?.revision ?? 0) + 1}`;
    stored.set(key, { ...structuredClone(record), revision });
  }

  /** @param {string} kind */
  const ids = (kind) =>
    [...stored.keys()].flatMap((key) => (key.startsWith(kind) ? key.split(' ')[1] : []));

  /** @param {string} name @param {string[]} paths  that were viewed */
  function hourOf(name, paths) {
    const hour = new Hour(`hour:${name}`, name);
    for (const path of paths) view(hour, path);
    return hour;
  }

  /** @param {Hour} hour @param {string} path */
  function view(hour, path) {
    const at = Date.parse(`${hour.hour}:00:00Z`);
    hour.countView(path, { high: 1, low: 2 }, likeness, at, '');
  }
});
