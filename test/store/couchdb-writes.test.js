import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';

const generation = (/** @type {unknown} */ revision) => Number.parseInt(String(revision), 10);

describe('A write to a cluster', () => {
  const bench = clusterBench();
  const {
    open,
    put,
    remove,
    title,
    shown,
    everywhere,
    cutOff,
    notes,
    allTakenBack,
    puts,
    keepRefused,
  } = bench;
  const isUnavailable = { code: 'unavailable' };

  it('succeeds when a majority of the nodes takes it, and leaves no note of itself behind', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    assert.equal(generation(await put(store, 'Second', first)), 2);
    assert.deepEqual(shown(), everywhere('Second'));
    assert.deepEqual(notes(), []);
  });

  it('that one node takes at first, and another later, succeeds under the same revision', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    let tries = 0;
    bench.couches[0].play((request, response) => {
      if (request.method === 'PUT' && request.path === id && (tries += 1) === 2)
        bench.cluster.split([[0, 1], [2]]);
      return bench.cluster.answer(0)(request, response);
    });
    assert.equal(generation(await put(store, 'Second', first)), 2);
    assert.equal(bench.cluster.branches(1, id)[0].doc.title, 'Second');
  });

  it('that too few nodes take fails as unavailable, and the former record is restored', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    for (const text of ['Refused', 'Refused again', 'Refused once more'])
      await assert.rejects(put(store, text, first), isUnavailable);
    assert.equal(await title(store), 'First');
    await allTakenBack();
    bench.cluster.heal();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('that was refused never wins against one that was acknowledged', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 20; round += 1) {
      cutOff();
      await assert.rejects(put(one, `Refused ${round}`, revision), isUnavailable);
      await put(other, `Acknowledged ${round}`, revision);
      await allTakenBack();
      bench.cluster.heal();
      assert.deepEqual(shown(), everywhere(`Acknowledged ${round}`));
      revision = (await one.get('settings', 'site')).revision;
    }
  });

  it('that was refused is followed by its base, and not by what was restored for an earlier one', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', revision), isUnavailable);
    await put(other, 'Second', revision);
    await allTakenBack();
    bench.cluster.heal();
    ({ revision } = await one.get('settings', 'site'));
    revision = await put(one, 'Third', revision);
    cutOff();
    const letTakeBack = bench.keepRefused(0);
    await assert.rejects(put(one, 'Refused, too', revision), isUnavailable);
    assert.equal(await title(one), 'Third');
    letTakeBack();
    await allTakenBack();
    assert.equal(await title(one), 'Third');
    bench.cluster.heal();
    await put(one, 'Fourth', revision);
    assert.deepEqual(shown(), everywhere('Fourth'));
  });

  it('that was refused is withdrawn together with another refused one that replaced the same record', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    bench.cluster.split([[0], [1], [2]]);
    const letTakeBack = [0, 1].map((node) => bench.keepRefused(node));
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await assert.rejects(put(other, 'Refused, too', first), isUnavailable);
    bench.cluster.heal();
    letTakeBack.forEach((letIt) => letIt());
    await allTakenBack();
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('that was refused again and again never wins, however often', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    for (const text of ['Refused', 'Refused again', 'And again']) {
      await allTakenBack();
      const { revision } = await one.get('settings', 'site');
      await assert.rejects(put(await open(0), text, revision), isUnavailable);
    }
    await put(other, 'Acknowledged', first);
    await allTakenBack();
    bench.cluster.heal();
    assert.deepEqual(shown(), everywhere('Acknowledged'));
  });

  it('that was refused does not bring back what was removed', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(put(one, 'Refused', first), isUnavailable);
    await remove(other, first);
    await allTakenBack();
    bench.cluster.heal();
    assert.deepEqual([await title(one), await title(other)], [undefined, undefined]);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('that would remove a record, and is refused, leaves the record as it was', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    cutOff();
    await assert.rejects(remove(one, first), isUnavailable);
    assert.equal(await title(one), 'First');
    const { revision } = await other.get('settings', 'site');
    await put(other, 'Acknowledged', revision);
    bench.cluster.heal();
    assert.deepEqual(shown(), everywhere('Acknowledged'));
  });

  it('that removes a record succeeds when one node takes it at first, and another later', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    bench.couches[0].play((request, response) => {
      const reply = bench.cluster.answer(0)(request, response);
      if (request.method === 'PUT' && request.path === id) bench.cluster.split([[0, 1, 2]]);
      return reply;
    });
    assert.deepEqual(await remove(store, first), [null]);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('that would create a record, and is refused, leaves nothing, and the record can be created later', async () => {
    const store = await open(0);
    cutOff();
    await assert.rejects(put(store, 'Refused', null), isUnavailable);
    assert.equal(await title(store), undefined);
    bench.cluster.heal();
    await put(store, 'First', null);
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('is no conflict when it replaces a record that was read before another write was refused', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    bench.cluster.heal();
    await put(store, 'Second', first);
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('is refused at once while no majority is there, and nothing is sent', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    const before = puts().length;
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    assert.equal(puts().length, before);
  });

  it('that is refused and cannot be withdrawn yet is hidden from reads, and withdrawn later', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    const letTakeBack = keepRefused(0);
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    assert.equal(bench.cluster.shown(0, id).title, 'Refused');
    assert.equal(await title(store), 'First');
    assert.equal(notes().length, 1);
    letTakeBack();
    await allTakenBack();
    assert.equal(bench.cluster.shown(0, id).title, 'First');
  });

  it('that would remove a record, is refused and cannot be withdrawn yet, does not hide the record', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    cutOff();
    keepRefused(0);
    await assert.rejects(remove(store, first), isUnavailable);
    assert.equal(bench.cluster.shown(0, id), null);
    assert.equal(await title(store), 'First');
  });

  it('that a killed process left unfinished is withdrawn by the next process', async () => {
    const killed = await open(0);
    const first = await put(killed, 'First', null);
    cutOff();
    bench.couches[0].play((request, response) =>
      request.path === '_bulk_docs' ? 'silence' : bench.cluster.answer(0)(request, response),
    );
    await assert.rejects(put(killed, 'Refused', first), isUnavailable);
    await killed.close();
    await put(await open(1), 'Acknowledged', first);
    bench.cluster.heal();
    bench.couches[0].play(bench.cluster.answer(0));
    const next = await open(0);
    assert.equal(await title(next), 'Acknowledged');
    assert.deepEqual(shown(), everywhere('Acknowledged'));
    await allTakenBack();
  });

  for (const [when, comeTogether] of /** @type {[string, () => void][]} */ ([
    ['', () => bench.cluster.heal()],
    [', also one of which only the nodes that have it tell', comeTogetherAtTheWrite],
  ]))
    it(`waits while its base has a rival, so that it does not decide between both${when}`, async () => {
      const other = await open(1);
      let revision = await put(other, 'First', null);
      for (let round = 0; round < 6; round += 1) {
        // It has met no refusal yet, and so does not ask for a majority first.
        const one = await open(0);
        bench.couches[0].play((request, response) =>
          request.path === '_bulk_docs'
            ? { status: 503, body: {} }
            : bench.cluster.answer(0)(request, response),
        );
        cutOff();
        await assert.rejects(put(one, `Refused ${round}`, revision), isUnavailable);
        const acknowledged = await put(other, `Acknowledged ${round}`, revision);
        comeTogether();
        const { revision: seen } = await other.get('settings', 'site');
        setTimeout(() => bench.couches[0].play(bench.cluster.answer(0)), 5);
        await put(other, `On top ${round}`, seen).catch(() => {});
        bench.couches[1].play(bench.cluster.answer(1));
        bench.cluster.heal();
        await allTakenBack();
        const { _rev, title: text } = bench.cluster.shown(1, id);
        const branches = bench.cluster.branches(1, id);
        const shownBranch = branches.find(({ line }) => line[0] === _rev);
        assert.ok(shownBranch?.line.includes(acknowledged), text);
        revision = (await one.get('settings', 'site')).revision;
      }
    });

  /** The nodes reach each other again, and have what the others have when something is written. */
  function comeTogetherAtTheWrite() {
    bench.cluster.split([[0, 1, 2]]);
    bench.couches[1].play((request, response) => {
      if (request.method === 'PUT' && request.path === id) {
        bench.cluster.heal();
        bench.couches[1].play(bench.cluster.answer(1));
      }
      return bench.cluster.answer(1)(request, response);
    });
  }
});
