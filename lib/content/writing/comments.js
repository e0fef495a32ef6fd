import { LarderError } from '../../errors.js';
import { renderComment } from '../render.js';
import { validateComment } from '../validate-comment.js';
import { removal } from './writer.js';

/** @typedef {import('../../types.js').Comment} Comment */

/**
 * Writes comments, and what was decided about them.
 * @param {object} parts
 * @param {import('../../index/blog-index.js').BlogIndex} parts.index
 * @param {import('../../clock.js').Clock} parts.clock
 * @param {() => string} parts.newId
 * @param {import('./writer.js').Writer} parts.writer
 */
export function commentWriting({ index, clock, newId, writer }) {
  return { saveComment, moderate, removeComment };

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
   * @param {Comment['status'] | null} status null removes them
   * @throws {LarderError} `conflict`
   */
  async function moderate(comments, status) {
    const changed = comments.filter((comment) => comment.status !== status);
    await writer.write(
      changed.map((comment) =>
        status === null
          ? removal('comment', comment)
          : {
              kind: 'comment',
              record: { ...comment, status },
              revision: comment.revision ?? null,
            },
      ),
    );
  }

  /** @param {string} id @param {string} revision */
  async function removeComment(id, revision) {
    await writer.write([removal('comment', { id, revision })]);
  }
}
