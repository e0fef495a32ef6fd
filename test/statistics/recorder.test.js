import assert from 'node:assert/strict';
import { createRecorder } from '../../lib/statistics/recorder.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

describe('The recorder of requests', () => {
  it('loses nothing when thousands come at once, or while they cannot be counted', async () => {
    const clock = createClock('2026-11-22T12:00:00Z');
    /** @type {string[]} */
    const addresses = [];
    let isDown = true;
    const recorder = createRecorder({
      ...{ clock, log: createQuietLog() },
      async count(seen) {
        if (isDown) throw new Error('The store is down');
        addresses.push(...seen.map(({ remote }) => remote));
      },
    });
    const note = (/** @type {number} */ count) => {
      for (let number = 0; number < count; number++)
        recorder.note(
          { method: 'GET', headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/128.0' } },
          { remoteAddress: `192.0.2.${number % 200}` },
          { key: '/', kind: 'pages' },
          200,
        );
    };
    note(2000);
    await recorder.drain();
    isDown = false;
    note(3000);
    await clock.tick(1000);
    await recorder.drain();
    assert.deepEqual([addresses.length, new Set(addresses).size], [5000, 200]);
  });
});
