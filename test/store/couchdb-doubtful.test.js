import assert from 'node:assert/strict';
import { clusterBench, id } from './cluster-bench.js';
import { siteSettings } from './fixtures.js';
/** @import { Script } from './scripted-couch.js' */

describe('A write whose outcome is uncertain', () => {
  const bench = clusterBench();
  const { open, put, remove, title, shown, everywhere, onEachPut } = bench;
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };
  /** The first is done, but not answered. @param {number} count @param {() => ReturnType<Script>} answer */
  const breakOffTheFirst = (count, answer) => {
    const reply = answer();
    return count === 1 ? /** @type {const} */ ('hang up') : reply;
  };
  const saveOnTop = () => {
    const { _rev } = bench.cluster.shown(1, id);
    bench.cluster.put(1, id, { ...siteSettings, _rev, title: 'On top', writeId: 'theirs' });
  };

  it('that broke off but was stored is recognised by reading it back', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut(breakOffTheFirst);
    await put(store, 'Second', first);
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('that broke off but was stored is recognised also when somebody has saved over it', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      const reply = answer();
      if (count > 1) return reply;
      saveOnTop();
      return 'hang up';
    });
    const second = await put(store, 'Second', first);
    const [{ line }] = bench.cluster.branches(1, id);
    assert.equal(line[1], second);
    assert.deepEqual(shown(), everywhere('On top'));
  });

  it('that broke off but was stored is recognised also when somebody saves over it during the check', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      if (count === 3) saveOnTop();
      return breakOffTheFirst(count, answer);
    });
    const second = await put(store, 'Second', first);
    const [{ line }] = bench.cluster.branches(1, id);
    assert.equal(line[1], second);
    assert.deepEqual(shown(), everywhere('On top'));
  });

  it('that removes a record, and broke off but was stored, is recognised', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut(breakOffTheFirst);
    await remove(store, first);
    assert.deepEqual(shown(), everywhere(undefined));
  });

  it('that broke off and was not stored is sent again', async () => {
    const store = await open(0);
    onEachPut((count, answer) => (count < 3 ? 'hang up' : answer()));
    await put(store, 'First', null);
    assert.deepEqual(shown(), everywhere('First'));
  });

  it('that broke off, while someone else wrote, is a conflict', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    onEachPut((count, answer) => {
      if (count > 1) return answer();
      bench.cluster.put(1, id, { _rev: first, title: 'Theirs' });
      return 'hang up';
    });
    await assert.rejects(put(store, 'Ours', first), isConflict);
    assert.deepEqual(shown(), everywhere('Theirs'));
  });

  it('fails as unavailable when no node can be asked for the outcome', async () => {
    const store = await open(0);
    bench.couches[0].play(({ path }) => (path === id ? 'hang up' : undefined));
    await assert.rejects(put(store, 'First', null), isUnavailable);
  });

  it('and a rival that reached another node do not both succeed', async () => {
    const [one, other] = [await open(0), await open(1)];
    let revision = await put(one, 'First', null);
    for (let round = 0; round < 10; round += 1) {
      bench.cluster.split([[0], [1], [2]]);
      let sent = 0;
      bench.couches.forEach((couch, node) =>
        couch.play((request, response) => {
          const reply = bench.cluster.answer(node)(request, response);
          if (request.method === 'PUT' && request.path === id && (sent += 1) === 2)
            bench.cluster.heal();
          return reply;
        }),
      );
      const outcomes = await Promise.allSettled([
        put(one, `One ${round}`, revision),
        put(other, `Other ${round}`, revision),
      ]);
      bench.cluster.heal();
      const [text] = shown();
      assert.deepEqual(shown(), everywhere(text));
      const done = outcomes.flatMap(({ status }, at) =>
        status === 'fulfilled' ? [`${['One', 'Other'][at]} ${round}`] : [],
      );
      assert.ok(done.length <= 1, `${done}`);
      if (done.length === 1) assert.equal(text, done[0]);
      else assert.doesNotMatch(text, new RegExp(` ${round}$`));
      revision = (await one.get('settings', 'site')).revision;
    }
  });

  it('that creates, and reaches a frozen node when the record is removed again, brings nothing back', async () => {
    const store = await open(0);
    const revision = await put(store, 'First', null);
    const [{ doc }] = bench.cluster.branches(0, id);
    await remove(store, revision);
    const { _id, _rev, ...late } = doc;
    bench.cluster.put(2, id, late);
    assert.deepEqual(shown(), everywhere('First'));
    assert.equal(await title(store), undefined);
    assert.deepEqual(shown(), everywhere(undefined));
    await put(store, 'Made anew', null);
    assert.equal(await title(await open(1)), 'Made anew');
  });

  it('that creates is shown when somebody changes it in the console', async () => {
    const store = await open(0);
    await put(store, 'First', null);
    const [{ doc }] = bench.cluster.branches(0, id);
    const { _id, ...fields } = doc;
    bench.cluster.put(1, id, { ...fields, title: 'By hand' });
    assert.equal(await title(store), 'By hand');
  });

  it('succeeds also when the folder for notes cannot be written', async () => {
    const store = await bench.couches[0].open({ notes: '/dev/null/notes' });
    await put(store, 'Second', await put(store, 'First', null));
    assert.deepEqual(shown(), everywhere('Second'));
    const warnings = bench.couches[0].log.entries.filter(([, text]) => /Cannot record/.test(text));
    assert.equal(warnings.length, 1);
  });
});
