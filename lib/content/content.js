import { randomUUID } from 'node:crypto';
import { createActs } from './acts.js';
import { createAddresses } from './addresses.js';
import { PostHistories } from './history.js';
import { createManyPosts } from './jobs/many-posts.js';
import { TrashBin } from './trash.js';
import { createHandingOver } from './writing/handing-over.js';
import { createHistoryWriter } from './writing/autosave.js';
import { createBulkWriter } from './writing/bulk.js';
import { createCommentWriter } from './writing/comments.js';
import { createTrashEmptier } from './writing/emptying.js';
import { createMediaWriter } from './writing/media.js';
import { createPostWriter } from './writing/posts.js';
import { createRedirectWriter } from './writing/redirects.js';
import { createPostRemover } from './writing/removals.js';
import { createRenderingWriter } from './writing/rendering.js';
import { createSettingsWriter } from './writing/settings.js';
import { createTagWriter } from './writing/tags.js';
import { createUserWriter } from './writing/users.js';
import { createWriter } from './writing/writer.js';
/** @import { Changes } from '../changes/changes.js' */
/** @import { Clock } from '../base/clock.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { FeedChange, Post, Store } from '../store/types.js' */
/** @import { Actor } from './acts.js' */
/** @import { Jobs } from './jobs/jobs.js' */
/** @import { Writer } from './writing/writer.js' */
/** @import { PostInput } from './writing/posts.js' */

/**
 * @typedef {ReturnType<typeof createContent>} Content
 */

/**
 * All writing of content goes through here, from the admin pages, the API and imports: check, render, write, and
 * tell `changes`, which clears the affected pages before the author gets an answer. Each file in `writing/` does
 * this for one kind of record, through the same `Writer`.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Changes} deps.changes
 * @param {Clock} deps.clock
 * @param {TextWork} deps.texts
 * @param {Jobs} deps.jobs
 * @param {(by: string, post: Post) => boolean} deps.mayEdit  whether that user may change the post
 * @param {(changes: FeedChange[]) => Promise<void>} [deps.acknowledge]  has the other workers clear the affected pages
 *   too
 * @param {() => string} [deps.newId] a UUID that nobody can guess
 */
export function createContent({
  store,
  index,
  changes,
  clock,
  texts,
  jobs,
  mayEdit,
  acknowledge,
  newId = randomUUID,
}) {
  const acts = createActs({ index, clock, newId });
  const writer = createWriter({ store, changes, acts, acknowledge });
  const addresses = createAddresses({ store, index, clock });
  const histories = new PostHistories({ store });
  const bin = new TrashBin({ store, clock });
  const emptyTrash = createTrashEmptier({ store, index, clock, writer, histories, bin });
  const shared = { store, index, clock, texts, newId, addresses, histories, bin, emptyTrash };
  // Of all that write, one does the jobs.
  const begun = { ...jobs, define() {} };
  const own = writingBy(writer, jobs);
  const manyPosts = createManyPosts({
    store,
    index,
    jobs,
    newId,
    mayEdit,
    changing: (user) => createBulkWriter({ ...writingBy(writer.as({ user, via: 'job' }), begun) }),
  });
  return { ...own, manyPosts, as };

  /** @param {Actor} actor @returns what writes on their behalf, and that they did it */
  function as(actor) {
    return { ...writingBy(writer.as(actor), begun), manyPosts, as };
  }

  /** @param {Writer} by @param {Jobs} theirJobs */
  function writingBy(by, theirJobs) {
    const deps = { ...shared, writer: by, jobs: theirJobs };
    const posts = createPostWriter(deps);
    const settings = createSettingsWriter(deps);
    return {
      store,
      index,
      newId,
      note: by.note,
      ...posts,
      ...createPostRemover({ ...deps, freeSlug: posts.freeSlug }),
      ...createHandingOver(deps),
      ...createHistoryWriter(deps),
      ...createCommentWriter(deps),
      ...createUserWriter(deps),
      ...settings,
      ...createTagWriter({ ...deps, ...settings }),
      ...createRenderingWriter(deps),
      ...createMediaWriter(deps),
      ...createRedirectWriter(deps),
    };
  }
}
