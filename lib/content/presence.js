import { steady } from '../base/clock.js';
/** @import { Clock } from '../base/clock.js' */

/** Milliseconds after its last word in which a page counts as open: one that is seen, and one behind others. */
const LASTS = { seen: 60_000, hidden: 30 * 60_000 };
/** Of posts and of pages of one post, those that said nothing for the longest are forgotten. */
const POSTS_AT_MOST = 1000;
const PAGES_AT_MOST = 50;

/** @typedef {ReturnType<typeof createPresence>} Presence */

/**
 * Who has which post open in the editor. With workers it is in the primary process.
 * @param {{ clock: Clock }} deps
 */
export function createPresence({ clock }) {
  /**
   * By post and page of a browser, the latest at the end.
   * @type {Map<string, Map<string, { author: string, until: number }>>}
   */
  const all = new Map();
  const time = steady(clock);
  return { stay, leave };

  /**
   * @param {string} post an id
   * @param {{ author: string, page: string, isSeen: boolean }} own `page`: one of the author's browsers
   * @returns {string[]} ids of who has it open on other pages, each once; the author's too
   */
  function stay(post, { author, page, isSeen }) {
    const pages = all.get(post) ?? new Map();
    const now = time();
    for (const [key, { until }] of pages) if (until < now) pages.delete(key);
    const others = new Set(
      [...pages].flatMap(([key, { author: who }]) => (key === keyOf(author, page) ? [] : who)),
    );
    const until = now + (isSeen ? LASTS.seen : LASTS.hidden);
    renew(pages, keyOf(author, page), { author, until }, PAGES_AT_MOST);
    renew(all, post, pages, POSTS_AT_MOST);
    return [...others];
  }

  /** @param {string} post @param {{ author: string, page: string }} own  that is closed */
  function leave(post, { author, page }) {
    const pages = all.get(post);
    pages?.delete(keyOf(author, page));
    if (pages?.size === 0) all.delete(post);
  }
}

/** Nobody can take another one's away. @param {string} author @param {string} page */
const keyOf = (author, page) => `${author} ${page}`;

/** @template T @param {Map<string, T>} map @param {string} key @param {T} value @param {number} atMost */
function renew(map, key, value, atMost) {
  map.delete(key);
  map.set(key, value);
  for (const [oldest] of map) if (map.size > atMost) map.delete(oldest);
}
