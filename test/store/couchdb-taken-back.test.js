import assert from 'node:assert/strict';
import { isRestored } from '../../lib/store/couchdb/states.js';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';

describe('A write that is taken back from a cluster', () => {
  const bench = clusterBench();
  const { open, put, remove, title, shown, everywhere, cutOff, allForgotten, keepBlind, later } =
    bench;
  const isUnavailable = { code: 'unavailable' };

  /** Only the first server's own node answers it. */
  function silenceOthers() {
    bench.couches[0].play((request, response) =>
      request.query.has('open_revs') && !request.query.has('r')
        ? 'silence'
        : bench.cluster.answer(0)(request, response),
    );
  }

  for (const [what, isFirst] of /** @type {[string, boolean][]} */ ([
    ['and what it replaced is back', false],
    ['though nothing was there before', true],
  ]))
    it(`is gone from the nearest node while the others are silent, ${what}`, async () => {
      const store = await open(0);
      const first = isFirst ? null : await put(store, 'First', null);
      cutOff();
      const letLook = keepBlind(0);
      await assert.rejects(put(store, 'Refused', first), isUnavailable);
      letLook();
      silenceOthers();
      const before = isFirst ? undefined : 'First';
      while (bench.cluster.shown(0, id)?.title !== before) await later();
    });

  it('is gone from the nearest node, too, where a text lies that was put back before', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    const second = await put(other, 'Second', first);
    bench.cluster.heal();
    await allForgotten();
    cutOff();
    const letLook = keepBlind(0);
    await assert.rejects(put(await open(0), 'Refused, too', second), isUnavailable);
    letLook();
    silenceOthers();
    while (bench.cluster.shown(0, id).title !== 'Second') await later();
  });

  it('puts nothing back beside what others have written on its base', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 4; round += 1) {
      cutOff();
      const letLook = keepBlind(0);
      await assert.rejects(put(await open(0), `Refused ${round}`, revision), isUnavailable);
      revision = await put(other, `Acknowledged ${round}`, revision);
      bench.cluster.heal();
      letLook();
      await allForgotten();
      const branches = bench.cluster.branches(0, id);
      assert.ok(!branches.some(({ line }) => isRestored(line[0])));
    }
  });

  it('puts back what was written in the console, which bears no id of a write', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    const second = await put(other, 'Second', first);
    bench.cluster.heal();
    await allForgotten();
    bench.cluster.put(1, id, { ...siteSettings, _rev: second, title: 'By hand' });
    const { revision } = await other.get('settings', 'site');
    cutOff();
    await assert.rejects(remove(await open(0), revision), isUnavailable);
    bench.cluster.heal();
    await allForgotten();
    assert.deepEqual(shown(), everywhere('By hand'));
    assert.equal(await title(one), 'By hand');
  });

  it('and was found on no node is looked for once more, since it may arrive late', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    let looks = 0;
    /** @type {any} */
    let late;
    const arrive = () => {
      if (late) bench.cluster.put(2, id, late);
      late = undefined;
    };
    bench.couches[0].play((request, response) => {
      if (request.method === 'PUT' && request.path === id) {
        late = request.body;
        looks = 0;
        return 'hang up';
      }
      if (request.query.has('open_revs') && (looks += 1) === 3) arrive();
      return bench.cluster.answer(0)(request, response);
    });
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    await allForgotten();
    arrive();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('is forgotten when it would have created a record that does not exist', async () => {
    const store = await open(0);
    bench.onEachPut(() => 'hang up');
    await assert.rejects(put(store, 'Refused', null), isUnavailable);
    await allForgotten();
    assert.deepEqual(shown(), everywhere(undefined));
  });
});
