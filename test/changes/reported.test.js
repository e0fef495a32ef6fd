import assert from 'node:assert/strict';
import { postOf, startSmallBlog } from './small-blog.js';

const HOUR = 3_600_000;

describe('A change in the feed of the store', () => {
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

  it('that removes a record is read unless the index lacks the record or has a later revision', async () => {
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

  it('that this process made by removing a record is not read again', async () => {
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

  it('is reported as made elsewhere, though this process has written the same record before', async () => {
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

  it('is reported as made by this process when it arrives before the store has answered the write', async () => {
    const { records, changes, told, tell } = await startSmallBlog();
    records.set('comment:a:1', { id: 'a:1', status: 'pending', revision: '1' });
    const done = changes.expect('comment', 'a:1', 'reader');
    await tell({ kind: 'comment', id: 'a:1', revision: '1' });
    done();
    assert.deepEqual(
      told.map(({ by }) => by),
      ['reader'],
    );
  });

  it('is reported once when others have written over what this process is still writing', async () => {
    const { records, changes, told, tell } = await startSmallBlog();
    const comment = { id: 'a:1', status: 'pending', revision: '1' };
    const done = changes.expect('comment', 'a:1', 'reader');
    records.set('comment:a:1', { ...comment, status: 'approved', revision: '2' });
    await tell({ kind: 'comment', id: 'a:1', revision: '2' });
    changes.apply('comment', 'a:1', comment, '1', 'reader');
    done();
    assert.deepEqual(
      told.map(({ by, record }) => `${by}: ${record.status}`),
      ['reader: approved'],
    );
  });

  it('that leaves one of two versions replaces the removed one, and no later one', async () => {
    const left = postOf({ id: 'a', title: 'Jam', revision: '2' });
    for (const [replaces, title] of /** @type {const} */ ([
      [3, 'Jelly'],
      [4, 'Jam'],
    ])) {
      const { records, tell, index } = await startSmallBlog({
        'post:a': postOf({ id: 'a', title: 'Jelly', revision: '3' }),
      });
      records.set('post:a', left);
      await tell({ kind: 'post', id: 'a', revision: '2', replaces });
      assert.equal(index.post('a')?.title, title);
    }
  });

  it('is reported to subscribers once, however often it arrives', async () => {
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

  it('is not reported when it is of a kind that no reader sees', async () => {
    const { changes, clock, told, index, log } = await startSmallBlog();
    changes.apply('session', 's', { id: 's', owner: 'ada' }, '1');
    clock.tick(HOUR);
    assert.deepEqual([told, index.addresses.size, changes.feedLag(), log.lines], [[], 0, 0, []]);
  });
});

describe('The delay of the feed', () => {
  it('is measured by the last write of this process, also while the feed has not reported it yet', async () => {
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
  it('applies what the feed has not reported, and says up to which place of the feed it is complete', async () => {
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
