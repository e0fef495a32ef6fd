import { isError } from '../errors.js';
import { summarise } from '../index/summary.js';

/**
 * @typedef {import('../types.js').Post} Post
 * @typedef {import('../types.js').Summaries} Summaries
 */

/**
 * Reads what the index is made from.
 * @param {{ store: import('../types.js').Store, texts: import('../content/text-work.js').TextWork }} parts
 */
export function createReading({ store, texts }) {
  return { readRecord, readSummaries };

  /** @param {import('../types.js').Kind} kind @param {string} id @returns {Promise<any | null>} a post with the HTML of its Markdown */
  async function readRecord(kind, id) {
    const record = await store.get(kind, id);
    return kind === 'post' && record ? freshen(record) : record;
  }

  /** @returns {Promise<Summaries>} with what the suspects among the posts say by now */
  async function readSummaries() {
    const summaries = await store.summaries();
    const suspects = await store.getMany('post', summaries.suspects);
    /** @type {Map<string, import('../types.js').Summary>} */
    const mended = new Map();
    for (const post of suspects) if (post) mended.set(post.id, summarise(await freshen(post)));
    if (mended.size === 0) return summaries;
    return { ...summaries, posts: summaries.posts.map((post) => mended.get(post.id) ?? post) };
  }

  /** @param {Post} record @returns {Promise<Post>} */
  async function freshen(record) {
    try {
      return await texts.freshen(record);
    } catch (error) {
      // What cannot be rendered was edited past all checks: that shall not end the feed for all else.
      if (!isError(error, 'invalid')) throw error;
      return record;
    }
  }
}
