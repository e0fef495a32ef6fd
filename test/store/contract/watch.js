import assert from 'node:assert/strict';
import * as fixtures from '../fixtures.js';
import { listen } from '../listen.js';
/** @import { Store } from '../../../lib/store/types.js' */
/** @import { Bench } from '../contract.js' */

const { welcomePost, breadDraft } = fixtures;

/** @param {() => Bench} bench */
export function watchContract(bench) {
  /** @param {Store} [store] */
  const create = async (store = bench().store, record = welcomePost) => {
    const [revision] = await store.write([{ kind: 'post', record, revision: null }]);
    return String(revision);
  };
  const here = async () => (await bench().store.summaries()).sequence;
  const revisionNow = async () => (await bench().store.get('post', welcomePost.id)).revision;

  describe('tells a watcher', () => {
    it('of what this process writes, in order, each with its revision', async () => {
      const heard = listen(bench().store, await here());
      const first = await create();
      await heard.told('post', welcomePost.id, first);
      const [second] = await bench().store.write([
        { kind: 'post', record: { ...welcomePost, title: 'Second' }, revision: first },
      ]);
      await heard.told('post', welcomePost.id, second);
      await bench().store.write([
        { kind: 'post', id: welcomePost.id, revision: String(second), removed: true },
      ]);
      await heard.told('post', welcomePost.id, null);
      const revisions = heard.changes.map(({ revision }) => revision);
      assert.ok(revisions.indexOf(first) < revisions.indexOf(second));
      assert.equal(revisions.at(-1), null);
    });

    it('of every kind that readers see, and of no session or token', async () => {
      const heard = listen(bench().store, await here());
      await bench().store.write(
        fixtures.oneOfEachKind.map(([kind, record]) => ({ kind, record, revision: null })),
      );
      const last = { ...breadDraft, id: 'the-last' };
      await heard.told('post', last.id, await create(bench().store, last));
      const visible = ['post', 'comment', 'user', 'settings', 'address', 'media'];
      const expected = fixtures.oneOfEachKind.filter(([kind]) => visible.includes(kind));
      assert.deepEqual(
        new Set(heard.changes.map(({ kind, id }) => `${kind} ${id}`)),
        new Set([...expected.map(([kind, { id }]) => `${kind} ${id}`), 'post the-last']),
      );
    });

    it('of what another process writes', async () => {
      const other = await bench().another();
      const heard = listen(bench().store, await here());
      await heard.told('post', welcomePost.id, await create(other));
    });

    it('of what was written between the summaries and the watch', async () => {
      const since = await here();
      const revision = await create();
      await listen(bench().store, since).told('post', welcomePost.id, revision);
    });

    it('of a row or document that was edited in the console, under a higher revision', async () => {
      const before = await create();
      const heard = listen(bench().store, await here());
      await bench().editInConsole('post', welcomePost.id, { title: 'By hand' });
      const after = await revisionNow();
      await heard.told('post', welcomePost.id, after);
      assert.ok(Number.parseInt(after) > Number.parseInt(before));
      assert.equal((await bench().store.get('post', welcomePost.id)).title, 'By hand');
    });

    it('of a row or document that was deleted in the console', async () => {
      await create();
      const heard = listen(bench().store, await here());
      await bench().removeInConsole('post', welcomePost.id);
      await heard.told('post', welcomePost.id, null);
    });

    it('what it can then read', async () => {
      const other = await bench().another();
      /** @type {any[]} */
      const read = [];
      const heard = listen(bench().store, await here(), {
        async onChanges(changes) {
          for (const { kind, id } of changes) read.push(await bench().store.get(kind, id));
        },
      });
      const revision = await create(other);
      await heard.told('post', welcomePost.id, revision);
      assert.equal(read[0].revision, revision);
    });

    it('the rest, when the watch goes on from where another one had come to', async () => {
      const heard = listen(bench().store, await here());
      await heard.told('post', welcomePost.id, await create());
      await heard.close();
      const missed = await create(bench().store, breadDraft);
      const later = listen(bench().store, String(heard.sequences.at(-1)));
      await later.told('post', breadDraft.id, missed);
      assert.deepEqual(
        later.changes.map(({ id }) => id),
        [breadDraft.id],
      );
    });

    it('of everything, when very much has happened', async () => {
      const since = await here();
      const ids = Array.from({ length: 620 }, (_, number) => `/old/${number}`);
      await bench().insertInConsole(
        'address',
        ids.map((id) => ({ ...fixtures.oldAddress, id })),
      );
      const heard = listen(bench().store, since);
      const heardIds = () => new Set(heard.changes.map(({ id }) => id));
      await heard.until(() => heardIds().size === ids.length);
    });

    it('nothing more, until it is done with what it was told', async () => {
      let busy = 0;
      let mostBusy = 0;
      const heard = listen(bench().store, await here(), {
        async onChanges() {
          busy += 1;
          mostBusy = Math.max(mostBusy, busy);
          await new Promise((resolve) => setImmediate(resolve));
          busy -= 1;
        },
      });
      await heard.told('post', welcomePost.id, await create());
      await heard.told('post', breadDraft.id, await create(bench().store, breadDraft));
      assert.equal(mostBusy, 1);
    });

    it('once more, when it could not take it', async () => {
      let failures = 0;
      const heard = listen(bench().store, await here(), {
        async onChanges() {
          if (failures++ === 0) throw new Error('not now');
        },
      });
      await heard.told('post', welcomePost.id, await create());
      assert.ok(failures > 1);
    });

    it('to begin anew after a restore, and goes on by itself', async () => {
      const heard = listen(bench().store, await here());
      await bench().renewEpoch();
      await heard.until(() => heard.resets.length === 1);
      await heard.told('post', welcomePost.id, await create());
      assert.equal(heard.resets.length, 1);
    });

    it('to begin anew when its place is of another epoch', async () => {
      const since = await here();
      await bench().renewEpoch();
      const heard = listen(bench().store, since);
      await heard.until(() => heard.resets.length === 1);
      await heard.told('post', welcomePost.id, await create());
    });

    it('to begin anew when its place means nothing', async () => {
      for (const since of ['', 'nonsense', 'a:b:c']) {
        const heard = listen(bench().store, since);
        await heard.until(() => heard.resets.length === 1);
        await heard.close();
      }
    });

    it('nothing after the watch was closed, even from within', async () => {
      const { store } = bench();
      let calls = 0;
      const closed = store.watch(await here(), {
        async onChanges() {
          calls += 1;
          await closed.close();
        },
        async onReset() {},
        onReachable() {},
      });
      const heard = listen(store, await here());
      await heard.told('post', welcomePost.id, await create());
      await heard.told('post', breadDraft.id, await create(store, breadDraft));
      assert.ok(calls <= 1);
    });
  });
}
