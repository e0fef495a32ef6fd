import { LarderError } from '../errors.js';
import { generation } from '../revision.js';
import { isFresh, renderPost } from './render.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../types.js').Summary} Summary
 * @typedef {import('../types.js').Comment} Comment
 */

/**
 * Reads whole posts and comments for one render, and notes whether any was older than the index knows.
 * Such a page goes to those who wait for it, and into no cache.
 */
export class Reader {
  /** Whether a document was older than the index knows. */
  outdated = false;
  #store;
  #index;

  /** @param {{ store: import('../types.js').Store, index: import('../index/blog-index.js').BlogIndex }} parts */
  constructor({ store, index }) {
    this.#store = store;
    this.#index = index;
  }

  /**
   * @param {Summary} summary
   * @returns {Promise<Post>}
   * @throws {LarderError} `gone` when it was removed and the index does not know yet
   */
  async post(summary) {
    const [post] = await this.posts([summary]);
    if (!post) throw new LarderError('gone', `The post ${summary.id} was just removed`);
    return post;
  }

  /**
   * @param {Summary[]} summaries
   * @returns {Promise<Post[]>} in the same order; without those that were just removed
   */
  async posts(summaries) {
    const records = await this.#store.getMany(
      'post',
      summaries.map(({ id }) => id),
    );
    summaries.forEach(({ revision }, place) => {
      if (generation(records[place]?.revision) < generation(revision)) this.outdated = true;
    });
    return records.filter((record) => record !== null).map(freshen);
  }

  /**
   * @param {Summary} summary
   * @returns {Promise<Comment[]>} the approved ones, oldest first
   */
  async comments({ id }) {
    const known = this.#index.comments(id);
    if (known.size === 0) return [];
    const comments = (await this.#store.commentsOf(id)).filter((comment) => known.has(comment.id));
    const seen = new Map(comments.map((comment) => [comment.id, comment.revision]));
    for (const [commentId, revision] of known)
      if (generation(seen.get(commentId)) < generation(revision)) this.outdated = true;
    return comments.filter(({ status }) => status === 'approved');
  }
}

/**
 * Makes the HTML anew when it no longer fits: the Markdown was edited in the database's console, or the
 * renderer is a newer one.
 * @param {Post} post
 * @returns {Post}
 */
export const freshen = (post) => (isFresh(post) ? post : { ...post, ...renderPost(post) });
