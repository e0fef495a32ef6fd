import assert from 'node:assert/strict';
import { dayIn, yearIn } from '../../lib/index/calendar.js';

describe('The calendar of a time zone', () => {
  it('knows the year of a moment in the blog’s time zone, at either end of a year', () => {
    assert.equal(yearIn('America/New_York')('2026-01-01T00:30:00.000Z'), '2025');
    assert.equal(yearIn('Asia/Tokyo')('2025-12-31T23:30:00.000Z'), '2026');
    assert.equal(yearIn('Asia/Tokyo')('2025-06-15T23:30:00.000Z'), '2025');
  });

  it('knows which moments fall on another day there', () => {
    const [here, there] = [dayIn('UTC'), dayIn('Asia/Tokyo')];
    const [noon, evening] = ['12', '20'].map((hour) => Date.parse(`2026-03-01T${hour}:00:00Z`));
    assert.equal(here(noon), there(noon));
    assert.notEqual(here(evening), there(evening));
  });
});
