import { again } from './writer.js';
/** @import { Job, Post, Store } from '../../store/types.js' */
/** @import { Writer } from './writer.js' */

/**
 * Changes many posts, one after the other, as a job. What broke off is done again for the rest.
 * @param {{ store: Store, writer: Writer }} deps
 * @param {Pick<Job, 'done'>} job  counts them
 * @param {Iterable<string> | AsyncIterable<string>} ids  of posts and pages
 * @param {(post: Post) => Promise<Post | null>} change  null: it stays as it is
 * @returns {AsyncGenerator<void>} after each
 * @throws {LarderError} `conflict`, `unavailable`
 */
export async function* changeOneByOne({ store, writer }, job, ids, change) {
  for await (const id of ids) {
    await again(async () => {
      const post = await store.get('post', id);
      const changed = post && (await change(post));
      if (changed) await writer.put('post', changed, post.revision ?? null);
    });
    job.done++;
    yield;
  }
}
