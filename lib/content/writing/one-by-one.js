import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../../base/errors.js';
import { again } from './writer.js';
/** @import { Eventual, Post, Store } from '../../store/types.js' */
/** @import { Progress, State } from '../progress.js' */
/** @import { Writer } from './writer.js' */

/**
 * Changes many posts, one after the other; no two such changes at once. What broke off is done again for the rest.
 * @template {object} T  what is known of a change
 * @param {{ store: Store, writer: Writer, progress: Eventual<Progress> }} deps
 * @param {string} name
 * @param {string} busy  said to whoever begins another one meanwhile
 */
export function createOneByOne({ store, writer, progress }, name, busy) {
  return { running, run };

  /** @returns {Promise<(T & State) | null>} */
  async function running() {
    return /** @type {(T & State) | null} */ (await progress.find(name));
  }

  /**
   * @param {T} about
   * @param {Iterable<string> | AsyncIterable<string>} ids  of posts and pages
   * @param {(post: Post) => Promise<Post | null>} change  null: it stays as it is
   * @returns {Promise<void>}
   * @throws {LarderError} `conflict`, `unavailable`
   */
  async function run(about, ids, change) {
    const work = { ...about, done: 0, isOver: false };
    if (!(await progress.begin(name, work))) throw new LarderError('conflict', busy);
    try {
      for await (const id of ids) {
        await again(async () => {
          const post = await store.get('post', id);
          const changed = post && (await change(post));
          if (changed) await writer.put('post', changed, post.revision ?? null);
        });
        work.done++;
        await progress.update(name, work);
        await setImmediate();
      }
    } catch (error) {
      await progress.update(name, { ...work, isOver: true });
      throw error;
    }
    await progress.end(name);
  }
}
