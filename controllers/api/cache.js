import { presentList, readQuery } from './shapes/lists.js';
import { filters } from './shapes/schemas.js';
import { sayTouched } from '../../lib/views/presenters/clears.js';
import { LarderError } from '../../lib/base/errors.js';
/** @import { Author } from '../../lib/people/rights.js' */
/** @import { SignedInAction } from '../types.js' */

/**
 * `GET /api/cache`: the cached pages, by path. Before the first of them the index is compared with the store,
 * since a fresh render of a page is made from it too. @type {SignedInAction}
 */
export async function list({ author, query }, { metrics, baseUrl }) {
  onlyOwners(author);
  const asked = readQuery(query, filters.KeptPage);
  const [after = ''] = asked.after;
  if (after === '') await metrics.compare();
  const behind = (await metrics.pages()).filter(({ path }) => path > after);
  behind.sort((a, b) => (a.path < b.path ? -1 : 1));
  const items = behind.slice(0, asked.limit);
  const last = behind.length > asked.limit ? [items[items.length - 1].path] : null;
  return { json: presentList({ items, last, url: `${baseUrl}/api/cache`, query: asked }) };
}

/** `GET /api/cache/changes`: the last changes, each with the pages that it cleared. @type {SignedInAction} */
export async function changes({ author, query }, { metrics, index, baseUrl, words }) {
  onlyOwners(author);
  const asked = readQuery(query, filters.Change);
  const [before = Infinity] = asked.after;
  const behind = (await metrics.clears()).filter(({ number }) => number < Number(before));
  const items = behind.slice(0, asked.limit).map(({ pages, at, ...clear }) => ({
    number: clear.number,
    at: new Date(at).toISOString(),
    cause: clear.cause,
    about: clear.about,
    cleared: clear.entries,
    milliseconds: clear.milliseconds,
    pages: pages.map(({ path, touched, isReady }) => ({
      path,
      dependency: touched,
      isReady,
      text: sayTouched(touched, { index, words }),
    })),
  }));
  const last = behind.length > asked.limit ? [String(items[items.length - 1].number)] : null;
  return { json: presentList({ items, last, url: `${baseUrl}/api/cache/changes`, query: asked }) };
}

/** @param {Author} author */
function onlyOwners({ role }) {
  if (role !== 'owner') throw new LarderError('forbidden', 'Only an owner can list cached pages');
}
