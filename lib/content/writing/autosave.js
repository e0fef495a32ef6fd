/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { PostHistory, Store } from '../../store/types.js' */
/** @import { PostHistories } from '../history.js' */
/** @import { Writer } from './writer.js' */

/**
 * Writes what only authors see of a post: its preview link, and their unpublished changes.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 * @param {Writer} deps.writer
 * @param {PostHistories} deps.histories
 */
export function createHistoryWriter({ store, index, clock, writer, histories }) {
  return { history, linkPreview, saveAutosave, removeAutosave };

  /**
   * @param {string} postId
   * @param {string} [revision] the current one of the post
   * @returns {Promise<PostHistory>}
   */
  function history(postId, revision) {
    return histories.get(postId, revision);
  }

  /**
   * @param {string} postId
   * @param {string} secret of its preview link; '' deletes the link
   */
  async function linkPreview(postId, secret) {
    const what = secret ? 'post.shared' : 'post.unshared';
    const done = { what, of: postId, about: index.post(postId)?.title };
    await writer.write([await histories.link(postId, secret)], 'here', done);
  }

  /**
   * Saves an author's changes to a published post without publishing them.
   * @param {string} postId
   * @param {string} by a user's id
   * @param {{ base: string, fields: Record<string, string> }} work the revision that they saw, and the form
   */
  async function saveAutosave(postId, by, work) {
    const id = `${postId}:${by}`;
    const before = await store.get('autosave', id);
    const savedAt = new Date(clock.now()).toISOString();
    await writer.put('autosave', { id, savedAt, ...work }, before?.revision ?? null);
  }

  /** @param {string} postId @param {string} by a user's id */
  async function removeAutosave(postId, by) {
    await writer.write(await histories.removeAutosave(postId, by));
  }
}
