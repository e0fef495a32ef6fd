import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdWrites, withHeldWrites } from '../../lib/start/held-writes.js';
/** @import { Store } from '../../lib/store/types.js' */

describe('Writes of a version that is tried on the blog', () => {
  let folder = '';
  let file = '';
  let now = 0;
  /** @type {string[]} */
  let written = [];
  const clock = { now: () => now, after: () => () => {} };
  const write = async () => void written.push('write');
  const open = () =>
    withHeldWrites(
      /** @type {Store} */ (
        /** @type {unknown} */ ({ write, writeMany: write, restore: write, get: write })
      ),
      file,
      clock,
    );
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'larder-'));
    file = join(folder, 'update');
    [now, written] = [0, []];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are refused until the update is done, and then taken', async () => {
    const letWrite = holdWrites(file, clock);
    const store = open();
    for (const refused of [store.write([]), store.writeMany([]), store.restore('')])
      await assert.rejects(refused, { code: 'unavailable', message: /being updated/ });
    letWrite();
    await store.write([]);
    assert.deepEqual(written, ['write']);
  });

  it('are taken five minutes later, if the update was killed', async () => {
    holdWrites(file, clock);
    const store = open();
    now = 5 * 60_000;
    await store.write([]);
    assert.deepEqual(written, ['write']);
  });

  it('are not held in a server that was there before', async () => {
    const store = open();
    holdWrites(file, clock);
    await store.write([]);
    assert.deepEqual(written, ['write']);
  });

  it('are not held by a later update in a server of the former one', async () => {
    const letWrite = holdWrites(file, clock);
    const store = open();
    letWrite();
    now = 1000;
    holdWrites(file, clock);
    await store.write([]);
    assert.deepEqual(written, ['write']);
  });

  it('are held while everything can be read', async () => {
    holdWrites(file, clock);
    await open().get('post', 'a');
    assert.deepEqual(written, ['write']);
  });
});
