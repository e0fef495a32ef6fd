import { stopwatch } from '../../base/clock.js';
import { opaqueTag } from '../../responses/negotiation.js';
import { valueOf } from '../rules/fields.js';
import { etagsOf } from '../store/selector.js';
import { LatestVersions } from './latest-versions.js';
import { isFetched } from './versions.js';
/** @import { Selector, StoredEntry, VersionedWrite, Write } from '../types.js' */
/** @import { Versions } from './versions.js' */

/**
 * @typedef {object} Store  What writes need of the ResponseStore.
 * @property {(key: string) => string | undefined} versionOf  of the entry stored under a key, in either tier
 * @property {(entry: StoredEntry) => boolean} put  false when it is too large; what was there before stays
 * @property {(key: string) => boolean} remove
 * @property {(selector: Selector) => void} invalidate  removes what it concerns, however much it is
 * @property {(selector: Selector) => Iterable<string>} find  keys
 *
 * @typedef {{ etag: string | undefined, version: string, since?: string }} ReportedEtag  `since`: a response with it
 *   counts as requested then
 *
 * @typedef {object} Reported  What writes need of ReportedEtags.
 * @property {(key: string) => ReportedEtag | undefined} get
 * @property {(key: string, reported: ReportedEtag) => void} set
 * @property {(key: string) => unknown} delete
 * @property {(selector: Selector) => Iterable<string>} find  keys, also of what is not stored; they have no groups
 * @property {(entry: StoredEntry) => void} put  a response takes the place of what was reported
 * @property {() => void} doubtGroups  a group was invalidated
 * @property {() => void} doubt  anything may have been reported otherwise, or invalidated
 *
 * @typedef {(write: VersionedWrite) => Promise<void> | void} PassOn
 */

/** Of each entry that was put. A client cannot name it. */
const PUT_GROUP = '\x7fput';

/**
 * Every change of what is stored. For each key the last writer wins, by version (Thomas, A majority consensus approach
 * to concurrency control, 1979): whatever the order in which writes arrive, the result is the same, and applying one
 * twice changes nothing.
 */
export class Writes {
  #latest;
  /** @type {PassOn[]} */
  #listeners = [];
  /** @type {((write: Write) => Promise<number>) | undefined} */
  #perform;
  #versions;
  #store;
  #reported;
  #now;
  /** When an invalidation was last heard of, even one of nothing: so long nothing was missed. */
  #heardAt = -Infinity;

  /**
   * @param {{ versions: Versions, store: Store, reported: Reported, maxMarks?: number, now?: () => number }} deps
   *   `maxMarks`: writes that are remembered; `now`: milliseconds, never set back
   */
  constructor({ versions, store, reported, maxMarks, now = stopwatch }) {
    this.#latest = new LatestVersions({ maxMarks });
    this.#versions = versions;
    this.#store = store;
    this.#reported = reported;
    this.#now = now;
  }

  /**
   * @param {number | undefined} seconds  undefined: for ever
   * @returns {boolean} whether no invalidation was heard of for so long
   */
  isSilent(seconds) {
    return seconds !== undefined && this.#now() - this.#heardAt > seconds * 1000;
  }

  /** @param {PassOn} listener  called with each write that this node took; what performed it waits for its promise */
  onPerformed(listener) {
    this.#listeners.push(listener);
  }

  /** @param {(write: Write) => Promise<number>} perform  where writes are done first, before they come to `take` */
  performIn(perform) {
    this.#perform = perform;
  }

  /**
   * Does what a client wants.
   * @param {Write} write
   * @returns {Promise<number>} how many entries were stored, removed or given another entity tag: 0 for a put that is
   *   too large to be stored. Resolves when the peers that can be reached have it
   * @throws {LarderError} `unavailable` when it is done elsewhere first, and that cannot be reached
   */
  perform(write) {
    return this.#perform ? this.#perform(write) : this.performHere(write);
  }

  /**
   * Applies a change before it returns, whoever else can be reached, and passes it on.
   * @param {Write} write
   * @returns {Promise<number>} as `perform`
   */
  async performHere(write) {
    const versioned = { version: this.#versions.next(), ...write };
    const count = this.#apply(versioned);
    if (versioned.type !== 'put' || count > 0)
      await Promise.all(this.#listeners.map((passOn) => passOn(versioned)));
    return count;
  }

  /**
   * Applies the next write of all that are done elsewhere first.
   * @param {Write} write
   * @returns {number} as `perform`
   */
  take(write) {
    return this.#apply({ ...write, version: this.#versions.next() });
  }

  /**
   * Applies a write that a peer took, at any time and in any order.
   * @param {VersionedWrite} write
   * @throws {LarderError} as `Versions.see`
   */
  apply(write) {
    this.#versions.see(write.version);
    this.#apply(write, true);
  }

  /** @returns {string} the version of a response that is requested from the origin from now on */
  beginFetch() {
    return this.#versions.nextFetch();
  }

  /**
   * Stores a response that was fetched from the origin, unless something that was written meanwhile concerns it, or one
   * that was requested later is there.
   * @param {StoredEntry} fetched  with the version that `beginFetch` returned
   * @returns {boolean} whether it is stored
   */
  storeFetched(fetched) {
    const entry = { ...fetched, version: this.#sinceReported(fetched) };
    const isLatest = this.#isBefore(this.#store.versionOf(entry.key), entry.version);
    return isLatest && this.isCurrent(entry) && this.#store.put(entry);
  }

  /**
   * A response with the entity tag that was reported while it was made is as current as what was reported.
   * @param {StoredEntry} fetched
   * @returns {string} its version
   */
  #sinceReported({ key, version, variants: [{ headers }] }) {
    const { etag, since = '' } = this.#reported.get(key) ?? {};
    const isReported =
      etag !== undefined && opaqueTag(valueOf(headers, 'etag')) === opaqueTag(etag);
    return isReported && since > version ? since : version;
  }

  /**
   * @param {StoredEntry} entry  as for `storeFetched`
   * @returns {boolean} false when something that was written meanwhile concerns it
   */
  isCurrent(entry) {
    return this.#latest.admits(concernedBy(entry), entry.version);
  }

  /**
   * Empties what is held by telling, since tellings and invalidations may have been missed: what was put goes, all else
   * is validated once. What was put or requested before, and comes later, is not stored.
   */
  doubt() {
    const version = this.#versions.next();
    this.#latest.raiseFloor({ version, appliedAt: version });
    this.#store.invalidate({ groups: [PUT_GROUP] });
    this.#reported.doubt();
  }

  /** @param {VersionedWrite} write @param {boolean} [isForeign] @returns {number} */
  #apply(write, isForeign = false) {
    const { version } = write;
    if (write.type === 'put') {
      const { key, variants } = write.entry;
      const groups = [...new Set([...write.entry.groups, PUT_GROUP])];
      return this.#put({ key, version, variants, groups }, isForeign);
    }
    if (write.type === 'etag') return this.#notify(write);
    if (write.type === 'invalidate') return this.#invalidate(write.selector, version, isForeign);
    this.#record({ urls: [write.key] }, version);
    return Number(this.#forget(write.key, version));
  }

  /** @param {StoredEntry} entry @param {boolean} isForeign */
  #put(entry, isForeign) {
    const { key, version } = entry;
    const isLatest =
      !isForeign ||
      (this.#latest.admits(concernedBy(entry), version) &&
        this.#isSuperseded(this.#store.versionOf(key), version));
    const isStored = isLatest && this.#store.put(entry);
    // To the client it is refused as a whole.
    if (!isStored && !isForeign) return 0;
    this.#record({ urls: [key] }, version);
    if (isStored) this.#reported.put(entry);
    // Another node may have it: an older one must not stay here.
    else this.#forget(key, version);
    return Number(isStored);
  }

  /**
   * Removes all that it concerns without a look at each, also what was put later, if it comes late itself.
   * @param {Selector} selector
   * @param {string} version
   * @param {boolean} isForeign  nobody asks how many there are
   */
  #invalidate(selector, version, isForeign) {
    this.#heardAt = this.#now();
    this.#record(selector, version);
    const { groups = [] } = selector;
    const stored = [...this.#store.find(isForeign ? { groups } : selector)];
    this.#store.invalidate(selector);
    if (groups.length > 0) this.#reported.doubtGroups();
    for (const key of new Set([...stored, ...this.#reported.find(selector)]))
      this.#forgetReported(key, version);
    return stored.length;
  }

  /** @param {{ old?: string, url?: string, new: string, version: string }} write */
  #notify({ old, url, new: etag, version }) {
    const etags = bothForms(old);
    const keys = url === undefined ? this.#having(etags, version) : [url];
    const reported = [];
    for (const key of keys) {
      // The new one may be an old one by now, or the key removed or given another one.
      if (this.#latest.admits({ key, etags: [etag] }, version)) {
        reported.push(key);
      } else this.#forget(key, version);
    }
    this.#record(url === undefined ? { etags } : { urls: [url] }, version);
    const since = this.#versions.nextFetch();
    for (const key of reported) this.#reported.set(key, { etag, version, since });
    return reported.length;
  }

  /**
   * @param {string[]} etags
   * @param {string} version
   * @returns {string[]} the keys that had one of these entity tags before this version, by what was reported, else by
   *   what is stored
   */
  #having(etags, version) {
    const keys = new Set([...this.#store.find({ etags }), ...this.#reported.find({ etags })]);
    return [...keys].filter((key) => {
      const reported = this.#reported.get(key);
      if (reported?.etag !== undefined)
        return etags.includes(reported.etag) && reported.version < version;
      return this.#isSuperseded(this.#store.versionOf(key), version);
    });
  }

  /** @param {Selector} selector @param {string} version */
  #record(selector, version) {
    this.#latest.record(selector, { version, appliedAt: this.#versions.next() });
  }

  /** @param {string} key @param {string} version @returns {boolean} whether an entry was removed */
  #forget(key, version) {
    this.#forgetReported(key, version);
    const stored = this.#store.versionOf(key);
    return this.#isSuperseded(stored, version) && this.#store.remove(key);
  }

  /** @param {string} key @param {string} version */
  #forgetReported(key, version) {
    if (this.#isBefore(this.#reported.get(key)?.version, version)) this.#reported.delete(key);
  }

  /**
   * What was fetched before a write arrived counts as older, whatever the clocks of the two nodes say: it can be
   * fetched again.
   * @param {string | undefined} stored
   * @param {string} version
   */
  #isSuperseded(stored = '', version) {
    return isFetched(stored) || this.#isBefore(stored, version);
  }

  /**
   * What an earlier process stored with a clock that was ahead counts as older too, or it could never be written again.
   * @param {string | undefined} stored
   * @param {string} version
   */
  #isBefore(stored = '', version) {
    return stored < version || this.#versions.isAhead(stored);
  }
}

/** @param {StoredEntry} entry */
const concernedBy = (entry) => ({ key: entry.key, groups: entry.groups, etags: etagsOf(entry) });

/** @param {string} [etag] @returns {string[]} as a strong and as a weak one, which a compressing server makes of it */
const bothForms = (etag = '') => {
  const strong = opaqueTag(etag);
  return [strong, `W/${strong}`];
};
