import { isError } from '../base/errors.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { CacheManager } from './cache-manager.js' */

/** Milliseconds between two pages. */
const EVERY = 60_000;
/** A thousandth of the time goes into it at most. */
const SHARE = 1000;
/** Bytes of an entry that is not worth rendering again, such as a film. */
const LARGEST = 1024 * 1024;
/** A page that differs may be about to be cleared, by a change that another process has made. */
const TRIES = 3;
/** Milliseconds between two tries: longer than other processes take to hear of a change. */
const AGAIN_AFTER = 10_000;
/** Wrong pages that are remembered, and keys of one in the log. */
const MOST_WRONG = 20;
const MOST_KEYS = 200;

/**
 * Compares cached pages with fresh renders while the blog runs: one a minute, all in turn. A page that differs is
 * wrong, and is removed.
 */
export class CacheCheck {
  #cache;
  #render;
  #clock;
  #now;
  #log;
  #cancel = () => {};
  #isStopped = false;
  /** Of the pages that are still to be checked in this round. @type {string[]} */
  #keys = [];
  #checked = 0;
  #wrong = 0;
  /** Keys of the last wrong pages. @type {string[]} */
  #lastWrong = [];

  /**
   * @param {object} deps
   * @param {CacheManager<Entry>} deps.cache
   * @param {(key: string) => Promise<Entry | undefined>} deps.render  afresh, without storing it; undefined when there
   *   is no such page
   * @param {Clock} deps.clock
   * @param {() => number} deps.now  milliseconds, with fractions, to measure what a render takes
   * @param {Log} deps.log
   */
  constructor({ cache, render, clock, now, log }) {
    this.#cache = cache;
    this.#render = render;
    this.#clock = clock;
    this.#now = now;
    this.#log = log;
  }

  start() {
    this.#schedule(EVERY);
  }

  stop() {
    this.#isStopped = true;
    this.#cancel();
  }

  /** @returns {{ checked: number, wrong: number }} pages since the start */
  statistics() {
    return { checked: this.#checked, wrong: this.#wrong };
  }

  /** @returns {string[]} keys of the pages that were wrong, the last ones */
  get lastWrong() {
    return [...this.#lastWrong];
  }

  /** @param {number} milliseconds */
  #schedule(milliseconds) {
    if (this.#isStopped) return;
    this.#cancel = this.#clock.after(milliseconds, () => void this.#checkNext());
  }

  async #checkNext() {
    let took = 0;
    const entry = this.#next();
    try {
      if (entry) took = await this.#check(entry);
    } catch (error) {
      const level = isError(error, 'unavailable') ? 'debug' : 'warn';
      this.#log[level]({ err: error, key: entry?.key }, 'A cached page could not be checked');
    }
    this.#schedule(Math.max(EVERY, took * SHARE));
  }

  /** @returns {Entry | undefined} */
  #next() {
    if (this.#keys.length === 0) this.#keys = this.#cache.entries().map(({ key }) => key);
    for (let key = this.#keys.pop(); key !== undefined; key = this.#keys.pop()) {
      const entry = this.#cache.peek(key);
      if (entry && entry.bytes <= LARGEST) return entry;
    }
  }

  /** @param {Entry} entry @returns {Promise<number>} milliseconds that the renders took */
  async #check(entry) {
    const { key, etag } = entry;
    let took = 0;
    for (let tries = 1; ; tries++) {
      const begun = this.#now();
      const fresh = await this.#render(key);
      took += this.#now() - begun;
      // Cleared meanwhile: what was rendered may be newer or older.
      if (this.#cache.peek(key)?.etag !== etag) return took;
      if (fresh?.etag === etag || tries === TRIES) {
        this.#checked++;
        if (fresh?.etag !== etag) this.#report(entry, fresh);
        return took;
      }
      await new Promise((resolve) => this.#clock.after(AGAIN_AFTER, () => resolve(undefined)));
    }
  }

  /** @param {Entry} entry @param {Entry | undefined} fresh */
  #report({ key, etag, dependsOn }, fresh) {
    this.#cache.remove(key);
    this.#wrong++;
    this.#lastWrong = [...this.#lastWrong.filter((each) => each !== key), key].slice(-MOST_WRONG);
    const what = {
      key,
      etag,
      freshEtag: fresh?.etag ?? null,
      dependsOn: dependsOn.slice(0, MOST_KEYS),
      freshDependsOn: fresh?.dependsOn.slice(0, MOST_KEYS) ?? [],
    };
    this.#log.error(what, 'A cached page differed from a fresh one, and was removed');
  }
}
