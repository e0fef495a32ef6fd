import { media } from './keys.js';
import { summarise } from './index/summary.js';
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Kind, Store, StoredRecord, Summaries, Summary } from '../store/types.js' */

/**
 * Reads the records from which the index is built, with up-to-date HTML.
 * @param {{ store: Store, texts: TextWork, cache: { hasDependents: (key: string) => boolean } }} deps
 */
export function createReading({ store, texts, cache }) {
  return { readRecord, readSummaries };

  /**
   * @param {Kind} kind
   * @param {string} id
   * @returns {Promise<StoredRecord | null>} posts with current HTML; files with bytes only if they are cached
   */
  async function readRecord(kind, id) {
    const isLeftOut = kind === 'media' && !cache.hasDependents(media(id));
    if (isLeftOut) return (await store.getMany(kind, [id], ['bytes']))[0];
    // In a cluster it asks several nodes, as `getMany` does not.
    const record = await store.get(kind, id);
    return kind === 'post' && record ? texts.renderedIfValid(record) : record;
  }

  /** @returns {Promise<Summaries>} after rendering posts with stale HTML again */
  async function readSummaries() {
    const summaries = await store.summaries();
    const staleRenders = await store.getMany('post', summaries.staleRenders);
    /** @type {Map<string, Summary>} */
    const repaired = new Map();
    for (const post of staleRenders)
      if (post) repaired.set(post.id, summarise(await texts.renderedIfValid(post)));
    if (repaired.size === 0) return summaries;
    return { ...summaries, posts: summaries.posts.map((post) => repaired.get(post.id) ?? post) };
  }
}
