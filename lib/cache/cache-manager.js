/** @import { Clear } from './last-clears.js' */
/** @import { CachedResponse as Entry } from '../responses/entry.js' */

/**
 * @typedef {Record<string, { clearedBy: readonly string[] }>} TypedStores  by name: the causes that can clear their entries
 *
 * @typedef {object} Lease  The right to store a render's result, unless something it depends on is cleared meanwhile.
 * @property {number} since  the number of clears when it was taken
 */

/**
 * @template {Entry} E
 * @typedef {(key: string, entry: E) => boolean} Spares  whether an entry may stay although the key was touched
 */

/** Bytes of an entry besides its bodies: headers, keys, places in maps. Measured. */
const OVERHEAD = 2048;

/** Cleared entries removed from the dependents in one turn of the event loop: takes a fraction of a millisecond. */
const SLICE = 250;

/** The share of the budget that one entry with range support may take: a video must not push out all pages. */
const DIVISIBLE_SHARE = 1 / 8;

/**
 * Holds entries in typed stores under one byte budget (LRU), and clears those that depend on what has
 * changed.
 * @template {Entry} E
 */
export class CacheManager {
  /** Every entry, the least recently used first. @type {Map<string, E>} */
  #entries = new Map();
  /** @type {Dependents<E>} */
  #dependents = new Dependents();
  /** @type {E | undefined} the most recently used */
  #newest;
  #bytes = 0;
  #clears = 0;
  #leases = 0;
  /** The number of the clear that last touched each key, kept while leases are out. @type {Map<string, number>} */
  #touched = new Map();
  #allTouched = 0;
  #isSuspended = false;
  #typedStores;
  /** @type {Record<string, ReturnType<typeof newCounters>>} */
  #stores;
  /** @type {Partial<Record<string, { count: number, lookedAt: number, entries: number }>>} */
  #causes = {};
  /** Cleared entries that the followers are to be told, and the dependents that they are among. @type {{ entries: E[], dependents: Dependents<E> }[]} */
  #cleared = [];
  /** @type {((clear: Clear) => void)[]} */
  #listeners = [];
  /** @type {((entries: E[]) => void)[]} */
  #followers = [];

  /** @param {{ maxBytes: number, stores: TypedStores }} options  `maxBytes`: 0 stores nothing */
  constructor({ maxBytes, stores }) {
    this.maxBytes = maxBytes;
    this.#typedStores = stores;
    this.#stores = Object.fromEntries(Object.keys(stores).map((name) => [name, newCounters()]));
  }

  /** @param {(clear: Clear) => void} listener called for each clear, even if it cleared nothing */
  onClear(listener) {
    this.#listeners.push(listener);
  }

  /** @param {(entries: E[]) => void} listener called with cleared entries: the first ones at once, many in batches */
  onCleared(listener) {
    this.#followers.push(listener);
  }

  /** Number of clears so far. It tells whether a render began before the latest change. */
  get clears() {
    return this.#clears;
  }

  /** @param {string} key @returns {E | undefined} counted as a hit, and now the most recently used */
  fetch(key) {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      this.#newest = entry;
    }
    entry.hits++;
    this.#stores[entry.store].hits++;
    return entry;
  }

  /** @param {string} key @returns {E | undefined} without counting a hit */
  peek(key) {
    return this.#entries.get(key);
  }

  /** @returns {Lease} to be taken before a render's first read, and released after it */
  lease() {
    this.#leases++;
    return { since: this.#clears };
  }

  /** Ends a lease: nothing can be stored with it any more. @param {Lease} lease */
  release(lease) {
    lease.since = -1;
    this.#leases--;
    if (this.#leases === 0) this.#touched.clear();
  }

  /**
   * @param {E} entry
   * @param {Lease} lease taken before the render, not yet released
   * @returns {boolean} false: something it depends on was cleared meanwhile, or it is larger than the
   * whole cache, or, with range support, than an eighth of it
   */
  store(entry, lease) {
    if (!entry.isPrerendered) this.#stores[entry.store].misses++;
    if (this.#isSuspended || this.#changedSince(lease, entry.dependsOn)) return false;
    return this.#insert(entry);
  }

  /**
   * Puts back an entry of an earlier process. What has changed since must be cleared before the first request.
   * @param {E} entry
   */
  restore(entry) {
    this.#insert(entry);
  }

  /**
   * Accounts for an encoding that was added to an entry, or replaced another.
   * @param {E} entry
   * @param {number} bytes more than before; negative for fewer
   */
  grow(entry, bytes) {
    entry.bytes += bytes;
    if (!this.has(entry)) return;
    this.#account(entry, 0, bytes);
    this.#evict();
  }

  /** @param {E} entry @returns {boolean} whether this very entry is still stored */
  has(entry) {
    return this.#entries.get(entry.key) === entry;
  }

  /** @param {string} key @returns {boolean} whether any entry depends on it */
  hasDependents(key) {
    for (const entry of this.#dependents.of(key)) if (this.has(entry)) return true;
    return false;
  }

  /**
   * Clears every entry that depends on a touched key, in the stores that this cause can clear. All clearing by
   * changes goes through here.
   * @param {string} cause
   * @param {Iterable<string>} keys
   * @param {string} [about] title or name of what was changed, for display
   * @param {Spares<E>} [spares] entries that may stay
   * @returns {number} how many entries it cleared
   */
  clear(cause, keys, about = '', spares = () => false) {
    this.#clears++;
    let lookedAt = 0;
    /** @type {E[]} */
    const cleared = [];
    for (const key of keys) {
      if (this.#leases > 0) this.#touched.set(key, this.#clears);
      for (const entry of this.#dependents.of(key)) {
        if (!this.has(entry)) continue;
        lookedAt++;
        if (!this.#typedStores[entry.store].clearedBy.includes(cause) || spares(key, entry))
          continue;
        this.#forget(entry);
        cleared.push(entry);
      }
    }
    return this.#endClear({ cause, about, entries: cleared.length }, lookedAt, cleared);
  }

  /**
   * Clears every entry, or all of one store.
   * @param {string} cause
   * @param {string} [store]
   * @returns {number} how many entries it cleared
   */
  clearAll(cause, store) {
    this.#clears++;
    this.#allTouched = this.#clears;
    const cleared = [...this.#entries.values()].filter((entry) => !store || entry.store === store);
    for (const entry of cleared) this.#forget(entry);
    const entries = cleared.length;
    return this.#endClear({ cause, about: store ?? '', entries }, entries, cleared);
  }

  /** Clears every entry and stores none until `resume`, when the state of the blog is unknown. @param {string} cause */
  suspend(cause) {
    this.#isSuspended = true;
    this.clearAll(cause);
  }

  /** Starts again, empty. @param {string} cause */
  resume(cause) {
    this.#isSuspended = false;
    this.clearAll(cause);
  }

  /** @returns {IterableIterator<E>} every entry, the least recently used first */
  entries() {
    return this.#entries.values();
  }

  /** @returns {{ entries: number, bytes: number }} of all stores together */
  count() {
    return { entries: this.#entries.size, bytes: this.#bytes };
  }

  /** Figures for /status. */
  statistics() {
    return {
      maxBytes: this.maxBytes,
      bytes: this.#bytes,
      stores: this.#stores,
      clears: this.#causes,
    };
  }

  /** @param {E} entry @returns {boolean} false when it is too large */
  #insert(entry) {
    const size = OVERHEAD + entry.bytes;
    if (size > this.maxBytes * (entry.acceptsRanges ? DIVISIBLE_SHARE : 1)) return false;
    const present = this.#entries.get(entry.key);
    if (present) this.#drop(present);
    this.#entries.set(entry.key, entry);
    this.#newest = entry;
    this.#dependents.add(entry);
    this.#account(entry, 1, size);
    this.#evict();
    return true;
  }

  /** @param {Lease} lease @param {string[]} keys */
  #changedSince({ since }, keys) {
    return this.#allTouched > since || keys.some((key) => (this.#touched.get(key) ?? 0) > since);
  }

  /** @param {E} entry */
  #drop(entry) {
    this.#forget(entry);
    this.#dependents.remove(entry);
  }

  /** Removes an entry, so that it is no longer served. @param {E} entry */
  #forget(entry) {
    this.#entries.delete(entry.key);
    if (this.#newest === entry) this.#newest = undefined;
    this.#account(entry, -1, -(OVERHEAD + entry.bytes));
  }

  /**
   * @param {Clear} clear
   * @param {number} lookedAt
   * @param {E[]} cleared
   * @returns {number} how many entries it cleared
   */
  #endClear(clear, lookedAt, cleared) {
    const isAtRest = this.#cleared.length === 0;
    // The followers are told of the most popular first.
    const entries = cleared.toSorted((a, b) => b.hits - a.hits);
    if (entries.length > 0) this.#cleared.push({ entries, dependents: this.#dependents });
    // To add the few that stay takes less than to remove all others.
    if (cleared.length > SLICE && this.#entries.size < SLICE)
      this.#dependents = new Dependents(this.#entries.values());
    if (isAtRest) this.#tidy();
    this.#count(clear.cause, lookedAt, cleared.length);
    for (const listener of this.#listeners) listener(clear);
    return cleared.length;
  }

  /** Removes cleared entries from the dependents, a slice now and the rest later: some clears concern every page. */
  #tidy() {
    if (this.#cleared.length === 0) return;
    const [{ entries, dependents }] = this.#cleared;
    const slice = entries.splice(0, SLICE);
    if (entries.length === 0) this.#cleared.shift();
    if (dependents === this.#dependents) for (const entry of slice) dependents.remove(entry);
    for (const listener of this.#followers) listener(slice);
    if (this.#cleared.length > 0) setImmediate(() => this.#tidy());
  }

  #evict() {
    for (const oldest of this.#entries.values()) {
      if (this.#bytes <= this.maxBytes) break;
      this.#drop(oldest);
      this.#stores[oldest.store].evictions++;
    }
  }

  /** @param {E} entry @param {number} entries @param {number} bytes */
  #account(entry, entries, bytes) {
    const counters = this.#stores[entry.store];
    counters.entries += entries;
    counters.bytes += bytes;
    this.#bytes += bytes;
  }

  /** @param {string} cause @param {number} lookedAt @param {number} cleared */
  #count(cause, lookedAt, cleared) {
    const counters = (this.#causes[cause] ??= { count: 0, lookedAt: 0, entries: 0 });
    counters.count++;
    counters.lookedAt += lookedAt;
    counters.entries += cleared;
  }
}

const newCounters = () => ({ entries: 0, bytes: 0, hits: 0, misses: 0, evictions: 0 });

/**
 * Who depends on what. Most keys are those of one post and have one dependent, which is held as it is: a Set for each would
 * take a kilobyte for every page.
 * @template {{ dependsOn: string[] }} E
 */
class Dependents {
  /** @type {Map<string, E | Set<E>>} */
  #byKey = new Map();

  /** @param {Iterable<E>} [entries] */
  constructor(entries = []) {
    for (const entry of entries) this.add(entry);
  }

  /** @param {string} key @returns {Iterable<E>} that stays good while its entries are removed */
  of(key) {
    const found = this.#byKey.get(key);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  /** @param {E} entry */
  add(entry) {
    for (const key of entry.dependsOn) {
      const found = this.#byKey.get(key);
      if (found === undefined) this.#byKey.set(key, entry);
      else if (found instanceof Set) found.add(entry);
      else if (found !== entry) this.#byKey.set(key, new Set([found, entry]));
    }
  }

  /** @param {E} entry */
  remove(entry) {
    for (const key of entry.dependsOn) {
      const found = this.#byKey.get(key);
      if (found === entry) this.#byKey.delete(key);
      if (!(found instanceof Set) || !found.delete(entry) || found.size > 1) continue;
      const [only] = found;
      this.#byKey.set(key, only);
    }
  }
}
