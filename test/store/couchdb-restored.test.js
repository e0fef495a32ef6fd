import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';
/** @import { Script } from './scripted-couch.js' */

describe('A text that was put back after a refused write', () => {
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
    onEachPut,
    puts,
  } = bench;
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };

  /**
   * Puts the first text back on the first node, which the others do not reach.
   *
   * @returns a server at that node that has met no refusal, and so sends what it is given; the revision that it shows; a server at
   *   another node; and the original
   */
  async function putBackOnOneNode() {
    const [one, other] = [await open(0), await open(1)];
    const original = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', original), isUnavailable);
    await allTakenBack();
    const store = await open(0);
    const { revision } = await store.get('settings', 'site');
    return { store, revision, other, original };
  }

  it('is not put back once more after a refused removal, when others have removed the original', async () => {
    const { store, revision, other, original } = await putBackOnOneNode();
    const letLook = keepBlind(0);
    await assert.rejects(remove(store, revision), isUnavailable);
    await remove(other, original);
    bench.cluster.heal();
    letLook();
    await allForgotten();
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('gives way to what has replaced the original, also while it is being read', async () => {
    const { store, other, original } = await putBackOnOneNode();
    await put(other, 'Second', original);
    bench.couches[0].play((request, response) => {
      const reply = bench.cluster.answer(0)(request, response);
      if (request.path === id && request.query.size === 0) bench.cluster.heal();
      return reply;
    });
    assert.equal(await title(store), 'Second');
  });

  it('is shown when what has replaced the original cannot be read', async () => {
    const { store, original } = await putBackOnOneNode();
    bench.cluster.split([[0], [1], [2]]);
    const theirs = { ...siteSettings, _rev: original, title: 'Theirs', writeId: 'theirs' };
    bench.cluster.put(2, id, theirs);
    /** The node stays behind. @type {ReturnType<Script>} */
    let before;
    bench.couches[0].play((request, response) => {
      const isRead = request.path === id && request.query.size === 0;
      if (isRead) return (before ??= bench.cluster.answer(0)(request, response));
      // What comes before is no part of the read.
      if (before) bench.cluster.split([[0, 1, 2]]);
      return bench.cluster.answer(0)(request, response);
    });
    assert.equal(await title(store), 'First');
  });

  for (const [what, act] of /** @type {[string, typeof remove][]} */ ([
    ['replaced', (store, revision) => put(store, 'Second', revision)],
    ['removed', remove],
  ]))
    it(`is not written on top of when the original was ${what}: nothing is sent`, async () => {
      const { store, revision, other, original } = await putBackOnOneNode();
      await act(other, original);
      bench.cluster.heal();
      const before = puts().length;
      await assert.rejects(put(store, 'On top', revision), isConflict);
      assert.equal(puts().length, before);
    });

  it('takes nothing on top of it when it turns out meanwhile that the original was replaced', async () => {
    const { store, revision, other, original } = await putBackOnOneNode();
    await put(other, 'Second', original);
    onEachPut((count, answer) => {
      if (count === 1) bench.cluster.heal();
      return answer();
    });
    await assert.rejects(put(store, 'On top', revision), isConflict);
    await allForgotten();
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('is shown by the server whose own removal of the original was refused', async () => {
    const { other, original } = await putBackOnOneNode();
    bench.cluster.split([[0], [1], [2]]);
    keepRefused(1);
    await assert.rejects(remove(other, original), isUnavailable);
    bench.cluster.heal();
    assert.equal(await title(other), 'First');
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('comes back with the end of a refused write when a removal that hid it was refused, too', async () => {
    const [one, other] = [await open(0), await open(1)];
    const original = await put(one, 'First', null);
    bench.cluster.split([[0], [1], [2]]);
    const letTakeBack = keepRefused(0);
    const letLook = keepBlind(1);
    await assert.rejects(put(one, 'Refused', original), isUnavailable);
    await assert.rejects(remove(other, original), isUnavailable);
    bench.cluster.split([[0, 2], [1]]);
    letTakeBack();
    await allTakenBack();
    const { revision } = await one.get('settings', 'site');
    bench.cluster.split([[0], [1, 2]]);
    bench.couches[0].play(bench.cluster.answer(1));
    assert.equal(await title(await bench.couches[0].open()), undefined);
    const letLookAgain = keepBlind(0);
    await assert.rejects(put(await open(0), 'Refused, too', revision), isUnavailable);
    bench.cluster.heal();
    letLook();
    await allForgottenBy(1);
    letLookAgain();
    await allForgotten();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('is not hidden by a write on top of a refused one that was ended', async () => {
    const { store, revision } = await putBackOnOneNode();
    const letLook = keepBlind(0);
    await assert.rejects(remove(store, revision), isUnavailable);
    bench.couches[1].play(bench.cluster.answer(0));
    const neighbour = await open(1);
    await assert.rejects(put(neighbour, 'Made anew', null), isUnavailable);
    bench.cluster.heal();
    letLook();
    await allForgotten();
    assert.equal(await title(store), 'First');
  });

  it('may be read while somebody removes it', async () => {
    const { store, revision } = await putBackOnOneNode();
    bench.couches[0].play((request, response) => {
      const reply = bench.cluster.answer(0)(request, response);
      if (request.path === id && request.query.size === 0)
        bench.cluster.put(0, id, { _rev: revision, _deleted: true, writeId: 'theirs' });
      return reply;
    });
    assert.equal(await title(store), 'First');
  });

  it('stands right on top of the original, however often it was put back', async () => {
    const { store, revision, original } = await putBackOnOneNode();
    await assert.rejects(put(store, 'Refused, too', revision), isUnavailable);
    await allTakenBack();
    const texts = bench.cluster.branches(0, id).filter(({ doc }) => !doc._deleted);
    assert.deepEqual(
      texts.map(({ line: [rev, ...below] }) => [Number.parseInt(rev, 10), ...below]),
      [[2, original]],
    );
  });
});
