import assert from 'node:assert/strict';
import { daysAfter } from '../../lib/statistics/calendar.js';
import { adminWords } from '../../lib/base/words.js';
import { presentLine } from '../../lib/views/presenters/line-chart.js';

describe('A line chart', () => {
  const chartOf = (/** @type {(number | null)[]} */ visitors) =>
    presentLine(
      visitors.map((count, place) => ({
        from: daysAfter('2026-11-01', place),
        views: 10,
        visitors: count,
      })),
      adminWords.in('en'),
    );

  it('goes from the first day at its left to the last at its right, on a scale that all fit in', () => {
    const { line, area, rules } = chartOf([0, 10, 5]);
    assert.equal(line, 'M0 160L500 0L1000 80');
    assert.equal(area, 'M0 160L500 0L1000 80V160H0Z');
    assert.deepEqual(
      rules.map(({ text }) => text),
      ['10', '5', false],
    );
  });

  it('is flat where nobody came, and shows views where visitors are not known', () => {
    assert.equal(chartOf([0, 0]).line, 'M0 160L1000 160');
    assert.equal(chartOf([null, null]).line, 'M0 0L1000 0');
  });

  it('names today, and every seventh day before', () => {
    const { labels, days } = chartOf(new Array(30).fill(1));
    assert.deepEqual(
      labels.map(({ text, anchor }) => `${text} ${anchor}`),
      ['2 Nov middle', '9 Nov middle', '16 Nov middle', '23 Nov middle', '30 Nov end'],
    );
    assert.equal(days[29].text, 'Mon 30 Nov: 10 views, 1 visitor');
  });
});
