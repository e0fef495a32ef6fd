import assert from 'node:assert/strict';
import { digest } from '../../../lib/base/digest.js';
import * as fixtures from '../fixtures.js';
/** @import { Summaries } from '../../../lib/store/types.js' */
/** @import { Bench } from '../contract.js' */

const { welcomePost, friendlyComment, jamPhoto } = fixtures;

/** @param {() => Bench} bench */
export function summaryContract(bench) {
  const writeAll = () =>
    bench().store.write(
      fixtures.oneOfEachKind.map(([kind, record]) => ({ kind, record, revision: null })),
    );
  const edit = (/** @type {Record<string, any>} */ fields) =>
    bench().editInConsole('post', welcomePost.id, fields);
  /**
   * In a cluster a view may trail what was just written (the feed brings the rest): so it is read again
   * until it tells what it should, or the test has no more time.
   *
   * @param {(summaries: Summaries) => boolean} isThere
   */
  const summariesWith = async (isThere) => {
    for (;;) {
      const summaries = await bench().store.summaries();
      if (isThere(summaries)) return summaries;
    }
  };
  const withSuspects = (/** @type {number} */ count) =>
    summariesWith(({ staleRenders }) => staleRenders.length === count);
  const withPosts = (/** @type {number} */ count) =>
    summariesWith(({ posts }) => posts.length === count);

  describe('gives the summaries', () => {
    it('of an empty blog', async () => {
      const { epoch, sequence, ...rest } = await bench().store.summaries();
      assert.ok(epoch && sequence);
      assert.deepEqual(rest, {
        posts: [],
        staleRenders: [],
        comments: [],
        addresses: [],
        users: [],
        pictures: [],
        settings: null,
      });
    });

    it('of the epoch, which is another one after a restore', async () => {
      const { store, renewEpoch } = bench();
      const { epoch } = await store.summaries();
      assert.equal(await store.epoch(), epoch);
      await renewEpoch();
      assert.notEqual(await store.epoch(), epoch);
    });

    it('of every post, whatever its status', async () => {
      await writeAll();
      const { posts } = await withPosts(3);
      const { revision } = await bench().store.get('post', welcomePost.id);
      // A store that cannot tell it leaves it out.
      const { textDigest: _, ...welcome } = posts.find(({ id }) => id === welcomePost.id) ?? {};
      assert.deepEqual(welcome, {
        id: welcomePost.id,
        type: 'post',
        slug: 'welcome',
        title: 'Welcome to the larder',
        tags: ['Kitchen', 'node.js'],
        author: 'ada',
        status: 'published',
        publishedAt: '2026-03-01T08:00:00.000Z',
        updatedAt: '2026-03-01T08:00:00.000Z',
        commentsClosed: false,
        teaserDigest: digest(welcomePost.teaser),
        words: 4,
        revision,
      });
    });

    it('with approved comments alone, addresses, settings, and users without their passwords', async () => {
      await writeAll();
      const { store } = bench();
      const { comments, addresses, users, settings } = await summariesWith(
        (all) =>
          all.comments.length === 1 &&
          all.addresses.length === 2 &&
          all.users.length === 2 &&
          !!all.settings,
      );
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

    it('with pictures, and no other files', async () => {
      const { store } = bench();
      await writeAll();
      const notes = { ...jamPhoto, id: '0123456789abcdef-notes.txt', type: 'text/plain' };
      await store.write([{ kind: 'media', record: notes, revision: null }]);
      const { pictures } = await summariesWith((all) => all.pictures.length > 0);
      const { id, width, height } = jamPhoto;
      const { revision } = await store.get('media', id);
      assert.deepEqual(pictures, [{ id, width, height, revision }]);
    });

    it('without what was removed', async () => {
      const { store } = bench();
      const [revision] = await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
      await store.write([
        { kind: 'post', id: welcomePost.id, revision: String(revision), removed: true },
      ]);
      await withPosts(0);
    });

    it('and suspects no post that was saved here, however often', async () => {
      const { store } = bench();
      let [revision] = await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
      for (const markdown of ['One.', 'Two.', 'Two.']) {
        const record = { ...welcomePost, markdown };
        [revision] = await store.write([{ kind: 'post', record, revision }]);
      }
      const { staleRenders } = await summariesWith(({ posts }) => posts[0]?.revision === revision);
      assert.deepEqual(staleRenders, []);
    });

    for (const fields of [
      { markdown: 'Chutney.' },
      { excerpt: 'Sour.' },
      { markdown: '', html: '' },
    ]) {
      it(`and suspects a post whose ${Object.keys(fields)} was edited in the console, until it is saved`, async () => {
        await writeAll();
        await edit(fields);
        assert.deepEqual((await withSuspects(1)).staleRenders, [welcomePost.id]);
        const kept = await bench().store.get('post', welcomePost.id);
        const record = { ...kept, rendered: '1:anew' };
        await bench().store.write([{ kind: 'post', record, revision: kept.revision }]);
        await withSuspects(0);
      });
    }

    it('and suspects a post without HTML of any renderer', async () => {
      const record = { ...welcomePost, rendered: '' };
      await bench().store.write([{ kind: 'post', record, revision: null }]);
      assert.deepEqual((await withSuspects(1)).staleRenders, [welcomePost.id]);
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
