import { steady } from '../base/clock.js';
/** @import { Clock } from '../base/clock.js' */

/** Milliseconds after its last word in which a page counts as open: one that is seen, and one behind others. */
const LASTS = { seen: 60_000, hidden: 30 * 60_000 };
/** Of posts and of pages of one post, those that said nothing for the longest are forgotten. */
const POSTS_AT_MOST = 1000;
const PAGES_AT_MOST = 50;

/** Who has which post open in the editor. With workers it is in the primary process. */
export class Presence {
  /**
   * By post and page of a browser, the latest at the end.
   * @type {Map<string, Map<string, { author: string, until: number }>>}
   */
  #all = new Map();
  #now;

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
  }

  /**
   * @param {string} post an id
   * @param {{ author: string, page: string, isSeen: boolean }} own `page`: one of the author's browsers
   * @returns {string[]} ids of who has it open on other pages, each once; the author's too
   */
  stay(post, { author, page, isSeen }) {
    const pages = this.#all.get(post) ?? new Map();
    const now = this.#now();
    for (const [key, { until }] of pages) if (until < now) pages.delete(key);
    const others = new Set(
      [...pages].flatMap(([key, { author: who }]) => (key === keyOf(author, page) ? [] : who)),
    );
    const until = now + (isSeen ? LASTS.seen : LASTS.hidden);
    renew(pages, keyOf(author, page), { author, until }, PAGES_AT_MOST);
    renew(this.#all, post, pages, POSTS_AT_MOST);
    return [...others];
  }

  /** @param {string} post @param {{ author: string, page: string }} own  that is closed */
  leave(post, { author, page }) {
    const pages = this.#all.get(post);
    pages?.delete(keyOf(author, page));
    if (pages?.size === 0) this.#all.delete(post);
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
