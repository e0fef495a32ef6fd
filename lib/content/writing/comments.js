import { LarderError } from '../../errors.js';
import { renderComment } from '../render.js';
import { validateComment } from '../validate-comment.js';

/**
 * @typedef {import('../../types.js').Comment} Comment
 * @typedef {import('../../types.js').TrashedComment} TrashedComment
 */

/**
 * Writes comments, and what was decided about them.
 * @param {object} parts
 * @param {import('../../index/blog-index.js').BlogIndex} parts.index
 * @param {import('../../clock.js').Clock} parts.clock
 * @param {() => string} parts.newId
 * @param {import('./writer.js').Writer} parts.writer
 * @param {import('../trash.js').TrashBin} parts.bin
 * @param {() => Promise<void>} parts.emptyTrash
 */
export function commentWriting({ index, clock, newId, writer, bin, emptyTrash }) {
  return { saveComment, moderate, removeComments, restoreComments, trashedComments };

  /**
   * @param {Omit<Comment, 'id' | 'html' | 'createdAt' | 'revision'> & { id?: string, createdAt?: string }} input
   * @param {{ revision?: string | null, html?: string }} [options] `html`: what `renderComment` makes of its text, if it is
   *   at hand
   * @returns {Promise<Comment>}
   * @throws {LarderError} `notFound` when there is no such post, `conflict`
   */
  async function saveComment(input, { revision = null, html } = {}) {
    if (!index.post(input.postId))
      throw new LarderError('notFound', `There is no post ${input.postId}`);
    const record = {
      createdAt: new Date(clock.now()).toISOString(),
      ...validateComment(input),
      id: input.id ?? `${input.postId}:${newId()}`,
      html: html ?? renderComment(input.markdown),
    };
    return writer.put('comment', record, revision);
  }

  /**
   * Decides about comments: all of them, or none where the store can do that.
   * @param {Comment[]} comments as they were read
   * @param {Comment['status']} status
   * @throws {LarderError} `conflict`
   */
  async function moderate(comments, status) {
    const changed = comments.filter((comment) => comment.status !== status);
    await writer.write(
      changed.map((comment) => ({
        kind: 'comment',
        record: { ...comment, status },
        revision: comment.revision ?? null,
      })),
    );
  }

  /**
   * Moves comments to the trash, from which they can come back for 30 days. Replies to them stay: they stand by
   * themselves until what they answer is back.
   * @param {Comment[]} comments as they were read
   * @param {{ by?: string }} [options] the id of the user who removes them
   * @throws {LarderError} `conflict`
   */
  async function removeComments(comments, { by = '' } = {}) {
    await writer.write(await bin.putComments(comments, by));
    await emptyTrash();
  }

  /**
   * Brings comments back with the status that they had, where their posts stand.
   * @param {TrashedComment[]} trashed
   * @returns {Promise<number>} how many came back
   */
  async function restoreComments(trashed) {
    const restored = trashed.filter(({ comment }) => index.post(comment.postId));
    await writer.write(await bin.takeOutComments(restored));
    return restored.length;
  }

  /** @returns {Promise<TrashedComment[]>} what can come back, deleted last first */
  function trashedComments() {
    return bin.comments();
  }
}
