import { LarderError } from '../errors.js';
import { Turns } from '../turns.js';

/**
 * @typedef {import('./cache-manager.js').Entry} Entry
 * @typedef {'stored' | 'collapsed' | 'passed' | 'fresh'} Outcome  rendered and kept; another's render; rendered, not
 *   kept; asked to be fresh
 */

/** Renders at once: more only wait for the same database and the same processor. */
const AT_ONCE = 8;
/** Renders that may wait; beyond that the reader is told to come back. */
const WAITING_AT_MOST = 1000;
/** Milliseconds after which a render that has not ended is given up, and its lease with it. */
const TIME_LIMIT = 10_000;

/**
 * Runs renders: one for each key however many ask, so many at once and no more, none for ever.
 * @template {Entry} E
 */
export class Renders {
  #cache;
  #clock;
  /** @type {Map<string, { since: number | null, answer: Promise<any> }>} */
  #pending = new Map();
  #turns = new Turns(AT_ONCE);

  /**
   * @param {object} parts
   * @param {import('./cache-manager.js').CacheManager<E>} parts.cache
   * @param {import('../clock.js').Clock} parts.clock
   */
  constructor({ cache, clock }) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /**
   * @template {{ entry: E | null, outdated: boolean }} Made  what a render makes: an entry to be kept, or null when
   *   there is nothing to keep; `outdated` when it read another document than the index knows
   * @param {string} key
   * @param {() => Promise<Made>} render
   * @returns {Promise<{ made: Made, outcome: Outcome, isKept: boolean }>}
   * @throws {LarderError} `unavailable` when too many wait or it takes too long; and what the render throws
   */
  async run(key, render) {
    const pending = this.#pending.get(key);
    // A request that came after a change never joins a render that began before it.
    if (pending && (pending.since === null || pending.since === this.#cache.clears)) {
      const { made, isKept } = await pending.answer;
      return { made, outcome: 'collapsed', isKept };
    }
    /** @type {{ since: number | null, answer: any }} */
    const own = { since: null, answer: null };
    this.#refuseTooMany();
    own.answer = this.#turns.run(() => this.#renderAndStore(own, render));
    this.#pending.set(key, own);
    try {
      const { made, isKept } = await own.answer;
      return { made, outcome: isKept ? 'stored' : 'passed', isKept };
    } finally {
      if (this.#pending.get(key) === own) this.#pending.delete(key);
    }
  }

  /**
   * Runs a render for one request alone: it joins no other, and nothing of it is kept.
   * @template Made
   * @param {() => Promise<Made>} render
   * @returns {Promise<{ made: Made, outcome: Outcome, isKept: boolean }>}
   * @throws {LarderError} `unavailable`; and what the render throws
   */
  async runAlone(render) {
    this.#refuseTooMany();
    const made = await this.#turns.run(() => withTimeLimit(this.#clock, render()));
    return { made, outcome: 'fresh', isKept: false };
  }

  /**
   * @template {{ entry: E | null, outdated: boolean }} Made
   * @param {{ since: number | null }} own
   * @param {() => Promise<Made>} render
   */
  async #renderAndStore(own, render) {
    const lease = this.#cache.lease();
    own.since = lease.since;
    try {
      const made = await withTimeLimit(this.#clock, render());
      const isKept = made.entry !== null && !made.outdated && this.#cache.store(made.entry, lease);
      return { made, isKept };
    } finally {
      this.#cache.release(lease);
    }
  }

  #refuseTooMany() {
    if (this.#turns.waiting >= WAITING_AT_MOST)
      throw new LarderError('unavailable', 'Too many pages are waiting to be rendered');
  }
}

/**
 * @template T
 * @param {import('../clock.js').Clock} clock
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
