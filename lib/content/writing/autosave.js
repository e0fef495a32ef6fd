/** @import { Clock } from '../../clock.js' */
/** @import { PostHistory, Store } from '../../types.js' */
/** @import { PostHistories } from '../history.js' */
/** @import { Writer } from './writer.js' */

/**
 * Keeps what lies beside a post for its authors alone: its preview link, and what they have not published yet.
 * @param {object} deps
 * @param {Store} deps.store
 * @param {Clock} deps.clock
 * @param {Writer} deps.writer
 * @param {PostHistories} deps.histories
 */
export function createHistoryWriter({ store, clock, writer, histories }) {
  return { history, linkPreview, saveAutosave, removeAutosave };

  /**
   * @param {string} postId
   * @param {string} [revision] of the post as it stands
   * @returns {Promise<PostHistory>} what lies beside it for its authors
   */
  function history(postId, revision) {
    return histories.get(postId, revision);
  }

  /**
   * @param {string} postId
   * @param {string} secret of its preview link; '' takes it away
   */
  async function linkPreview(postId, secret) {
    await writer.write([await histories.link(postId, secret)]);
  }

  /**
   * Keeps what an author has typed into a published post, without publishing it.
   * @param {string} postId
   * @param {string} by a user's id
   * @param {{ base: string, fields: Record<string, string> }} work the revision that they saw, and the form
   */
  async function saveAutosave(postId, by, work) {
    const id = `${postId}:${by}`;
    const before = await store.get('copy', id);
    const savedAt = new Date(clock.now()).toISOString();
    await writer.put('copy', { id, savedAt, ...work }, before?.revision ?? null);
  }

  /** @param {string} postId @param {string} by a user's id */
  async function removeAutosave(postId, by) {
    await writer.write(await histories.removeAutosave(postId, by));
  }
}
