import { mayCreate } from '../../lib/auth/rights.js';
import { countComments, listComments } from '../../lib/comments/moderation.js';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { LarderError } from '../../lib/errors.js';
import { liveOf, presentCache, storeNames } from '../../lib/views/presenters/cache.js';
import { presentWaiting, presentWork, ROWS_AT_MOST } from '../../lib/views/presenters/dashboard.js';
import { counted } from '../../lib/views/presenters/words.js';
/** @import { Author } from '../../lib/auth/rights.js' */
/** @import { StoreName } from '../../lib/changes/typed-stores.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** `GET /admin`: the page after signing in. @type {SignedInAction} */
export async function show({ author, query }, blog) {
  return {
    view: 'admin/dashboard',
    model: {
      ...presentWork(author, blog.index),
      waiting: await waitingFor(author, blog),
      said: flashFor(query),
      cache: mayCreate(author, 'page') && (await cacheOf(blog)),
    },
    page: { title: 'Dashboard' },
  };
}

/** `GET /admin/figures`: polled by the dashboard. @type {SignedInAction} */
export const figures = async (_request, blog) => ({
  json: liveOf(await cacheOf(blog)),
  headers: ['Cache-Control', 'no-store'],
});

/** `POST /admin/cache/clear`: clears one typed store, or all. @type {SignedInAction} */
export async function clear({ form, author }, { metrics, log }) {
  const store = form.get('store') ?? '';
  if (store !== '' && !isStore(store))
    throw new LarderError('badRequest', 'Unknown part of the cache');
  const entries = await metrics.clear(store || undefined);
  log.info({ by: author.id, store: store || 'all', entries }, 'The cache was cleared by hand');
  return { redirect: `/admin?cleared=${entries}&of=${store}#cache` };
}

/** @param {Author} author @param {AuthorBlog} blog */
async function waitingFor(author, blog) {
  const [count, some] = await Promise.all([
    countComments(author, 'pending', blog),
    listComments(author, 'pending', { limit: ROWS_AT_MOST }, blog),
  ]);
  return presentWaiting(some, count, blog.index);
}

/** @param {AuthorBlog} blog */
const cacheOf = async ({ metrics, index }) => presentCache(await metrics.figures(), index.settings);

/** @param {string} name @returns {name is StoreName} */
const isStore = (name) => Object.hasOwn(typedStores, name);

/** @param {URLSearchParams} query */
function flashFor(query) {
  const entries = query.get('cleared') ?? '';
  if (!/^\d{1,9}$/.test(entries)) return null;
  const of = query.get('of') ?? '';
  const part = isStore(of) ? ` (${storeNames[of]})` : '';
  const text = `${counted(Number(entries), 'page')}${part} cleared.`;
  return { text, link: null };
}
