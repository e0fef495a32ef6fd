import assert from 'node:assert/strict';
import { ResponseStore } from '../../lib/accelerator/store/response-store.js';
import { ReportedEtags } from '../../lib/accelerator/writes/reported-etags.js';
import { Writes } from '../../lib/accelerator/writes/writes.js';
import { createClock } from '../support/clock.js';
import { createMemoryNode, entryOf } from './memory-node.js';
/** @import { VersionedWrite, Write } from '../../lib/accelerator/types.js' */

describe('Writes of the accelerator', () => {
  /** @type {ReturnType<typeof createClock>} */
  let clock;
  /** @type {ReturnType<typeof createMemoryNode>} */
  let here;
  /** @type {ReturnType<typeof createMemoryNode>} */
  let there;
  /** What the other node took. @type {VersionedWrite[]} */
  let taken;

  beforeEach(() => {
    clock = createClock();
    here = createMemoryNode({ clock, node: 'here----' });
    there = createMemoryNode({ clock, node: 'there---' });
    taken = [];
    there.writes.onPerformed((write) => void taken.push(write));
  });

  const put = (/** @type {string} */ key, text = 'text', options = {}) =>
    /** @type {Write} */ ({ type: 'put', entry: entryOf(key, text, options) });
  const remove = (/** @type {string} */ key) => /** @type {Write} */ ({ type: 'remove', key });
  const invalidate = (/** @type {object} */ selector) =>
    /** @type {Write} */ ({ type: 'invalidate', selector });
  const tell = (/** @type {object} */ tells) => /** @type {Write} */ ({ type: 'etag', ...tells });
  const text = (/** @type {string} */ key, node = here) =>
    node.entries.get(key)?.variants[0].body.toString();
  /** @param {Write[]} writes performed there, and applied here in the opposite order */
  async function backwards(...writes) {
    for (const write of writes) await there.writes.perform(write);
    for (const write of taken.reverse()) here.writes.apply(write);
  }

  it('return how many entries they stored, removed and marked as current', async () => {
    const { writes } = here;
    assert.equal(await writes.perform(put('/a', 'a', { groups: ['g'] })), 1);
    assert.equal(await writes.perform(put('/b')), 1);
    assert.equal(await writes.perform(tell({ old: '"a"', new: '"a2"' })), 1);
    assert.equal(here.tells.get('/a')?.etag, '"a2"');
    assert.equal(await writes.perform(remove('/nothing')), 0);
    assert.equal(await writes.perform(invalidate({ groups: ['g'], prefixes: ['/b'] })), 2);
    assert.deepEqual([here.entries.size, here.tells.size], [0, 0]);
  });

  it('have one result in any order: the later put, and nothing of what was removed', async () => {
    await backwards(put('/a', 'old'), put('/a', 'new'), put('/b'), remove('/b'));
    assert.deepEqual([text('/a'), text('/b')], ['new', undefined]);
  });

  it('keep out an older put for each way in which it may have been invalidated', async () => {
    await backwards(
      put('/url'),
      put('/prefix/1'),
      put('/etag', 'x'),
      put('/group', 'g', { groups: ['some', 'more'] }),
      invalidate({ urls: ['/url'], prefixes: ['/pre'], etags: ['"x"'], groups: ['more'] }),
      put('/other'),
    );
    assert.deepEqual([...here.entries.keys()], ['/other']);
  });

  it('leave a newer entry alone when an older removal arrives late', async () => {
    await there.writes.perform(remove('/a'));
    clock.tick(1);
    await here.writes.perform(put('/a'));
    here.writes.apply(taken[0]);
    assert.equal(text('/a'), 'text');
  });

  it('remove an older entry when the later put is too large to be stored here', async () => {
    const small = createMemoryNode({ clock, maxBody: 5 });
    await small.writes.perform(put('/a', 'old'));
    clock.tick(1);
    await there.writes.perform(put('/a', 'larger'));
    small.writes.apply(taken[0]);
    assert.equal(small.entries.size, 0);
  });

  it('leave everything as it is when a client puts what is too large', async () => {
    const small = createMemoryNode({ clock, maxBody: 5 });
    let passed = 0;
    small.writes.onPerformed(() => void passed++);
    await small.writes.perform(put('/a', 'old'));
    assert.equal(await small.writes.perform(put('/a', 'larger')), 0);
    assert.deepEqual([text('/a', small), passed], ['old', 1]);
  });

  it('apply entity tags that arrive in the wrong order only where the result is certain', async () => {
    await here.writes.perform(put('/a', '1'));
    clock.tick(1);
    await backwards(tell({ old: '"1"', new: '"2"' }), tell({ old: '"2"', new: '"3"' }));
    assert.deepEqual([here.entries.size, here.tells.size], [0, 0]);
  });

  it('drop a reported entity tag when its key is removed or put later, not when that was earlier', async () => {
    await backwards(
      remove('/a'),
      tell({ url: '/a', new: '"1"' }),
      tell({ url: '/b', new: '"1"' }),
      put('/b'),
    );
    assert.deepEqual([...here.tells.keys()], ['/a']);
  });

  it('store no response that was requested before a write arrived, whatever the clock of its node says', async () => {
    const { writes } = here;
    await there.writes.perform(invalidate({ prefixes: ['/a'] }));
    await there.writes.perform(tell({ old: '"text"', new: '"text 2"' }));
    clock.tick(1000);
    const versions = [writes.beginFetch(), writes.beginFetch()];
    for (const write of taken) writes.apply(write);
    const [a, b] = versions.map((version, i) => ({ ...entryOf(`/${'ab'[i]}`, 'text'), version }));
    assert.deepEqual([writes.storeFetched(a), writes.storeFetched(b)], [false, false]);
    assert.ok(writes.storeFetched({ ...a, version: writes.beginFetch() }));
  });

  it('remove what was fetched before they arrived, whatever the clock of their node says', async () => {
    await there.writes.perform(remove('/a'));
    clock.tick(1000);
    here.writes.storeFetched({ ...entryOf('/a', 'fetched'), version: here.writes.beginFetch() });
    here.writes.apply(taken[0]);
    assert.equal(here.entries.size, 0);
  });

  it('replace what was fetched before they arrived, also when they seem older', async () => {
    await there.writes.perform(put('/a'));
    clock.tick(1000);
    here.writes.storeFetched({ ...entryOf('/a', 'fetched'), version: here.writes.beginFetch() });
    const version = here.writes.beginFetch();
    here.writes.apply(taken[0]);
    assert.equal(text('/a'), 'text');
    assert.ok(!here.writes.storeFetched({ ...entryOf('/a', 'fetched'), version }));
    assert.equal(text('/a'), 'text');
  });

  it('refuse whatever is older than a removal that had to be forgotten', async () => {
    const forgetful = createMemoryNode({ clock, maxMarks: 10 });
    await there.writes.perform(put('/a', 'old'));
    clock.tick(1);
    for (const write of [put('/b'), put('/a', 'new'), remove('/a')])
      await forgetful.writes.perform(write);
    for (let i = 0; i < 11; i++) await forgetful.writes.perform(remove(`/${i}`));
    forgetful.writes.apply(taken[0]);
    assert.deepEqual([...forgetful.entries.keys()], ['/b']);
  });

  it('of a client succeed over what was stored when the clock was ahead', async () => {
    const version = createMemoryNode({
      clock: createClock('2031-01-01T00:00:00Z'),
    }).versions.next();
    here.entries.set('/a', { ...entryOf('/a', 'from the future'), version });
    assert.equal(await here.writes.perform(remove('/a')), 1);
  });

  it('of a client replace what was stored when the clock was ahead', async () => {
    const store = new ResponseStore({ maxBytes: 1e6 });
    const version = createMemoryNode({
      clock: createClock('2031-01-01T00:00:00Z'),
    }).versions.next();
    store.put({ ...entryOf('/a', 'from the future'), version });
    const writes = new Writes({
      versions: here.versions,
      store,
      reported: new ReportedEtags({ clock }),
    });
    assert.equal(await writes.perform(put('/a')), 1);
    assert.equal(store.peek('/a')?.variants[0].body.toString(), 'text');
  });

  it('store no response that was requested before the one that is stored', () => {
    const [first, second] = [here.writes.beginFetch(), here.writes.beginFetch()];
    assert.equal(here.writes.storeFetched({ ...entryOf('/a', 'new'), version: second }), true);
    assert.equal(here.writes.storeFetched({ ...entryOf('/a', 'old'), version: first }), false);
    assert.equal(text('/a'), 'new');
  });

  it('of a node whose clock is more than a minute ahead are refused, and do not move this clock', async () => {
    clock.tick(60_001);
    await there.writes.perform(put('/a'));
    clock.tick(-60_001);
    assert.throws(() => here.writes.apply(taken[0]), {
      message: 'Its clock is 60 s ahead of ours',
    });
    assert.ok(here.versions.next() < taken[0].version);
  });

  it('drop everything that was put when some may be missing, and refuse whatever is older from then on', async () => {
    await there.writes.perform(put('/late'));
    await here.writes.perform(put('/a'));
    await here.writes.perform(tell({ url: '/b', new: '"1"' }));
    const [version, inFlight] = [here.writes.beginFetch(), here.writes.beginFetch()];
    here.writes.storeFetched({ ...entryOf('/c', 'fetched'), version });
    clock.tick(1);
    here.writes.doubt();
    assert.deepEqual([[...here.entries.keys()], here.tells.size], [['/c'], 0]);
    here.writes.apply(taken[0]);
    assert.equal(here.writes.storeFetched({ ...entryOf('/d', 'x'), version: inFlight }), false);
    assert.deepEqual([...here.entries.keys()], ['/c']);
    clock.tick(1);
    await here.writes.perform(put('/a', 'new'));
    assert.equal(text('/a'), 'new');
  });

  it('cost the same after very many keys with removals', async () => {
    const { writes } = createMemoryNode({ clock });
    const times = [];
    for (let batch = 0; batch < 12; batch++) {
      const before = process.cpuUsage();
      for (let i = 0; i < 10_000; i++) await writes.perform(remove(`/${batch * 10_000 + i}`));
      times.push(process.cpuUsage(before).user / 1000);
    }
    assert.ok(Math.min(...times.slice(-3)) < 3 * Math.max(...times.slice(1, 4)), times.join());
  });

  it('resolve when every node that is waited for has them', async () => {
    let arrive = () => {};
    here.writes.onPerformed(() => new Promise((resolve) => (arrive = () => resolve())));
    let isDone = false;
    const done = here.writes.perform(put('/a')).then(() => (isDone = true));
    assert.equal(text('/a'), 'text');
    await null;
    assert.equal(isDone, false);
    arrive();
    assert.ok(await done);
  });
});

describe('The versions of writes', () => {
  it('grow, also when the clock stands still, goes back or another node is ahead', async () => {
    const clock = createClock();
    const { versions: here } = createMemoryNode({ clock, node: 'here----' });
    const { versions: there } = createMemoryNode({ clock, node: 'there---' });
    const versions = [here.next(), here.next(), here.nextFetch()];
    await clock.tick(1000);
    const ahead = there.next();
    await clock.tick(-5000);
    here.see(ahead);
    versions.push(ahead, here.next());
    for (let i = 0; i < 70_000; i++) here.next();
    versions.push(here.next());
    await clock.tick(100_000);
    versions.push(here.next());
    assert.deepEqual(versions, versions.toSorted());
    assert.equal(new Set(versions).size, versions.length);
  });

  it('are texts of one form, and no other is taken', () => {
    const { versions } = createMemoryNode({ clock: createClock() });
    const wrong = ['', 'x', `${versions.next()} `, versions.nextFetch(), 'G'.repeat(24)];
    for (const text of wrong) assert.throws(() => versions.see(text), { code: 'invalid' });
  });
});
