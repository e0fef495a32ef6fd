import assert from 'node:assert/strict';
import fc from 'fast-check';
import { paging, PostList, PublicLists } from '../../../lib/changes/index/public-lists.js';
/** @import { Summary } from '../../../lib/store/types.js' */

const { lists, years } = paging;

describe('A list of posts', () => {
  it('has exactly the newest P on the front page, however many there are', () => {
    for (let length = 10; length < 60; length++)
      assert.equal(length - lists.start(length, 10), 10, `of ${length}`);
  });

  it('has the newest 2P−1 of a year at most on its first page, and P at least', () => {
    for (let length = 10; length < 60; length++) {
      const shown = length - years.start(length, 10);
      assert.ok(shown >= 10 && shown <= 19, `${shown} of ${length}`);
    }
  });

  it('shows all of a few posts on the front page', () => {
    const list = listOf(7);
    assert.deepEqual(names(list.front(10, lists)), ['g', 'f', 'e', 'd', 'c', 'b', 'a']);
    assert.equal(lists.pages(7, 10), 0);
    assert.equal(lists.pages(10, 10), 0);
  });

  it('numbers pages from the oldest', () => {
    assert.deepEqual(names(listOf(7).page(1, 2, lists)), ['b', 'a']);
    assert.deepEqual(names(listOf(7).page(2, 2, lists)), ['d', 'c']);
    assert.deepEqual(names(listOf(7).page(3, 2, lists)), ['f', 'e']);
    assert.deepEqual(names(listOf(7).front(2, lists)), ['g', 'f']);
    assert.deepEqual(names(listOf(7).front(2, years)), ['g', 'f', 'e']);
  });

  it('has no page before the first and none past the last', () => {
    assert.deepEqual(listOf(7).page(0, 2, lists), []);
    assert.deepEqual(listOf(7).page(4, 2, lists), []);
    assert.deepEqual(listOf(7).page(3, 2, years), []);
  });

  it('leaves numbered pages as they are when a post is added', () => {
    const list = listOf(7);
    const pages = [1, 2, 3].map((number) => names(list.page(number, 2, lists)));
    list.add(post('h'));
    assert.deepEqual(
      [1, 2, 3].map((number) => names(list.page(number, 2, lists))),
      pages,
    );
  });

  it('shows each post on the front page or on a numbered one; of a year, once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 12 }), (length, perPage) => {
        for (const way of [lists, years]) {
          const list = listOf(length);
          const numbers = Array.from({ length: way.pages(length, perPage) }, (_, at) => at + 1);
          const pages = numbers.map((number) => list.page(number, perPage, way));
          for (const page of pages) assert.equal(page.length, perPage);
          const shown = [...list.front(perPage, way), ...pages.flat()];
          assert.equal(new Set(shown).size, length);
          if (way === years) assert.equal(shown.length, length);
        }
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
