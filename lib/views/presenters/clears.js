import { lookUp } from '../../base/look-up.js';
import { decodedPath } from '../../base/paths.js';
import { sayNear } from '../../base/time-zones.js';
import { sayKey } from '../../changes/say-key.js';
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Cause, StoreName } from '../../changes/typed-stores.js' */
/** @import { Metrics } from '../../statistics/metrics/status.js' */

/** @typedef {ReturnType<Metrics['clears']>[number]} Cleared  a change, with the pages that it cleared */
/** @typedef {ReturnType<Metrics['figures']>['lastClears'][number]} Clear  the same, with their number */

/** Keys of the names of the typed stores. @type {Record<StoreName, string>} */
export const storeNames = {
  floating: 'nav.posts',
  dynamic: 'cleared.frontPageAndOlder',
  semiDynamic: 'nav.tags',
  semiStatic: 'cleared.archiveFeedsSitemap',
  static: 'cleared.pagesAndFiles',
};

/**
 * A line of the last changes: what was changed, how many pages that cleared, and how many of them are ready again.
 * @param {Clear} clear
 * @param {{ timeZone: string, now: number, words: Words, isLive?: boolean }} blog  `now`: in milliseconds since 1970;
 *   `isLive`: whether the networks in front show it too
 */
export const presentClear = (
  { number, at, cause, about, entries, milliseconds, count, ready, named },
  { timeZone, now, words, isLive = false },
) => ({
  url: `/admin/cache/changes/${number}`,
  text:
    sayClear(/** @type {Cause} */ (cause), about, words) +
    (count > 1 ? ` (${words.say('cleared.nTimes', { count })})` : ''),
  entries:
    entries === 0 ? words.say('cleared.nothing') : words.say('cleared.pages', { count: entries }),
  took: entries === 0 ? '' : sayDuration(milliseconds, words),
  ready: [
    ...(entries === 0 ? [] : [sayReady(ready, named, entries, words)]),
    ...(isLive ? [words.say('cache.liveEverywhere')] : []),
  ].join(' · '),
  isReady: entries > 0 && ready === named && named === entries,
  when: sayNear(new Date(at).toISOString(), timeZone, now, words),
});

/**
 * The pages that a change cleared, each with what was touched.
 * @param {Cleared} cleared
 * @param {{ index: BlogIndex, now: number, words: Words }} blog  `now`: in milliseconds since 1970
 */
export function presentCleared({ pages, ...clear }, { index, now, words }) {
  const ready = pages.filter(({ isReady }) => isReady).length;
  const more = clear.entries - pages.length;
  const { timeZone } = index.settings;
  return {
    change: presentClear({ ...clear, ready, named: pages.length }, { timeZone, now, words }),
    pages: pages.map(({ path, touched, isReady }) => ({
      path: decodedPath(path),
      url: path,
      dependency: sayTouched(touched, { index, words }),
      state: isReady ? words.say('cleared.readyAgain') : words.say('cleared.withItsNextReader'),
      isReady,
    })),
    any: pages.length > 0,
    more: more > 0 && { text: words.say('common.andMore', { count: more }) },
  };
}

/**
 * @param {string} key  that was touched; '' when everything was cleared
 * @param {{ index: BlogIndex, words: Words }} blog
 * @returns {string} what it stands for
 */
export const sayTouched = (key, { index, words }) =>
  key === ''
    ? words.say('cleared.everything')
    : sayKey(key, {
        post: (id) => index.post(id)?.title,
        user: (id) => index.users.get(id)?.name,
        words,
      });

/**
 * @param {number | null} milliseconds
 * @param {Words} words
 * @returns {string} such as '38 µs', '1.4 ms'; '–' when it is not known
 */
export function sayDuration(milliseconds, words) {
  if (milliseconds === null) return '–';
  if (milliseconds < 0.1) return `${Math.max(1, Math.round(1000 * milliseconds))} µs`;
  const shown = milliseconds < 10 ? Number(milliseconds.toFixed(1)) : Math.round(milliseconds);
  return `${words.number(shown)} ms`;
}

/** @param {number} ready  of those named @param {number} named @param {number} entries @param {Words} words */
function sayReady(ready, named, entries, words) {
  if (ready === 0) return words.say('cleared.noneReadyAgain');
  if (named < entries) return words.say('cleared.readyOfFirst', { ready, named });
  return ready === entries
    ? words.say('cleared.allReadyAgain')
    : words.say('cleared.nReady', { count: ready });
}

/** What is said of each cause: with what it is about, and without. @type {Record<Cause, [string, string?]>} */
const causes = {
  newPost: ['cleared.newPost'],
  editPost: ['cleared.editPost'],
  removePost: ['cleared.removePost'],
  page: ['cleared.page'],
  scheduled: ['cleared.scheduled'],
  closed: ['cleared.closed', 'cleared.closedOldPosts'],
  comment: ['cleared.comment', 'cleared.oneComment'],
  settings: ['cleared.author', 'cleared.changedSettings'],
  media: ['cleared.changedFiles'],
  reset: ['cleared.databaseReplaced'],
  byHand: ['cleared.byHand', 'cleared.manually'],
};

/** @param {Cause} cause @param {string} about @param {Words} words */
function sayClear(cause, about, words) {
  const store = lookUp(storeNames, about);
  const it = cause === 'byHand' ? store && words.say(store) : about;
  const [withIt, without = withIt] = causes[cause];
  return words.say(it ? withIt : without, { it: it ?? '' });
}
