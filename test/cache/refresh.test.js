import assert from 'node:assert/strict';
import { createRefresh } from '../../lib/changes/refresh.js';
/** @import { Clock } from '../../lib/base/clock.js' */

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

  it('holds nobody up for long while it is older than reported', async () => {
    const reads = Array(7).fill({ revision: '4' });
    const { records, isApplied, inTurn } = refreshing({ reads: [...reads, post], known: ['3'] });
    await inTurn();
    assert.deepEqual(records, []);
    await isApplied;
    assert.deepEqual(records, [post]);
  });

  it('holds nobody up for long while reading it takes long', async () => {
    let finish = (/** @type {any} */ _record) => {};
    const reads = [new Promise((resolve) => (finish = resolve))];
    const { records, isApplied, inTurn } = refreshing({ reads, known: ['4'] });
    await inTurn();
    assert.deepEqual(records, []);
    finish(post);
    await isApplied;
    assert.deepEqual(records, [post]);
  });

  it('is read again while the store does not answer, however often', async () => {
    const older = Array(7).fill({ revision: '4' });
    const reads = [...older, ...Array(20).fill(new Error('The store is gone')), post];
    const { records, isApplied, inTurn } = refreshing({ reads, known: ['3'] });
    await inTurn();
    await isApplied;
    assert.deepEqual(records, [post]);
  });
});

/**
 * @param {Parameters<typeof refreshing>[0]} given
 * @returns {Promise<any[]>} what was applied
 */
async function taken(given) {
  const { records, whole } = refreshing(given);
  await whole();
  return records;
}

/**
 * @param {object} given
 * @param {any[]} given.reads what each read finds, or a promise of it; null when there are no more
 * @param {(string | undefined)[]} given.known the revision that the index holds, before the first read and after it
 */
function refreshing({ reads, known }) {
  /** @type {any[]} */
  const records = [];
  let applied = () => {};
  const isApplied = new Promise((resolve) => (applied = () => resolve(undefined)));
  const change = { kind: /** @type {const} */ ('post'), id: 'jam', revision: '5' };
  const { refresh, refreshInTurn } = createRefresh({
    clock: /** @type {any} */ ({ after }),
    known: () => known[0],
    async read() {
      await null;
      if (known.length > 1) known.shift();
      const found = reads.shift() ?? null;
      if (found instanceof Error) throw found;
      return found;
    },
    apply(_kind, _id, record) {
      records.push(record);
      applied();
    },
    isClosed: () => false,
  });
  return {
    records,
    isApplied,
    whole: () => refresh(change),
    inTurn: () => refreshInTurn(change),
  };
}
