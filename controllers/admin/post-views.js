import { readPeriod } from '../../lib/views/presenters/periods.js';
import { today } from '../../lib/views/presenters/statistics.js';
import { counted } from '../../lib/views/presenters/words.js';
import { decodedPath } from '../../lib/util/paths.js';
/** @import { AuthorBlog } from '../types.js' */

/**
 * How often posts were viewed in the last 30 days, at whatever addresses they had, by one question.
 * @param {Pick<AuthorBlog, 'statistics' | 'index' | 'clock'>} blog
 * @returns {Promise<(id: string) => string | null>} in words; null for those that were not viewed, or not often enough to be known
 */
export async function countPostViews({ statistics, index, clock }) {
  if (!statistics) return () => null;
  const day = today(index.settings, clock.now());
  const { from, to, by } = readPeriod(new URLSearchParams({ period: 'month' }), day);
  /** @type {Map<string, number>} */
  const views = new Map();
  for (const { path, views: count } of (await statistics.query({ from, to, by })).pages) {
    const id = path && index.addresses.get(decodedPath(path));
    if (id) views.set(id, (views.get(id) ?? 0) + count);
  }
  return (id) => {
    const count = views.get(id);
    return count ? `${counted(count, 'view')} in 30 days` : null;
  };
}
