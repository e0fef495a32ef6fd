import assert from 'node:assert/strict';
import * as fixtures from '../fixtures.js';
/** @import { Kind } from '../../../lib/store/types.js' */
/** @import { Bench } from '../contract.js' */

const { deletedBread, welcomePost, friendlyComment, waitingComment, jamPhoto } = fixtures;

/** @param {() => Bench} bench */
export function recordContract(bench) {
  /**
   * In a cluster a list may trail what was just written: so it is read until it is as long as it should be.
   *
   * @param {Kind} kind
   * @param {number} length
   * @returns {Promise<string[]>} ids
   */
  const listed = async (kind, length) => {
    for (;;) {
      const ids = [];
      for await (const { id } of bench().store.all(kind)) ids.push(id);
      if (ids.length >= length) return ids;
    }
  };

  describe('keeps records', () => {
    for (const [kind, record] of fixtures.oneOfEachKind) {
      it(`and gives back a ${kind} as it was (${record.id})`, async () => {
        const { store } = bench();
        const [revision] = await store.write([{ kind, record, revision: null }]);
        assert.deepEqual(await store.get(kind, record.id), { ...record, revision });
      });
    }

    it('and what it gave back can be written again', async () => {
      const { store } = bench();
      await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
      const kept = await store.get('post', welcomePost.id);
      const [revision] = await store.write([
        { kind: 'post', record: kept, revision: kept.revision },
      ]);
      assert.deepEqual(await store.get('post', welcomePost.id), { ...welcomePost, revision });
    });

    it('with any character in them', async () => {
      const { store } = bench();
      const odd = {
        ...welcomePost,
        title: '"quotes", \u2028, a family 👩‍👩‍👧 and 𝔘𝔫𝔦𝔠𝔬𝔡𝔢',
        tags: ['__proto__', '日本語'],
      };
      const [revision] = await store.write([{ kind: 'post', record: odd, revision: null }]);
      assert.deepEqual(await store.get('post', odd.id), { ...odd, revision });
    });

    it('with U+FFFD in the place of NUL and of half a character', async () => {
      const { store } = bench();
      const torn = { ...welcomePost, title: 'a\ud83cb\0c', tags: ['\udf53'] };
      await store.write([{ kind: 'post', record: torn, revision: null }]);
      const { title, tags } = await store.get('post', torn.id);
      assert.deepEqual({ title, tags }, { title: 'a\ufffdb\ufffdc', tags: ['\ufffd'] });
    });

    it('of five megabytes', async () => {
      const { store } = bench();
      const markdown = 'Jam. '.repeat(1024 * 1024);
      const long = { ...welcomePost, markdown };
      await store.write([{ kind: 'post', record: long, revision: null }]);
      assert.equal((await store.get('post', long.id)).markdown, markdown);
    });

    it('and answers null for what it does not have', async () => {
      const { store } = bench();
      await store.write([
        { kind: 'address', record: { ...fixtures.oldAddress, id: '/\ufffd' }, revision: null },
      ]);
      for (const id of ['nothing', '__proto__', 'a/b?c#d', '/\ud83c', '/\0', ' ', '_local/x']) {
        assert.equal(await store.get('address', id), null, id);
      }
    });

    it('of different kinds under the same id', async () => {
      const { store } = bench();
      await store.write([
        { kind: 'token', record: { id: 'same', scope: 'posts:read' }, revision: null },
        { kind: 'session', record: { id: 'same', user: 'ada' }, revision: null },
      ]);
      assert.equal((await store.get('token', 'same')).scope, 'posts:read');
      assert.equal((await store.get('session', 'same')).user, 'ada');
    });
  });

  describe('gives many records', () => {
    it('in the order asked for, with null for those it does not have', async () => {
      const { store } = bench();
      await store.write([
        { kind: 'comment', record: friendlyComment, revision: null },
        { kind: 'comment', record: waitingComment, revision: null },
      ]);
      const ids = [waitingComment.id, 'x:y', '\ud83c', friendlyComment.id, waitingComment.id];
      const found = await store.getMany('comment', ids);
      assert.deepEqual(
        found.map((comment) => comment?.name ?? null),
        ['Linus', null, null, 'Grace', 'Linus'],
      );
      assert.deepEqual(await store.getMany('comment', []), []);
    });

    it('with all fields but those that may be left out', async () => {
      const { store } = bench();
      await store.write([{ kind: 'post', record: welcomePost, revision: null }]);
      const whole = await store.get('post', welcomePost.id);
      const [found] = await store.getMany('post', [welcomePost.id], ['markdown', 'html']);
      assert.deepEqual({ ...found, markdown: whole.markdown, html: whole.html }, whole);
    });

    it('media with their bytes', async () => {
      const { store } = bench();
      await store.write([{ kind: 'media', record: jamPhoto, revision: null }]);
      const [found, missing] = await store.getMany('media', [jamPhoto.id, 'none.png']);
      const [lean] = await store.getMany('media', [jamPhoto.id], ['bytes']);
      assert.deepEqual([lean.bytes, lean.size], [undefined, jamPhoto.size]);
      assert.deepEqual(found.bytes, jamPhoto.bytes);
      assert.equal(missing, null);
    });

    it('all of a kind in the order of their ids, over many pages', async () => {
      const { store } = bench();
      const ids = Array.from({ length: 120 }, (_, number) => `/old/${number}`);
      await bench().insertInConsole(
        'address',
        ids.map((id) => ({ ...fixtures.oldAddress, id })),
      );
      await store.write([{ kind: 'user', record: fixtures.ada, revision: null }]);
      assert.deepEqual(await listed('address', ids.length), ids.sort());
    });

    it('all media without their bytes', async () => {
      const { store } = bench();
      const [revision] = await store.write([{ kind: 'media', record: jamPhoto, revision: null }]);
      const { bytes: _, ...light } = jamPhoto;
      await listed('media', 1);
      for await (const record of store.all('media'))
        assert.deepEqual(record, { ...light, revision });
    });

    it('all deleted posts without the texts, which may be left out', async () => {
      const { store } = bench();
      const { html } = deletedBread.post;
      await store.write([{ kind: 'trash', record: deletedBread, revision: null }]);
      const whole = await store.get('trash', deletedBread.id);
      await listed('trash', 1);
      for await (const { post, ...record } of store.all('trash', ['post.html'])) {
        if (store.kind === 'sqlite') assert.equal(post.html, undefined);
        assert.deepEqual({ ...record, post: { ...post, html } }, whole);
      }
    });

    it('all comments of one post alone, the oldest first', async () => {
      const { store } = bench();
      const elsewhere = {
        ...friendlyComment,
        postId: `${welcomePost.id}1`,
        id: `${welcomePost.id}1:a`,
      };
      const write = (/** @type {any} */ record) => ({
        kind: /** @type {const} */ ('comment'),
        record,
        revision: null,
      });
      await store.write([waitingComment, elsewhere, friendlyComment].map(write));
      const found = await store.commentsOf(welcomePost.id);
      assert.deepEqual(
        found.map(({ name }) => name),
        ['Grace', 'Linus'],
      );
      assert.deepEqual(await store.commentsOf('none'), []);
    });
  });

  describe('gives the comments of a status', () => {
    const spam = {
      ...friendlyComment,
      id: `${welcomePost.id}:1e6f1c2d-0000-4000-8000-000000000003`,
      status: 'spam',
    };
    const keep = (/** @type {any[]} */ records) =>
      bench().store.write(
        records.map((record) => ({
          kind: /** @type {const} */ ('comment'),
          record,
          revision: null,
        })),
      );
    /** In a cluster a view may trail: it is asked until it tells of as many. @param {any} status @param {number} count */
    const counted = async (status, count) => {
      for (;;) {
        const counts = await bench().store.commentCounts(status);
        if ([...counts.values()].reduce((sum, each) => sum + each, 0) >= count) return counts;
      }
    };

    it('newest first, in pages, of which only the last is short', async () => {
      const { store } = bench();
      const comments = Array.from({ length: 7 }, (_, number) => ({
        ...waitingComment,
        id: `${number % 2 ? 'one' : 'two'}:${number}`,
        postId: number % 2 ? 'one' : 'two',
        createdAt: `2026-03-0${1 + Math.floor(number / 2)}T10:00:00.000Z`,
      }));
      await keep([...comments, friendlyComment, spam]);
      await counted('pending', 7);
      const seen = [];
      const sizes = [];
      /** @type {any} */
      let before;
      do {
        const page = await store.commentsWith('pending', { limit: 3, before });
        seen.push(...page.map(({ id }) => id));
        sizes.push(page.length);
        before = page.at(-1);
      } while (before);
      assert.deepEqual(seen, ['two:6', 'two:4', 'one:5', 'two:2', 'one:3', 'two:0', 'one:1']);
      assert.deepEqual(sizes, [3, 3, 1, 0]);
    });

    it('as they were written', async () => {
      await keep([friendlyComment, waitingComment]);
      const [found] = await bench().store.commentsWith('approved', { limit: 5 });
      assert.deepEqual(found, await bench().store.get('comment', friendlyComment.id));
    });

    it('at once under its new status when one was approved or removed', async () => {
      const { store } = bench();
      const [revision] = await keep([waitingComment, spam]);
      const record = { ...waitingComment, status: 'approved' };
      await store.write([{ kind: 'comment', record, revision }]);
      assert.deepEqual(await store.commentsWith('pending', { limit: 5 }), []);
      const [approved] = await store.commentsWith('approved', { limit: 5 });
      assert.equal(approved.id, waitingComment.id);
      const { revision: last } = await store.get('comment', spam.id);
      await store.write([{ kind: 'comment', id: spam.id, revision: last, removed: true }]);
      assert.deepEqual(await store.commentsWith('spam', { limit: 5 }), []);
    });

    it('and how many each post has', async () => {
      const elsewhere = { ...waitingComment, id: 'other:1', postId: 'other' };
      await keep([
        waitingComment,
        { ...waitingComment, id: `${welcomePost.id}:b` },
        elsewhere,
        spam,
      ]);
      assert.deepEqual(
        await counted('pending', 3),
        new Map([
          ['other', 1],
          [welcomePost.id, 2],
        ]),
      );
      assert.deepEqual(await bench().store.commentCounts('approved'), new Map());
    });
  });

  it('counts subscribers by state, source and day, whatever becomes of them, and no mere hashes', async () => {
    const { store } = bench();
    const subscriber = (/** @type {string} */ id, more = {}) => ({
      id,
      email: `${id}@example.org`,
      state: 'confirmed',
      source: 'a fair',
      confirmedAt: '2026-03-04T23:00:00.000Z',
      ...more,
    });
    const kind = /** @type {const} */ ('subscriber');
    const put = (/** @type {{ id: string }} */ record, revision = null) => ({
      kind,
      record,
      revision,
    });
    await store.writeMany(['a', 'b', 'c', 'd'].map((id) => put(subscriber(id))));
    await store.write([put(subscriber('e', { state: 'unconfirmed', confirmedAt: '' }))]);
    await store.write([put(subscriber('f', { email: '', state: 'unsubscribed' }))]);
    const revisionOf = async (/** @type {string} */ id) =>
      (await store.get('subscriber', id)).revision;
    await store.write([put(subscriber('a', { state: 'paused' }), await revisionOf('a'))]);
    await store.write([put(subscriber('b', { email: '' }), await revisionOf('b'))]);
    const revision = await revisionOf('c');
    await store.write([{ kind: 'subscriber', id: 'c', revision, removed: true }]);
    const day = '2026-03-04';
    const expected = [
      { state: 'confirmed', source: 'a fair', day, count: 1 },
      { state: 'paused', source: 'a fair', day, count: 1 },
      { state: 'unconfirmed', source: 'a fair', day: '', count: 1 },
    ];
    // In a cluster they may trail what was just written.
    for (let turn = 0; turn < 1000; turn++) {
      const counts = await store.subscriberCounts();
      if (JSON.stringify(counts) === JSON.stringify(expected)) return;
    }
    assert.deepEqual(await store.subscriberCounts(), expected);
  });

  it('finds subscribers by a part of their address, in pages', async () => {
    const { store } = bench();
    const emails = [
      'Ann@example.org',
      'ben@example.com',
      'ann.b@example.com',
      '',
      'zoe@ann.example',
    ];
    await store.writeMany(
      emails.map((email, at) => ({
        kind: 'subscriber',
        record: { id: `${at}`, email },
        revision: null,
      })),
    );
    // In a cluster a view may trail.
    for (let turn = 0; turn < 1000; turn++)
      if ((await store.subscribersWith('@', { after: '', limit: 9 })).ids.length === 4) break;
    const first = await store.subscribersWith('ann', { after: '', limit: 2 });
    const second = await store.subscribersWith('ann', { after: first.next, limit: 2 });
    assert.deepEqual([...first.ids, ...second.ids].sort(), ['0', '2', '4']);
    assert.equal(second.next, '');
    assert.deepEqual(await store.subscribersWith("o' OR 1", { after: '', limit: 2 }), {
      ids: [],
      next: '',
    });
  });

  it('answers when asked whether it is there', async () => {
    await bench().store.ping();
  });
}
