import assert from 'node:assert/strict';
import { createBacklog } from '../../lib/http/backlog.js';

describe('The backlog of all connections', () => {
  /** @type {string[]} */
  let closed = [];
  const connection = (/** @type {string} */ name) => ({ destroy: () => closed.push(name) });
  const [first, second, third] = ['first', 'second', 'third'].map(connection);
  beforeEach(() => (closed = []));

  it('closes those that have waited longest when it is full', () => {
    const backlog = createBacklog(100);
    for (const each of [first, second, third]) backlog.add(each, 40);
    assert.deepEqual(closed, ['first']);
    backlog.add(third, 90);
    assert.deepEqual(closed, ['first', 'second']);
  });

  it('counts a connection that goes on as one that has begun to wait', () => {
    const backlog = createBacklog(100);
    for (const each of [first, second, first]) backlog.add(each, 40);
    backlog.add(third, 40);
    assert.deepEqual(closed, ['second']);
  });

  it('forgets a connection on which nothing waits any more', () => {
    const backlog = createBacklog(100);
    backlog.add(first, 90);
    backlog.remove(first);
    backlog.add(second, 90);
    assert.deepEqual(closed, []);
  });
});
