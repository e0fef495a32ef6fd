import { typedStores } from '../../lib/changes/typed-stores.js';
import { isLive } from '../../lib/networks/purger.js';
import { LarderError } from '../../lib/base/errors.js';
import { liveOf, presentCache } from '../../lib/views/presenters/cache.js';
import { presentCleared, sayDuration, storeNames } from '../../lib/views/presenters/clears.js';
/** @import { Words } from '../../lib/base/words.js' */
/** @import { StoreName } from '../../lib/changes/typed-stores.js' */
/** @import { AuthorBlog, SignedInAction } from '../types.js' */

/** `GET /admin/cache` @type {SignedInAction} */
export const show = async ({ query }, blog) => ({
  view: 'admin/cache',
  model: { ...(await figuresOf(blog)), said: flashFor(query, blog.words) },
  page: { title: blog.words.say('nav.cache') },
});

/** `GET /admin/figures`: polled by that page. @type {SignedInAction} */
export const figures = async (_request, blog) => ({
  json: liveOf(await figuresOf(blog)),
  headers: ['Cache-Control', 'no-store'],
});

/**
 * `GET /admin/networks?since=TIME`: whether what was done until then is live everywhere. Polled where something was
 * done.
 * @type {SignedInAction}
 */
export async function networks({ query }, { networks: all, words }) {
  const since = Date.parse(query.get('since') ?? '');
  if (!all || Number.isNaN(since)) return null;
  const states = await all.states();
  const isSeen = isLive(states, since < all.since ? Infinity : since);
  const time = sayDuration(Math.max(...states.map(({ lagMs }) => lagMs ?? 0)), words);
  return {
    json: { isLive: isSeen, text: isSeen ? words.say('cache.liveEverywhereAfter', { time }) : '' },
    headers: ['Cache-Control', 'no-store'],
  };
}

/** `GET /admin/cache/changes/:id`: the pages that one of the last changes cleared. @type {SignedInAction} */
export async function change({ params }, { metrics, index, clock, words }) {
  const clears = await metrics.clears();
  const cleared = clears.find(({ number }) => String(number) === params.id);
  if (!cleared) return null;
  const model = presentCleared(cleared, { index, now: clock.now(), words });
  return { view: 'admin/cache-change', model, page: { title: model.change.text } };
}

/** `POST /admin/cache/clear`: clears one typed store, or all. @type {SignedInAction} */
export async function clear({ form, author }, { metrics, log }) {
  const store = form.get('store') ?? '';
  if (store !== '' && !isStore(store))
    throw new LarderError('badRequest', 'Unknown part of the cache');
  const entries = await metrics.clear(store || undefined);
  log.info({ by: author.id, store: store || 'all', entries }, 'The cache was cleared by hand');
  return { redirect: `/admin/cache?cleared=${entries}&of=${store}` };
}

/** @param {Pick<AuthorBlog, 'metrics' | 'index' | 'clock' | 'words'>} blog */
export const figuresOf = async ({ metrics, index, clock, words }) =>
  presentCache(await metrics.figures(), { index, now: clock.now(), words });

/** @param {string} name @returns {name is StoreName} */
const isStore = (name) => Object.hasOwn(typedStores, name);

/** @param {URLSearchParams} query @param {Words} words */
function flashFor(query, words) {
  const entries = query.get('cleared') ?? '';
  if (!/^\d{1,9}$/.test(entries)) return null;
  const of = query.get('of') ?? '';
  const text = words.say('cache.cleared', { count: Number(entries) });
  return { text: isStore(of) ? `${words.say(storeNames[of])}: ${text}` : text, link: null };
}
