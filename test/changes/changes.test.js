import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { postOf, START, startSmallBlog } from './small-blog.js';

const HOUR = 3_600_000;
const at = (/** @type {number} */ hours) =>
  new Date(Date.parse(START) + hours * HOUR).toISOString();

describe('What the feed reports', () => {
  it('is read when the index has another revision of it, and not when it has this one', async () => {
    const { isKnown, changes } = await startSmallBlog({
      'post:a': postOf({ id: 'a', revision: '4' }),
      'comment:a:1': { id: 'a:1', status: 'approved', revision: '5' },
      'user:ada': { id: 'ada', name: 'Ada', revision: '6' },
      'settings:site': { id: 'site', revision: '7' },
      'address:/post/a': { id: '/post/a', owner: 'a', revision: '8' },
      'media:jar.png': { id: 'jar.png', type: 'image/png', width: 9, height: 9, revision: '9' },
    });
    changes.apply('comment', 'a:2', { id: 'a:2', status: 'pending' }, '10');
    const known = [
      ...['post a 4', 'comment a:1 5', 'user ada 6', 'settings site 7', 'address /post/a 8'],
      ...['media jar.png 9', 'comment a:2 10'],
    ];
    for (const each of known) {
      const [kind, id, revision] = each.split(' ');
      assert.equal(isKnown({ kind, id, revision }), true, each);
      assert.equal(isKnown({ kind, id, revision: `${revision}0` }), false, each);
      assert.equal(isKnown({ kind, id: `${id}b`, revision }), kind === 'settings', each);
    }
    assert.equal(isKnown({ kind: 'session', id: 's', revision: '1' }), true);
    assert.equal(isKnown({ kind: 'session', id: 's', revision: null }), true);
  });

  it('as removed is read unless it was not there, or came again since then', async () => {
    const { isKnown, keep } = await startSmallBlog({
      'post:a': postOf({ id: 'a', revision: '4' }),
    });
    const removal = { kind: 'post', id: 'a', revision: null };
    assert.equal(isKnown({ ...removal, removedAt: '3' }), true);
    assert.equal(isKnown({ ...removal, removedAt: '4' }), false);
    assert.equal(isKnown({ ...removal, removedAt: '5' }), false);
    assert.equal(isKnown(removal), false);
    assert.equal(isKnown({ ...removal, id: 'b', removedAt: '5' }), true);
    const file = { kind: 'media', id: 'jar.txt', revision: null, removedAt: '5' };
    assert.equal(isKnown(file), true);
    keep('/media/jar.txt', ['media:jar.txt']);
    assert.equal(isKnown(file), false);
  });

  it('of what was removed here is known', async () => {
    const file = { id: 'jar.png', type: 'image/png', width: 9, height: 9, revision: '3' };
    const address = { id: '/post/a', owner: 'a', revision: '3' };
    const blog = await startSmallBlog({ 'media:jar.png': file, 'address:/post/a': address });
    for (const [kind, { id }] of /** @type {const} */ ([
      ['media', file],
      ['address', address],
    ])) {
      blog.changes.apply(kind, id, null, '3');
      assert.equal(blog.isKnown({ kind, id, revision: null, removedAt: '4' }), true);
      assert.equal(blog.isKnown({ kind, id, revision: '3' }), false, 'It may be back');
    }
    assert.equal(blog.index.addresses.size, 0);
  });

  it('is told as of another process, though this one has written the same record before', async () => {
    const { records, changes, told, tell } = await startSmallBlog({
      'post:a': postOf({ id: 'a' }),
    });
    const done = changes.expect('post', 'a', 'reader');
    changes.apply('post', 'a', postOf({ id: 'a', title: 'Jam' }), '2', 'reader');
    done();
    records.set('post:a', postOf({ id: 'a', title: 'Jelly', revision: '3' }));
    await tell({ kind: 'post', id: 'a', revision: '3' });
    assert.deepEqual(
      told.map(({ by, record }) => `${by}: ${record.title}`),
      ['reader: Jam', 'elsewhere: Jelly'],
    );
  });

  it('is told once, however often it is reported or applied', async () => {
    const { records, changes, told, tell, state } = await startSmallBlog();
    const post = postOf({ id: 'a', revision: '2' });
    records.set('post:a', post);
    for (let time = 0; time < 2; time++) {
      await tell({ kind: 'post', id: 'a', revision: '2' });
      changes.apply('post', 'a', post, '2');
      await changes.hear([{ kind: 'post', id: 'a', revision: '2' }]);
    }
    assert.equal(told.length, 1);
    assert.deepEqual(state.read, ['post:a']);
  });

  it('is not told by a write of what no reader sees', async () => {
    const { changes, clock, told, index, log } = await startSmallBlog();
    changes.apply('session', 's', { id: 's', owner: 'ada' }, '1');
    clock.tick(HOUR);
    assert.deepEqual([told, index.addresses.size, changes.feedLag(), log.lines], [[], 0, 0, []]);
  });
});

describe('The delay of the feed', () => {
  it('is that of the last write of this process, or of the one that is still to come', async () => {
    const { records, changes, clock, tell } = await startSmallBlog();
    /** @param {string} id @param {string} revision */
    const write = (id, revision) => {
      const record = postOf({ id, revision });
      records.set(`post:${id}`, record);
      changes.apply('post', id, record, revision);
    };
    assert.equal(changes.feedLag(), 0);
    write('a', '2');
    clock.tick(30);
    await tell({ kind: 'post', id: 'b', revision: null, removedAt: '2' });
    await tell({ kind: 'user', id: 'a', revision: null, removedAt: '2' });
    clock.tick(10);
    assert.equal(changes.feedLag(), 40);
    await tell({ kind: 'post', id: 'a', revision: '2' });
    clock.tick(HOUR);
    assert.equal(changes.feedLag(), 40);
    await tell({ kind: 'post', id: 'a', revision: '2' });
    write('a', '3');
    clock.tick(5);
    await tell({ kind: 'post', id: 'a', revision: '3' });
    assert.equal(changes.feedLag(), 5);
    changes.apply('post', 'a', null, '3');
    clock.tick(HOUR);
    assert.equal(changes.feedLag(), 5);
  });
});

describe('A comparison with the store', () => {
  it('takes in what the feed has not told, and says up to where it goes', async () => {
    const { records, changes, index, state } = await startSmallBlog({
      'post:a': postOf({ id: 'a' }),
      'post:b': postOf({ id: 'b' }),
    });
    assert.equal(changes.comparedUpTo, '1');
    records.set('post:a', postOf({ id: 'a', title: 'Jelly', revision: '2' }));
    records.delete('post:b');
    state.sequence = '2';
    await changes.compare();
    assert.equal(index.post('a')?.title, 'Jelly');
    assert.equal(index.post('b'), undefined);
    assert.equal(changes.comparedUpTo, '2');
  });
});

describe('A change whose time has come', () => {
  const scheduled = { 'post:a': postOf({ id: 'a', publishedAt: at(1), revision: '1' }) };

  it('comes when its timer fires, and once', async () => {
    const { changes, clock, told } = await startSmallBlog(scheduled);
    await clock.tick(HOUR);
    changes.advance();
    assert.deepEqual(
      told.map(({ by, kind, effects }) => [by, kind, effects.map(({ cause }) => cause)]),
      [['clock', undefined, ['scheduled']]],
    );
    assert.equal(clock.running.size, 0);
  });

  it('is told by the clock, before the change that came with it', async () => {
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

  it('does not come when its timer fires early, and is waited for again', async () => {
    const { clock, told } = await startSmallBlog(scheduled);
    clock.tick(HOUR / 2);
    const [fire] = clock.running;
    fire();
    assert.deepEqual(told, []);
    assert.equal(clock.running.size, 1);
    await clock.tick(HOUR / 2);
    assert.equal(told.length, 1);
  });

  it('has one timer, whatever else changes, and none once nothing is due', async () => {
    const { changes, clock } = await startSmallBlog(scheduled);
    for (let revision = 2; revision < 9; revision++)
      changes.apply('user', 'ada', { id: 'ada', name: `${revision}` }, `${revision}`);
    assert.equal(clock.running.size, 1);
    changes.apply('post', 'a', null, '1');
    assert.equal(clock.running.size, 0);
  });

  it('does not come any more when the server has stopped', async () => {
    const { changes, clock, told, state } = await startSmallBlog(scheduled);
    await changes.close();
    assert.ok(state.isFeedClosed);
    assert.equal(clock.running.size, 0);
    await clock.tick(2 * HOUR);
    assert.deepEqual(told, []);
  });
});

describe('What another worker tells', () => {
  it('is taken in before the answer, and leaves no timer', async () => {
    const { records, changes, clock, index, log } = await startSmallBlog({
      'post:a': postOf({ id: 'a' }),
    });
    records.set('post:a', postOf({ id: 'a', title: 'Jelly', revision: '2' }));
    await changes.hear([{ kind: 'post', id: 'a', revision: '2' }]);
    assert.equal(index.post('a')?.title, 'Jelly');
    assert.equal(clock.running.size, 0);
    assert.deepEqual(log.lines, []);
  });

  it('is waited for no longer than a second: then nothing is kept until the blog was read anew', async () => {
    const blog = await startSmallBlog({ 'post:a': postOf({ id: 'a' }) });
    const { records, changes, clock, cache, state, keep, index } = blog;
    keep('/post/welcome', ['text:a']);
    let open = () => {};
    state.gate = new Promise((resolve) => (open = () => resolve(undefined)));
    const heard = changes.hear([{ kind: 'post', id: 'a', revision: '2' }]);
    await setImmediate();
    assert.equal(cache.count().entries, 1);
    await clock.tick(1000);
    await heard;
    assert.equal(cache.count().entries, 0);
    keep('/post/welcome', ['text:a']);
    assert.equal(cache.count().entries, 0);
    records.set('post:a', postOf({ id: 'a', title: 'Jelly', revision: '2' }));
    open();
    await changes.recovery;
    assert.equal(index.post('a')?.title, 'Jelly');
    keep('/post/welcome', ['text:a']);
    assert.equal(cache.count().entries, 1);
  });
});

describe('A blog that is read anew', () => {
  it('says so once, to all who follow its changes', async () => {
    const { records, changes, told, reset, index, state } = await startSmallBlog();
    records.set('post:a', postOf({ id: 'a' }));
    state.sequence = '7';
    await reset();
    assert.deepEqual(told, [{ by: 'elsewhere', effects: [] }]);
    assert.ok(index.post('a'));
    assert.equal(changes.comparedUpTo, '7');
  });

  it('is read once for several changes that could not be taken in, and its end waits for that', async () => {
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

  it('is not tried again after its end', async () => {
    const { changes, index, state, clock } = await startSmallBlog();
    index.setUser = () => {
      throw new Error('broken');
    };
    state.gate = Promise.reject(new Error('down'));
    changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, '1');
    await changes.close();
    assert.equal(clock.running.size, 0);
  });

  it('shows nothing that is due meanwhile, and all of it then', async () => {
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
