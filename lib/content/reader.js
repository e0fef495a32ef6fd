import { setImmediate } from 'node:timers/promises';
import { LarderError } from '../errors.js';
import { generation } from '../revision.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../types.js').Summary} Summary
 * @typedef {import('../types.js').Comment} Comment
 */

/** Characters of a text. */
const LONG = 500_000;

/**
 * Reads whole posts and comments for one render, and notes whether any was older than the index knows.
 * Such a page goes to those who wait for it, and into no cache.
 */
export class Reader {
  /** Whether a document was older than the index knows. */
  outdated = false;
  #store;
  #index;
  #texts;

  /** @param {{ store: import('../types.js').Store, index: import('../index/blog-index.js').BlogIndex, texts: import('./text-work.js').TextWork }} parts */
  constructor({ store, index, texts }) {
    this.#store = store;
    this.#index = index;
    this.#texts = texts;
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
    const posts = [];
    for (const record of records) {
      if (record === null) continue;
      posts.push(await this.#texts.freshen(record));
      // To see that a long text is as it was takes a while.
      if (record.markdown.length > LONG) await setImmediate();
    }
    return posts;
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
