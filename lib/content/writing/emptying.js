import { setImmediate } from 'node:timers/promises';
import { steady } from '../../base/clock.js';
import { LarderError } from '../../base/errors.js';
import { removal } from './writer.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Removal, Store } from '../../store/types.js' */
/** @import { PostHistories } from '../history.js' */
/** @import { TrashBin } from '../trash.js' */
/** @import { Writer } from './writer.js' */

/** Milliseconds. */
const DAY = 24 * 60 * 60_000;

/**
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 * @param {Writer} deps.writer
 * @param {PostHistories} deps.histories
 * @param {TrashBin} deps.bin
 * @returns {() => Promise<void>} deletes expired records from the trash; to be called after each deletion
 */
export function createTrashEmptier({ store, index, clock, writer, histories, bin }) {
  const present = steady(clock);
  let emptiedAt = -Infinity;

  return async function emptyTrash() {
    const now = present();
    // Once a day is enough.
    if (now - emptiedAt < DAY) return;
    emptiedAt = now;
    // This reads the whole trash: the deletion's answer goes first.
    await setImmediate();
    try {
      await forget();
    } catch (error) {
      // The deletion itself has succeeded; the next one tries this again.
      if (!(error instanceof LarderError)) throw error;
      emptiedAt = -Infinity;
    }
  };

  async function forget() {
    for (const record of await bin.over('trash'))
      await writer.write([...(await remainsOf(record.id)), removal('trash', record)]);
    const comments = await bin.over('trashedComment');
    await writer.write(comments.map((record) => removal('trashedComment', record)));
  }

  /** @param {string} id of a post that was deleted @returns {Promise<Removal[]>} */
  async function remainsOf(id) {
    // The post still exists if its removal was interrupted.
    if (await store.get('post', id)) return [];
    const comments = await store.commentsOf(id);
    return [
      ...comments.map((comment) => removal('comment', comment)),
      ...(await histories.clear(id, index.users.keys())),
    ];
  }
}
