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

/** @typedef {ReturnType<typeof createRenderQueue>} RenderQueue */

/**
 * Runs renders: at most one per key, a limited number at a time, each with a time limit.
 * @param {object} deps
 * @param {Pick<CacheManager, 'clears' | 'lease' | 'release'>} deps.cache
 * @param {Clock} deps.clock
 * @param {() => number} [deps.now]  milliseconds, with fractions
 */
export function createRenderQueue({ cache, clock, now = stopwatch }) {
  /** @type {Map<string, { since: number | null, answer: Promise<any> }>} */
  const underWay = new Map();
  const renders = { count: 0, milliseconds: 0 };
  /** The slowest first. @type {SlowRender[]} */
  let slow = [];
  const bounds = { clock, deadline: TIME_LIMIT, mostWaiting: WAITING_AT_MOST, refuse: tooMany };
  const semaphore = new Semaphore(AT_ONCE, bounds);
  return { statistics, slowest, run };

  /** @returns {{ count: number, milliseconds: number }} renders that have ended, and what all took together */
  function statistics() {
    return { ...renders };
  }

  /** @returns {SlowRender[]} the slowest renders of the last day, the slowest first */
  function slowest() {
    return slow.filter(({ at }) => clock.now() - at < DAY);
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
  async function run(key, render) {
    const pending = key === null ? undefined : underWay.get(key);
    // A request that came after a change never joins a render that began before it.
    if (pending && (pending.since === null || pending.since === cache.clears))
      return { made: await pending.answer, outcome: 'collapsed' };
    if (key === null) {
      const made = await semaphore.run(() => withTimeLimit(clock, render(null)));
      return { made, outcome: 'bypassed' };
    }
    /** @type {{ since: number | null }} */
    const progress = { since: null };
    const answer = semaphore.run(() => renderOnLease(key, progress, render));
    const own = Object.assign(progress, { answer });
    underWay.set(key, own);
    try {
      const made = await answer;
      return { made, outcome: made.isStored ? 'stored' : 'passed' };
    } finally {
      if (underWay.get(key) === own) underWay.delete(key);
    }
  }

  /**
   * @template Made
   * @param {string} key
   * @param {{ since: number | null }} own
   * @param {(lease: Lease) => Promise<Made>} render
   */
  async function renderOnLease(key, own, render) {
    const begun = now();
    const lease = cache.lease();
    own.since = lease.since;
    try {
      return await withTimeLimit(clock, render(lease));
    } finally {
      cache.release(lease);
      const milliseconds = now() - begun;
      renders.count++;
      renders.milliseconds += milliseconds;
      recordSlow(key, milliseconds);
    }
  }

  /** @param {string} path @param {number} milliseconds */
  function recordSlow(path, milliseconds) {
    const all = slow;
    if (all.length === SLOWEST && milliseconds <= all[SLOWEST - 1].milliseconds) return;
    const others = slowest().filter((each) => each.path !== path);
    slow = [...others, { path, milliseconds, at: clock.now() }]
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
