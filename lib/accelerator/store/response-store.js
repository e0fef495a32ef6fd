import { CacheManager } from '../../cache/cache-manager.js';
import { prefixMatcher } from './prefixes.js';
import { concerns, etagsOf } from './selector.js';
/** @import { CachedResponse } from '../../responses/entry.js' */
/** @import { DiskTier } from './disk-tier.js' */
/** @import { Selector, StoredEntry, StoredResponse } from '../types.js' */

/**
 * @typedef {object} Lease  The right to hold what is read from disk, unless it is invalidated meanwhile.
 * @property {Selector[]} selectors  of the invalidations since it was taken
 * @property {boolean} isRevoked
 *
 * @typedef {CachedResponse & { stored: StoredEntry }} Held  as CacheManager holds it
 */

/** Bytes of a variant besides its texts and its body. */
const VARIANT = 1024;

/** Bytes of a group besides its text (measured). */
const GROUP = 200;

/** Invalidations that a lease remembers; with more it is revoked. */
const REMEMBERED = 100;

/** The responses of the origin, in memory and perhaps on disk. */
export class ResponseStore {
  /** @type {CacheManager<Held>} */
  #memory;
  /** @type {Set<Lease>} */
  #leases = new Set();
  #disk;
  /** Reads from disk in progress, by key. @type {Map<string, Promise<StoredEntry | undefined>>} */
  #loads = new Map();

  /**
   * @param {{ maxBytes: number, disk?: DiskTier, onEvicted?: (key: string) => void }} deps  `maxBytes` of memory;
   *   `onEvicted`: called with each key that gives way to others in memory
   */
  constructor({ maxBytes, disk, onEvicted }) {
    const stores = { responses: { clearedBy: [] } };
    this.#memory = new CacheManager({ maxBytes, stores, onEvicted });
    this.#disk = disk;
    this.maxBytes = maxBytes;
    /** Of the tier on disk, which no other process uses; '' without one. */
    this.folder = disk?.folder ?? '';
    /** Bytes of a body that can be stored. */
    this.largest = this.#memory.largest;
  }

  /** @param {string} key @returns {StoredEntry | undefined} from memory; counts a hit */
  hit(key) {
    return this.#memory.hit(key)?.stored;
  }

  /** @param {string} key @returns {StoredEntry | undefined} from memory, without counting a hit */
  peek(key) {
    return this.#memory.peek(key)?.stored;
  }

  /** @param {string} key @returns {string | undefined} of the entry in either tier */
  versionOf(key) {
    return this.peek(key)?.version ?? this.#disk?.versionOf(key);
  }

  /** @param {string} key @returns {Promise<StoredEntry | undefined>} from memory, else from disk */
  async load(key) {
    const present = this.peek(key);
    if (present || !this.#disk) return present;
    let load = this.#loads.get(key);
    if (!load) {
      load = this.#loadFrom(this.#disk, key).finally(() => this.#loads.delete(key));
      this.#loads.set(key, load);
    }
    return load;
  }

  /** @param {StoredEntry} entry @returns {boolean} false when it is too large */
  put(entry) {
    if (!this.#hold(entry)) return false;
    this.#disk?.write(entry);
    return true;
  }

  /** @param {string} key @returns {boolean} whether it was stored in either tier */
  remove(key) {
    this.#revoke({ urls: [key] });
    const wasOnDisk = this.#disk?.remove(key) ?? false;
    return this.#memory.remove(key) || wasOnDisk;
  }

  /** Removes what an invalidation concerns from both tiers. @param {Selector} selector */
  invalidate(selector) {
    this.#revoke(selector);
    this.#disk?.invalidate(selector);
    for (const key of this.#findInMemory(selector)) this.#memory.remove(key);
  }

  /** @param {Selector} selector @returns {string[]} the keys, in either tier, that an invalidation concerns */
  find(selector) {
    return [...new Set([...this.#findInMemory(selector), ...(this.#disk?.find(selector) ?? [])])];
  }

  /** @returns {{ memory: { entries: number, bytes: number }, disk?: { entries: number, bytes: number } }} */
  count() {
    return { memory: this.#memory.count(), ...(this.#disk ? { disk: this.#disk.count() } : {}) };
  }

  /** Figures for the status. */
  statistics() {
    const { maxBytes, stores } = this.#memory.statistics();
    const { entries, bytes, hits, evictions } = stores.responses;
    const memory = { maxBytes, entries, bytes, hits, evictions };
    return { memory, ...(this.#disk ? { disk: this.#disk.statistics() } : {}) };
  }

  async close() {
    await this.#disk?.close();
  }

  /** @param {DiskTier} disk @param {string} key @returns {Promise<StoredEntry | undefined>} */
  async #loadFrom(disk, key) {
    /** @type {Lease} */
    const lease = { selectors: [], isRevoked: false };
    this.#leases.add(lease);
    const entry = await disk.read(key);
    this.#leases.delete(lease);
    const present = this.peek(key);
    if (present || !entry || isRevoked(lease, entry)) return present;
    this.#hold(entry);
    return entry;
  }

  /** @param {Selector} selector @returns {Set<string>} keys */
  #findInMemory({ urls = [], prefixes = [], etags = [], groups = [] }) {
    const keys = new Set(urls.filter((url) => this.peek(url)));
    for (const dependency of [...etags.map(ofEtag), ...groups.map(ofGroup)])
      for (const { key } of this.#memory.dependents(dependency)) keys.add(key);
    if (prefixes.length > 0) {
      const matches = prefixMatcher(prefixes);
      for (const { entry } of this.#memory.slots()) if (matches(entry.key)) keys.add(entry.key);
    }
    return keys;
  }

  /** @param {StoredEntry} stored @returns {boolean} false when it is too large */
  #hold(stored) {
    const { key, variants, groups } = stored;
    const lease = this.#memory.lease();
    const held = this.#memory.store(
      {
        key,
        store: 'responses',
        dependsOn: [...etagsOf(stored).map(ofEtag), ...groups.map(ofGroup)],
        bytes:
          variants.reduce((sum, variant) => sum + sizeOf(variant), key.length) +
          groups.reduce((sum, group) => sum + GROUP + group.length, 0),
        isPrerendered: true,
        acceptsRanges: true,
        stored,
      },
      lease,
    );
    this.#memory.release(lease);
    return held;
  }

  /** @param {Selector} selector */
  #revoke(selector) {
    for (const lease of this.#leases) {
      lease.selectors.push(selector);
      if (lease.selectors.length <= REMEMBERED) continue;
      lease.isRevoked = true;
      lease.selectors = [];
    }
  }
}

/** @param {Lease} lease @param {StoredEntry} entry */
const isRevoked = (lease, entry) =>
  lease.isRevoked || lease.selectors.some((selector) => concerns(selector, entry));

/** @param {string} etag */
const ofEtag = (etag) => `etag:${etag}`;
/** @param {string} group */
const ofGroup = (group) => `group:${group}`;
/** @param {StoredResponse} variant @returns {number} bytes of memory */
const sizeOf = ({ body, headers, varied }) =>
  [...headers, ...Object.values(varied)].reduce(
    (sum, { length }) => sum + length + 1,
    body.length + VARIANT,
  );
