import { allEnded } from '../../base/all-ended.js';
import { again } from './writer.js';
/** @import { Job, Post, Store } from '../../store/types.js' */
/** @import { Writer } from './writer.js' */

/** Posts that wait for the disk together. */
const AT_ONCE = 8;

/**
 * Changes many posts, a few at a time, as a job. What broke off is done again for the rest.
 * @param {{ store: Store, writer: Writer }} deps
 * @param {Pick<Job, 'done'>} job  counts them
 * @param {Iterable<string[]> | AsyncIterable<string[]>} lists  of ids of posts and pages, each without doubles
 * @param {(post: Post) => Promise<Post | null>} change  null: it stays as it is
 * @returns {AsyncGenerator<void>} after each few
 * @throws {LarderError} `conflict`, `unavailable`
 */
export async function* changeOneByOne({ store, writer }, job, lists, change) {
  const changeOne = (/** @type {string} */ id) =>
    again(async () => {
      const post = await store.get('post', id);
      const changed = post && (await change(post));
      if (changed) await writer.put('post', changed, post.revision ?? null);
    }).then(() => void job.done++);
  for await (const ids of lists)
    for (let at = 0; at < ids.length; at += AT_ONCE)
      yield allEnded(ids.slice(at, at + AT_ONCE).map(changeOne));
}
