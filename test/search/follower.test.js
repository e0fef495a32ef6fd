import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Follower } from '../../lib/search/follower.js';
import { makeFolder } from '../support/blog.js';
import { createQuietLog } from '../support/log.js';

/** More than a query waits for. */
const POSTS = 600;

describe('The search of a blog with many posts', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  /** @type {Follower[]} */
  let followers;
  beforeEach(() => {
    place = makeFolder();
    followers = [];
  });
  afterEach(async () => {
    for (const follower of followers) await follower.close();
    place.remove();
  });

  /** A blog, and how many of its posts were compared with the index. */
  function start() {
    const summary = (/** @type {number} */ number, revision = '1') => ({
      id: `post ${number}`,
      revision,
      title: `Jam ${number}`,
      tags: [],
      author: '',
      status: 'published',
      publishedAt: '2026-01-01T00:00:00.000Z',
      textDigest: '',
    });
    const posts = new Map(
      Array.from({ length: POSTS }, (_, number) => [`post ${number}`, summary(number)]),
    );
    const seen = { compared: 0, isBehind: false };
    const index = {
      size: POSTS,
      post: (/** @type {string} */ id) => posts.get(id),
      *posts() {
        for (const post of posts.values()) {
          seen.compared++;
          yield post;
        }
      },
    };
    /** @type {(change: any) => void} */
    let tell = () => {};
    /** @type {() => unknown} */
    let rest = () => {};
    const follower = new Follower(
      /** @type {any} */ ({
        folder: place.folder,
        index,
        log: createQuietLog(),
        store: {
          getMany: async (/** @type {string} */ _kind, /** @type {string[]} */ ids) =>
            ids.map((id) => ({
              ...posts.get(id),
              html: '',
              ...(seen.isBehind && { revision: '1' }),
            })),
        },
        texts: { renderedIfValid: async (/** @type {unknown} */ record) => record },
        changes: { subscribe: (/** @type {string} */ _name, /** @type {any} */ f) => (tell = f) },
        clock: {
          now: () => 0,
          after: (/** @type {number} */ _ms, /** @type {any} */ work) => {
            rest = work;
            return () => {};
          },
        },
      }),
    );
    followers.push(follower);
    const find = async (/** @type {string} */ q) => {
      const thread = await follower.thread();
      return thread.call('find', { q, authors: [], withDrafts: true, now: 0 });
    };
    const complete = async () => {
      do {
        await find('jam');
        await setImmediate();
      } while (seen.compared < POSTS || follower.missing > 0);
    };
    const change = (/** @type {number} */ number, /** @type {string} */ title) => {
      posts.set(`post ${number}`, { ...summary(number, '2'), title });
      tell({ by: 'elsewhere', kind: 'post', id: `post ${number}` });
    };
    const readAgain = () => tell({ by: 'elsewhere', effects: [] });
    return { follower, seen, find, complete, change, readAgain, rest: () => rest() };
  }

  it('is answered after a start before all posts are compared with its index', async () => {
    const first = start();
    await first.complete();
    await first.follower.close();
    const next = start();
    assert.equal((await next.find('jam')).total, POSTS);
    assert.ok(next.seen.compared < POSTS, `${next.seen.compared} were compared`);
    assert.equal(next.follower.missing, 0);
  });

  it('says how many posts its first index lacks', async () => {
    const { follower, find } = start();
    assert.equal((await find('jam')).total, 0);
    await find('jam');
    assert.ok(follower.missing > 0);
  });

  it('compares nothing again after a rest, and knows what has changed meanwhile', async () => {
    const { seen, find, complete, change, rest } = start();
    await complete();
    await rest();
    change(7, 'Quince');
    assert.deepEqual((await find('quince')).ids, ['post 7']);
    assert.equal(seen.compared, POSTS);
  });

  it('compares all after a rest in which the whole blog was read again', async () => {
    const { seen, find, complete, readAgain, rest } = start();
    await complete();
    await rest();
    readAgain();
    for (let tries = 0; tries < 50 && seen.compared < 2 * POSTS; tries++) await find('jam');
    assert.equal(seen.compared, 2 * POSTS);
  });

  it('adds a changed post once the store has it, which is asked again a second later', async () => {
    const { follower, seen, find, complete, change, rest } = start();
    await complete();
    await rest();
    seen.isBehind = true;
    change(7, 'Quince');
    assert.deepEqual([(await find('quince')).total, follower.missing], [0, 1]);
    seen.isBehind = false;
    await rest();
    assert.deepEqual((await find('quince')).ids, ['post 7']);
  });

  it('compares all after a rest in which another process has had its index', async () => {
    const { seen, complete, rest } = start();
    await complete();
    await rest();
    const other = start();
    await other.complete();
    await other.follower.close();
    await complete();
    assert.equal(seen.compared, 2 * POSTS);
  });
});
