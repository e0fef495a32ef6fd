import assert from 'node:assert/strict';
import { createRefresh } from '../../lib/changes/refresh.js';

/** @type {import('../../lib/clock.js').Clock['after']} */
const after = (_milliseconds, callback) => {
  setImmediate(callback);
  return () => {};
};

describe('A record of which something was told', () => {
  it('does not come back when it was removed while it was read', async () => {
    /** @type {any[]} */
    const taken = [];
    const present = { revision: '5' };
    let known = /** @type {string | undefined} */ ('4');
    const reads = [present];
    const refresh = createRefresh({
      clock: /** @type {any} */ ({ after }),
      known: () => known,
      async read() {
        const record = reads.shift() ?? null;
        await null;
        // This process has removed it.
        known = undefined;
        return record;
      },
      take: (_kind, _id, record) => void taken.push(record),
    });
    await refresh('post', 'jam', '5');
    assert.deepEqual(taken, [null]);
  });
});
