import assert from 'node:assert/strict';
import { ResponseStore } from '../../lib/accelerator/store/response-store.js';
import { DiskFolder } from './disk-folder.js';
import { entryOf } from './entries.js';

describe('A response store with a tier on disk', () => {
  /** @type {DiskFolder} */
  let folder;
  /** @type {ResponseStore} */
  let store;
  const onDisk = entryOf('/disk', 'one', { groups: ['news'], version: '3' });
  const inMemory = entryOf('/memory', 'two', { groups: ['news'], version: '4' });
  beforeEach(async () => {
    folder = new DiskFolder();
    await folder.write(onDisk);
    store = new ResponseStore({ maxBytes: 1_000_000, disk: folder.open() });
    store.put(inMemory);
  });
  afterEach(() => folder.dispose());

  it('knows what is in either of them', async () => {
    assert.deepEqual(store.find({ groups: ['news'] }), ['/memory', '/disk']);
    assert.deepEqual([store.versionOf('/disk'), store.versionOf('/memory')], ['3', '4']);
    assert.equal(store.hit('/disk'), undefined);
    assert.deepEqual(await store.load('/disk'), onDisk);
    assert.deepEqual(store.hit('/disk'), onDisk);
  });

  it('removes from both', async () => {
    assert.deepEqual([store.remove('/disk'), store.remove('/memory')], [true, true]);
    assert.deepEqual([store.remove('/disk'), store.remove('/memory')], [false, false]);
    assert.equal(await store.load('/disk'), undefined);
  });

  it('holds nothing that was removed or invalidated while it was read from disk', async () => {
    for (const forget of [
      () => store.remove('/disk'),
      () => store.invalidate({ groups: ['news'] }),
    ]) {
      const loading = store.load('/disk');
      forget();
      assert.equal(await loading, undefined);
      assert.equal(store.hit('/disk'), undefined);
      store.put(onDisk);
      await store.close();
      store = new ResponseStore({ maxBytes: 1_000_000, disk: folder.open() });
    }
  });

  it('holds nothing that was removed while it came from the queue of the disk', async () => {
    for (let n = 0; n < 12; n++) store.put(entryOf(`/${n}`, Buffer.alloc(100_000, `${n}`)));
    assert.equal(store.hit('/0'), undefined);
    const loading = store.load('/0');
    store.remove('/0');
    assert.equal(await loading, undefined);
    assert.equal(store.hit('/0'), undefined);
  });

  it('returns the later one when it was replaced while it was read from disk', async () => {
    const later = entryOf('/disk', 'later', { version: '5' });
    const loading = store.load('/disk');
    store.put(later);
    assert.equal(await loading, later);
    assert.equal(store.hit('/disk'), later);
  });
});
