import { LarderError } from '../../base/errors.js';
import { validateComment } from '../validate-comment.js';
import { following } from './writer.js';
/** @import { Own } from '../../changes/changes.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Texts } from '../../store/text-fields.js' */
/** @import { Comment, PlainComment, Put, Removal, TrashedComment } from '../../store/types.js' */
/** @import { TrashBin } from '../trash.js' */
/** @import { Writer } from './writer.js' */

/**
 * @typedef {(Put | Removal)[]} Writes
 */

/**
 * Writes comments and their moderation.
 * @param {object} deps
 * @param {BlogIndex} deps.index
 * @param {Clock} deps.clock
 * @param {() => string} deps.newId
 * @param {Writer} deps.writer
 * @param {TrashBin} deps.bin
 * @param {() => Promise<void>} deps.emptyTrash
 */
export function createCommentWriter({ index, clock, newId, writer, bin, emptyTrash }) {
  return { saveComment, moderate, removeComments, restoreComments, trashedComments };

  /**
   * @param {Omit<PlainComment, 'id' | 'html' | 'createdAt' | 'revision'> & Partial<Texts<'comment'> &
   *   Pick<Comment, 'id' | 'createdAt'>>} input
   * @param {{ revision?: string | null, html?: string, answers?: Comment, by?: Own }} [options] `html`: the result of
   * `renderComment`, if already known; `answers`: the comment it replies to, which is approved with it
   * @returns {Promise<Comment>}
   * @throws {LarderError} `notFound` when there is no such post, `conflict`
   */
  async function saveComment(input, { revision = null, html, answers, by } = {}) {
    if (!index.post(input.postId))
      throw new LarderError('notFound', `There is no post ${input.postId}`);
    const record = {
      createdAt: new Date(clock.now()).toISOString(),
      ...validateComment(input),
      id: input.id ?? `${input.postId}:${newId()}`,
      html: html ?? (await rendered(input.markdown)),
    };
    const writes = [
      { kind: /** @type {const} */ ('comment'), record, revision },
      ...following(answers ? decided(answers, 'approved') : []),
    ];
    const [written] = await writer.write(writes, by);
    return { ...record, revision: written ?? '' };
  }

  /**
   * Sets the status of comments, one by one.
   * @param {Comment[]} comments as they were read
   * @param {Comment['status']} status
   * @returns {Promise<Comment[]>} those that have the status now: not all when the store refused one
   * @throws {LarderError} `conflict` or `unavailable`, when nothing was changed
   */
  function moderate(comments, status) {
    return eachForItself(comments, (comment) =>
      comment.status === status ? [] : decided(comment, status),
    );
  }

  /**
   * Moves comments to the trash, from which they can be restored for 30 days. Replies to them stay, and are shown
   * on their own until then.
   * @param {Comment[]} comments as they were read
   * @param {{ by?: string }} [options] the id of the user who removes them
   * @returns {Promise<Comment[]>} those that were removed: not all when the store refused one
   * @throws {LarderError} `conflict` or `unavailable`, when nothing was changed
   */
  async function removeComments(comments, { by = '' } = {}) {
    const removed = await eachForItself(comments, (comment) => bin.putComment(comment, by));
    await emptyTrash();
    return removed;
  }

  /**
   * Restores comments with their former status, if their posts still exist.
   * @param {TrashedComment[]} trashed
   * @returns {Promise<TrashedComment[]>} those that were restored: not all when the store refused one
   * @throws {LarderError} `conflict` or `unavailable`, when nothing was changed
   */
  function restoreComments(trashed) {
    const restored = trashed.filter(({ comment }) => index.post(comment.postId));
    return eachForItself(restored, (one) => bin.takeOutComment(one));
  }

  /**
   * @template T
   * @param {T[]} all
   * @param {(one: T) => Writes | Promise<Writes>} writesOf
   * @returns {Promise<T[]>} those that were written, up to the first that was refused
   */
  async function eachForItself(all, writesOf) {
    const done = [];
    try {
      for (const one of all) {
        await writer.write(await writesOf(one));
        done.push(one);
      }
    } catch (error) {
      if (done.length === 0 || !(error instanceof LarderError)) throw error;
    }
    return done;
  }

  /** @returns {Promise<TrashedComment[]>} those that can be restored, most recently deleted first */
  function trashedComments() {
    return bin.comments();
  }
}

/** @param {Comment} comment @param {Comment['status']} status @returns {Put[]} */
const decided = (comment, status) => [
  { kind: 'comment', record: { ...comment, status }, revision: comment.revision ?? null },
];

/** @param {string} markdown @returns {Promise<string>} @throws {LarderError} `invalid` */
async function rendered(markdown) {
  const { isEmpty, renderComment } = await import('../../markup/render.js');
  const html = renderComment(markdown);
  if (isEmpty(html))
    throw new LarderError('invalid', 'A comment cannot be empty', { field: 'markdown' });
  return html;
}
