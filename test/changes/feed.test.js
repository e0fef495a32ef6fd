import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Feed } from '../../lib/changes/feed.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

/** @import { FeedChange, Watcher } from '../../lib/store/types.js' */

/** @param {(change: FeedChange) => Promise<void>} onChange */
function follow(onChange) {
  /** @type {Watcher[]} */
  const watchers = [];
  let isClosed = false;
  const store = /** @type {any} */ ({
    watch(/** @type {string} */ _, /** @type {Watcher} */ watcher) {
      watchers.push(watcher);
      return { close: async () => void (isClosed = true) };
    },
  });
  const log = createQuietLog();
  const feed = new Feed({ store, clock: createClock(), log });
  let resets = 0;
  feed.follow('1', { onChange, isKnown: () => false, onReset: async () => void resets++ });
  return { feed, log, watcher: watchers[0], resets: () => resets, isClosed: () => isClosed };
}

/** @param {string[]} ids */
const changesOf = (ids) =>
  ids.map((id) => /** @type {FeedChange} */ ({ kind: 'post', id, revision: '1' }));

describe('A batch of changes that a store tells', () => {
  it('is not held up by a record whose reading takes long, and is done when all are read', async () => {
    /** @type {string[]} */
    const read = [];
    /** @type {(value?: unknown) => void} */
    let answer = () => {};
    const { feed, watcher } = follow(async ({ id }) => {
      if (id === 'slow') await new Promise((resolve) => (answer = resolve));
      read.push(id);
    });
    const told = watcher.onChanges(changesOf(['slow', 'quick']), '2');
    await setImmediate();
    assert.deepEqual(read, ['quick']);
    assert.equal(feed.place, '1');
    answer();
    await told;
    assert.deepEqual(read, ['quick', 'slow']);
    assert.equal(feed.place, '2');
  });

  it('is read sixteen at a time, each once and in order', async () => {
    /** @type {string[]} */
    const begun = [];
    /** @type {(() => void)[]} */
    const gates = [];
    const { watcher } = follow(({ id }) => {
      begun.push(id);
      return new Promise((resolve) => gates.push(resolve));
    });
    const ids = Array.from({ length: 40 }, (_, number) => `${number}`);
    const told = watcher.onChanges(changesOf(ids), '2');
    for (const count of [16, 32, 40]) {
      await setImmediate();
      assert.equal(begun.length, count);
      for (const open of gates.splice(0)) open();
    }
    await told;
    assert.deepEqual(begun, ids);
  });
});

describe('A feed', () => {
  it('is reachable until its store says otherwise, and logs that once', () => {
    const { feed, log, watcher } = follow(async () => {});
    assert.equal(feed.reachable, true);
    watcher.onReachable(true);
    assert.deepEqual(log.lines, []);
    for (const reachable of [false, false, true, true]) {
      watcher.onReachable(reachable);
      assert.equal(feed.reachable, reachable);
    }
    assert.deepEqual(
      log.lines.map(({ message }) => message),
      ['The store is not reachable', 'The store is reachable again'],
    );
  });

  it('passes a gap on', async () => {
    const { watcher, resets } = follow(async () => {});
    await watcher.onReset('there is a gap');
    assert.equal(resets(), 1);
  });

  it('ends when it is closed, also before it began', async () => {
    const { feed, isClosed } = follow(async () => {});
    await feed.close();
    assert.equal(isClosed(), true);
    const store = /** @type {any} */ ({});
    await new Feed({ store, clock: createClock(), log: createQuietLog() }).close();
  });
});
