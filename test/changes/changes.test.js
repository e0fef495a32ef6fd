import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { postOf, START, startSmallBlog } from './small-blog.js';

const HOUR = 3_600_000;
const at = (/** @type {number} */ hours) =>
  new Date(Date.parse(START) + hours * HOUR).toISOString();

describe('A scheduled change', () => {
  const scheduled = { 'post:a': postOf({ id: 'a', publishedAt: at(1), revision: '1' }) };

  it('is applied once, when its timer fires', async () => {
    const { changes, clock, told } = await startSmallBlog(scheduled);
    await clock.tick(HOUR);
    changes.advance();
    assert.deepEqual(
      told.map(({ by, kind, effects }) => [by, kind, effects.map(({ cause }) => cause)]),
      [['clock', undefined, ['scheduled']]],
    );
    assert.equal(clock.running.size, 0);
  });

  it('is reported as made by the clock, before the write that came at the same moment', async () => {
    const { changes, clock, told } = await startSmallBlog(scheduled);
    const [timer] = clock.running;
    clock.running.delete(timer);
    // The process was asleep: time has gone on, and no timer fired.
    const { now } = clock;
    Object.assign(clock, { now: () => now() + 2 * HOUR });
    changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, '1');
    assert.deepEqual(
      told.map(({ by }) => by),
      ['clock', 'here'],
    );
  });

  it('is not applied when its timer fires early, which sets another timer', async () => {
    const { clock, told } = await startSmallBlog(scheduled);
    clock.tick(HOUR / 2);
    assert.equal(clock.started(), 1);
    const [fire] = clock.running;
    fire();
    assert.deepEqual(told, []);
    assert.equal(clock.running.size, 1);
    await clock.tick(HOUR / 2);
    assert.equal(told.length, 1);
  });

  it('has one timer, whatever else changes, and none when nothing is scheduled', async () => {
    const { changes, clock } = await startSmallBlog(scheduled);
    for (let revision = 2; revision < 9; revision++)
      changes.apply('user', 'ada', { id: 'ada', name: `${revision}` }, `${revision}`);
    assert.equal(clock.running.size, 1);
    changes.apply('post', 'a', null, '1');
    assert.equal(clock.running.size, 0);
  });

  it('is not applied after the server has stopped', async () => {
    const { changes, clock, told, state } = await startSmallBlog(scheduled);
    await changes.close();
    assert.ok(state.isFeedClosed);
    assert.equal(clock.running.size, 0);
    await clock.tick(2 * HOUR);
    assert.deepEqual(told, []);
  });
});

describe('A change that another worker reports', () => {
  it('is applied before the worker gets its answer, and leaves no timer', async () => {
    const { records, changes, clock, index, log } = await startSmallBlog({
      'post:a': postOf({ id: 'a' }),
    });
    records.set('post:a', postOf({ id: 'a', title: 'Jelly', revision: '2' }));
    await changes.hear([{ kind: 'post', id: 'a', revision: '2' }]);
    assert.equal(index.post('a')?.title, 'Jelly');
    assert.equal(clock.running.size, 0);
    assert.deepEqual(log.lines, []);
  });

  it('is read for a second at most: then the cache stays empty until the whole blog was read again', async () => {
    const blog = await startSmallBlog({ 'post:a': postOf({ id: 'a' }) });
    const { records, changes, clock, cache, state, keep, index } = blog;
    keep('/post/welcome', ['text:a']);
    let open = () => {};
    state.gate = new Promise((resolve) => (open = () => resolve(undefined)));
    const heard = changes.hear([{ kind: 'post', id: 'a', revision: '2' }]);
    await setImmediate();
    assert.equal(cache.count().entries, 1);
    records.set('post:a', postOf({ id: 'a', title: 'Jelly', revision: '2' }));
    await clock.tick(1000);
    await heard;
    assert.equal(cache.count().entries, 0);
    keep('/post/welcome', ['text:a']);
    assert.equal(cache.count().entries, 0);
    open();
    await changes.recovery;
    assert.equal(index.post('a')?.title, 'Jelly');
    keep('/post/welcome', ['text:a']);
    assert.equal(cache.count().entries, 1);
  });
});

describe('Reading the whole blog again', () => {
  it('is reported once to every subscriber of changes', async () => {
    const { records, changes, told, reset, index, state } = await startSmallBlog();
    records.set('post:a', postOf({ id: 'a' }));
    state.sequence = '7';
    await reset();
    assert.deepEqual(told, [{ by: 'elsewhere', effects: [] }]);
    assert.ok(index.post('a'));
    assert.equal(changes.comparedUpTo, '7');
  });

  it('includes what this process wrote during the read', async () => {
    const { records, changes, index, state, reset } = await startSmallBlog({
      'post:a': postOf({ id: 'a' }),
    });
    let open = () => {};
    state.gate = new Promise((resolve) => (open = () => resolve(undefined)));
    const done = reset();
    const record = postOf({ id: 'a', title: 'Jelly', revision: '2' });
    records.set('post:a', record);
    changes.apply('post', 'a', record, '2');
    open();
    await done;
    assert.equal(index.post('a')?.title, 'Jelly');
  });

  it('counts as a change at that time', async () => {
    const { changes, reset, clock } = await startSmallBlog();
    await clock.tick(HOUR);
    await reset();
    assert.equal(changes.changedAt, Date.parse(START) + HOUR);
  });

  it('happens once for several changes that could not be applied, and a stop waits for it', async () => {
    const { changes, index, state, log } = await startSmallBlog();
    const { setUser } = index;
    index.setUser = () => {
      throw new Error('broken');
    };
    let open = () => {};
    state.gate = new Promise((resolve) => (open = () => resolve(undefined)));
    changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, '1');
    const { recovery } = changes;
    changes.apply('user', 'bo', { id: 'bo', name: 'Bo' }, '1');
    assert.ok(recovery);
    assert.equal(changes.recovery, recovery);
    index.setUser = setUser;
    let isClosed = false;
    const closed = changes.close().then(() => (isClosed = true));
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    assert.equal(isClosed, false);
    open();
    await closed;
    assert.equal(log.lines.length, 2);
    assert.equal(changes.recovery, undefined);
  });

  it('is tried every second until it succeeds', async () => {
    const { records, changes, index, state, clock, log } = await startSmallBlog();
    const { setUser } = index;
    index.setUser = () => {
      throw new Error('broken');
    };
    const failing = Promise.reject(new Error('down'));
    state.gate = failing;
    changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, '1');
    index.setUser = setUser;
    records.set('user:ada', { id: 'ada', name: 'Ada', revision: '1' });
    for (let time = 1; time <= 3; time++) {
      await changes.recovery;
      assert.equal(changes.recovery, undefined);
      assert.equal(log.lines.length, 1 + time);
      if (time === 3) state.gate = null;
      await clock.tick(1000);
    }
    await changes.recovery;
    assert.equal(index.users.get('ada')?.name, 'Ada');
    assert.equal(clock.running.size, 0);
  });

  it('is not tried again after a stop', async () => {
    const { changes, index, state, clock } = await startSmallBlog();
    index.setUser = () => {
      throw new Error('broken');
    };
    state.gate = Promise.reject(new Error('down'));
    changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, '1');
    await changes.close();
    assert.equal(clock.running.size, 0);
  });

  it('publishes what became due during the read when it is done', async () => {
    const { changes, index, state, clock, told } = await startSmallBlog({
      'post:a': postOf({ id: 'a', publishedAt: at(1) }),
    });
    const { setUser } = index;
    index.setUser = () => {
      throw new Error('broken');
    };
    let open = () => {};
    state.gate = new Promise((resolve) => (open = () => resolve(undefined)));
    changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, '1');
    index.setUser = setUser;
    await clock.tick(2 * HOUR);
    changes.advance();
    assert.deepEqual(
      told.map(({ by }) => by),
      ['here'],
    );
    open();
    await changes.recovery;
    assert.equal(index.lists.all.length, 1);
  });
});
