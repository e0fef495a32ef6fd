import assert from 'node:assert/strict';
import { Feed } from '../../lib/changes/feed.js';
import { systemClock } from '../../lib/clock.js';
import { quietLog } from '../store/fixtures.js';

/** @import { Change, Store, Watcher } from '../../lib/types.js' */

describe('A batch of changes that a store tells', () => {
  it('is not held up by a record whose reading takes long, and is done when all are read', async () => {
    /** @type {Watcher[]} */
    const watchers = [];
    const store = /** @type {Store} */ (
      /** @type {unknown} */ ({
        watch: (/** @type {string} */ _, /** @type {Watcher} */ watcher) => watchers.push(watcher),
      })
    );
    const feed = new Feed({ store, clock: systemClock, log: quietLog() });
    /** @type {string[]} */
    const read = [];
    /** @type {(value?: unknown) => void} */
    let answer = () => {};
    feed.follow('1', {
      async onChange({ id }) {
        if (id === 'slow') await new Promise((resolve) => (answer = resolve));
        read.push(id);
      },
      isKnown: () => false,
      onReset: async () => {},
    });
    const changes = ['slow', 'quick'].map(
      (id) => /** @type {Change} */ ({ kind: 'post', id, revision: '1' }),
    );
    const told = watchers[0].onChanges(changes, '2');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(read, ['quick']);
    assert.equal(feed.place, '1');
    answer();
    await told;
    assert.deepEqual(read, ['quick', 'slow']);
    assert.equal(feed.place, '2');
  });
});
