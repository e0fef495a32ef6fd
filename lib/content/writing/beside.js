/**
 * Keeps what lies beside a post for its authors alone: its preview link, and what they have not published yet.
 * @param {object} parts
 * @param {import('../../types.js').Store} parts.store
 * @param {import('../../clock.js').Clock} parts.clock
 * @param {import('./writer.js').Writer} parts.writer
 * @param {import('../desks.js').Desks} parts.desks
 */
export function besideWriting({ store, clock, writer, desks }) {
  return { desk, linkPreview, saveCopy, dropCopy };

  /**
   * @param {string} postId
   * @param {string} [revision] of the post as it stands
   * @returns {Promise<import('../../types.js').Desk>} what lies beside it for its authors
   */
  function desk(postId, revision) {
    return desks.get(postId, revision);
  }

  /**
   * @param {string} postId
   * @param {string} secret of its preview link; '' takes it away
   */
  async function linkPreview(postId, secret) {
    await writer.write([await desks.link(postId, secret)]);
  }

  /**
   * Keeps what an author has typed into a published post, without publishing it.
   * @param {string} postId
   * @param {string} by a user's id
   * @param {{ base: string, fields: Record<string, string> }} work the revision that they saw, and the form
   */
  async function saveCopy(postId, by, work) {
    const id = `${postId}:${by}`;
    const before = await store.get('copy', id);
    const savedAt = new Date(clock.now()).toISOString();
    await writer.put('copy', { id, savedAt, ...work }, before?.revision ?? null);
  }

  /** @param {string} postId @param {string} by a user's id */
  async function dropCopy(postId, by) {
    await writer.write(await desks.dropCopy(postId, by));
  }
}
