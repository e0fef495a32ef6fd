import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';
/** @import { Store } from '../../lib/store/types.js' */

describe('What a server reads of a cluster, alone, by name or in a list,', () => {
  const bench = clusterBench();
  const { open, put, remove, title, cutOff, allForgotten, allTakenBack, keepBlind, keepRefused } =
    bench;
  const isUnavailable = { code: 'unavailable' };

  /** @param {Store} store @returns {Promise<(string | undefined)[]>} the title, in each way to read it */
  async function titles(store) {
    const [named] = await store.getMany('settings', ['site']);
    const listed = [];
    for await (const record of store.all('settings')) listed.push(record);
    return [await title(store), named?.title, listed[0]?.title];
  }
  const threeTimes = (/** @type {string | undefined} */ text) => [text, text, text];

  it('is not what it has refused, but what was there before', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    keepRefused(0);
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    assert.equal(bench.cluster.shown(0, id).title, 'Refused');
    assert.deepEqual(await titles(store), threeTimes('First'));
  });

  it('is nothing when it has refused to create it', async () => {
    const store = await open(0);
    cutOff();
    keepRefused(0);
    await assert.rejects(put(store, 'Refused', null), isUnavailable);
    assert.deepEqual(await titles(store), threeTimes(undefined));
  });

  describe('while CouchDB does not answer for the record, but tells its leaves,', () => {
    /** @param {Store} store */
    const readSilently = (store) => {
      bench.couches[0].play((request, response) =>
        request.path === id && request.query.size === 0
          ? 'silence'
          : bench.cluster.answer(0)(request, response),
      );
      return store.get('settings', 'site');
    };

    it('is the one that CouchDB shows', async () => {
      const [one, other] = [await open(0, 100, false, 500), await open(1)];
      const first = await put(one, 'First', null);
      cutOff();
      bench.cluster.put(0, id, { ...siteSettings, _rev: first, title: 'By hand' });
      const second = await put(other, 'Second', first);
      await put(other, 'Third', second);
      bench.cluster.heal();
      const { _id, _rev, writeId: _, ...fields } = bench.cluster.shown(0, id);
      assert.equal(bench.cluster.branches(0, id).length, 2);
      assert.deepEqual(await readSilently(one), { ...fields, id: 'site', revision: _rev });
    });

    it('is nothing when it was removed, or never there', async () => {
      const store = await open(0, 100, false, 500);
      assert.equal(await readSilently(store), null);
      bench.couches[0].play(bench.cluster.answer(0));
      await remove(store, await put(store, 'First', null));
      assert.equal(await readSilently(store), null);
    });
  });

  for (const [how, read] of /** @type {[string, (store: Store) => Promise<any>][]} */ ([
    ['alone', (store) => store.get('settings', 'site')],
    ['by name', async (store) => (await store.getMany('settings', ['site']))[0]],
    [
      'in a list',
      async (store) => (await store.all('settings')[Symbol.asyncIterator]().next()).value,
    ],
  ]))
    it(`is nothing when others have removed what was put back (${how})`, async () => {
      const [one, other] = [await open(0), await open(1)];
      const first = await put(one, 'First', null);
      cutOff();
      await assert.rejects(put(one, 'Refused', first), isUnavailable);
      await allTakenBack();
      await remove(other, first);
      bench.cluster.heal();
      assert.equal(bench.cluster.shown(1, id).title, 'First');
      assert.equal((await read(other)) ?? null, null);
    });

  it('is what it would replace, and not the end of what was refused before', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    const letLook = keepBlind(0);
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    await put(await open(1), 'Second', first);
    bench.cluster.heal();
    letLook();
    await allForgotten();
    const { revision } = await store.get('settings', 'site');
    cutOff();
    keepRefused(0);
    const again = await open(0);
    await assert.rejects(put(again, 'Refused, too', revision), isUnavailable);
    assert.deepEqual(await titles(again), threeTimes('Second'));
  });

  it('is unavailable when CouchDB does not give what was there before', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    keepRefused(0);
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    bench.couches[0].play((request, response) =>
      request.query.has('rev') || request.path === '_bulk_docs'
        ? { status: 403, body: { reason: 'no' } }
        : bench.cluster.answer(0)(request, response),
    );
    await assert.rejects(title(store), isUnavailable);
  });
});
