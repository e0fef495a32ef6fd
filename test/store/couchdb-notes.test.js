import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clusterBench } from './cluster-bench.js';

describe('The notes of what is written to a cluster', () => {
  const bench = clusterBench();
  const {
    open,
    put,
    shown,
    everywhere,
    cutOff,
    notes,
    allForgotten,
    putBack,
    keepRefused,
    onEachPut,
    puts,
  } = bench;
  const isUnavailable = { code: 'unavailable' };
  const isConflict = { code: 'conflict' };
  const awayIsTheLast = () => bench.cluster.split([[0, 1], [2]]);

  it('keep nothing of a conflict when every node has answered', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    await put(store, 'Second', first);
    await assert.rejects(put(store, 'Refused', first), isConflict);
    assert.deepEqual(notes(), []);
  });

  it('keep nothing of what CouchDB has rejected outright, also while a node is away', async () => {
    const store = await open(0);
    awayIsTheLast();
    onEachPut(() => ({ status: 413, body: { error: 'document_too_large' } }));
    await assert.rejects(put(store, 'Too large', null), { code: 'invalid' });
    assert.deepEqual(notes(), []);
  });

  it('keep nothing of a write that is done on top of what was put back for its base', async () => {
    const store = await open(0);
    const first = await put(store, 'First', null);
    await putBack(store, first);
    awayIsTheLast();
    const second = await put(store, 'Second', first);
    cutOff();
    await assert.rejects(put(await open(0), 'Refused, too', second), isUnavailable);
    bench.cluster.heal();
    await allForgotten();
    assert.deepEqual(shown(), everywhere('Second'));
  });

  it('are not needed when the base is no revision: nothing is sent', async () => {
    const store = await open(0);
    await put(store, 'First', null);
    const before = puts().length;
    await assert.rejects(put(store, 'Second', 'neither'), isConflict);
    assert.equal(puts().length, before);
    assert.deepEqual(notes(), []);
  });

  describe('that others have left', () => {
    /** A killed process's number. */
    const { pid } = spawnSync(process.execPath, ['--version']);
    /** @param {(note: any) => string} change @param {number} [by] @returns the folder, and what is in it */
    async function leaveANote(change, by = pid) {
      const store = await open(0);
      const first = await put(store, 'First', null);
      cutOff();
      keepRefused(0);
      await assert.rejects(put(store, 'Refused', first), isUnavailable);
      await store.close();
      bench.cluster.heal();
      const [name] = notes();
      const folder = join(bench.folder, '0');
      const text = readFileSync(join(bench.folder, name), 'utf8');
      rmSync(join(bench.folder, name));
      const changed = name.replace(/^.*\/\d+/, String(by));
      writeFileSync(join(folder, changed), change(JSON.parse(text)));
      return { folder, files: [changed] };
    }

    it('are taken over by the next process, which takes back what they name', async () => {
      const { folder } = await leaveANote(JSON.stringify);
      bench.couches[0].play(bench.cluster.answer(0));
      await open(0);
      assert.match(readdirSync(folder).join(), new RegExp(`^${process.pid}-`));
      await allForgotten();
      assert.deepEqual(shown(), everywhere('First'));
    });

    it('are left alone when they are of another database', async () => {
      const { folder, files } = await leaveANote((note) =>
        JSON.stringify({ ...note, place: 'elsewhere' }),
      );
      await open(0);
      assert.deepEqual(readdirSync(folder), files);
    });

    it('are left alone when their process is running', async () => {
      const { folder, files } = await leaveANote(JSON.stringify, process.ppid);
      await open(0);
      assert.deepEqual(readdirSync(folder), files);
    });

    it('are thrown away when they are not complete, since nothing was sent then', async () => {
      const { folder } = await leaveANote((note) => JSON.stringify(note).slice(0, -5));
      await open(0);
      assert.deepEqual(readdirSync(folder), []);
    });

    it('are told from files of others', async () => {
      const folder = join(bench.folder, '0');
      mkdirSync(folder);
      writeFileSync(join(folder, 'read-me.txt'), 'Not a note.');
      await open(0);
      assert.deepEqual(readdirSync(folder), ['read-me.txt']);
    });
  });
});
