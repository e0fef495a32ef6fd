import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';

describe('A record made again in a cluster, where it was removed before,', () => {
  const bench = clusterBench();
  const { open, put, remove, title, shown, everywhere, allForgotten, onEachPut } = bench;
  const isUnavailable = { code: 'unavailable' };
  const cutOff = () => bench.cluster.split([[0], [1], [2]]);

  /**
   * The record is removed, but on one node, which is away, lies its text, which was put back after a refused write.
   *
   * @returns a server at the first node, which is not that one
   */
  async function removedButOnOneNode() {
    const [store, away] = [await open(0), await open(1)];
    const first = await put(store, 'First', null);
    bench.cluster.split([[0, 2], [1]]);
    await assert.rejects(put(away, 'Refused', first), isUnavailable);
    while (bench.cluster.shown(1, id).title !== 'First') await bench.later();
    await remove(store, first);
    return store;
  }

  for (const [what, last] of /** @type {[string, number][]} */ ([
    ['at once', 1],
    ['when its mark as a first one is taken off', 2],
    ['when that is made sure of', 4],
  ]))
    it(`stays removed when it is refused ${what}`, async () => {
      const store = await removedButOnOneNode();
      onEachPut((count, answer) => {
        if (count === last) cutOff();
        const reply = answer();
        return count === 2 && last > 2 ? 'hang up' : reply;
      });
      await assert.rejects(put(store, 'Again', null), isUnavailable);
      bench.cluster.heal();
      await allForgotten();
      assert.equal(await title(store), undefined);
    });

  it('stays removed when it is refused, though the nearest node does not know of it', async () => {
    const store = await removedButOnOneNode();
    cutOff();
    bench.couches[0].play((request, response) =>
      request.query.has('r') && !request.query.has('rev')
        ? { status: 404, body: { reason: 'missing' } }
        : bench.cluster.answer(0)(request, response),
    );
    await assert.rejects(put(store, 'Again', null), isUnavailable);
    bench.cluster.heal();
    await allForgotten();
    assert.equal(await title(store), undefined);
  });

  it('stays removed when it turns out to be a refused write that arrived late', async () => {
    const store = await removedButOnOneNode();
    const late = { ...siteSettings, title: 'Late', isFirst: true, writeId: 'late' };
    bench.cluster.put(0, id, late);
    assert.equal(await title(store), undefined);
    bench.cluster.heal();
    assert.equal(await title(store), undefined);
  });

  it('does not exist while its mark as a first version cannot be removed', async () => {
    const store = await open(0);
    await remove(store, await put(store, 'First', null));
    onEachPut((count, answer) => (count === 1 ? answer() : { status: 507, body: {} }));
    await assert.rejects(put(store, 'Again', null), isUnavailable);
    await allForgotten();
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('stays removed when somebody removes it again before its mark is taken off', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    bench.cluster.split([[0], [1, 2]]);
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    bench.cluster.heal();
    await allForgotten();
    await remove(store, await put(store, 'Second', bench.cluster.shown(0, id)._rev));
    onEachPut((count, answer) => {
      if (count === 2) {
        const { _rev } = bench.cluster.shown(0, id);
        bench.cluster.put(0, id, { _rev, _deleted: true, writeId: 'theirs' });
      }
      return answer();
    });
    await assert.rejects(put(store, 'Again', null), { code: 'conflict' });
    await allForgotten();
    assert.deepEqual(shown(), everywhere(undefined));
  });
});
