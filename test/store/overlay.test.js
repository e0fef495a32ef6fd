import { deepEqual, equal, rejects } from 'node:assert/strict';
import { join } from 'node:path';
import { openStore } from '../../lib/store/open.js';
import { overlay } from '../../lib/store/overlay.js';
import { eachTest } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { Store } from '../../lib/store/types.js' */

describe('An overlay on a store', () => {
  const { makeFolder } = eachTest();
  /** @type {Store} */
  let below;
  /** @type {ReturnType<typeof overlay>} */
  let store;
  let revision = '';
  beforeEach(async () => {
    const deps = { clock: createClock(), log: createQuietLog() };
    below = await openStore(`sqlite:${join(makeFolder(), 'larder.db')}`, deps);
    for (const id of ['a', 'b']) revision = (await put(below, id, 'old')) ?? '';
    store = overlay(below);
  });
  afterEach(() => below.close());

  /** @param {Store} into @param {string} id @param {string} given @param {string | null} [replaced] */
  async function put(into, id, given, replaced = null) {
    const record = { id, given, kept: '' };
    return (await into.write([{ kind: 'import', record, revision: replaced }]))[0];
  }

  /** @param {Store} from */
  async function all(from) {
    const found = [];
    for await (const { id, given } of from.all('import')) found.push(`${id} ${given}`);
    return found;
  }

  it('shows what was written to it, and leaves the store below as it is', async () => {
    await put(store, 'b', 'new', revision);
    await put(store, 'c', 'new');
    const { sequence } = await below.summaries();
    const { revision: last } = await store.get('import', 'a');
    await store.write([{ kind: 'import', id: 'a', revision: last, removed: true }]);
    deepEqual(await all(store), ['b new', 'c new']);
    equal(await store.get('import', 'a'), null);
    const records = await store.getMany('import', ['c', 'a', 'b']);
    deepEqual(
      records.map((record) => record?.given),
      ['new', undefined, 'new'],
    );
    deepEqual(
      store.added('import').map(({ id }) => id),
      ['c'],
    );
    deepEqual(await all(below), ['a old', 'b old']);
    equal((await below.summaries()).sequence, sequence);
  });

  it('refuses a revision that is not the current one, and then writes nothing of a batch', async () => {
    const next = await put(store, 'b', 'new', revision);
    await rejects(put(store, 'b', 'newer', revision), { code: 'conflict' });
    await rejects(put(store, 'a', 'again'), { code: 'conflict' });
    const writes = ['c', 'b'].map((id) => {
      return /** @type {const} */ ({ kind: 'import', record: { id }, revision: null });
    });
    await rejects(store.write([...writes]), { code: 'conflict' });
    deepEqual(await all(store), ['a old', 'b new']);
    await put(store, 'b', 'newer', next);
    equal((await store.get('import', 'b')).given, 'newer');
  });
});
