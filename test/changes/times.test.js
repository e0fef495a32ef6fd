import assert from 'node:assert/strict';
import { postOf, START, startSmallBlog } from './small-blog.js';

const start = Date.parse(START);
const SECOND = 1000;
const HOUR = 3600 * SECOND;
const at = (/** @type {number} */ hours) => new Date(start + hours * HOUR).toISOString();

describe('The time of the last change', () => {
  it('is the time of the start, or of the latest save if that is later', async () => {
    const early = await startSmallBlog({ 'post:a': postOf({ id: 'a', updatedAt: at(-1) }) });
    assert.equal(early.changes.changedAt, start);
    const late = await startSmallBlog({
      'post:a': postOf({ id: 'a', updatedAt: at(2) }),
      'post:b': postOf({ id: 'b', updatedAt: at(1) }),
    });
    assert.equal(late.changes.changedAt, start + 2 * HOUR);
  });

  it('goes on with each change, and never back with the clock', async () => {
    const { changes, clock } = await startSmallBlog();
    let revision = 0;
    const change = () => changes.apply('user', 'ada', { id: 'ada', name: 'Ada' }, `${++revision}`);
    await clock.tick(HOUR);
    assert.equal(changes.changedAt, start);
    change();
    assert.equal(changes.changedAt, start + HOUR);
    await clock.tick(-SECOND);
    change();
    assert.equal(changes.changedAt, start + HOUR);
    await clock.tick(-1);
    change();
    assert.equal(changes.changedAt, start + HOUR + SECOND);
    change();
    assert.equal(changes.changedAt, start + HOUR + 2 * SECOND);
  });

  it('is followed by some seconds in which other processes may still show the former state', async () => {
    const { changes } = await startSmallBlog();
    assert.equal(changes.settledAt, start + 2 * SECOND);
  });
});

describe('A grace', () => {
  it('is given to settings only, and to those of an author', async () => {
    const blog = await startSmallBlog({ 'post:a': postOf({ id: 'a' }) });
    const { changes, cache, keep, records, tell } = blog;
    cache.onGrace(() => {});
    const settings = (/** @type {string} */ title) => ({ id: 'site', title });
    for (const [what, change] of /** @type {[string, () => unknown][]} */ ([
      ['a post', () => changes.apply('post', 'a', postOf({ id: 'a', title: 'Jam' }), '2')],
      [
        'another process',
        () => {
          records.set('settings:site', { ...settings('Elsewhere'), revision: '3' });
          return tell({ kind: 'settings', id: 'site', revision: '3' });
        },
      ],
      [
        'a setting that no page shows',
        () => void changes.apply('settings', 'site', settings('Elsewhere'), '4'),
      ],
    ])) {
      keep('/', ['setting:title', 'card:a']);
      await change();
      assert.equal(changes.grace, undefined, what);
    }
    keep('/', ['setting:title']);
    changes.apply('settings', 'site', settings('Here'), '5');
    assert.ok(changes.grace);
    await blog.clock.tick(100);
    const { clears } = cache;
    changes.apply('post', 'b', postOf({ id: 'b', status: 'draft' }), '6');
    changes.apply('post', 'a', postOf({ id: 'a', title: 'Jam', revision: '7' }), '7');
    assert.ok(changes.grace, 'What touches nothing does not end it');
    assert.equal(cache.clears, clears);
  });
});

describe('A start with the index of an earlier process', () => {
  it('applies what has changed since and what is due, and keeps the time of the last change', async () => {
    const earlier = await startSmallBlog({
      'post:a': postOf({ id: 'a' }),
      'post:b': postOf({ id: 'b' }),
      'post:due': postOf({ id: 'due', publishedAt: at(1) }),
    });
    await earlier.clock.tick(SECOND);
    earlier.changes.apply('user', 'ada', { id: 'ada', name: 'Ada', revision: '5' }, '5');
    await earlier.tell({ kind: 'user', id: 'ada', revision: '5' });
    const dump = earlier.changes.dump();
    assert.equal(dump.place, 'after ada');
    assert.equal(dump.changedAt, start + SECOND);

    const { changes, index, keep, cache, told } = await startSmallBlog({
      'post:a': postOf({ id: 'a', title: 'Jelly', revision: '2' }),
      'post:due': postOf({ id: 'due', publishedAt: at(1) }),
      'address:/post/welcome': { id: '/post/welcome', owner: 'a', revision: '9' },
    });
    keep('/a', ['link:a']);
    keep('/b', ['link:b']);
    keep('/ada', ['author:ada']);
    keep('/due', ['yearCounts', 'front:all']);
    keep('/more', ['setting:title']);
    changes.changedAt = 0;
    await changes.replay(dump, await summariesOf(changes));
    assert.equal(changes.changedAt, start + SECOND);
    assert.deepEqual(
      cache.entries().map(({ key }) => key),
      ['/more'],
    );
    assert.equal(index.addresses.get('/post/welcome'), 'a');
    assert.equal(index.post('a')?.title, 'Jelly');
    assert.equal(told.length, 3);
    assert.equal(changes.comparedUpTo, '1');
  });

  it('publishes at once what has become due in between', async () => {
    const posts = { 'post:due': postOf({ id: 'due', publishedAt: at(1) }) };
    const dump = (await startSmallBlog(posts)).changes.dump();
    const { changes, clock, index, told } = await startSmallBlog(posts);
    Object.assign(clock, { now: () => start + 2 * HOUR });
    await changes.replay(dump, await summariesOf(changes));
    assert.equal(index.lists.all.length, 1);
    assert.deepEqual(
      told.map(({ by }) => by),
      ['clock'],
    );
  });

  /** @param {import('../../lib/changes/changes.js').Changes} changes */
  const summariesOf = (changes) => changes.load();
});

describe('A change that is applied', () => {
  it('is reported with kind, id and record, and an older revision afterwards is not', async () => {
    const { changes, index, told } = await startSmallBlog({
      'post:a': postOf({ id: 'a', title: 'Jelly', revision: '3' }),
    });
    const record = postOf({ id: 'a', title: 'Jam', revision: '2' });
    changes.apply('post', 'a', record, '2');
    changes.apply('post', 'a', null, '2');
    assert.deepEqual(told, []);
    assert.equal(index.post('a')?.title, 'Jelly');
    const newer = { ...record, revision: '4' };
    changes.apply('post', 'a', newer, '4');
    assert.equal(told.length, 1);
    const { effects, ...rest } = /** @type {import('../../lib/changes/changes.js').Change} */ (
      told[0]
    );
    assert.deepEqual(rest, { by: 'here', kind: 'post', id: 'a', record: newer });
    assert.deepEqual(
      effects.map(({ cause, about }) => [cause, about]),
      [['editPost', 'Jam']],
    );
  });

  it('to a file clears it when the file was removed, or another process may have changed its bytes', async () => {
    const file = {
      id: 'jar.png',
      type: 'image/png',
      width: 9,
      height: 9,
      bytes: Buffer.from('jar'),
    };
    const blog = await startSmallBlog({ 'media:jar.png': { ...file, revision: '1' } });
    const { changes, cache, keep, records, tell, state } = blog;
    const key = '/media/jar.png';
    keep(key, ['media:jar.png']);
    changes.apply('media', file.id, { ...file, by: 'ada' }, '2');
    assert.ok(cache.peek(key));
    records.set('media:jar.png', { ...file, bytes: Buffer.from('lid'), revision: '3' });
    await tell({ kind: 'media', id: file.id, revision: '3' });
    assert.equal(cache.peek(key), undefined);
    keep(key, ['media:jar.png']);
    changes.apply('media', file.id, null, '3');
    assert.equal(cache.peek(key), undefined);
    assert.deepEqual(state.read, ['media:jar.png']);
    assert.deepEqual(blog.log.lines, []);
  });

  it('does not clear pages that depend on it and yet stay the same', async () => {
    const { changes, cache, keep } = await startSmallBlog();
    const days = ['setting:timeZone'];
    keep('/noon', days, { moments: [Date.parse('2026-03-01T12:00Z')] });
    keep('/night', days, { moments: [Date.parse('2026-03-01T23:30Z')] });
    changes.apply('settings', 'site', { id: 'site', timeZone: 'Europe/Berlin' }, '2');
    assert.deepEqual(
      cache.entries().map(({ key }) => key),
      ['/noon'],
    );
  });

  it('to a file is reported without the bytes when no page depends on it', async () => {
    const file = { id: 'jar.txt', type: 'text/plain', bytes: Buffer.from('jar'), revision: '2' };
    const { records, tell, told, keep } = await startSmallBlog();
    records.set('media:jar.txt', file);
    await tell({ kind: 'media', id: file.id, revision: '2' });
    assert.equal('bytes' in told[0].record, false);
    records.set('media:jar.txt', { ...file, revision: '3' });
    keep('/media/jar.txt', ['media:jar.txt']);
    await tell({ kind: 'media', id: file.id, revision: '3' });
    assert.equal(told[1].record.bytes, file.bytes);
  });
});
