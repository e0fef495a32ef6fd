import { presentList, readQuery } from './shapes/lists.js';
import { filters } from './shapes/schemas.js';
import { LarderError } from '../../lib/base/errors.js';
/** @import { SignedInAction } from '../types.js' */

/**
 * `GET /api/cache`: the cached pages, by path. Before the first of them the index is compared with the store,
 * since a fresh render of a page is made from it too. @type {SignedInAction}
 */
export async function list({ author, query }, { metrics, baseUrl }) {
  if (author.role !== 'owner')
    throw new LarderError('forbidden', 'Only an owner can list cached pages');
  const asked = readQuery(query, filters.KeptPage);
  const [after = ''] = asked.after;
  if (after === '') await metrics.compare();
  const behind = (await metrics.pages()).filter(({ path }) => path > after);
  behind.sort((a, b) => (a.path < b.path ? -1 : 1));
  const items = behind.slice(0, asked.limit);
  const last = behind.length > asked.limit ? [items[items.length - 1].path] : null;
  return { json: presentList({ items, last, url: `${baseUrl}/api/cache`, query: asked }) };
}
