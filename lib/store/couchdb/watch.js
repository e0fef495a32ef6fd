import { LarderError } from '../../base/errors.js';
import { makeWakeableTimer } from '../wakeable-timer.js';
import { openFeed, Stalled, InvalidSequence } from './feed.js';
import { watchProgress } from './progress.js';
import { createReporter } from './reporter.js';
import { fromSequence, toSequence } from './sequence.js';
import { isEpoch, readEpoch } from './setup.js';
/** @import { Log } from '../../base/log.js' */
/** @import { Watcher } from '../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Line } from './feed.js' */
/** @import { Database as Client } from './store.js' */

/**
 * In milliseconds. Restarting from the beginning is expensive in a large blog; until then, missed changes are still
 * reported.
 */
const pauseBetweenRestarts = 60_000;
const pausesAfterABreak = [0, 100, 250, 500, 1000, 2000, 5000];

/**
 * Reports all changes after a sequence to a watcher. After a reset, or when the feed stalls, it continues from the
 * beginning, which reports every record once more and misses none.
 *
 * @param {string} sequence
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {Client} deps.client
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @returns {{ close: () => Promise<void> }} close() does not wait for a running callback, so that a callback can close
 *   its own watch; none is called afterwards
 */
export function watch(sequence, watcher, { client, sleep, log }) {
  const closing = new AbortController();
  const timer = makeWakeableTimer(sleep);
  const close = async () => {
    closing.abort();
    timer.wake();
  };
  follow(fromSequence(sequence), watcher, { client, sleep, log, timer, closing: closing.signal });
  return { close };
}

/**
 * @param {{ epoch: string, since: string }} place
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {Client} deps.client
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @param {ReturnType<typeof makeWakeableTimer>} deps.timer
 * @param {AbortSignal} deps.closing
 */
async function follow(place, watcher, { client, sleep, log, timer, closing }) {
  let breaks = 0;
  let reachable = true;
  let isStalled = false;
  let isReporting = false;
  let silences = 0;
  let mayStartOver = true;
  let report = createReporter(toSequence(place), watcher, { client, sleep, closing });
  /** @param {Line[]} lines @param {string} since the sequence of the last one */
  const reportLines = (lines, since) => report(lines, toSequence({ ...place, since }));
  const progress = watchProgress(client, {
    sleep,
    closing,
    // While the watcher is busy, the feed is not read; and one that has just begun anew first tells what is old.
    onStalled: () => void (isStalled ||= !isReporting && mayStartOver),
    async onMissed(lines) {
      // Not in turn with the feed's own. If this fails, they are held.
      await reportLines(lines, place.since).catch(() => {});
    },
  });
  const setReachable = (/** @type {boolean} */ now) => {
    if (now !== reachable) watcher.onReachable(now);
    reachable = now;
  };
  while (!closing.aborted) {
    try {
      const epoch = await readEpoch(client);
      if (closing.aborted) return;
      setReachable(true);
      if (epoch !== place.epoch) {
        await watcher.onReset('the database was restored or created again');
        place = { epoch, since: '0' };
        report = createReporter(toSequence(place), watcher, { client, sleep, closing });
      }
      for await (const lines of openFeed(client, place.since, { sleep, closing })) {
        breaks = 0;
        silences = 0;
        progress.markBrought(lines);
        const since = String(lines.at(-1)?.seq ?? place.since);
        isReporting = true;
        await reportLines(lines, since).finally(() => (isReporting = false));
        if (closing.aborted) return;
        place.since = since;
        if (lines.some(({ id }) => isEpoch(id))) break;
        if (isStalled) throw new Stalled('it missed changes');
      }
    } catch (error) {
      if (closing.aborted) return;
      if (error instanceof InvalidSequence) place.epoch = '';
      if (error instanceof Stalled && (isStalled || ++silences > 1) && mayStartOver) {
        place.since = '0';
        mayStartOver = false;
        sleep(pauseBetweenRestarts, { ref: false, signal: closing }).then(
          () => (mayStartOver = true),
          () => {},
        );
      }
      isStalled = false;
      if (error instanceof LarderError) setReachable(false);
      log.warn({ err: error }, 'The changes feed was interrupted; reconnecting');
    }
    await timer.wait(pausesAfterABreak[Math.min(breaks, pausesAfterABreak.length - 1)]);
    breaks += 1;
  }
}
