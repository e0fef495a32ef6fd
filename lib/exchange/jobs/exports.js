import { rm } from 'node:fs/promises';
import { LarderError } from '../../base/errors.js';
import { startTask } from './task.js';
/** @import { Log } from '../../base/log.js' */
/** @import { TaskConfig } from './task.js' */

/**
 * @typedef {object} Turn
 * @property {() => boolean | Promise<boolean>} take  whether it was free
 * @property {() => void | Promise<void>} release
 */

/** @returns {Turn} */
function createTurn() {
  let isTaken = false;
  return {
    take: () => !isTaken && (isTaken = true),
    release: () => void (isTaken = false),
  };
}

/** Removes what an earlier process has left. @param {string} folder @param {Log} log */
export function removeLeftovers(folder, log) {
  rm(folder, { recursive: true, force: true }).catch((error) =>
    log.warn({ err: error, folder }, 'An unfinished backup could not be removed'),
  );
}

/** @typedef {ReturnType<typeof createExports>} Exports */

/**
 * The downloads of the export page: one at a time, made in a process of its own while they are sent.
 * @param {object} deps
 * @param {TaskConfig} deps.config
 * @param {string} deps.folder  of its own, for files that it needs for a while
 * @param {Turn} [deps.turn]  shared with the other workers
 */
export function createExports({ config, folder, turn = createTurn() }) {
  let stop = async () => {};
  return { open, close };

  /**
   * @param {'export' | 'backup'} name
   * @returns {Promise<AsyncIterable<Buffer>>} the bytes, once there are any. It throws when they are not complete, and
   *   must be iterated or returned
   * @throws {LarderError} `conflict` when another one is under way; and what the task throws before the first byte
   */
  async function open(name) {
    if (!(await turn.take())) throw new LarderError('conflict', 'Another export is in progress');
    const bytes = bytesOf(name);
    const first = await bytes.next();
    return (async function* () {
      try {
        if (!first.done) yield first.value;
        yield* bytes;
      } finally {
        await bytes.return();
      }
    })();
  }

  /** Ends the one that is under way. */
  function close() {
    return stop();
  }

  /** @param {'export' | 'backup'} name @returns {AsyncGenerator<Buffer, void, void>} */
  async function* bytesOf(name) {
    const task = startTask({ name, config, folder });
    stop = task.stop;
    try {
      yield* task.output;
      await task.result;
    } finally {
      await task.stop();
      await turn.release();
    }
  }
}
