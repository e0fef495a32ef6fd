import assert from 'node:assert/strict';
import { createRecorder, FIELDS } from '../../lib/statistics/recorder.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';

const values = FIELDS.map((name) =>
  name === 'user-agent' ? 'Mozilla/5.0 (X11) Firefox/128.0' : undefined,
);

describe('The recorder of requests', () => {
  it('loses nothing when thousands come at once, or while they cannot be counted', async () => {
    const clock = createClock('2026-11-22T12:00:00Z');
    /** @type {string[]} */
    const addresses = [];
    let isDown = true;
    const recorder = createRecorder({
      clock,
      log: createQuietLog(),
      async count(seen) {
        if (isDown) throw new Error('The store is down');
        addresses.push(...seen.map(({ remote }) => remote));
      },
    });
    answer(recorder, 2000);
    await recorder.drain();
    isDown = false;
    answer(recorder, 3000);
    await clock.tick(1000);
    await recorder.drain();
    assert.deepEqual([addresses.length, new Set(addresses).size], [5000, 200]);
  });

  it('asks a store that is down once a second, however many requests come', async () => {
    const clock = createClock('2026-11-22T12:00:00Z');
    let asked = 0;
    const recorder = createRecorder({
      clock,
      log: createQuietLog(),
      async count() {
        asked++;
        throw new Error('The store is down');
      },
    });
    for (let second = 1; second <= 5; second++) {
      for (let piece = 0; piece < 20; piece++) {
        answer(recorder, 100);
        await Promise.resolve();
      }
      assert.equal(asked, second);
      await clock.tick(1000);
    }
  });

  it('logs once how many requests it had to drop while the store was down', async () => {
    const log = createQuietLog();
    let isDown = true;
    const recorder = createRecorder({
      clock: createClock(),
      log,
      async count() {
        if (isDown) throw new Error('The store is down');
      },
    });
    answer(recorder, 6000);
    await recorder.drain();
    isDown = false;
    for (let times = 0; times < 2; times++) await recorder.drain();
    const dropped = log.lines.flatMap(({ fields }) => fields.requests ?? []);
    assert.deepEqual(dropped, [6000 - 160 * 32]);
  });

  it('has 32 requests counted at once, and fewer after a second', async () => {
    const clock = createClock();
    /** @type {number[]} */
    const counted = [];
    const count = (/** @type {unknown[]} */ seen) => void counted.push(seen.length);
    const recorder = createRecorder({ clock, log: createQuietLog(), count });
    answer(recorder, 33);
    assert.deepEqual(counted, [32]);
    await clock.tick(1000);
    assert.deepEqual(counted, [32, 1]);
  });

  it('knows who comes by the link of a mailing', async () => {
    /** @type {boolean[]} */
    const counted = [];
    const recorder = createRecorder({
      clock: createClock(),
      log: createQuietLog(),
      count: (seen) => void counted.push(...seen.map(({ isByMail }) => isByMail)),
    });
    for (const target of ['/post/jam?ref=mail', '/post/jam', '/?ref=mailing'])
      recorder.answered({ ...answered(0), target });
    await recorder.drain();
    assert.deepEqual(counted, [true, false, false]);
  });

  it('keeps the fields at the places where the server has them', async () => {
    /** @type {unknown[]} */
    const counted = [];
    const recorder = createRecorder({
      clock: createClock(),
      log: createQuietLog(),
      count: (seen) => void counted.push(...seen.map(({ fields }) => fields)),
    });
    recorder.locate([2, 0]);
    recorder.answered({ ...answered(0), values: ['a', 'b', 'c'] });
    await recorder.drain();
    assert.deepEqual(counted, [['c', 'a']]);
  });
});

/** @param {ReturnType<typeof createRecorder>} recorder @param {number} count  requests of 200 readers */
function answer(recorder, count) {
  for (let number = 0; number < count; number++) recorder.answered(answered(number));
}

/** @param {number} number @returns {Parameters<ReturnType<typeof createRecorder>['answered']>[0]} */
const answered = (number) => ({
  request: { method: 'GET', httpVersion: '1.1' },
  client: { remoteAddress: `192.0.2.${number % 200}` },
  target: '/',
  read: { key: '/', kind: 'pages' },
  status: 200,
  values,
});
