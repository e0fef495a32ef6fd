import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';

const generation = (/** @type {string} */ revision) => Number.parseInt(revision, 10);

describe('A write to a cluster that was not answered', () => {
  const bench = clusterBench();
  const { open, put, remove, shown, everywhere, cutOff, allForgotten, putBack, onEachPut, puts } =
    bench;
  /** Somebody else writes it. @param {number} node @param {string} base @param {string} title */
  const write = (node, base, title) =>
    bench.cluster.put(node, id, { ...siteSettings, _rev: base, title, writeId: title });
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };

  it('does not succeed when only one node has it, though somebody has saved over it there', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      if (count > 1) return answer();
      cutOff();
      answer();
      write(0, bench.cluster.shown(0, id)._rev, 'On top');
      return 'hang up';
    });
    await assert.rejects(put(store, 'Refused', first), isConflict);
  });

  it('does not win over others while a majority is away', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      cutOff();
      const reply = answer();
      return count === 1 ? 'hang up' : reply;
    });
    await assert.rejects(put(store, 'Refused', first), {
      ...isUnavailable,
      message: /Too few nodes/,
      outcome: 'open',
    });
    const branches = bench.cluster.branches(0, id);
    const refused = branches.flatMap(({ line }) => line.slice(1));
    assert.ok(refused.every((rev) => generation(rev) <= 2));
  });

  it('does not win over another one that replaces the same record', async () => {
    const store = await open(0);
    let revision = await put(store, 'First', null);
    for (let round = 0; round < 4; round += 1) {
      const base = revision;
      onEachPut((count, answer) => {
        if (count > 1) return answer();
        cutOff();
        answer();
        write(1, base, `Theirs ${round}`);
        bench.cluster.heal();
        return 'hang up';
      });
      const before = puts().length;
      await assert.rejects(put(store, `Refused ${round}`, base), isConflict);
      assert.ok(
        puts()
          .slice(before)
          .every(({ body }) => body._rev === base),
      );
      await allForgotten();
      assert.deepEqual(shown(), everywhere(`Theirs ${round}`));
      revision = bench.cluster.shown(0, id)._rev;
    }
  });

  it('is a conflict when somebody has saved on top of it, but a majority took another one', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      if (count > 1) return answer();
      cutOff();
      answer();
      write(0, bench.cluster.shown(0, id)._rev, 'On top');
      write(1, first, 'Theirs');
      bench.cluster.heal();
      return 'hang up';
    });
    await assert.rejects(put(store, 'Refused', first), isConflict);
  });

  it('is a conflict when somebody else has saved, and then once more', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      if (count > 1) return answer();
      write(1, first, 'Theirs');
      write(1, bench.cluster.shown(1, id)._rev, 'On top');
      return 'hang up';
    });
    await assert.rejects(put(store, 'Refused', first), isConflict);
    assert.deepEqual(shown(), everywhere('On top'));
  });

  it('is a conflict when somebody has removed it', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      const reply = answer();
      if (count > 1) return reply;
      const { _rev } = bench.cluster.shown(1, id);
      bench.cluster.put(1, id, { _rev, _deleted: true, writeId: 'theirs' });
      return 'hang up';
    });
    await assert.rejects(put(store, 'Second', first), isConflict);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('is a conflict when another one of the same base comes to light while it is made sure', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      if (count === 1) {
        bench.cluster.split([[0, 1], [2]]);
        answer();
        write(2, first, 'Theirs');
        return 'hang up';
      }
      const reply = answer();
      if (count > 2) bench.cluster.heal();
      return reply;
    });
    await assert.rejects(put(store, 'Refused', first), isConflict);
  });

  it('is a conflict when its base was replaced by a text that was put back', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    await putBack(store, first);
    onEachPut((count, answer) => (count === 1 ? 'hang up' : answer()));
    await assert.rejects(put(store, 'Second', first), isConflict);
  });

  it('and a removal of the same base that was not answered, either, both are conflicts', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 4; round += 1) {
      bench.cluster.split([[0], [1], [2]]);
      let sent = 0;
      bench.couches.forEach((couch, node) =>
        couch.play((request, response) => {
          const reply = bench.cluster.answer(node)(request, response);
          if (request.method !== 'PUT' || request.path !== id || (sent += 1) > 2) return reply;
          if (sent === 2) bench.cluster.heal();
          return 'hang up';
        }),
      );
      const outcomes = await Promise.allSettled([
        put(one, `One ${round}`, revision),
        remove(other, revision),
      ]);
      for (const { reason } of /** @type {any[]} */ (outcomes))
        assert.equal(reason?.code, 'conflict');
      await allForgotten();
      bench.cluster.heal();
      assert.deepEqual(shown(), everywhere('First'));
      revision = (await one.get('settings', 'site')).revision;
    }
  });

  for (const [what, reply] of /** @type {[string, import('./scripted-couch.js').Reply][]} */ ([
    ['says no', { status: 403, body: { reason: 'no' } }],
    ['does not take it', { status: 201, body: [{ id, error: 'forbidden', reason: 'no' }] }],
  ]))
    it(`and removes, is not done when it cannot be made sure of, since CouchDB ${what}`, async () => {
      const store = await open(0);
      const first = await put(store, 'First', null);
      let isDone = false;
      let puts = 0;
      bench.couches[0].play((request, response) => {
        if (request.path === '_bulk_docs' && !isDone) return reply;
        const answer = bench.cluster.answer(0)(request, response);
        const isPut = request.method === 'PUT' && request.path === id;
        return isPut && (puts += 1) === 1 ? 'hang up' : answer;
      });
      await assert.rejects(remove(store, first), isUnavailable);
      isDone = true;
      await allForgotten();
      assert.deepEqual(shown(), everywhere('First'));
    });

  for (const [what, isThere] of /** @type {[string, boolean][]} */ ([
    ['is done when it is given to a majority', true],
    ['is not done when it cannot be given to a majority', false],
  ]))
    it(`and removes, and only one node has it, ${what}`, async () => {
      const store = await open(0);
      const first = await put(store, 'First', null);
      let puts = 0;
      let isGiven = false;
      bench.couches[0].play((request, response) => {
        const isPut = request.method === 'PUT' && request.path === id;
        puts += isPut ? 1 : 0;
        if (isPut && puts === 1) cutOff();
        isGiven ||= request.path === '_bulk_docs';
        if (puts === 2 && request.path.startsWith('_local/')) bench.cluster.split([[0, 1, 2]]);
        if (isGiven && !isThere) cutOff();
        const reply = bench.cluster.answer(0)(request, response);
        return isPut && puts === 1 ? 'hang up' : reply;
      });
      const removal = remove(store, first);
      if (isThere) await removal;
      else await assert.rejects(removal, isUnavailable);
      const [branch] = bench.cluster.branches(1, id);
      assert.equal(branch.doc._deleted ?? false, isThere);
    });
});
