import { randomUUID } from 'node:crypto';
import { Addresses } from './addresses.js';
import { Desks } from './desks.js';
import { TrashBin } from './trash.js';
import { besideWriting } from './writing/beside.js';
import { commentWriting } from './writing/comments.js';
import { trashEmptying } from './writing/emptying.js';
import { mediaWriting } from './writing/media.js';
import { postWriting } from './writing/posts.js';
import { postRemoving } from './writing/removals.js';
import { settingsWriting } from './writing/settings.js';
import { userWriting } from './writing/users.js';
import { Writer } from './writing/writer.js';

/**
 * @typedef {ReturnType<typeof createContent>} Content
 * @typedef {import('./writing/posts.js').PostInput} PostInput
 */

/**
 * The one way by which content is written, for the admin page, the API and the imports alike: check, render,
 * write, and tell `changes`, so that by the time the author has an answer the pages are cleared. Each file in
 * `writing/` does it for one kind of thing, all of them through the same `Writer`.
 * @param {object} parts
 * @param {import('../types.js').Store} parts.store
 * @param {import('../index/blog-index.js').BlogIndex} parts.index
 * @param {import('../changes/changes.js').Changes} parts.changes
 * @param {import('../clock.js').Clock} parts.clock
 * @param {import('./text-work.js').TextWork} parts.texts
 * @param {() => string} [parts.newId] a UUID that nobody can guess
 */
export function createContent({ store, index, changes, clock, texts, newId = randomUUID }) {
  const writer = new Writer({ store, changes });
  const addresses = new Addresses({ store, index, clock });
  const desks = new Desks({ store });
  const bin = new TrashBin({ store, clock });
  const emptyTrash = trashEmptying({ store, index, clock, writer, desks, bin });
  const means = { store, index, clock, texts, newId, writer, addresses, desks, bin, emptyTrash };
  const posts = postWriting(means);
  return {
    store,
    index,
    newId,
    ...posts,
    ...postRemoving({ ...means, freeSlug: posts.freeSlug }),
    ...besideWriting(means),
    ...commentWriting(means),
    ...userWriting(means),
    ...settingsWriting(means),
    ...mediaWriting(means),
  };
}
