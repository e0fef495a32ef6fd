import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  frontStart,
  pageCount,
  PostList,
  PublicLists,
} from '../../../lib/changes/index/public-lists.js';
/** @import { Summary } from '../../../lib/store/types.js' */

describe('A list of posts', () => {
  it('puts the newest 2P−1 at most on the front page, and P at least', () => {
    for (let length = 10; length < 60; length++) {
      const shown = length - frontStart(length, 10);
      assert.ok(shown >= 10 && shown <= 19, `${shown} of ${length}`);
    }
  });

  it('shows all of a few posts on the front page', () => {
    const list = listOf(7);
    assert.deepEqual(names(list.front(10)), ['g', 'f', 'e', 'd', 'c', 'b', 'a']);
    assert.equal(pageCount(7, 10), 0);
  });

  it('numbers pages from the oldest', () => {
    assert.deepEqual(names(listOf(7).page(1, 2)), ['b', 'a']);
    assert.deepEqual(names(listOf(7).page(2, 2)), ['d', 'c']);
    assert.deepEqual(names(listOf(7).front(2)), ['g', 'f', 'e']);
  });

  it('has no page before the first and none past the last', () => {
    assert.deepEqual(listOf(7).page(0, 2), []);
    assert.deepEqual(listOf(7).page(3, 2), []);
  });

  it('leaves numbered pages as they are when a post is added', () => {
    const list = listOf(7);
    const pages = [1, 2].map((number) => names(list.page(number, 2)));
    list.add(post('h'));
    assert.deepEqual(
      [1, 2].map((number) => names(list.page(number, 2))),
      pages,
    );
  });

  it('shows each post once, on the front page or on a numbered one', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 12 }), (length, perPage) => {
        const list = listOf(length);
        const numbers = Array.from({ length: pageCount(length, perPage) }, (_, place) => place + 1);
        const shown = [...list.front(perPage), ...numbers.flatMap((n) => list.page(n, perPage))];
        assert.equal(new Set(shown).size, length);
        assert.equal(shown.length, length);
      }),
    );
  });

  it('is the same whatever the order in which posts came and went', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...'abcdefghij']),
        fc.subarray([...'abcdefghij']),
        (come, go) => {
          const list = new PostList();
          for (const name of come) list.add(post(name));
          for (const name of go) list.remove(post(name));
          const left = come.filter((name) => !go.includes(name)).sort();
          assert.deepEqual(names([...list]), left);
          for (const name of left) assert.equal(list.position(post(name)), left.indexOf(name));
        },
      ),
    );
  });

  it('orders posts of one moment by their ids', () => {
    const list = new PostList([post('b', '2026-01-01'), post('a', '2026-01-01')]);
    assert.deepEqual(names([...list]), ['a', 'b']);
  });
});

describe('The lists of authors', () => {
  it('have a post once whose author the database’s console also made a further one', () => {
    const { authors } = new PublicLists([
      { ...post('a'), type: 'post', author: 'bo', tags: [], coAuthors: ['ada', 'bo'] },
    ]);
    assert.deepEqual([...authors].map(([id, { length }]) => [id, length]).sort(), [
      ['ada', 1],
      ['bo', 1],
    ]);
  });
});

/** @param {number} length */
const listOf = (length) =>
  new PostList(Array.from({ length }, (_, place) => post(String.fromCharCode(97 + place))));

/** @param {string} id @param {string} [day] @returns {Summary} */
const post = (id, day = `2026-${id.charCodeAt(0) + 1000}`) =>
  /** @type {any} */ ({ id, publishedAt: `${day}T00:00:00.000Z` });

/** @param {Summary[]} posts */
const names = (posts) => posts.map(({ id }) => id);
