import assert from 'node:assert/strict';
import { adminWords } from '../../lib/base/words.js';
import { presentBars } from '../../lib/views/presenters/bar-chart.js';

describe('A bar chart', () => {
  const chartOf = (/** @type {number[]} */ counts) =>
    presentBars(
      counts.map((views, day) => ({ from: `2026-11-0${day + 1}`, views, visitors: null })),
      'day',
      adminWords.in('en'),
    );

  it('has a scale of round numbers that every bar fits in, and half of which is whole', () => {
    for (const [most, scale] of [
      [0, ['2', '1']],
      [2, ['2', '1']],
      [3, ['4', '2']],
      [10, ['10', '5']],
      [11, ['20', '10']],
      [2260, ['3,000', '1,500']],
      [9_000_001, ['10,000,000', '5,000,000']],
    ])
      assert.deepEqual(
        chartOf([0, Number(most)]).lines.flatMap(({ text }) => text || []),
        scale,
      );
  });

  it('shows little beside much, and nothing of nothing', () => {
    const heights = chartOf([1_000_000, 1, 0]).bars.map(({ views }) => views.height);
    assert.deepEqual(heights, [180, 2, 0]);
  });

  it('says in a sentence what it shows, also when it is nothing', () => {
    assert.equal(chartOf([0, 0]).summary, 'Views by day. None yet.');
    assert.equal(chartOf([1, 0]).summary, 'Views by day. Most: 1 view (Sun 1 Nov).');
  });
});
