import assert from 'node:assert/strict';
import { digest } from '../../../lib/digest.js';
import * as fixtures from '../fixtures.js';

const { welcomePost, friendlyComment } = fixtures;

/** @param {() => import('../contract.js').Bench} bench */
export function summaryContract(bench) {
  const writeAll = () =>
    bench().store.write(
      fixtures.oneOfEachKind.map(([kind, record]) => ({ kind, record, revision: null })),
    );
  const edit = (/** @type {Record<string, any>} */ fields) =>
    bench().editInConsole('post', welcomePost.id, fields);
  const suspects = async () => (await bench().store.summaries()).suspects;

  describe('gives the summaries', () => {
    it('of an empty blog', async () => {
      const { epoch, sequence, ...rest } = await bench().store.summaries();
      assert.ok(epoch && sequence);
      assert.deepEqual(rest, {
        posts: [],
        suspects: [],
        comments: [],
        addresses: [],
        users: [],
        settings: null,
      });
    });

    it('of every post, whatever its status', async () => {
      await writeAll();
      const { posts } = await bench().store.summaries();
      const { revision } = await bench().store.get('post', welcomePost.id);
      assert.equal(posts.length, 3);
      assert.deepEqual(
        posts.find(({ id }) => id === welcomePost.id),
        {
          id: welcomePost.id,
          type: 'post',
          slug: 'welcome',
          title: 'Welcome to the larder',
          tags: ['Kitchen', 'node.js'],
          author: 'ada',
          status: 'published',
          publishedAt: '2026-03-01T08:00:00.000Z',
          updatedAt: '2026-03-01T08:00:00.000Z',
          teaserDigest: digest(welcomePost.teaser),
          words: 4,
          revision,
        },
      );
    });

    it('with approved comments alone, addresses, settings, and users without their passwords', async () => {
      await writeAll();
      const { store } = bench();
      const { comments, addresses, users, settings } = await store.summaries();
      const revisionOf = async (/** @type {any} */ kind, /** @type {string} */ id) =>
        (await store.get(kind, id)).revision;
      assert.deepEqual(comments, [
        { id: friendlyComment.id, revision: await revisionOf('comment', friendlyComment.id) },
      ]);
      assert.deepEqual(
        addresses.sort((one, other) => (one.id < other.id ? -1 : 1)),
        await store.getMany('address', [fixtures.oldAddress.id, fixtures.welcomeAddress.id]),
      );
      assert.deepEqual(
        users.find(({ id }) => id === 'ada'),
        {
          id: 'ada',
          name: 'Ada Lovelace',
          role: 'owner',
          revision: await revisionOf('user', 'ada'),
        },
      );
      assert.deepEqual(settings, await store.get('settings', 'site'));
    });

    it('without what was removed', async () => {
      const { store } = bench();
      const [revision] = await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
      await store.write([
        { kind: 'post', id: welcomePost.id, revision: String(revision), removed: true },
      ]);
      assert.deepEqual((await store.summaries()).posts, []);
    });

    it('and suspects no post that was saved here, however often', async () => {
      const { store } = bench();
      let [revision] = await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
      for (const markdown of ['One.', 'Two.', 'Two.']) {
        const record = { ...welcomePost, markdown };
        [revision] = await store.write([{ kind: 'post', record, revision }]);
      }
      assert.deepEqual(await suspects(), []);
    });

    for (const fields of [
      { markdown: 'Chutney.' },
      { excerpt: 'Sour.' },
      { markdown: '', html: '' },
    ]) {
      it(`and suspects a post whose ${Object.keys(fields)} was edited in the console, until it is saved`, async () => {
        await writeAll();
        await edit(fields);
        assert.deepEqual(await suspects(), [welcomePost.id]);
        const kept = await bench().store.get('post', welcomePost.id);
        const record = { ...kept, rendered: '1:anew' };
        await bench().store.write([{ kind: 'post', record, revision: kept.revision }]);
        assert.deepEqual(await suspects(), []);
      });
    }

    it('and suspects a post without HTML of any renderer', async () => {
      const record = { ...welcomePost, rendered: '' };
      await bench().store.write([{ kind: 'post', record, revision: null }]);
      assert.deepEqual(await suspects(), [welcomePost.id]);
    });

    it('under one epoch, until the data are restored', async () => {
      const { store, another, renewEpoch } = bench();
      const { epoch } = await store.summaries();
      await writeAll();
      assert.equal((await (await another()).summaries()).epoch, epoch);
      await renewEpoch();
      assert.notEqual((await store.summaries()).epoch, epoch);
    });
  });
}
