import { lookUp } from '../../base/look-up.js';
import { decodedPath } from '../../base/paths.js';
import { sayNear } from '../../base/time-zones.js';
import { sayKey } from '../../changes/key-words.js';
import { counted } from './words.js';
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Cause, StoreName } from '../../changes/typed-stores.js' */
/** @import { Metrics } from '../../statistics/metrics/status.js' */

/** @typedef {ReturnType<Metrics['clears']>[number]} Cleared  a change, with the pages that it cleared */
/** @typedef {ReturnType<Metrics['figures']>['lastClears'][number]} Clear  the same, with their number */

/** Display names of the typed stores. @type {Record<StoreName, string>} */
export const storeNames = {
  floating: 'Posts',
  dynamic: 'Front page and older posts',
  semiDynamic: 'Tags',
  semiStatic: 'Archive, feeds, sitemap',
  static: 'Pages and files',
};

/**
 * A line of the last changes: what was changed, how many pages that cleared, and how many of them are ready again.
 * @param {Clear} clear
 * @param {{ timeZone: string, now: number }} blog  `now`: in milliseconds since 1970
 */
export const presentClear = (
  { number, at, cause, about, entries, milliseconds, count, ready, named },
  { timeZone, now },
) => ({
  url: `/admin/cache/changes/${number}`,
  text: sayClear(/** @type {Cause} */ (cause), about) + (count > 1 ? ` (${count} times)` : ''),
  entries: entries === 0 ? 'nothing to clear' : counted(entries, 'page'),
  took: entries === 0 ? '' : sayDuration(milliseconds),
  ready: entries === 0 ? '' : sayReady(ready, named, entries),
  isReady: entries > 0 && ready === named && named === entries,
  when: sayNear(new Date(at).toISOString(), timeZone, now),
});

/**
 * The pages that a change cleared, each with what was touched.
 * @param {Cleared} cleared
 * @param {{ index: BlogIndex, now: number }} blog  `now`: in milliseconds since 1970
 */
export function presentCleared({ pages, ...clear }, { index, now }) {
  const ready = pages.filter(({ isReady }) => isReady).length;
  const more = clear.entries - pages.length;
  const { timeZone } = index.settings;
  return {
    change: presentClear({ ...clear, ready, named: pages.length }, { timeZone, now }),
    pages: pages.map(({ path, touched, isReady }) => ({
      path: decodedPath(path),
      url: path,
      dependency: sayTouched(touched, index),
      state: isReady ? 'Ready again' : 'At its next reader',
      isReady,
    })),
    any: pages.length > 0,
    more: more > 0 && { text: `and ${counted(more, 'other page')}` },
  };
}

/**
 * @param {string} key  that was touched; '' when everything was cleared
 * @param {BlogIndex} index
 * @returns {string} what it stands for
 */
export const sayTouched = (key, index) =>
  key === ''
    ? 'everything'
    : sayKey(key, {
        post: (id) => index.post(id)?.title,
        user: (id) => index.users.get(id)?.name,
      });

/** @param {number | null} milliseconds @returns {string} such as '38 µs', '1.4 ms'; '–' when it is not known */
export function sayDuration(milliseconds) {
  if (milliseconds === null) return '–';
  if (milliseconds < 0.1) return `${Math.max(1, Math.round(1000 * milliseconds))} µs`;
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`;
}

/** @param {number} ready  of those named @param {number} named @param {number} entries */
function sayReady(ready, named, entries) {
  if (ready === 0) return 'none ready again';
  if (named < entries) return `${ready} of the first ${named} ready again`;
  return ready === entries ? 'all ready again' : `${ready} already ready again`;
}

/** @param {Cause} cause @param {string} about */
function sayClear(cause, about) {
  const it = about && `“${about}”`;
  const store = lookUp(storeNames, about);
  return {
    newPost: `Published ${it}`,
    editPost: `Updated ${it}`,
    removePost: `Removed ${it}`,
    page: `Changed page ${it}`,
    scheduled: `Published ${it} on schedule`,
    closed: it ? `Closed comments on ${it}` : 'Closed comments on old posts',
    comment: it ? `Comment on ${it}` : 'Comment',
    settings: it ? `Changed author name ${it}` : 'Changed settings',
    media: 'Changed files',
    reset: 'Database restored or replaced',
    byHand: store ? `Cleared manually: ${store}` : 'Cleared manually',
  }[cause];
}
