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

/** @typedef {ReturnType<typeof createCacheCheck>} CacheCheck */

/**
 * Compares cached pages with fresh renders while the blog runs: one a minute, all in turn. A page that differs is
 * wrong, and is removed.
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {(key: string) => Promise<Entry | undefined>} deps.render  afresh, without storing it; undefined when there
 *   is no such page
 * @param {Clock} deps.clock
 * @param {() => number} deps.now  milliseconds, with fractions, to measure what a render takes
 * @param {Log} deps.log
 */
export function createCacheCheck({ cache, render, clock, now, log }) {
  let cancel = () => {};
  let isStopped = false;
  /** Of the pages that are still to be checked in this round. @type {string[]} */
  let keys = [];
  let checked = 0;
  let wrong = 0;
  /** Keys of the last wrong pages. @type {string[]} */
  let latestWrong = [];
  return {
    start,
    stop,
    statistics,
    /** @returns {string[]} keys of the pages that were wrong, the last ones */
    get lastWrong() {
      return [...latestWrong];
    },
  };

  function start() {
    schedule(EVERY);
  }

  function stop() {
    isStopped = true;
    cancel();
  }

  /** @returns {{ checked: number, wrong: number }} pages since the start */
  function statistics() {
    return { checked, wrong };
  }

  /** @param {number} milliseconds */
  function schedule(milliseconds) {
    if (isStopped) return;
    cancel = clock.after(milliseconds, () => void checkNext());
  }

  async function checkNext() {
    let took = 0;
    const entry = next();
    try {
      if (entry) took = await check(entry);
    } catch (error) {
      const level = isError(error, 'unavailable') ? 'debug' : 'warn';
      log[level]({ err: error, key: entry?.key }, 'A cached page could not be checked');
    }
    schedule(Math.max(EVERY, took * SHARE));
  }

  /** @returns {Entry | undefined} */
  function next() {
    if (keys.length === 0) keys = cache.entries().map(({ key }) => key);
    for (let key = keys.pop(); key !== undefined; key = keys.pop()) {
      const entry = cache.peek(key);
      if (entry && entry.bytes <= LARGEST) return entry;
    }
  }

  /** @param {Entry} entry @returns {Promise<number>} milliseconds that the renders took */
  async function check(entry) {
    const { key, etag } = entry;
    let took = 0;
    for (let tries = 1; ; tries++) {
      const begun = now();
      const fresh = await render(key);
      took += now() - begun;
      // Cleared meanwhile: what was rendered may be newer or older.
      if (cache.peek(key)?.etag !== etag) return took;
      if (fresh?.etag === etag || tries === TRIES) {
        checked++;
        if (fresh?.etag !== etag) report(entry, fresh);
        return took;
      }
      await new Promise((resolve) => clock.after(AGAIN_AFTER, () => resolve(undefined)));
    }
  }

  /** @param {Entry} entry @param {Entry | undefined} fresh */
  function report({ key, etag, dependsOn }, fresh) {
    cache.remove(key);
    wrong++;
    latestWrong = [...latestWrong.filter((each) => each !== key), key].slice(-MOST_WRONG);
    const what = {
      key,
      etag,
      freshEtag: fresh?.etag ?? null,
      dependsOn: dependsOn.slice(0, MOST_KEYS),
      freshDependsOn: fresh?.dependsOn.slice(0, MOST_KEYS) ?? [],
    };
    log.error(what, 'A cached page differed from a fresh one, and was removed');
  }
}
