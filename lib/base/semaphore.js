import { LarderError } from './errors.js';
/** @import { Clock } from './clock.js' */

/**
 * @typedef {object} Place  One of those that there are at once.
 * @property {() => void} release  may be called again
 * @property {(letGo: () => void) => void} offer  it may last for long: `letGo` is called once, when others wait and
 *   those that may last have more than half of all places, or their owner has
 *
 * @typedef {{ owner: string, release: () => void, letGo?: () => void }} Taken
 *
 * @typedef {{ owner: string, start: () => void, refuse: (error: unknown) => void }} Waiter
 *
 * @typedef {object} Asking
 * @property {string} [owner]  who asks, such as a client. One of several has at most half of the places while others
 *   wait: behind a proxy, all readers may be one client
 * @property {boolean} [mayLast]  whether it may last for long: then only who has more than half makes room for it
 * @property {AbortSignal} [signal]  gives up waiting
 */

/** Limits how many tasks run at once; the others wait, first come first served, each until its deadline. */
export class Semaphore {
  #atOnce;
  #bounds;
  /** In the order in which they were taken. @type {Set<Taken>} */
  #taken = new Set();
  /** @type {Set<Waiter>} */
  #waiting = new Set();
  /** Those that were told to go, and have not gone yet. @type {Set<Taken>} */
  #leaving = new Set();

  /**
   * @param {number} atOnce
   * @param {object} [bounds]
   * @param {Pick<Clock, 'after'>} [bounds.clock]
   * @param {number} [bounds.deadline]  milliseconds for which one waits, by the clock
   * @param {number} [bounds.mostWaiting]  besides those for whom somebody goes
   * @param {() => Error} [bounds.refuse]  what those get who have waited for too long, or are one too many
   */
  constructor(atOnce, { clock, deadline = 0, mostWaiting = Infinity, refuse = tooMany } = {}) {
    this.#atOnce = atOnce;
    this.#bounds = { clock, deadline, mostWaiting, refuse };
  }

  /** How many wait. */
  get waiting() {
    return this.#waiting.size;
  }

  /** How many places are taken. */
  get taken() {
    return this.#taken.size;
  }

  /**
   * @template T
   * @param {(place: Place) => Promise<T>} work  begins at once when there is a place
   * @param {Asking} [asking]
   * @returns {Promise<T>}
   * @throws {unknown} as `take` does, and what the work throws
   */
  async run(work, asking) {
    const place = this.#takeNow(asking) ?? (await this.#wait(asking));
    try {
      return await work(place);
    } finally {
      place.release();
    }
  }

  /**
   * @param {Asking} [asking]
   * @returns {Promise<Place>}
   * @throws {unknown} what `refuse` returns, or why the signal was aborted
   */
  async take(asking) {
    return this.#takeNow(asking) ?? this.#wait(asking);
  }

  /** @param {Asking} [asking] @returns {Place | null} */
  #takeNow({ owner = '', signal } = {}) {
    signal?.throwIfAborted();
    return this.#taken.size < this.#atOnce ? this.#give(owner) : null;
  }

  /** @param {string} owner @returns {Place} */
  #give(owner) {
    /** @type {Taken} */
    const own = { owner, release: () => this.#release(own) };
    this.#taken.add(own);
    const offer = (/** @type {() => void} */ letGo) => {
      own.letGo = letGo;
      if (this.#waiting.size > this.#leaving.size) this.#makeRoom();
    };
    return { release: own.release, offer };
  }

  /** @param {Asking} [asking] @returns {Promise<Place>} */
  #wait({ owner = '', mayLast = false, signal } = {}) {
    const { clock, deadline, mostWaiting, refuse } = this.#bounds;
    const hasRoom = this.#makeRoom(mayLast ? owner : undefined);
    if (!hasRoom && this.#waiting.size - this.#leaving.size >= mostWaiting && !this.#outdo(owner))
      return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const end = () => {
        cancel?.();
        signal?.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiter);
      };
      /** @type {Waiter} */
      const waiter = {
        owner,
        start: () => {
          end();
          resolve(this.#give(owner));
        },
        refuse: (error) => {
          end();
          reject(error);
        },
      };
      const giveUp = () => waiter.refuse(signal?.reason);
      const cancel = deadline > 0 ? clock?.after(deadline, () => waiter.refuse(refuse())) : null;
      signal?.addEventListener('abort', giveUp);
      this.#waiting.add(waiter);
      // What let go at once has made room before this one waited.
      this.#startNext();
    });
  }

  /** @param {Taken} own */
  #release(own) {
    if (!this.#taken.delete(own)) return;
    this.#leaving.delete(own);
    this.#startNext();
  }

  /** Who has half of the places already lets others have their turn. */
  #startNext() {
    if (this.#taken.size >= this.#atOnce || this.#waiting.size === 0) return;
    const has = countByOwner(this.#taken);
    let next;
    for (const each of this.#waiting) {
      next ??= each;
      if ((has.get(each.owner) ?? 0) >= this.#atOnce / 2) continue;
      next = each;
      break;
    }
    next?.start();
  }

  /**
   * Has the oldest place go of the owner who has the most of those that may last, if they have more than their half.
   * @param {string} [owner]  of another that may last
   * @returns {boolean} whether one goes
   */
  #makeRoom(owner) {
    const lasting = [...this.#taken].filter((each) => each.letGo && !this.#leaving.has(each));
    const [most, count] = highest(countByOwner(lasting));
    const share = owner === undefined ? lasting.length : owner === most ? 0 : count;
    if (share <= this.#atOnce / 2) return false;
    const first = lasting.find((each) => each.owner === most);
    if (!first) return false;
    this.#leaving.add(first);
    first.letGo?.();
    return true;
  }

  /**
   * When too many wait, the last of an owner who has more than half of them goes for another.
   * @param {string} owner
   * @returns {boolean} whether one has gone
   */
  #outdo(owner) {
    const [most, count] = highest(countByOwner(this.#waiting));
    if (most === owner || count <= this.#bounds.mostWaiting / 2) return false;
    [...this.#waiting].findLast((each) => each.owner === most)?.refuse(this.#bounds.refuse());
    return true;
  }
}

/** @param {Iterable<{ owner: string }>} all @returns {Map<string, number>} */
function countByOwner(all) {
  const counts = new Map();
  for (const { owner } of all) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}

/** @param {Map<string, number>} counts @returns {[owner: string, count: number]} */
const highest = (counts) => {
  /** @type {[string, number]} */
  let found = ['', 0];
  for (const each of counts) if (each[1] > found[1]) found = each;
  return found;
};

const tooMany = () =>
  new LarderError('unavailable', 'Others took too long', { headers: ['Retry-After', '5'] });
