import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { conflictsIn } from '../../lib/store/inspect.js';
import { clock, siteSettings } from './fixtures.js';
import { smallCluster } from './small-cluster.js';
/** @import { Store } from '../../lib/store/types.js' */

describe('A record of which a cluster has several texts', () => {
  const bench = clusterBench();
  const {
    open,
    put,
    remove,
    title,
    shown,
    everywhere,
    cutOff,
    allForgotten,
    allForgottenBy,
    putBack,
    keepRefused,
    puts,
  } = bench;
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };

  it('takes a write by a server that has itself refused the other one, and cannot take it back yet', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    const letTakeBack = keepRefused(0);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    const second = await put(other, 'Second', first);
    bench.cluster.heal();
    await put(one, 'Third', second);
    letTakeBack();
    await allForgotten();
    assert.deepEqual(shown(), everywhere('Third'));
  });

  it('takes no write while another server has not taken back the other one', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    keepRefused(0);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await put(other, 'Second', first);
    bench.cluster.heal();
    const before = bench.couches[1].requests.length;
    await assert.rejects(put(other, 'Third', bench.cluster.shown(1, id)._rev), {
      ...isUnavailable,
      message: /doctor/,
      outcome: 'unsettled',
    });
    const names = await conflictsIn(bench.couches[1].url, { clock });
    assert.match(names.join(), /^settings “(Second|Refused)” \(site\)$/);
    const sent = bench.couches[1].requests.slice(before);
    assert.ok(!sent.some(({ method, path }) => method === 'PUT' && path === id));
  });

  describe('of which one was refused before others were acknowledged that replace its base twice', () => {
    /**
     * @param {Store} one
     * @param {Store} other
     * @param {() => Promise<unknown>} refuse  what only the first node takes
     * @returns {Promise<string>} what was refused first
     */
    async function rivalOf(one, other, refuse) {
      const first = await put(one, 'First', null);
      bench.cluster.split([[0, 2], [1]]);
      keepRefused(1);
      await assert.rejects(put(other, 'Refused', first), isUnavailable);
      third = await put(one, 'Third', await put(one, 'Second', first));
      bench.cluster.split([[0], [1], [2]]);
      await assert.rejects(refuse(), isUnavailable);
      const { _rev } = bench.cluster.shown(1, id);
      bench.cluster.heal();
      return _rev;
    }
    let third = '';

    it('takes no write of it, since what is put back for a later refused one would hide that', async () => {
      const [one, other] = [await open(0), await open(1)];
      const letTakeBack = keepRefused(0);
      const refused = await rivalOf(one, other, () => put(one, 'Fourth', third));
      await assert.rejects(put(one, 'Fifth', refused), isUnavailable);
      letTakeBack();
      await allForgottenBy(0);
      await assert.rejects(put(one, 'Fifth', refused), isConflict);
      assert.deepEqual(shown(), everywhere('Third'));
    });

    it('takes no write of it while a removal is not taken back, since what is put back would hide that', async () => {
      const [one, other, another] = [await open(0), await open(1), await open(0)];
      const letTakeBack = keepRefused(0);
      const refused = await rivalOf(one, other, () => remove(one, third));
      await assert.rejects(put(another, 'Fifth', refused), { ...isUnavailable, message: /doctor/ });
      letTakeBack();
      await allForgottenBy(0);
      assert.deepEqual(shown(), everywhere('Third'));
    });

    it('waits with a write of it until a removal is taken back', async () => {
      const [one, other, another] = [await open(0), await open(1), await open(0, 40)];
      const letTakeBack = keepRefused(0);
      const refused = await rivalOf(one, other, () => remove(one, third));
      assert.deepEqual(shown(), everywhere('Refused'));
      const saved = put(another, 'Fifth', refused);
      letTakeBack();
      await assert.rejects(saved, isConflict);
      assert.deepEqual(shown(), everywhere('Third'));
    });
  });

  it('takes a write though one of them comes from the console, and so is never taken back', async () => {
    const store = await open(1);
    const first = await put(store, 'First', null);
    cutOff();
    bench.cluster.put(0, id, { ...siteSettings, _rev: first, title: 'By hand' });
    await put(store, 'Second', first);
    bench.cluster.heal();
    await put(store, 'Third', bench.cluster.shown(1, id)._rev);
    assert.deepEqual(shown(), everywhere('Third'));
  });

  it('is shown as others made it, while its first text, which was refused, is still there', async () => {
    const store = await open(0);
    cutOff();
    keepRefused(0);
    await assert.rejects(put(store, 'Refused', null), isUnavailable);
    const theirs = { ...siteSettings, title: 'Theirs', isFirst: true, writeId: '' };
    const revision = () => /** @type {any} */ (smallCluster().put(1, id, theirs)).body.rev;
    // So that CouchDB shows the other one.
    while (revision() > bench.cluster.shown(0, id)._rev) theirs.writeId += 't';
    bench.cluster.put(1, id, theirs);
    bench.cluster.heal();
    assert.deepEqual(shown(), everywhere('Refused'));
    assert.equal(await title(store), 'Theirs');
  });

  it('cannot be made anew when one of them was put back', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    await putBack(store, first);
    await assert.rejects(put(store, 'Anew', null), isConflict);
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('cannot be written on top of the original when that was replaced, too', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await put(other, 'Second', first);
    bench.cluster.heal();
    await allForgotten();
    const before = puts().length;
    await assert.rejects(put(one, 'Third', first), isConflict);
    assert.equal(puts().length, before + 1);
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('is gone when others have removed it, while a text is still there that was refused', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    keepRefused(0);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await remove(other, first);
    bench.cluster.heal();
    assert.equal(await title(one), undefined);
  });

  it('is unavailable when CouchDB does not tell of them', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    bench.couches[0].play((request, response) =>
      request.query.has('open_revs')
        ? { status: 403, body: { reason: 'no' } }
        : bench.cluster.answer(0)(request, response),
    );
    await assert.rejects(put(store, 'Second', first), isUnavailable);
  });
});
