import { LRUCache } from 'lru-cache';
import { opaqueTag } from '../../responses/negotiation.js';
import { valueOf } from '../rules/fields.js';
import { explicitLifetime } from '../rules/policy.js';
import { isNegotiated } from '../rules/vary.js';
import { prefixMatcher } from '../store/prefixes.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { ToldFile } from './reported-file.js' */
/** @import { Selector, StoredEntry, ReportedState } from '../types.js' */

/**
 * @typedef {'on' | '304' | 'off'} Sharing  Which answers may go out without asking the origin, by what it reported:
 *   all, 304 alone, none.
 *
 * @typedef {object} Telling
 * @property {string | undefined} etag  as in a header; undefined: it was withdrawn, so that the origin has to be asked
 *   once
 * @property {string} version  of the write
 * @property {string} [since]  a response with it counts as requested then
 * @property {number} at  when it was learnt here, in milliseconds since 1970
 */

/** URLs that are remembered. */
const AT_MOST = 100_000;

/**
 * The entity tags that the origin reported. Of a URL of which it reported, the response with the reported one is
 * current until another is. They are in memory; after a restart each response has to be validated once:
 * docs/decisions/0032-told-etags.md.
 */
export class ReportedEtags {
  /** By URL. @type {LRUCache<string, Telling>} */
  #reported;
  /**
   * The URLs that have an entity tag; mostly it is one, which stands without a Set.
   * @type {Map<string, string | Set<string>>}
   */
  #urls = new Map();
  /** The latest time of a telling that was dropped, to bound the memory or by a restart. */
  #droppedUntil = -Infinity;
  /** What was learnt up to then may have been reported otherwise. */
  #doubtedUntil = -Infinity;
  /** Later, it may have been reported otherwise as well. */
  #trustedUntil = Infinity;
  /** When groups were last invalidated: those of a URL are known by its entry alone. */
  #groupsInvalidatedAt = -Infinity;
  /** Whether the file says that the origin tells. */
  #isRecorded = false;
  #clock;
  #sharing;
  #file;

  /**
   * @param {{ clock: Pick<Clock, 'now'>, sharing?: Sharing, atMost?: number, file?: ToldFile }} deps  `file`: if there
   *   is a disk tier
   */
  constructor({ clock, sharing = 'on', atMost = AT_MOST, file }) {
    this.#clock = clock;
    this.#sharing = sharing;
    this.#reported = new LRUCache({
      maxSize: atMost,
      sizeCalculation: () => 1,
      dispose: (reporting, url, why) => this.#forget(reporting, url, why === 'evict'),
    });
    this.#file = file;
    const urls = file?.load();
    if (urls === undefined) return;
    this.#isRecorded = true;
    this.#droppedUntil = clock.now();
    for (const url of urls) this.set(url, { etag: undefined, version: '' });
  }

  /** Number of URLs. */
  get size() {
    return this.#reported.size;
  }

  /** As with EtagSource. */
  get isReadAnew() {
    return false;
  }

  now() {
    return this;
  }

  read() {
    return this;
  }

  /**
   * @param {string} key
   * @param {string} etag of a stored response, or ''
   * @param {number} requestedAt in milliseconds since 1970
   * @returns {ReportedState}
   */
  stateOf(key, etag, requestedAt) {
    const reported = this.#reported.peek(key);
    if (!reported) return requestedAt <= this.#droppedUntil ? 'outdated' : 'unknown';
    const current = this.#sharing === 'on' ? 'current' : 'unknown';
    const isSure = this.#isSure(reported);
    if (isSure && opaqueTag(reported.etag) === opaqueTag(etag)) return current;
    if (requestedAt <= Math.max(reported.at, this.#doubtedTime())) return 'outdated';
    // After a doubt the origin was asked again, and it goes on telling.
    return isSure ? 'unknown' : current;
  }

  /**
   * @param {string} key
   * @param {StoredEntry} [entry] what is stored for it
   * @returns {string | undefined} the entity tag for which a conditional request is answered 304, though no response
   *   with it may be stored yet
   */
  etagOf(key, entry) {
    const reported = this.#reported.peek(key);
    if (!reported || this.#sharing === 'off' || !this.#isSure(reported)) return undefined;
    if (!entry) return reported.at > this.#groupsInvalidatedAt ? reported.etag : undefined;
    // Was the origin asked after the telling, and gave another one, it has to be asked again.
    const isContradicted =
      entry.version > reported.version &&
      entry.variants.every(
        ({ headers }) => opaqueTag(valueOf(headers, 'etag')) !== opaqueTag(reported.etag),
      );
    return isContradicted || entry.variants.some(isNegotiated) ? undefined : reported.etag;
  }

  /** @param {string} key @returns {Readonly<Telling> | undefined} */
  get(key) {
    return this.#reported.peek(key);
  }

  /** @param {string} key @param {{ etag: string | undefined, version: string, since?: string }} telling */
  set(key, { etag, version, since }) {
    if (!this.#isRecorded) this.#file?.save([]);
    this.#isRecorded = true;
    this.#reported.set(key, { etag, version, since, at: this.#clock.now() });
    const tag = opaqueTag(etag);
    const same = this.#urls.get(tag);
    if (same instanceof Set) same.add(key);
    else this.#urls.set(tag, same === undefined ? key : new Set([same, key]));
  }

  /** Has the origin asked once before it counts as reported again. @param {string} key */
  delete(key) {
    const reported = this.#reported.peek(key);
    if (reported) this.set(key, { etag: undefined, version: reported.version });
  }

  /**
   * A response that was put takes the place of whatever was reported. Without a lifetime it is current until reported
   * otherwise; with one, RFC 9111 decides.
   * @param {StoredEntry} entry
   */
  put({ key, version, variants: [{ headers }] }) {
    if (explicitLifetime(headers) === undefined)
      this.set(key, { etag: valueOf(headers, 'etag'), version });
    else this.#reported.delete(key);
  }

  /** @param {Selector} selector @returns {Set<string>} the URLs that it concerns */
  find({ urls = [], prefixes = [], etags = [] }) {
    const keys = new Set(urls.filter((url) => this.#reported.has(url)));
    for (const etag of etags)
      for (const url of listed(this.#urls.get(opaqueTag(etag)))) keys.add(url);
    if (prefixes.length > 0) {
      const matches = prefixMatcher(prefixes);
      for (const url of this.#reported.keys()) if (matches(url)) keys.add(url);
    }
    return keys;
  }

  /** A group was invalidated: nothing is answered for URLs without an entry by what was reported before. */
  doubtGroups() {
    this.#groupsInvalidatedAt = this.#clock.now();
  }

  /** Anything may have been reported otherwise, or invalidated: what was requested before has to be validated once. */
  doubt() {
    this.#doubtedUntil = this.#droppedUntil = this.#clock.now();
  }

  /**
   * Later than that, nothing is answered by what was reported, since it may have been reported otherwise.
   * @param {number} time  milliseconds since 1970
   */
  trustUntil(time) {
    const now = this.#clock.now();
    if (now > this.#trustedUntil) this.#doubtedUntil = now;
    this.#trustedUntil = time;
  }

  /** Keeps for the next start of which URLs the origin reported. */
  close() {
    if (this.#isRecorded) this.#file?.save(this.#reported.keys());
  }

  /** @param {Telling} telling */
  #isSure({ etag, at }) {
    return etag !== undefined && at > this.#doubtedTime();
  }

  #doubtedTime() {
    return this.#clock.now() > this.#trustedUntil ? Infinity : this.#doubtedUntil;
  }

  /**
   * @param {Telling} telling  that is no longer there
   * @param {string} key
   * @param {boolean} isDropped  to bound the memory
   */
  #forget({ etag, at }, key, isDropped) {
    if (isDropped) this.#droppedUntil = Math.max(this.#droppedUntil, at);
    const tag = opaqueTag(etag);
    const same = this.#urls.get(tag);
    if (same instanceof Set) same.delete(key);
    if (same === key || (same instanceof Set && same.size === 0)) this.#urls.delete(tag);
  }
}

/** @param {string | Iterable<string>} [urls] @returns {Iterable<string>} */
const listed = (urls = []) => (typeof urls === 'string' ? [urls] : urls);
