import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { breadDraft, welcomePost } from '../fixtures.js';
/** @import { Bench } from '../contract.js' */

const isConflict = { name: 'LarderError', code: 'conflict' };

/** @param {() => Bench} bench */
export function writeContract(bench) {
  /** @param {any} record @param {string | null} revision */
  const put = (record, revision) =>
    bench()
      .store.write([{ kind: 'post', record, revision }])
      .then(([made]) => String(made));
  /** @param {string} revision */
  const remove = (revision) =>
    bench().store.write([{ kind: 'post', id: welcomePost.id, revision, removed: true }]);
  const title = async () => (await bench().store.get('post', welcomePost.id)).title;

  describe('writes', () => {
    it('nothing when told nothing', async () => {
      assert.deepEqual(await bench().store.write([]), []);
    });

    it('a record anew with the revision that it has', async () => {
      const first = await put(welcomePost, null);
      const second = await put({ ...welcomePost, title: 'Second' }, first);
      assert.notEqual(second, first);
      assert.equal(await title(), 'Second');
    });

    it('no record over another that has its id', async () => {
      await put(welcomePost, null);
      await assert.rejects(put({ ...welcomePost, title: 'Other' }, null), isConflict);
      assert.equal(await title(), welcomePost.title);
    });

    it('no record over what someone else has written meanwhile', async () => {
      const first = await put(welcomePost, null);
      await put({ ...welcomePost, title: 'Theirs' }, first);
      await assert.rejects(put({ ...welcomePost, title: 'Ours' }, first), isConflict);
      assert.equal(await title(), 'Theirs');
    });

    it('nothing for a revision that never was one', async () => {
      await put(welcomePost, null);
      for (const revision of ['', '0', '1', 'x', '1-x', "1' OR 1", '99999999999999999999']) {
        if (revision === (await bench().store.get('post', welcomePost.id)).revision) continue;
        await assert.rejects(
          put({ ...welcomePost, title: 'Ours' }, revision),
          isConflict,
          revision,
        );
        await assert.rejects(remove(revision), isConflict, revision);
      }
      assert.equal(await title(), welcomePost.title);
    });

    it('and says which record was in conflict', async () => {
      await put(welcomePost, null);
      await assert.rejects(put({ ...welcomePost, title: 'Other' }, null), {
        details: { kind: 'post', id: welcomePost.id },
      });
    });

    it('a removal with the present revision alone', async () => {
      const first = await put(welcomePost, null);
      const second = await put({ ...welcomePost, title: 'Second' }, first);
      await assert.rejects(remove(first), isConflict);
      assert.deepEqual(await remove(second), [null]);
      assert.equal(await bench().store.get('post', welcomePost.id), null);
    });

    it('neither a change nor a removal of what was removed', async () => {
      const first = await put(welcomePost, null);
      await remove(first);
      await assert.rejects(put(welcomePost, first), isConflict);
      await assert.rejects(remove(first), isConflict);
    });

    it('a removed record anew, under a revision that has gone on', async () => {
      const first = await put(welcomePost, null);
      const second = await put({ ...welcomePost, title: 'Second' }, first);
      await remove(second);
      const third = await put(welcomePost, null);
      assert.ok(Number.parseInt(third) > Number.parseInt(second), `${third} after ${second}`);
      await put({ ...welcomePost, title: 'Fourth' }, third);
      assert.equal(await title(), 'Fourth');
    });

    it('several records, one after the other, and stops at the first that fails', async () => {
      const { store } = bench();
      await put(welcomePost, null);
      await assert.rejects(
        store.write([
          { kind: 'post', record: { ...welcomePost, title: 'Other' }, revision: null },
          { kind: 'post', record: breadDraft, revision: null },
        ]),
        isConflict,
      );
      assert.equal(await store.get('post', breadDraft.id), null);
    });

    it('very many records in one go, over those that are there, and none over another’s', async () => {
      const { store } = bench();
      const first = await put(welcomePost, null);
      const others = Array.from({ length: 250 }, (_, at) => ({
        kind: /** @type {const} */ ('post'),
        record: { ...breadDraft, id: `many-${at}` },
        revision: null,
      }));
      const record = { ...welcomePost, title: 'Second' };
      await store.writeMany([{ kind: 'post', record, revision: first }, ...others]);
      assert.equal(await title(), 'Second');
      const ids = others.map((other) => other.record.id);
      assert.ok((await store.getMany('post', ids)).every((found) => found?.title));
      await assert.rejects(store.writeMany(others.slice(0, 2)), isConflict);
    });

    it('very many records in one go, over those that were removed', async () => {
      const { store } = bench();
      const revision = await put(welcomePost, null);
      await store.write([{ kind: 'post', id: welcomePost.id, revision, removed: true }]);
      await store.writeMany([{ kind: 'post', record: welcomePost, revision: null }]);
      assert.equal(await title(), welcomePost.title);
      const seen = await (await bench().another()).get('post', welcomePost.id);
      assert.equal(seen?.title, welcomePost.title);
    });

    it('a record again that was removed, while another process reads it', async () => {
      const { store } = bench();
      const other = await bench().another();
      let isReading = true;
      const reading = (async () => {
        for (; isReading; await setImmediate()) await other.get('post', welcomePost.id);
      })();
      for (let round = 0; round < 40; round++) {
        const revision = await put(welcomePost, null);
        assert.equal(await title(), welcomePost.title);
        await store.write([{ kind: 'post', id: welcomePost.id, revision, removed: true }]);
      }
      isReading = false;
      await reading;
    });

    it('what another process sees at once', async () => {
      const other = await bench().another();
      const revision = await put(welcomePost, null);
      assert.deepEqual(await other.get('post', welcomePost.id), { ...welcomePost, revision });
    });

    it('only one of many who change the same record at the same moment', async () => {
      const other = await bench().another();
      const first = await put(welcomePost, null);
      const attempts = [0, 1, 2, 3, 4, 5].map((number) =>
        (number % 2 ? other : bench().store).write([
          { kind: 'post', record: { ...welcomePost, title: `Edit ${number}` }, revision: first },
        ]),
      );
      const outcomes = await Promise.allSettled(attempts);
      const done = outcomes.filter(({ status }) => status === 'fulfilled');
      assert.equal(done.length, 1);
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
      assert.ok(lost.every(({ reason }) => reason.code === 'conflict'));
    });
  });
}
