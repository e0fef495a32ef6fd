import { LarderError } from '../errors.js';
import { removal } from './writing/writer.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../types.js').Comment} Comment
 * @typedef {import('../types.js').Trash} Trash
 * @typedef {import('../types.js').Put} Put
 * @typedef {import('../types.js').Removal} Removal
 */

/** Days for which a deleted post can come back. */
export const KEPT_DAYS = 30;
const KEPT = KEPT_DAYS * 24 * 60 * 60_000;

/** Deleted posts, with their comments. All but `list` give writes. */
export class TrashBin {
  #store;
  #clock;

  /** @param {{ store: import('../types.js').Store, clock: { now: () => number } }} parts */
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
  async put({ revision: _, ...post }, comments, by) {
    const present = await this.#store.get('trash', post.id);
    const removedAt = new Date(this.#clock.now()).toISOString();
    const record = { id: post.id, post, comments, removedAt, by };
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
    const { comments } = trash;
    const present = await this.#store.getMany(
      'comment',
      comments.map((comment) => comment.id),
    );
    return {
      comments: comments
        .filter((_, place) => present[place] === null)
        .map(({ revision: _, ...record }) => ({ kind: 'comment', record, revision: null })),
      trash: removal('trash', trash),
    };
  }

  /** @returns {Promise<Trash[]>} what can come back, deleted last first */
  async list() {
    const kept = [];
    for await (const trash of this.#store.all('trash')) if (!this.#isOver(trash)) kept.push(trash);
    return kept.sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1));
  }

  /** @returns {Promise<Trash[]>} what was kept long enough */
  async over() {
    const over = [];
    for await (const trash of this.#store.all('trash')) if (this.#isOver(trash)) over.push(trash);
    return over;
  }

  /** @param {Trash} trash */
  #isOver({ removedAt }) {
    return this.#clock.now() - Date.parse(removedAt) > KEPT;
  }
}
