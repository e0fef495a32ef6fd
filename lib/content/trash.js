import { LarderError } from '../errors.js';
import { following, removal } from './writing/writer.js';
/** @import { Comment, Post, Put, Removal, Store, Trash, TrashedComment } from '../types.js' */

/**
 * @typedef {Omit<Trash, 'post' | 'comments'> & { post: Omit<Post, 'markdown' | 'html'>, comments: number }} DeletedPost  how many comments
 * @typedef {{ trash: Trash, trashedComment: TrashedComment }} Kept
 */

/** Days for which what was deleted can come back. */
export const RETENTION_DAYS = 30;
const KEPT = RETENTION_DAYS * 24 * 60 * 60_000;

/** Deleted posts with their comments, and comments that were deleted by themselves. */
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
   * @returns {Promise<Put>} to be made before anything is removed
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
   * @returns {Promise<{ comments: Put[], trash: Removal }>} brings the comments back that are not there, and
   *   empties its place
   */
  async takeOut(trash) {
    return {
      comments: (await this.#absent(trash.comments)).map(anew),
      trash: removal('trash', trash),
    };
  }

  /**
   * @param {Comment} comment deleted by itself: replies to it stay where they are
   * @param {string} by a user's id, or ''
   * @returns {Promise<(Put | Removal)[]>} it is in the trash before it is removed
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
   * @returns {Promise<(Put | Removal)[]>} brings it back, with the status that it had
   */
  async takeOutComment(trashed) {
    const absent = await this.#absent([trashed.comment]);
    return [...absent.map(anew), ...following([removal('trashedComment', trashed)])];
  }

  /** @returns {Promise<TrashedComment[]>} what can come back, deleted last first */
  async comments() {
    const kept = await this.list('trashedComment', (record) => record);
    // A removal that broke off has left some here that still stand.
    const absent = new Set(await this.#absent(kept.map(({ comment }) => comment)));
    return kept.filter(({ comment }) => absent.has(comment));
  }

  /**
   * @template {keyof Kept} K, T
   * @param {K} kind
   * @param {(record: Kept[K]) => T & { id: string, removedAt: string }} pick what is needed of a record: all of many would fill the memory
   * @returns {Promise<T[]>} what is not kept long enough yet, deleted last first
   */
  async list(kind, pick) {
    const kept = [];
    for await (const record of this.#store.all(kind))
      if (!this.#isOver(record)) kept.push(pick(record));
    return kept.sort((a, b) => (`${a.removedAt} ${a.id}` < `${b.removedAt} ${b.id}` ? 1 : -1));
  }

  /** @returns {Promise<DeletedPost[]>} deleted last first */
  posts() {
    return this.list('trash', withoutTexts);
  }

  /**
   * @param {keyof Kept} kind
   * @returns {Promise<{ id: string, revision?: string }[]>} what was kept long enough
   */
  async over(kind) {
    const over = [];
    for await (const record of this.#store.all(kind))
      if (this.#isOver(record)) over.push({ id: record.id, revision: record.revision });
    return over;
  }

  /** @param {Comment[]} comments @returns {Promise<Comment[]>} those that are not there */
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
    return this.#clock.now() - Date.parse(removedAt) > KEPT;
  }
}

/** @param {Comment} comment @returns {Put} */
const anew = ({ revision: _, ...record }) => ({ kind: 'comment', record, revision: null });

/** @param {Trash} record @returns {DeletedPost} */
function withoutTexts({ post: { markdown: _markdown, html: _html, ...post }, comments, ...rest }) {
  return { ...rest, post, comments: comments.length };
}
