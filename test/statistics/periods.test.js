import assert from 'node:assert/strict';
import { createQuery } from '../../lib/statistics/query.js';
import { readPeriod } from '../../lib/views/presenters/periods.js';

describe('The statistics of all time', () => {
  it('begin with the first version that counts, also after fifteen years', async () => {
    const nothing = async () => new Map();
    const none = { running: nothing, figuresOf: nothing, read: async () => [] };
    const query = createQuery({ records: /** @type {any} */ (none) });
    const { from, to, by } = readPeriod(new URLSearchParams('period=all'), '2041-06-30');
    const { series } = await query({ from, to, by });
    assert.deepEqual([series[0].from, series.length], ['2026-01-01', 16]);
  });
});
