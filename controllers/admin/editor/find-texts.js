/** @import { AuthorBlog } from '../../types.js' */

/**
 * @param {string} q as typed
 * @param {Pick<AuthorBlog, 'search' | 'log'>} blog
 * @returns {Promise<Set<string>>} ids of the posts and pages that have all its words; none when there is no search
 */
export async function findTexts(q, { search, log }) {
  if (!search || q.trim() === '') return new Set();
  try {
    return await search.idsWith(q);
  } catch (error) {
    log.warn({ err: error }, 'Posts are found by their titles alone');
    return new Set();
  }
}
