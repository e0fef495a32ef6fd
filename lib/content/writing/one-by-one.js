import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../../errors.js';
import { again } from './writer.js';
/** @import { Post, Store } from '../../types.js' */
/** @import { Writer } from './writer.js' */

/** @typedef {{ done: number, isOver: boolean }} Progress  Posts and pages; `isOver`: broken off. */

/**
 * Changes many posts, one after the other; no two such changes at once. What broke off is done again for the rest.
 * @template {object} T  what is known of a change
 * @param {{ store: Store, writer: Writer }} deps
 * @param {string} busy  said to whoever begins another one meanwhile
 */
export function createOneByOne({ store, writer }, busy) {
  /** @type {(T & Progress) | null} */
  let running = null;
  return { running: () => running, run };

  /**
   * @param {T} about
   * @param {Iterable<string> | AsyncIterable<string>} ids  of posts and pages
   * @param {(post: Post) => Promise<Post | null>} change  null: it stays as it is
   * @returns {Promise<void>}
   * @throws {LarderError} `conflict`, `unavailable`
   */
  async function run(about, ids, change) {
    if (running && !running.isOver) throw new LarderError('conflict', busy);
    const work = { ...about, done: 0, isOver: false };
    running = work;
    try {
      for await (const id of ids) {
        await again(async () => {
          const post = await store.get('post', id);
          const changed = post && (await change(post));
          if (changed) await writer.put('post', changed, post.revision ?? null);
        });
        work.done++;
        await setImmediate();
      }
      running = null;
    } finally {
      work.isOver = true;
    }
  }
}
