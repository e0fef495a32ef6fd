import assert from 'node:assert/strict';
import { createRefresh } from '../../lib/changes/refresh.js';
/** @import { Clock } from '../../lib/clock.js' */

/** @type {Clock['after']} */
const after = (_milliseconds, callback) => {
  setImmediate(callback);
  return () => {};
};
const post = { revision: '5' };

describe('A record that the change feed reports', () => {
  it('does not come back when it was removed while it was read', async () => {
    assert.deepEqual(await taken({ reads: [post], known: ['4', undefined] }), [null]);
  });

  it('is not gone because one node does not have it yet', async () => {
    assert.deepEqual(await taken({ reads: [null, post], known: [undefined] }), [post]);
  });

  it('is gone when no node has it', async () => {
    assert.deepEqual(await taken({ reads: [], known: ['4'] }), [null]);
  });
});

/**
 * @param {object} given
 * @param {any[]} given.reads what each read finds; null when there are no more
 * @param {(string | undefined)[]} given.known the revision that the index holds, before the first read and after it
 * @returns {Promise<any[]>} what was applied
 */
async function taken({ reads, known }) {
  /** @type {any[]} */
  const records = [];
  const refresh = createRefresh({
    clock: /** @type {any} */ ({ after }),
    known: () => known[0],
    async read() {
      await null;
      if (known.length > 1) known.shift();
      return reads.shift() ?? null;
    },
    apply: (_kind, _id, record) => void records.push(record),
  });
  await refresh('post', 'jam', '5');
  return records;
}
