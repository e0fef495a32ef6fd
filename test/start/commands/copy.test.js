import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { run } from '../../../lib/start/commands/copy.js';
import { Day } from '../../../lib/statistics/day.js';
import { createRecords } from '../../../lib/statistics/records.js';
import {
  clock,
  countedDay,
  oneOfEachKind,
  quietLog,
  siteSettings,
  welcomePost,
} from '../../store/fixtures.js';
import { kindsOfStore, makePlaces, sheet } from './places.js';
/** @import { Store } from '../../../lib/store/types.js' */

const ways = kindsOfStore.flatMap((from) => kindsOfStore.map((to) => [from, to]));

for (const [fromKind, toKind] of ways) {
  describe(`larder copy, from ${fromKind} to ${toKind}`, () => {
    /** @type {ReturnType<typeof makePlaces>} */
    let places;
    let [from, to] = ['', ''];
    beforeEach(async () => {
      places = makePlaces();
      [from, to] = [places.url(fromKind), places.url(toKind)];
      await inSource((store) =>
        store.write(oneOfEachKind.map(([kind, record]) => ({ kind, record, revision: null }))),
      );
    });
    afterEach(() => places.clear());

    /** @param {(store: Store) => Promise<any>} work */
    const inSource = (work) => places.inStore(from, work);
    /** @param {(store: Store) => Promise<any>} work */
    const inTarget = (work) => places.inStore(to, work);
    /** @param {any} kind @param {string} id @param {object} fields */
    const edit = (kind, id, fields) => async (/** @type {Store} */ store) => {
      const { revision, ...record } = await store.get(kind, id);
      await store.write([{ kind, record: { ...record, ...fields }, revision }]);
    };
    const copy = async (args = ['--from', from, '--to', to]) => {
      const [stdout, stderr] = [sheet(), sheet()];
      const context = /** @type {any} */ ({ clock, log: quietLog(), stdout, stderr });
      return { code: await run(args, context), said: stdout.text(), complained: stderr.text() };
    };

    it('moves every record but sessions and tokens, and says so', async () => {
      const { code, said, complained } = await copy();
      assert.deepEqual([code, complained], [0, '']);
      assert.match(said, /post: 3 written, 0 already there/);
      assert.match(said, /Sessions and API tokens are not copied/);
      assert.match(said, /Both stores are identical: 18 records/);
      await inTarget(async (store) => {
        for (const [kind, record] of oneOfEachKind) {
          const copied = await store.get(kind, record.id);
          if (kind === 'session' || kind === 'token') assert.equal(copied, null);
          else assert.deepEqual({ ...copied, revision: 0 }, { ...record, revision: 0 });
        }
      });
    });

    it('writes nothing that is there already, when it is run again', async () => {
      await copy();
      const before = await inTarget((store) => store.get('post', welcomePost.id));
      const { code, said } = await copy();
      assert.equal(code, 0);
      assert.match(said, /post: 0 written, 3 already there/);
      assert.deepEqual(await inTarget((store) => store.get('post', welcomePost.id)), before);
    });

    it('goes on after a break, and brings what has changed since', async () => {
      await copy();
      await inTarget(async (store) => {
        const { id, revision } = await store.get('post', oneOfEachKind[1][1].id);
        await store.write([{ kind: 'post', id, revision, removed: true }]);
      });
      await inSource(edit('settings', 'site', { tagline: 'Kept readier' }));
      const { code, said } = await copy();
      assert.equal(code, 0);
      assert.match(said, /settings: 1 written/);
      assert.match(said, /post: 1 written, 2 already there/);
      assert.equal(
        (await inTarget((store) => store.get('settings', 'site'))).tagline,
        'Kept readier',
      );
    });

    it('leaves sums of the statistics that are those of all days there', async () => {
      const put = (/** @type {string} */ day) => async (/** @type {Store} */ store) => {
        const record = await new Day(day).dump(`day:${day}`);
        await store.write([{ kind: 'statistics', record, revision: null }]);
        await createRecords({ store, random: randomBytes }).sumUpAll();
      };
      const monthIn = async (/** @type {Store} */ store) =>
        (await store.get('statistics', 'days:2026-03')).days;
      await inSource(async (store) => {
        const { id, revision } = await store.get('statistics', countedDay.id);
        await store.write([{ kind: 'statistics', id, revision, removed: true }]);
      });
      await inSource(put('2026-03-01'));
      await copy();
      await inTarget(put('2026-03-02'));
      await inSource(put('2026-03-03'));
      await copy();
      assert.deepEqual(Object.keys(await inTarget(monthIn)), [
        '2026-03-01',
        '2026-03-02',
        '2026-03-03',
      ]);
    });

    it('refuses a blog that was edited later, and changes nothing there', async () => {
      await copy();
      const later = { updatedAt: '2026-09-01T00:00:00.000Z', title: 'Edited there' };
      await inTarget(edit('post', welcomePost.id, later));
      await inTarget(edit('settings', 'site', { title: 'Theirs' }));
      const { code, complained } = await copy();
      assert.equal(code, 1);
      assert.match(
        complained,
        /changes of its own\. Nothing was copied.*edited later in the target: welcome/,
      );
      assert.equal((await inTarget((store) => store.get('settings', 'site'))).title, 'Theirs');
    });

    it('refuses another blog, and changes nothing there', async () => {
      const record = { ...welcomePost, id: 'another', slug: 'elsewhere' };
      await inTarget((store) => store.write([{ kind: 'post', record, revision: null }]));
      const { code, complained } = await copy();
      assert.equal(code, 1);
      assert.match(complained, /Posts only in the target: elsewhere/);
      assert.equal(await inTarget((store) => store.get('post', welcomePost.id)), null);
    });

    it('keeps what only the target has, and reports it', async () => {
      const record = { id: 'guest', name: 'Guest', role: 'author' };
      await inTarget((store) => store.write([{ kind: 'user', record, revision: null }]));
      const { code, said } = await copy();
      assert.equal(code, 1);
      assert.match(said, /user guest: only in the target\nRecords that differ: 1\./);
      assert.equal((await inTarget((store) => store.get('user', 'guest'))).name, 'Guest');
      assert.equal(
        (await inTarget((store) => store.get('settings', 'site'))).title,
        siteSettings.title,
      );
    });
  });
}

describe('larder copy', () => {
  /** @type {ReturnType<typeof makePlaces>} */
  let places;
  beforeEach(() => {
    places = makePlaces();
  });
  afterEach(() => places.clear());
  const copy = async (/** @type {string[]} */ ...args) => {
    const [stdout, stderr] = [sheet(), sheet()];
    const context = /** @type {any} */ ({ clock, log: quietLog(), stdout, stderr });
    return { code: await run(args, context), complained: stderr.text() };
  };

  for (const args of [
    [],
    ['--from', 'sqlite:a.db'],
    ['--from', 'sqlite:a.db', '--to', 'sqlite:a.db'],
    ['--from', 'sqlite:a.db', '--to', 'sqlite:b.db', 'more'],
    ['--form', 'sqlite:a.db', '--to', 'sqlite:b.db'],
  ]) {
    it(`says how it is used when it is called with “${args.join(' ')}”`, async () => {
      const { code, complained } = await copy(...args);
      assert.equal(code, 2);
      assert.match(complained, /^Usage: node app.js copy --from URL --to URL/);
    });
  }

  it('does not make a source that is not there', async () => {
    const { code, complained } = await copy(
      '--from',
      places.url('SQLite'),
      '--to',
      places.url('SQLite'),
    );
    assert.equal(code, 1);
    assert.match(complained, /There is no blog in .*: check the URL/);
  });

  it('prints no password when a store cannot be reached', async () => {
    const away = 'http://admin:hunter2@127.0.0.1:9/blog';
    const { code, complained } = await copy('--from', away, '--to', places.url('SQLite'));
    assert.equal(code, 1);
    assert.match(complained, /The CouchDB at http:\/\/127\.0\.0\.1:9\/blog is not reachable/);
    assert.doesNotMatch(complained, /hunter2/);
  });
});
