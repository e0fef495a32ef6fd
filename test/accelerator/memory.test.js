import assert from 'node:assert/strict';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import { groupsOf } from '../../lib/accelerator/rules/groups.js';
import { ResponseStore } from '../../lib/accelerator/store/response-store.js';
import { LatestVersions } from '../../lib/accelerator/writes/latest-versions.js';
import { entryOf } from './entries.js';

v8.setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const heap = () => (collect(), process.memoryUsage().heapUsed);
const MB = 1_000_000;

describe('The memory of groups and of what was invalidated', () => {
  it('of a response counts for the limit of the cache', () => {
    const groups = Array.from(Array(32).keys(), (n) => `${'g'.repeat(30)}${n}`);
    const bytesOf = (/** @type {string[]} */ own) => {
      const store = new ResponseStore({ maxBytes: 10 * MB });
      store.put(entryOf('/', 'body', { groups: own }));
      return store.count().memory.bytes;
    };
    assert.ok(bytesOf(groups) - bytesOf([]) > 32 * 200);
  });

  it('keeps nothing of the field in which a group was', () => {
    const kept = new LatestVersions();
    const before = heap();
    for (let n = 0; n < 500; n++) {
      const field = `"the group of the number ${n}", "${'x'.repeat(60_000)}"`;
      const groups = groupsOf(['Cache-Groups', Buffer.from(field).toString('latin1')]);
      assert.equal(groups.length, 1);
      kept.record({ groups }, { version: String(n), appliedAt: String(n) });
    }
    assert.ok(heap() - before < 5 * MB);
    const groups = ['the group of the number 7'];
    assert.equal(kept.admits({ key: '/', etags: [], groups }, '6'), false);
  });

  it('has a limit in bytes, and what is forgotten refuses whatever is older', () => {
    const latest = new LatestVersions();
    const version = (/** @type {number} */ n) => String(n).padStart(5, '0');
    for (let n = 1; n <= 3000; n++) {
      const mark = { version: version(n), appliedAt: version(n) };
      latest.record({ urls: [`/${n}/${'x'.repeat(15_000)}`] }, mark);
    }
    assert.equal(latest.admits({ key: '/other', etags: [], groups: [] }, version(1000)), false);
    assert.equal(latest.admits({ key: '/other', etags: [], groups: [] }, version(2500)), true);
  });
});
