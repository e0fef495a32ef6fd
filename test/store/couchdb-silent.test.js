import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';

describe('A write to a cluster of which a node is silent', () => {
  const bench = clusterBench();
  const { put, title, shown, everywhere, allForgotten, puts } = bench;
  const isConflict = { code: 'conflict' };
  const isUnavailable = { code: 'unavailable', outcome: 'notSaved' };
  /** @param {number} node @param {boolean} [knowsOther] */
  const open = (node, knowsOther = false) => bench.open(node, 100, knowsOther, 1500);
  /** All nodes answer again, and agree. */
  const recover = async () => {
    bench.cluster.thaw();
    bench.cluster.heal();
    await allForgotten();
    bench.cluster.heal();
  };

  it('is a conflict when others have replaced the text, though CouchDB does not answer it', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    bench.cluster.freeze(2);
    await put(other, 'Theirs', first);
    const before = puts().length;
    await assert.rejects(put(one, 'Refused', first), isConflict);
    assert.equal(puts().length, before + 1);
    assert.equal(await title(one), 'Theirs');
    await recover();
    assert.deepEqual(shown(), everywhere('Theirs'));
  });

  it('and that makes something new is a conflict when others have made it', async () => {
    const [one, other] = [await open(0), await open(1)];
    bench.cluster.freeze(2);
    await put(other, 'Theirs', null);
    await assert.rejects(put(one, 'Refused', null), isConflict);
    await recover();
    assert.deepEqual(shown(), everywhere('Theirs'));
  });

  it('is never shown by its server when the silent node takes it later', async () => {
    const [one, other] = [await open(0), await open(1)];
    const first = await put(one, 'First', null);
    bench.cluster.split([[0, 1], [2]]);
    await put(other, 'Theirs', first);
    bench.cluster.split([[0, 1, 2]]);
    bench.cluster.freeze(2);
    await assert.rejects(put(one, 'Refused', first), isConflict);
    bench.cluster.thaw();
    assert.equal(bench.cluster.branches(2, id)[0].doc.title, 'Refused');
    bench.cluster.heal();
    assert.equal(await title(one), 'Theirs');
    await recover();
    assert.deepEqual(shown(), everywhere('Theirs'));
  });

  /** The next two writes are taken by one copy each, and not answered. */
  function splitTheVote() {
    bench.cluster.split([[0], [1], [2]]);
    let sent = 0;
    bench.couches.forEach((couch, node) =>
      couch.play((request, response) => {
        if (request.method !== 'PUT' || !/^[a-z]+:/.test(request.path) || sent === 2)
          return bench.cluster.answer(node)(request, response);
        bench.cluster.answer(node)(request, response);
        if ((sent += 1) === 2) {
          bench.cluster.split([[0, 1, 2]]);
          bench.cluster.freeze(2);
        }
        return 'silence';
      }),
    );
  }

  it('is done for one author and a conflict for the other when each of the others took another one', async () => {
    // So patient that a node of a busy machine does not count as silent.
    const [one, other] = [await bench.open(0), await bench.open(1)];
    let revision = await put(one, 'First', null);
    for (let rounds = 2, tries = 20; rounds > 0;) {
      splitTheVote();
      const outcomes = await Promise.allSettled([
        put(one, `One ${rounds}`, revision),
        put(other, `Other ${rounds}`, revision),
      ]);
      const refused = /** @type {any[]} */ (outcomes).flatMap(({ reason }) => reason?.code ?? []);
      // To a machine that is still busier both nodes are silent: once more.
      const isTooBusy = refused.includes('unavailable') && tries-- > 0;
      await recover();
      revision = (await one.get('settings', 'site')).revision;
      if (isTooBusy) continue;
      assert.deepEqual(refused, ['conflict']);
      const done = outcomes.findIndex(({ status }) => status === 'fulfilled');
      assert.deepEqual(shown(), everywhere(`${['One', 'Other'][done]} ${rounds}`));
      rounds -= 1;
    }
  });

  it('is done for both authors when it is the same version of a post', async () => {
    const [one, other] = [await open(0), await open(1)];
    const record = { id: 'a:1-x', title: 'As it was', updatedAt: '2026-01-01T00:00:00.000Z' };
    const version = { kind: /** @type {const} */ ('version'), record, revision: null };
    bench.cluster.freeze(2);
    const [[first], [second]] = await Promise.all([one.write([version]), other.write([version])]);
    assert.equal(first, second);
    assert.equal((await one.get('version', record.id))?.revision, first);
    await recover();
    assert.equal(bench.cluster.branches(2, `version:${record.id}`)[0].line[0], first);
    assert.deepEqual(bench.notes(), []);
  });

  it('goes to another node when its own does not answer', async () => {
    const store = await open(0, true);
    const first = await put(store, 'First', null);
    bench.cluster.freeze(0);
    bench.couches[1].play(bench.cluster.answer(1));
    await put(store, 'Second', first);
    assert.equal(await title(store), 'Second');
    await recover();
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('is refused after one request when two nodes are silent, and appears nowhere in the end', async () => {
    const store = await open(0);
    bench.cluster.freeze(1);
    bench.cluster.freeze(2);
    const sent = () => bench.couches[0].requests.filter(({ method }) => method === 'PUT').length;
    const before = sent();
    const user = { kind: /** @type {const} */ ('user'), revision: null };
    const record = { id: 'ada', name: 'Ada', role: /** @type {const} */ ('owner') };
    await assert.rejects(store.write([{ ...user, record: /** @type {any} */ (record) }]), {
      ...isUnavailable,
      outcome: 'open',
    });
    assert.equal(sent(), before + 1);
    await recover();
    assert.equal(await store.get('user', 'ada'), null);
  });

  it('was not saved when what it replaces cannot be read, and nothing is sent', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    bench.cluster.freeze(1);
    bench.cluster.freeze(2);
    const before = puts().length;
    await assert.rejects(put(store, 'Refused', first), isUnavailable);
    assert.equal(puts().length, before);
    assert.deepEqual(bench.notes(), []);
    bench.cluster.thaw();
  });

  it('waits for an answer that is only late', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    const theirs = { ...siteSettings, title: 'Late' };
    bench.couches[0].play((request, response) => {
      const answer = bench.cluster.answer(0);
      if (request.method !== 'PUT' || request.path !== id) return answer(request, response);
      setTimeout(() => {
        const { body } = /** @type {any} */ (answer(request, response));
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      }, 150);
      return 'done';
    });
    const before = puts().length;
    await put(store, theirs.title, first);
    assert.equal(puts().length, before + 1);
    assert.deepEqual(shown(), everywhere('Late'));
  });
});

describe('A record that a node lacks while another one is silent', () => {
  const bench = clusterBench();

  it('is read by its server all the same', async () => {
    const [one, other] = [await bench.open(0), await bench.open(1, 100, true, 500)];
    bench.cluster.split([[0, 2], [1]]);
    await bench.put(one, 'First', null);
    bench.cluster.split([[0, 1, 2]]);
    bench.cluster.freeze(2);
    assert.equal(await bench.title(other), 'First');
  });
});
