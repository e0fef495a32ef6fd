import assert from 'node:assert/strict';
import { PopularityQueue } from '../../lib/cache/popularity-queue.js';

describe('The queue by popularity', () => {
  /** @param {[key: string, popularity: number][]} waiting */
  const queueOf = (waiting) => {
    /** @type {PopularityQueue<string>} */
    const queue = new PopularityQueue();
    for (const [key, popularity] of waiting) queue.add(key, popularity, key);
    return queue;
  };
  /** @param {PopularityQueue<string>} queue */
  const takeAll = (queue) => {
    const taken = [];
    for (let key = queue.take(); key; key = queue.take()) taken.push(key);
    return taken;
  };

  it('gives the most popular first, what is new before all, and what nobody asked for last', () => {
    const queue = queueOf([
      ['/seldom', 2],
      ['/never', 0.25],
      ['/once', 0.5],
      ['/often', 1e12],
      ['/new', Infinity],
      ['/sometimes', 40],
    ]);
    assert.deepEqual(takeAll(queue), [
      '/often',
      '/new',
      '/sometimes',
      '/seldom',
      '/once',
      '/never',
    ]);
  });

  it('keeps the order of entries of equal popularity', () => {
    const queue = queueOf([
      ['/first', 5],
      ['/second', 7],
      ['/third', 4],
    ]);
    assert.deepEqual(takeAll(queue), ['/first', '/second', '/third']);
  });

  it('holds each key once, with its current popularity', () => {
    const queue = queueOf([
      ['/', 2],
      ['/tags', 100],
      ['/', 1000],
    ]);
    assert.equal(queue.size, 2);
    assert.deepEqual(takeAll(queue), ['/', '/tags']);
    assert.equal(queue.size, 0);
  });

  it('is empty after it was cleared', () => {
    const queue = queueOf([['/', 2]]);
    queue.clear();
    assert.equal(queue.size, 0);
    assert.equal(queue.take(), undefined);
  });
});
