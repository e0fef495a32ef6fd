import assert from 'node:assert/strict';
import { ResponseStore } from '../../lib/accelerator/store/response-store.js';
/** @import { StoredEntry } from '../../lib/accelerator/types.js' */

describe('The store of responses', () => {
  /**
   * @param {string} key
   * @param {{ version?: string, etags?: string[], groups?: string[], size?: number }} [options]
   * @returns {StoredEntry}
   */
  const entry = (key, { version = '1', etags = ['"1"'], groups = [], size = 10 } = {}) => ({
    key,
    version,
    groups,
    variants: etags.map((etag) => ({
      status: 200,
      headers: ['ETag', etag],
      body: Buffer.alloc(size),
      varied: {},
      requestedAt: 0,
      receivedAt: 0,
    })),
  });
  /** @param {StoredEntry[]} entries */
  function storeOf(...entries) {
    const store = new ResponseStore({ maxBytes: 1e6 });
    for (const each of entries) store.put(each);
    return store;
  }

  it('keeps within its bytes, and drops what was not used for longest', () => {
    const store = storeOf();
    for (let i = 0; i < 20; i++) store.put(entry(`/${i}`, { size: 100_000 }));
    const { entries, bytes } = store.count().memory;
    assert.ok(bytes <= 1e6 && entries === 9, `${entries} entries`);
    assert.equal(store.hit('/10'), undefined);
    assert.equal(store.hit('/11')?.key, '/11');
    assert.equal(store.put(entry('/large', { size: store.largest + 1 })), false);
  });

  it('counts the bytes of keys and variants too', () => {
    const one = storeOf(entry('/')).count().memory.bytes;
    const long = storeOf(entry(`/${'x'.repeat(5000)}`)).count().memory.bytes;
    const many = storeOf(entry('/', { etags: ['"1"', '"2"', '"3"'] })).count().memory.bytes;
    assert.ok(long >= one + 5000 && many >= one + 2000, `${one} ${long} ${many}`);
  });

  it('finds entries by URL, prefix, entity tag and group', () => {
    const store = storeOf(
      entry('/a/1', { groups: ['news'] }),
      entry('/a/2', { etags: ['"2"', 'W/"3"'] }),
      entry('/b', { groups: ['news', 'all'] }),
    );
    assert.deepEqual(store.find({ urls: ['/b', '/c'] }), ['/b']);
    assert.deepEqual(store.find({ prefixes: ['/a/'] }), ['/a/1', '/a/2']);
    assert.deepEqual(store.find({ etags: ['W/"3"'] }), ['/a/2']);
    assert.deepEqual(store.find({ groups: ['news'], urls: ['/a/2'] }).sort(), [
      '/a/1',
      '/a/2',
      '/b',
    ]);
    assert.deepEqual(store.find({}), []);
    store.invalidate({ groups: ['all'], etags: ['"1"'] });
    assert.deepEqual(store.find({ prefixes: ['/'] }), ['/a/2']);
    assert.deepEqual(store.find({ groups: ['news'] }), []);
  });
});
