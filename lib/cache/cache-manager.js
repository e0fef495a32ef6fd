import { stopwatch } from '../base/clock.js';
/** @import { Clear } from './last-clears.js' */
/** @import { CachedResponse } from '../responses/entry.js' */

/**
 * @typedef {Record<string, { clearedBy: readonly string[] }>} TypedStores  by name; `clearedBy`: the causes that can
 *   clear their entries
 *
 * @typedef {object} Lease  The right to store a render's result, unless something it depends on is cleared meanwhile.
 * @property {number} since  the number of clears when it was taken
 */

/**
 * @template E
 * @typedef {object} Slot  Holds an entry, which is immutable, and its counters.
 * @property {E} entry  replaced by the same response with another set of encodings
 * @property {number} hits
 * @property {number} popularity  hits of former entries with this key, halved with each clear
 */

/**
 * @template {CachedResponse} E
 * @typedef {(key: string, entry: E) => boolean} Spares  whether an entry is still current although the key was touched
 */

/** Bytes of an entry besides its bodies (measured): headers, keys, map entries. */
const OVERHEAD = 2048;

/** Cleared entries removed from the dependents in one turn of the event loop, in a fraction of a millisecond. */
const SLICE = 250;

/** Cleared entries of one clear that are reported with the key that was touched. */
const REPORTED = 200;

/** The share of the budget that one entry with range support may take: a video must not evict all pages. */
const RANGES_SHARE = 1 / 8;

/**
 * Holds entries in typed stores under one byte budget (LRU), and clears those that depend on touched keys.
 * @template {CachedResponse} [E=CachedResponse]
 */
export class CacheManager {
  /** By key, least recently used first. @type {Map<string, Slot<E>>} */
  #slots = new Map();
  /** @type {Dependents<Slot<E>>} */
  #dependents = new Dependents();
  /** @type {Slot<E> | undefined} the most recently used */
  #newest;
  #bytes = 0;
  #clears = 0;
  #leases = 0;
  /**
   * The number of the clear that last touched each key; recorded only while there are leases.
   * @type {Map<string, number>}
   */
  #touched = new Map();
  #allTouched = 0;
  #isSuspended = false;
  /** Whether others may have what this cache does not. */
  #hasCopies = false;
  #typedStores;
  #onEvicted;
  #now;
  /** @type {Record<string, ReturnType<typeof newCounters>>} */
  #stores;
  /** @type {Partial<Record<string, { count: number, lookedAt: number, entries: number }>>} */
  #causes = {};
  /**
   * Cleared slots not yet passed to the listeners, and the dependents to remove them from.
   * @type {{ slots: Slot<E>[], dependents: Dependents<Slot<E>> }[]}
   */
  #cleared = [];
  /**
   * What was cleared, and readers still get.
   * @type {{ entries: Map<string, E>, ended: Promise<void>, end: () => void } | null}
   */
  #grace = null;
  /** @type {(() => void) | undefined} */
  #onGrace;
  /** @type {((clear: Clear) => void)[]} */
  #clearListeners = [];
  /** @type {((cleared: Slot<E>[]) => void)[]} */
  #clearedListeners = [];

  /**
   * @param {object} options
   * @param {number} options.maxBytes  0 stores nothing
   * @param {TypedStores} options.stores
   * @param {(key: string) => void} [options.onEvicted]  called with each key that gives way to others
   * @param {() => number} [options.now]  milliseconds, with fractions
   */
  constructor({ maxBytes, stores, onEvicted = () => {}, now = stopwatch }) {
    this.#onEvicted = onEvicted;
    this.#now = now;
    this.maxBytes = maxBytes;
    this.#typedStores = stores;
    this.#stores = Object.fromEntries(Object.keys(stores).map((name) => [name, newCounters()]));
  }

  /** @param {(clear: Clear) => void} listener called for each clear, even if it cleared nothing */
  onClear(listener) {
    this.#clearListeners.push(listener);
  }

  /** @param {(cleared: Slot<E>[]) => void} listener called with cleared entries, in batches: the first at once */
  onCleared(listener) {
    this.#clearedListeners.push(listener);
  }

  /**
   * @param {() => void} listener called when a grace begins, which it has to end soon. Without a listener there is none
   */
  onGrace(listener) {
    this.#onGrace = listener;
  }

  /**
   * @returns {Promise<void> | undefined} until the end of the grace, if there is one: nobody may be told of the change
   *   before
   */
  get grace() {
    return this.#grace?.ended;
  }

  /** Gives readers nothing more of what was cleared. */
  endGrace() {
    this.#grace?.end();
    this.#grace = null;
  }

  /** Bytes of the largest body that can be stored with range support. */
  get largest() {
    return Math.max(0, Math.floor(this.maxBytes * RANGES_SHARE) - OVERHEAD);
  }

  /** Number of clears so far: shows whether a render began before the latest one. */
  get clears() {
    return this.#clears;
  }

  /**
   * @param {string} key
   * @returns {E | undefined} what readers get, also in a grace; counts a hit and marks it as most recently used
   */
  hit(key) {
    const former = this.#grace?.entries.get(key);
    if (former) {
      this.#stores[former.store].hits++;
      return former;
    }
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    if (slot !== this.#newest) {
      this.#slots.delete(key);
      this.#slots.set(key, slot);
      this.#newest = slot;
    }
    slot.hits++;
    const { entry } = slot;
    this.#stores[entry.store].hits++;
    return entry;
  }

  /** @param {string} key @returns {E | undefined} without counting a hit */
  peek(key) {
    return this.#slots.get(key)?.entry;
  }

  /** @param {string} key @returns {E | undefined} what readers get, also in a grace; without counting a hit */
  find(key) {
    return this.#grace?.entries.get(key) ?? this.peek(key);
  }

  /** @returns {Lease} to be taken before a render's first read, and released after it */
  lease() {
    this.#leases++;
    return { since: this.#clears };
  }

  /** Ends a lease, so that nothing more can be stored with it. @param {Lease} lease */
  release(lease) {
    lease.since = -1;
    this.#leases--;
    if (this.#leases === 0) this.#touched.clear();
  }

  /**
   * @param {E} entry
   * @param {Lease} lease taken before the render, not yet released
   * @returns {boolean} false if something it depends on was cleared meanwhile, or if it is larger than the
   *   cache, or with range support, than an eighth of it
   */
  store(entry, lease) {
    if (!entry.isPrerendered) this.#stores[entry.store].misses++;
    return this.isCurrent(entry, lease) && this.#insert({ entry, hits: 0, popularity: 0 });
  }

  /** @param {E} entry @param {Lease} lease @returns {boolean} whether nothing that it depends on was cleared since */
  isCurrent({ dependsOn }, lease) {
    return !this.#isSuspended && !this.#changedSince(lease, dependsOn);
  }

  /**
   * Restores an entry of an earlier process. What has changed since must be cleared before the first request.
   * @param {Slot<E>} slot
   */
  restore(slot) {
    this.#insert(slot);
  }

  /**
   * Replaces an entry, if it is still stored, by the same response with another set of encodings.
   * @param {E} entry
   * @param {E} next
   */
  replace(entry, next) {
    const slot = this.#slots.get(entry.key);
    if (slot?.entry !== entry) return;
    slot.entry = next;
    this.#account(next, 0, next.bytes - entry.bytes);
    this.#evict();
  }

  /** @param {string} key @param {number} popularity */
  setPopularity(key, popularity) {
    const slot = this.#slots.get(key);
    if (slot) slot.popularity = popularity;
  }

  /** @param {string} key @returns {E[]} the entries that depend on it */
  dependents(key) {
    const slots = [...this.#dependents.of(key)].filter((slot) => this.#isStored(slot));
    return slots.map(({ entry }) => entry);
  }

  /** Others keep what was stored here once: whatever changes has to be told, also if nothing here depends on it. */
  haveCopies() {
    this.#hasCopies = true;
  }

  /** @param {string} key @returns {boolean} whether any entry may depend on it, here or elsewhere */
  hasDependents(key) {
    if (this.#hasCopies) return true;
    for (const slot of this.#dependents.of(key)) if (this.#isStored(slot)) return true;
    return false;
  }

  /** Removes one entry, whatever it depends on. @param {string} key @returns {boolean} whether it was stored */
  remove(key) {
    const slot = this.#slots.get(key);
    if (slot) this.#drop(slot);
    return slot !== undefined;
  }

  /**
   * Clears every entry that depends on a touched key, in the stores that this cause can clear. Every change clears
   * through this method.
   * @param {string} cause
   * @param {Iterable<string>} keys
   * @param {string} [about] title or name of what has changed, for display
   * @param {object} [options]
   * @param {Spares<E>} [options.spares]  which entries may stay
   * @param {boolean} [options.withGrace]  readers still get what was cleared until `grace` ends: whoever made the
   *   change must not have an answer before. The next clear ends it too
   * @returns {number} how many entries it cleared
   */
  clear(cause, keys, about = '', { spares = () => false, withGrace = false } = {}) {
    const begun = this.#now();
    this.endGrace();
    this.#clears++;
    let lookedAt = 0;
    /** @type {Slot<E>[]} */
    const cleared = [];
    /** @type {string[]} */
    const pairs = [];
    for (const key of keys) {
      if (this.#leases > 0) this.#touched.set(key, this.#clears);
      for (const slot of this.#dependents.of(key)) {
        if (!this.#isStored(slot)) continue;
        lookedAt++;
        const { entry } = slot;
        if (!this.#typedStores[entry.store].clearedBy.includes(cause) || spares(key, entry))
          continue;
        this.#remove(slot);
        cleared.push(slot);
        if (pairs.length < 2 * REPORTED) pairs.push(entry.key, key);
      }
    }
    const count = this.#endClear({ cause, about, keys, pairs }, begun, lookedAt, cleared);
    if (withGrace && count > 0) this.#beginGrace(cleared);
    return count;
  }

  /**
   * Clears every entry, or all of one store.
   * @param {string} cause
   * @param {string} [store]
   * @returns {number} how many entries it cleared
   */
  clearAll(cause, store) {
    const begun = this.#now();
    this.endGrace();
    this.#clears++;
    this.#allTouched = this.#clears;
    const cleared = [...this.slots()].filter(({ entry }) => !store || entry.store === store);
    for (const slot of cleared) this.#remove(slot);
    const pairs = cleared.slice(0, REPORTED).flatMap(({ entry: { key } }) => [key, '']);
    const clear = { cause, about: store ?? '', keys: null, pairs };
    return this.#endClear(clear, begun, cleared.length, cleared);
  }

  /**
   * Clears every entry and stores none until `resume`: for when the origin's state is unknown.
   * @param {string} cause
   */
  suspend(cause) {
    this.#isSuspended = true;
    this.clearAll(cause);
  }

  /** Stores entries again, starting empty. @param {string} cause */
  resume(cause) {
    this.#isSuspended = false;
    this.clearAll(cause);
  }

  /** @returns {IterableIterator<Slot<E>>} least recently used first */
  slots() {
    return this.#slots.values();
  }

  /** @returns {E[]} least recently used first */
  entries() {
    return Array.from(this.slots(), ({ entry }) => entry);
  }

  /** @returns {{ entries: number, bytes: number }} of all stores together */
  count() {
    return { entries: this.#slots.size, bytes: this.#bytes };
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

  /** @param {Slot<E>} slot @returns {boolean} false when its entry is too large */
  #insert(slot) {
    const { entry } = slot;
    const size = OVERHEAD + entry.bytes;
    if (size > this.maxBytes * (entry.acceptsRanges ? RANGES_SHARE : 1)) return false;
    const present = this.#slots.get(entry.key);
    if (present) this.#drop(present);
    this.#slots.set(entry.key, slot);
    this.#newest = slot;
    this.#dependents.add(slot);
    this.#account(entry, 1, size);
    this.#evict();
    return true;
  }

  /** @param {Slot<E>[]} cleared */
  #beginGrace(cleared) {
    if (!this.#onGrace) return;
    const entries = new Map(cleared.map(({ entry }) => [entry.key, entry]));
    let end = () => {};
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => (end = resolve));
    this.#grace = { entries, ended, end };
    this.#onGrace();
  }

  /** @param {Lease} lease @param {readonly string[]} keys */
  #changedSince({ since }, keys) {
    return this.#allTouched > since || keys.some((key) => (this.#touched.get(key) ?? 0) > since);
  }

  /** @param {Slot<E>} slot @returns {boolean} whether its entry is still stored */
  #isStored(slot) {
    return this.#slots.get(slot.entry.key) === slot;
  }

  /** @param {Slot<E>} slot */
  #drop(slot) {
    this.#remove(slot);
    this.#dependents.remove(slot);
  }

  /** Removes an entry, so that it is no longer served. @param {Slot<E>} slot */
  #remove(slot) {
    const { entry } = slot;
    this.#slots.delete(entry.key);
    if (this.#newest === slot) this.#newest = undefined;
    this.#account(entry, -1, -(OVERHEAD + entry.bytes));
  }

  /**
   * @param {Pick<Clear, 'cause' | 'about' | 'keys' | 'pairs'>} clear
   * @param {number} begun
   * @param {number} lookedAt
   * @param {Slot<E>[]} cleared
   * @returns {number} how many entries it cleared
   */
  #endClear(clear, begun, lookedAt, cleared) {
    const isIdle = this.#cleared.length === 0;
    // Most popular first.
    const slots = cleared.toSorted((a, b) => b.hits - a.hits);
    if (slots.length > 0) this.#cleared.push({ slots, dependents: this.#dependents });
    // Adding the few that remain is cheaper than removing all others.
    if (cleared.length > SLICE && this.#slots.size < SLICE)
      this.#dependents = new Dependents(this.slots());
    if (isIdle) this.#removeCleared();
    this.#count(clear.cause, lookedAt, cleared.length);
    const [entries, milliseconds] = [cleared.length, this.#now() - begun];
    for (const listener of this.#clearListeners) listener({ ...clear, entries, milliseconds });
    return cleared.length;
  }

  /** Removes cleared entries from the dependents in slices, since some clears concern every page. */
  #removeCleared() {
    if (this.#cleared.length === 0) return;
    const [{ slots, dependents }] = this.#cleared;
    const slice = slots.splice(0, SLICE);
    if (slots.length === 0) this.#cleared.shift();
    if (dependents === this.#dependents) for (const slot of slice) dependents.remove(slot);
    for (const listener of this.#clearedListeners) listener(slice);
    if (this.#cleared.length > 0) setImmediate(() => this.#removeCleared());
  }

  #evict() {
    for (const oldest of this.slots()) {
      if (this.#bytes <= this.maxBytes) break;
      this.#drop(oldest);
      this.#stores[oldest.entry.store].evictions++;
      this.#onEvicted(oldest.entry.key);
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
 * Maps keys to the slots that depend on them. Most keys have a single dependent, which is stored without a Set: one for
 * each key would take a kilobyte per page.
 * @template {Slot<CachedResponse>} S
 */
class Dependents {
  /** @type {Map<string, S | Set<S>>} */
  #byKey = new Map();

  /** @param {Iterable<S>} [slots] */
  constructor(slots = []) {
    for (const slot of slots) this.add(slot);
  }

  /** @param {string} key @returns {Iterable<S>} slots may be removed during the iteration */
  of(key) {
    const found = this.#byKey.get(key);
    if (found === undefined) return [];
    return found instanceof Set ? found : [found];
  }

  /** @param {S} slot */
  add(slot) {
    for (const key of slot.entry.dependsOn) {
      const found = this.#byKey.get(key);
      if (found === undefined) this.#byKey.set(key, slot);
      else if (found instanceof Set) found.add(slot);
      else if (found !== slot) this.#byKey.set(key, new Set([found, slot]));
    }
  }

  /** @param {S} slot */
  remove(slot) {
    for (const key of slot.entry.dependsOn) {
      const found = this.#byKey.get(key);
      if (found === slot) this.#byKey.delete(key);
      if (!(found instanceof Set) || !found.delete(slot) || found.size > 1) continue;
      const [only] = found;
      this.#byKey.set(key, only);
    }
  }
}
