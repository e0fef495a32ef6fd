import { LarderError } from '../base/errors.js';
import { following, removal } from './writing/writer.js';
/** @import { Comment, Post, Put, Removal, Store, Trash, TrashedComment } from '../store/types.js' */

/**
 * @typedef {Omit<Trash, 'post' | 'comments'> & { post: Omit<Post, 'markdown' | 'html'>, comments: number }} DeletedPost
 *    `comments`: their number
 * @typedef {{ trash: Trash, trashedComment: TrashedComment }} Kept
 */

/** Days for which deleted posts and comments can be restored. */
export const RETENTION_DAYS = 30;
const RETAINED = RETENTION_DAYS * 24 * 60 * 60_000;
/** Most of what a deleted post has, and not shown. */
const TEXTS = ['post.markdown', 'post.html'];

/** Deleted posts with their comments, and comments that were deleted on their own. */
export class TrashBin {
  #store;
  #clock;

  /** @param {{ store: Store, clock: { now: () => number } }} deps */
  constructor({ store, clock }) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * @param {Post} post
   * @param {Comment[]} comments
   * @param {string} by a user's id, or ''
   * @returns {Promise<Put>} to be written before anything is removed
   */
  async put({ revision, ...post }, comments, by) {
    const present = await this.#store.get('trash', post.id);
    const record = {
      id: post.id,
      post,
      postRevision: revision,
      comments,
      removedAt: this.#now(),
      by,
    };
    return { kind: 'trash', record, revision: present?.revision ?? null };
  }

  /**
   * @param {string} postId
   * @returns {Promise<Trash>}
   * @throws {LarderError} `notFound`
   */
  async get(postId) {
    const trash = await this.#store.get('trash', postId);
    if (!trash || this.#isOver(trash))
      throw new LarderError('notFound', `There is no deleted post ${postId}`);
    return trash;
  }

  /**
   * @param {Trash} trash
   * @returns {Promise<{ comments: Put[], trash: Removal }>} restores the comments that are missing, and
   * removes the record from the trash
   */
  async takeOut(trash) {
    return {
      comments: (await this.#absent(trash.comments)).map(anew),
      trash: removal('trash', trash),
    };
  }

  /**
   * @param {Comment} comment deleted on its own: replies to it stay where they are
   * @param {string} by a user's id, or ''
   * @returns {Promise<(Put | Removal)[]>} the copy in the trash comes first, then the removal
   */
  async putComment({ revision, ...comment }, by) {
    const { id } = comment;
    const present = await this.#store.get('trashedComment', id);
    const record = { id, comment, removedAt: this.#now(), by };
    return [
      { kind: 'trashedComment', record, revision: present?.revision ?? null },
      removal('comment', { id, revision }),
    ];
  }

  /**
   * @param {TrashedComment} trashed
   * @returns {Promise<(Put | Removal)[]>} restores it with its former status
   */
  async takeOutComment(trashed) {
    const absent = await this.#absent([trashed.comment]);
    return [...absent.map(anew), ...following([removal('trashedComment', trashed)])];
  }

  /** @returns {Promise<TrashedComment[]>} those that can be restored, most recently deleted first */
  async comments() {
    const stored = await this.list('trashedComment', (record) => record);
    // An interrupted removal may have left some here that were never removed.
    const absent = new Set(await this.#absent(stored.map(({ comment }) => comment)));
    return stored.filter(({ comment }) => absent.has(comment));
  }

  /**
   * @template {keyof Kept} K, T
   * @param {K} kind
   * @param {(record: Kept[K]) => T & { id: string, removedAt: string }} pick the fields needed: whole records might
   *   fill the memory
   * @returns {Promise<T[]>} those that can still be restored, most recently deleted first
   */
  async list(kind, pick) {
    const stored = [];
    for await (const record of this.#store.all(kind, TEXTS))
      if (!this.#isOver(record)) stored.push(pick(record));
    return stored.sort((a, b) =>
      (a.removedAt === b.removedAt ? a.id < b.id : a.removedAt < b.removedAt) ? 1 : -1,
    );
  }

  /** @returns {Promise<DeletedPost[]>} most recently deleted first */
  posts() {
    return this.list('trash', withoutTexts);
  }

  /**
   * @param {keyof Kept} kind
   * @returns {Promise<{ id: string, revision?: string }[]>} records that have expired
   */
  async over(kind) {
    const over = [];
    for await (const record of this.#store.all(kind, TEXTS))
      if (this.#isOver(record)) over.push({ id: record.id, revision: record.revision });
    return over;
  }

  /** @param {Comment[]} comments @returns {Promise<Comment[]>} those that do not exist */
  async #absent(comments) {
    const ids = comments.map(({ id }) => id);
    const present = await this.#store.getMany('comment', ids);
    return comments.filter((_, place) => present[place] === null);
  }

  #now() {
    return new Date(this.#clock.now()).toISOString();
  }

  /** @param {{ removedAt: string }} record */
  #isOver({ removedAt }) {
    return this.#clock.now() - Date.parse(removedAt) > RETAINED;
  }
}

/** @param {Comment} comment @returns {Put} */
const anew = ({ revision: _, ...record }) => ({ kind: 'comment', record, revision: null });

/** @param {Trash} record @returns {DeletedPost} */
function withoutTexts({ post: { markdown: _markdown, html: _html, ...post }, comments, ...rest }) {
  return { ...rest, post, comments: comments.length };
}
