import { watch as watchFolder } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makeWakeableTimer } from '../wakeable-timer.js';
/** @import { FSWatcher } from 'node:fs' */
/** @import { Log } from '../../base/log.js' */
/** @import { Watcher } from '../types.js' */
/** @import { Sleep } from '../open.js' */
/** @import { Batch } from './feed.js' */

/** In milliseconds. Polling finds changes for which there was no file event. */
const pollInterval = 500;
const pollIntervalWithoutEvents = 25;
/** A commit becomes visible after its fsync, for which there is no event: so polls are frequent for two seconds. */
const pollsAfterAnEvent = [2, 5, 10, ...Array(100).fill(20)];
const pausesAfterAFailure = [100, 200, 400, 800, 1600, 3200, 5000];

/**
 * Reports all changes after a sequence to a watcher, whoever made them. After a reset it continues from a sequence that
 * was read before the watcher was called, so that no change is missed.
 *
 * @param {string} since
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {string} deps.file
 * @param {(sequence: string) => Promise<Batch>} deps.read
 * @param {Sleep} deps.sleep
 * @param {Log} deps.log
 * @returns {{ wake: () => void, close: () => Promise<void> }} close() does not wait for a running callback, so that a
 *   callback can close its own watch; none is called afterwards
 */
export function watch(since, watcher, { file, read, sleep, log }) {
  const timer = makeWakeableTimer(sleep);
  const folder = watchFiles(file, timer.wake, log);
  const schedule = folder ? [...pollsAfterAnEvent, pollInterval] : [pollIntervalWithoutEvents];
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
 * @returns {FSWatcher | null} null when the system provides no events
 */
function watchFiles(file, onEvent, log) {
  const name = basename(file);
  try {
    // Watches the folder, since the write-ahead log comes and goes, and the database file can be replaced.
    const folder = watchFolder(dirname(file), { persistent: false }, (_, changed) => {
      if (changed === null || changed.startsWith(name)) onEvent();
    });
    folder.on('error', (error) =>
      log.warn({ err: error }, 'Watching the database file failed: polling only'),
    );
    return folder;
  } catch (error) {
    log.warn({ err: error }, 'Cannot watch the database file: polling instead');
    return null;
  }
}

/**
 * @param {string} since
 * @param {Watcher} watcher
 * @param {object} deps
 * @param {(sequence: string) => Promise<Batch>} deps.read
 * @param {ReturnType<typeof makeWakeableTimer>} deps.timer
 * @param {number[]} deps.schedule milliseconds between polls; the last repeats
 * @param {{ closed: boolean }} deps.state
 * @param {Log} deps.log
 */
async function follow(since, watcher, { read, timer, schedule, state, log }) {
  let sequence = since;
  let failures = 0;
  let polls = schedule.length - 1;
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
      log.warn({ err: error }, 'Cannot read the changes; retrying');
      await timer.wait(pausesAfterAFailure[Math.min(failures, pausesAfterAFailure.length - 1)]);
      failures += 1;
      continue;
    }
    const woken = await timer.wait(schedule[polls]);
    polls = woken ? 0 : Math.min(polls + 1, schedule.length - 1);
  }
}
