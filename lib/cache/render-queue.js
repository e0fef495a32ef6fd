import { stopwatch } from '../base/clock.js';
import { LarderError } from '../base/errors.js';
import { Semaphore } from '../base/semaphore.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { CacheManager, Lease } from './cache-manager.js' */

/**
 * @typedef {'stored' | 'collapsed' | 'passed' | 'bypassed'} Outcome  rendered and stored; shared a render in progress;
 *   rendered but not stored; rendered for this request only
 */

/** @typedef {{ path: string, milliseconds: number, at: number }} SlowRender  `at`: in milliseconds since 1970 */

/** So many are remembered, for a day. */
const SLOWEST = 10;
const DAY = 24 * 60 * 60_000;
/** Concurrent renders: more would only wait for the same database and CPU. */
const AT_ONCE = 8;
/** Renders that may wait; beyond that, readers get a 503. */
const WAITING_AT_MOST = 1000;
/** Milliseconds that one waits for its turn, and then until it is abandoned if it is unfinished, its lease released. */
const TIME_LIMIT = 10_000;

/** Runs renders: at most one per key, a limited number at a time, each with a time limit. */
export class RenderQueue {
  #cache;
  #clock;
  /** @type {Map<string, { since: number | null, answer: Promise<any> }>} */
  #pending = new Map();
  #semaphore;
  #now;
  #renders = { count: 0, milliseconds: 0 };
  /** The slowest first. @type {SlowRender[]} */
  #slowest = [];

  /**
   * @param {object} deps
   * @param {Pick<CacheManager, 'clears' | 'lease' | 'release'>} deps.cache
   * @param {Clock} deps.clock
   * @param {() => number} [deps.now]  milliseconds, with fractions
   */
  constructor({ cache, clock, now = stopwatch }) {
    this.#cache = cache;
    this.#clock = clock;
    this.#now = now;
    const bounds = { clock, deadline: TIME_LIMIT, mostWaiting: WAITING_AT_MOST, refuse: tooMany };
    this.#semaphore = new Semaphore(AT_ONCE, bounds);
  }

  /** @returns {{ count: number, milliseconds: number }} renders that have ended, and what all took together */
  statistics() {
    return { ...this.#renders };
  }

  /** @returns {SlowRender[]} the slowest renders of the last day, the slowest first */
  slowest() {
    return this.#slowest.filter(({ at }) => this.#clock.now() - at < DAY);
  }

  /**
   * @template {{ isStored?: boolean }} Made
   * @param {string | null} key  null: for this request only, not shared
   * @param {(lease: Lease | null) => Promise<Made>} render  gets a lease, taken before its first read, with which it
   *   may store its result; null without a key
   * @returns {Promise<{ made: Made, outcome: Outcome }>}
   * @throws {LarderError} `unavailable` when too many renders wait or this one takes too long; and whatever the render
   *   throws
   */
  async run(key, render) {
    const pending = key === null ? undefined : this.#pending.get(key);
    // A request that came after a change never joins a render that began before it.
    if (pending && (pending.since === null || pending.since === this.#cache.clears))
      return { made: await pending.answer, outcome: 'collapsed' };
    if (key === null) {
      const made = await this.#semaphore.run(() => withTimeLimit(this.#clock, render(null)));
      return { made, outcome: 'bypassed' };
    }
    /** @type {{ since: number | null }} */
    const progress = { since: null };
    const answer = this.#semaphore.run(() => this.#renderOnLease(key, progress, render));
    const own = Object.assign(progress, { answer });
    this.#pending.set(key, own);
    try {
      const made = await answer;
      return { made, outcome: made.isStored ? 'stored' : 'passed' };
    } finally {
      if (this.#pending.get(key) === own) this.#pending.delete(key);
    }
  }

  /**
   * @template Made
   * @param {string} key
   * @param {{ since: number | null }} own
   * @param {(lease: Lease) => Promise<Made>} render
   */
  async #renderOnLease(key, own, render) {
    const begun = this.#now();
    const lease = this.#cache.lease();
    own.since = lease.since;
    try {
      return await withTimeLimit(this.#clock, render(lease));
    } finally {
      this.#cache.release(lease);
      const milliseconds = this.#now() - begun;
      this.#renders.count++;
      this.#renders.milliseconds += milliseconds;
      this.#recordSlow(key, milliseconds);
    }
  }

  /** @param {string} path @param {number} milliseconds */
  #recordSlow(path, milliseconds) {
    const all = this.#slowest;
    if (all.length === SLOWEST && milliseconds <= all[SLOWEST - 1].milliseconds) return;
    const others = this.slowest().filter((each) => each.path !== path);
    this.#slowest = [...others, { path, milliseconds, at: this.#clock.now() }]
      .sort((one, other) => other.milliseconds - one.milliseconds)
      .slice(0, SLOWEST);
  }
}

const tooMany = () => new LarderError('unavailable', 'Too many pages are waiting to be rendered');

/**
 * @template T
 * @param {Clock} clock
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
function withTimeLimit(clock, promise) {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(TIME_LIMIT, () =>
      reject(new LarderError('unavailable', `A page took longer than ${TIME_LIMIT} ms to render`)),
    );
    promise.then(resolve, reject).finally(cancel);
  });
}
