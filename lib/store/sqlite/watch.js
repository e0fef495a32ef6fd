import { watch as watchFolder } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makeWakeableTimer } from '../wakeable-timer.js';
/** @import { FSWatcher } from 'node:fs' */
/** @import { Log } from '../../log.js' */
/** @import { Watcher } from '../../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Batch } from './feed.js' */

/** In milliseconds. The poll finds what no event told of. */
const poll = 500;
const pollWithoutEvents = 25;
/** A commit can be read only after its fsync, of which no event tells: so we look again and again for two seconds. */
const looksAfterAnEvent = [2, 5, 10, ...Array(100).fill(20)];
const pausesAfterAFailure = [100, 200, 400, 800, 1600, 3200, 5000];

/**
 * Tells a watcher of all changes after a place, whoever made them. After a reset it goes on from a place
 * that was read before the watcher was told, so that nothing falls between.
 *
 * @param {string} since
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {string} deps.file
 * @param {(sequence: string) => Promise<Batch>} deps.read
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @returns {{ wake: () => void, close: () => Promise<void> }} close() answers at once: a callback that runs
 *   may close its own watch, and none is called afterwards
 */
export function watch(since, watcher, { file, read, sleep, log }) {
  const timer = makeWakeableTimer(sleep);
  const folder = watchFiles(file, timer.wake, log);
  const schedule = folder ? [...looksAfterAnEvent, poll] : [pollWithoutEvents];
  const state = { closed: false };
  const close = async () => {
    state.closed = true;
    folder?.close();
    timer.wake();
  };
  follow(since, watcher, { read, timer, schedule, state, log }).finally(close);
  return { wake: timer.wake, close };
}

/**
 * @param {string} file
 * @param {() => void} onEvent
 * @param {Log} log
 * @returns {FSWatcher | null} null when the system gives no events
 */
function watchFiles(file, onEvent, log) {
  const name = basename(file);
  try {
    // The folder, since the log beside the database comes and goes, and a restore puts another file there.
    const folder = watchFolder(dirname(file), { persistent: false }, (_, changed) => {
      if (changed === null || changed.startsWith(name)) onEvent();
    });
    folder.on('error', (error) => log.warn({ err: error }, 'events for the database file stopped'));
    return folder;
  } catch (error) {
    log.warn({ err: error }, 'no events for the database file: polling instead');
    return null;
  }
}

/**
 * @param {string} since
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {(sequence: string) => Promise<Batch>} deps.read
 * @param {ReturnType<typeof makeWakeableTimer>} deps.timer
 * @param {number[]} deps.schedule
 * @param {{ closed: boolean }} deps.state
 * @param {Log} deps.log
 */
async function follow(since, watcher, { read, timer, schedule, state, log }) {
  let sequence = since;
  let failures = 0;
  let looks = schedule.length - 1;
  while (!state.closed) {
    try {
      const batch = await read(sequence);
      if (state.closed) return;
      if (failures > 0) watcher.onReachable(true);
      failures = 0;
      if (batch.reset) await watcher.onReset(batch.reset);
      else if (batch.changes.length > 0) await watcher.onChanges(batch.changes, batch.sequence);
      sequence = batch.sequence;
      if (batch.more) continue;
    } catch (error) {
      if (state.closed) return;
      if (failures === 0) watcher.onReachable(false);
      log.warn({ err: error }, 'the changes could not be read; trying again');
      await timer.wait(pausesAfterAFailure[Math.min(failures, pausesAfterAFailure.length - 1)]);
      failures += 1;
      continue;
    }
    const woken = await timer.wait(schedule[looks]);
    looks = woken ? 0 : Math.min(looks + 1, schedule.length - 1);
  }
}
