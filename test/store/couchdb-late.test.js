import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';

describe('A refused write that comes to light later', () => {
  const bench = clusterBench();
  const {
    open,
    put,
    remove,
    title,
    shown,
    everywhere,
    cutOff,
    allTakenBack,
    allForgotten,
    allForgottenBy,
    keepRefused,
    keepBlind,
    later,
  } = bench;
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };

  /** The last node takes the first write that is sent to the first one, and goes away. @param {import('./scripted-couch.js').Reply} reply */
  function takenByANodeThatGoesAway(reply) {
    let isFirst = true;
    bench.couches[0].play((request, response) => {
      if (request.method !== 'PUT' || request.path !== id)
        return bench.cluster.answer(0)(request, response);
      if (!isFirst) return { status: 503, body: {} };
      isFirst = false;
      bench.cluster.split([[0, 1], [2]]);
      bench.cluster.put(2, id, request.body);
      return reply;
    });
  }

  /** It has been looked for more than once by now. */
  async function lookedFor(times = 3) {
    const looks = () => bench.couches[0].requests.filter(({ query }) => query.has('open_revs'));
    const before = looks().length;
    while (bench.notes().length > 0 && looks().length < before + times) await later();
  }

  /** All is well again, and the store has made sure of it. */
  async function comeBack() {
    bench.cluster.heal();
    bench.couches[0].play(bench.cluster.answer(0));
    await allForgotten();
    bench.cluster.heal();
  }

  it('is not put back with another that was made of it, and refused too', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    const letTakeBack = keepRefused(0);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    bench.couches[1].play(bench.cluster.answer(0));
    const { revision } = await other.get('settings', 'site');
    await assert.rejects(put(other, 'On top', revision), isUnavailable);
    letTakeBack();
    await allTakenBack();
    await comeBack();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('is withdrawn again when another that was made of it is withdrawn', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    const [letOne, letOther] = [keepRefused(0), keepRefused(1)];
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    bench.cluster.heal();
    const { revision } = await other.get('settings', 'site');
    bench.cluster.split([[0], [1], [2]]);
    await assert.rejects(put(other, 'On top', revision), isUnavailable);
    letOne();
    while (bench.cluster.shown(0, id).title !== 'First') await later();
    bench.cluster.heal();
    letOther();
    await allForgotten();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('is withdrawn again, too, when it took long to withdraw the other', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    const letLook = [keepBlind(0), keepBlind(1)];
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    bench.cluster.heal();
    const { _rev } = bench.cluster.shown(1, id);
    bench.cluster.split([[0], [1], [2]]);
    await assert.rejects(put(other, 'On top', _rev), isUnavailable);
    bench.cluster.heal();
    letLook[0]();
    await lookedFor(4);
    letLook[1]();
    await allForgotten();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('is forgotten after an hour when others have saved on top of it', async () => {
    const [one, other] = [await open(0, 1_000_000), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    const letLook = keepBlind(0);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    bench.cluster.heal();
    await put(other, 'On top', bench.cluster.shown(1, id)._rev);
    letLook();
    await lookedFor(20);
    assert.equal(bench.notes().length, 1);
    await allForgotten();
    assert.deepEqual(shown(), everywhere('On top'));
  });

  for (const [what, act] of /** @type {[string, typeof remove][]} */ ([
    ['text', (store, revision) => put(store, 'On top', revision)],
    ['removal', remove],
  ]))
    it(`is not put back after a refused ${what} on top of it, when its own server is gone`, async () => {
      const [one, other] = [await open(0), await open(1)];
      const first = await put(one, 'First', null);
      cutOff();
      const letTakeBack = keepRefused(0);
      await assert.rejects(put(one, 'Refused', first), isUnavailable);
      bench.cluster.heal();
      const { _rev } = bench.cluster.shown(1, id);
      bench.cluster.split([[0], [1], [2]]);
      const letLook = keepBlind(1);
      await assert.rejects(act(other, _rev), isUnavailable);
      letTakeBack();
      await allTakenBack();
      await one.close();
      bench.cluster.heal();
      letLook();
      await allForgottenBy(1);
      assert.deepEqual(shown(), everywhere('First'));
    });

  it('is not put back once more, either, after it was put back and ended elsewhere', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    const letTakeBack = keepRefused(0);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    bench.cluster.heal();
    const { _rev } = bench.cluster.shown(1, id);
    bench.cluster.split([[0], [1], [2]]);
    let letLook = keepBlind(1);
    await assert.rejects(put(other, 'On top', _rev), isUnavailable);
    cutOff();
    letLook();
    while (bench.cluster.shown(1, id).title !== 'Refused') await later();
    const { _rev: back } = bench.cluster.shown(1, id);
    bench.cluster.split([[0, 2], [1]]);
    letLook = keepBlind(1);
    await assert.rejects(put(await open(1), 'On top, too', back), isUnavailable);
    letTakeBack();
    while (bench.cluster.shown(2, id).title !== 'First') await later();
    await one.close();
    bench.cluster.heal();
    letLook();
    await allForgottenBy(1);
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('on a node that went away is taken back when it is back', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    takenByANodeThatGoesAway('hang up');
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    bench.couches[0].play(bench.cluster.answer(0));
    await lookedFor();
    assert.equal(bench.cluster.shown(2, id).title, 'Refused');
    await comeBack();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('on a node that went away has removed nothing when it is back', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    takenByANodeThatGoesAway('hang up');
    await assert.rejects(remove(store, first), isUnavailable);
    bench.couches[0].play(bench.cluster.answer(0));
    await lookedFor();
    assert.equal(bench.cluster.shown(2, id), null);
    await comeBack();
    assert.equal(await title(store), 'First');
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('never wins when it was a conflict, though a node took it that went away', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 6; round += 1) {
      takenByANodeThatGoesAway({ status: 409, body: { reason: 'Document update conflict.' } });
      await assert.rejects(put(one, `Refused ${round}`, revision), isConflict);
      await put(other, `Acknowledged ${round}`, revision);
      await comeBack();
      assert.deepEqual(shown(), everywhere(`Acknowledged ${round}`));
      revision = (await one.get('settings', 'site')).revision;
    }
  });

  it('is put back again when a removal that was refused, too, has hidden what was put back', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    bench.cluster.split([[0], [1], [2]]);
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await allTakenBack();
    const letTakeBack = keepRefused(1);
    await assert.rejects(remove(other, first), isUnavailable);
    bench.cluster.heal();
    assert.equal(await title(one), undefined);
    letTakeBack();
    await allForgotten();
    assert.equal(await title(one), 'First');
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('does not hide what others acknowledged, while a node is away', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    takenByANodeThatGoesAway('hang up');
    await assert.rejects(remove(one, first), isUnavailable);
    const { revision } = await other.get('settings', 'site');
    const second = await put(other, 'Second', revision);
    assert.equal(await title(one), 'Second');
    await remove(other, second);
    assert.equal(await title(one), undefined);
    await comeBack();
    assert.deepEqual([await title(one), await title(other)], [undefined, undefined]);
  });
});
