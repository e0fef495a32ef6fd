import assert from 'node:assert/strict';
import { Progress } from '../../lib/content/progress.js';
import { createClock } from '../support/clock.js';

describe('The progress of a long change', () => {
  const state = { done: 0, isOver: false };
  const broken = { done: 3, isOver: true };

  it('lets no second one begin while it is under way', () => {
    const progress = new Progress({ clock: createClock('2026-11-22T10:00:00Z') });
    assert.equal(progress.begin('retagging', state), true);
    assert.equal(progress.begin('retagging', state), false);
    assert.equal(progress.begin('rerendering', state), true);
    progress.update('retagging', broken);
    assert.deepEqual(progress.find('retagging'), broken);
    assert.equal(progress.begin('retagging', state), true);
    progress.end('retagging');
    assert.equal(progress.find('retagging'), null);
  });

  it('is over when nothing was heard of it for a minute: its process has ended', async () => {
    const clock = createClock('2026-11-22T10:00:00Z');
    const progress = new Progress({ clock });
    progress.begin('retagging', state);
    await clock.tick(60_000);
    assert.deepEqual(progress.find('retagging'), state);
    await clock.tick(1);
    assert.deepEqual(progress.find('retagging'), { done: 0, isOver: true });
    assert.equal(progress.begin('retagging', state), true);
  });
});
