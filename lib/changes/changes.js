import { generation } from '../base/revision.js';
import { Feed } from './feed.js';
import { IndexWriter } from './index-writer.js';
import { invalidatedBy } from './invalidation.js';
import { media } from './keys.js';
import { createReading } from './reading.js';
import { createRefresh } from './refresh.js';
import { differences } from './replay.js';
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { Clock } from '../base/clock.js' */
/** @import { BlogIndex } from './index/blog-index.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { FeedChange, Kind, Store, StoredRecord, Summaries } from '../store/types.js' */
/** @import { Effect } from './effects.js' */

/**
 * @typedef {Pick<CacheManager<Entry>, 'clear' | 'grace' | 'hasDependents' | 'suspend' | 'resume'>} Clearing
 *
 * @typedef {object} Change  What subscribers get.
 * @property {Own | 'elsewhere' | 'clock'} by  this process; another process or a database tool; a scheduled time
 * @property {Kind} [kind]  of the record; none for `clock`, and when all was read again
 * @property {string} [id]
 * @property {any} [record]  null when it was removed; files that were written elsewhere may lack their bytes
 * @property {Effect[]} effects  on what readers see; empty when the index failed
 *
 * @typedef {'here' | 'reader'} Own  a change by this process; `reader`: through a form on a page, not by an author or a
 *   command
 *
 * @typedef {(change: Change) => void} Subscriber
 */

/** Milliseconds. */
const SECOND = 1000;
/** Milliseconds after which every process shows a change, however busy the machines; also a bound for a grace. */
const SPREAD = { sqlite: 2 * SECOND, couchdb: 10 * SECOND };

/** Kinds of records that readers can see. */
export const shownKinds = new Set(['post', 'comment', 'user', 'settings', 'address', 'media']);

/**
 * All changes pass through here: this process calls `apply` after its own writes, the store's feed reports those of
 * others, and a timer triggers scheduled ones. Each is passed on once, synchronously and in this order: to the index,
 * to the cache, and to the subscribers in the order of their subscription.
 */
export class Changes {
  /** When the blog last changed, as far as this process knows; never decreases. Milliseconds since 1970. */
  changedAt;
  #spread;
  /** The feed's sequence when the index was last read from the store, or compared with it. */
  comparedUpTo = '';
  #index;
  #writer;
  #cache;
  #clock;
  #log;
  #reading;
  #feed;
  /** Reads a record again and updates the index. */
  #refreshing;
  #applied = 0;
  /** When the next post is published, or closed to comments. Milliseconds since 1970. */
  #nextDue = Infinity;
  /** @type {() => void} */
  #cancelTimer = () => {};
  /** @type {[name: string, subscriber: Subscriber][]} */
  #subscribers = [];
  /** Pending while the index is being reloaded. @type {Promise<void> | undefined} */
  #recovery;
  #isClosed = false;
  /** Own writes that the store has not acknowledged yet. @type {Map<string, Own>} */
  #expected = new Map();

  /**
   * @param {object} deps
   * @param {Store} deps.store
   * @param {BlogIndex} deps.index
   * @param {Clearing} deps.cache
   * @param {TextWork} deps.texts
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ store, index, cache, texts, clock, log }) {
    this.#index = index;
    this.#writer = new IndexWriter(index);
    this.#cache = cache;
    this.#clock = clock;
    this.#log = log;
    this.#reading = createReading({ store, texts, cache });
    this.#feed = new Feed({ store, clock, log });
    this.#refreshing = createRefresh({
      read: this.#reading.readRecord,
      clock,
      known: (kind, id) => this.#writer.known(kind, id),
      apply: (kind, id, record, revision, replaces) => {
        const by = this.#expected.get(`${kind}:${id}`) ?? 'elsewhere';
        this.#applyIfNewer(by, kind, id, record, revision, { replaces });
      },
      isClosed: () => this.#isClosed,
    });
    this.changedAt = clock.now();
    this.#spread = SPREAD[store.kind];
  }

  /** When no process shows what was before the last change any more. Milliseconds since 1970. */
  get settledAt() {
    return this.changedAt + this.#spread;
  }

  /**
   * Reads all summaries into the index.
   * @returns {Promise<Summaries>}
   */
  load() {
    return this.#read((summaries) => this.#setIndex(summaries, this.#clock.now()));
  }

  /** @param {(summaries: Summaries) => void} use called synchronously, once they are known to be complete */
  async #read(use) {
    for (;;) {
      const applied = this.#applied;
      const summaries = await this.#reading.readSummaries();
      // Writes of this process during the read may be missing from the result.
      if (applied !== this.#applied) continue;
      use(summaries);
      return summaries;
    }
  }

  /** @param {Summaries} summaries @param {number} now in milliseconds since 1970 */
  #setIndex(summaries, now) {
    this.#writer.load(summaries, now);
    this.comparedUpTo = summaries.sequence;
    // The clock of an earlier process may have been fast, and readers may have its times.
    for (const { updatedAt } of summaries.posts)
      this.changedAt = Math.max(this.changedAt, Date.parse(updatedAt));
    this.#updateNextDue();
  }

  /**
   * The state from which a later process can continue: the content of the index, and the sequence up to which it is
   * complete.
   */
  dump() {
    return { ...this.#index.dump(), place: this.#feed.place, changedAt: this.changedAt };
  }

  /**
   * Restores the index of an earlier process and applies all changes since, so that its saved pages are cleared as if
   * that process had never stopped.
   * @param {ReturnType<Changes['dump']>} earlier
   * @param {Summaries} summaries read at this start
   */
  async replay(earlier, summaries) {
    // Of what is the same, that which shares its texts with others is taken: of 100,000 posts, 30 MB.
    const read = new Map(summaries.posts.map((post) => [post.id, post]));
    const posts = earlier.posts.map((post) => {
      const now = read.get(post.id);
      return now?.revision === post.revision ? now : post;
    });
    this.#setIndex({ ...summaries, ...earlier, posts }, Date.parse(earlier.now));
    this.changedAt = Math.max(this.changedAt, earlier.changedAt);
    await this.#catchUp(earlier, summaries);
    this.advance();
  }

  /** Compares the index with the whole store, and applies the differences as if the feed had reported them. */
  async compare() {
    const summaries = await this.#reading.readSummaries();
    await this.#catchUp(this.#index.dump(), summaries);
    this.comparedUpTo = summaries.sequence;
  }

  /** @param {Parameters<typeof differences>[0]} indexed @param {Summaries} summaries */
  async #catchUp(indexed, summaries) {
    for (const change of differences(indexed, summaries)) await this.#refreshing.refresh(change);
  }

  /** Follows the store's feed, from what the index was read from, until `close`. */
  follow() {
    this.#feed.follow(this.comparedUpTo, {
      isKnown: (change) => this.#isKnown(change),
      onChange: (change) => this.#onChange(change, this.#refreshing.refreshInTurn),
      onReset: () => this.#reload(),
    });
  }

  /**
   * @param {string} name for the log
   * @param {Subscriber} subscriber called once for each change, after the cache was cleared and before the author gets
   *   a response. If it throws, the error is logged
   */
  subscribe(name, subscriber) {
    this.#subscribers.push([name, subscriber]);
  }

  async close() {
    this.#isClosed = true;
    this.#cancelTimer();
    await this.#feed.close();
    await this.#recovery;
  }

  /**
   * Announces a write of this process, since the feed may report it before the store has acknowledged it.
   * @param {Kind} kind
   * @param {string} id
   * @param {Own} by
   * @returns {() => void} call it when the write was applied or has failed
   */
  expect(kind, id, by) {
    const name = `${kind}:${id}`;
    this.#expected.set(name, by);
    return () => void this.#expected.delete(name);
  }

  /**
   * Applies a write of this process before its author gets a response; the feed reports it only milliseconds later.
   * @param {Kind} kind
   * @param {string} id
   * @param {StoredRecord | null} record with its revision; null when it was removed
   * @param {string | null} revision of the record, or the last one of a removed record
   * @param {Own} [by]
   */
  apply(kind, id, record, revision, by = 'here') {
    if (!shownKinds.has(kind)) return;
    if (record) this.#feed.expect(kind, id);
    this.#applyIfNewer(by, kind, id, record, revision, { isAwaited: true });
  }

  /**
   * Applies changes of another worker as if the feed had reported them. If they cannot be read soon, the cache is
   * emptied, and the blog read again.
   * @param {FeedChange[]} changes
   */
  async hear(changes) {
    let cancel = () => {};
    const late = new Promise((_resolve, reject) => {
      cancel = this.#clock.after(SECOND, () => reject(new Error('The store is slow')));
    });
    try {
      const { refresh } = this.#refreshing;
      const read = Promise.all(changes.map((change) => this.#onChange(change, refresh)));
      await Promise.race([read, late]);
    } catch (error) {
      this.#log.error({ err: error }, 'A change could not be read: reloading the blog');
      this.#recover();
    } finally {
      cancel();
    }
  }

  /**
   * A promise, after updating the index or clearing has failed, until the first attempt to reload the blog has ended.
   */
  get recovery() {
    return this.#recovery;
  }

  /**
   * A promise, while readers may still get pages from before a change by an author of this process, who must wait for
   * it.
   */
  get grace() {
    return this.#cache.grace;
  }

  /** @returns {number} milliseconds by which the feed lags behind our own writes, as last measured */
  feedLag() {
    return this.#feed.lag();
  }

  /** Whether the store can be reached. While it cannot, pages may be stale. */
  get reachable() {
    return this.#feed.reachable;
  }

  /** Publishes and closes posts that are due. Called by a timer, and before each response. */
  advance() {
    // Called for every request, and usually nothing is scheduled: avoid even reading the clock.
    if (this.#nextDue === Infinity) return;
    const now = this.#clock.now();
    if (this.#nextDue <= now) this.#publish({ by: 'clock' }, () => this.#writer.advance(now));
  }

  /**
   * Does nothing if the index knows this revision or a later one.
   * @param {Change['by']} by
   * @param {Kind} kind
   * @param {string} id
   * @param {StoredRecord | null} record
   * @param {string | null} revision
   * @param {{ isAwaited?: boolean, replaces?: number }} how  `isAwaited`: as for `publish`; `replaces`: as in a
   *   reported change
   */
  #applyIfNewer(by, kind, id, record, revision, { isAwaited, replaces = 0 }) {
    const known = this.#writer.known(kind, id);
    // A removal is one generation above what it removed.
    if (Math.max(generation(revision), replaces - 1) < generation(known)) return;
    if (record && revision === known) return;
    this.#applied++;
    this.advance();
    const put = () =>
      this.#writer.put(kind, id, record, revision, this.#clock.now(), by !== 'elsewhere');
    this.#publish({ by, kind, id, record }, put, isAwaited);
  }

  /**
   * @param {Omit<Change, 'effects'>} change
   * @param {() => Effect[]} update updates the index
   * @param {boolean} [isAwaited]  whoever made it waits for `grace`
   */
  #publish(change, update, isAwaited) {
    this.#setChangedAt();
    /** @type {Effect[]} */
    let effects = [];
    try {
      effects = update();
      for (const effect of effects) this.#clear(effect, isAwaited);
      this.#updateNextDue();
    } catch (error) {
      this.#log.error(
        { err: error, ...idOf(change) },
        'Applying a change failed: reloading the blog',
      );
      this.#recover();
    }
    this.#notify({ ...change, effects });
  }

  /** @param {Change} change */
  #notify(change) {
    for (const [name, subscriber] of this.#subscribers) {
      try {
        subscriber(change);
      } catch (error) {
        this.#log.error(
          { err: error, ...idOf(change) },
          `The subscriber ${name} failed on a change`,
        );
      }
    }
  }

  /** @param {Effect} effect @param {boolean} [isAwaited] */
  #clear(effect, isAwaited) {
    const { cause, about } = effect;
    const { keys, spares } = invalidatedBy(effect);
    const withGrace = isAwaited && cause === 'settings';
    if (keys.size > 0) this.#cache.clear(cause, keys, about, { spares, withGrace });
  }

  /** Never decreases: even after the clock was set back, a change gets a later second than readers have seen. */
  #setChangedAt() {
    const now = this.#clock.now();
    const wasSetBack = now < this.changedAt - SECOND;
    this.changedAt = wasSetBack ? this.changedAt + SECOND : Math.max(now, this.changedAt);
  }

  /** Empties the cache and reloads the index, which may be wrong. The write itself is safe in the store. */
  #recover() {
    this.#cache.suspend('reset');
    this.#cancelTimer();
    this.#nextDue = Infinity;
    this.#recovery ??= this.#reload()
      .catch((error) => {
        this.#log.error({ err: error }, 'The blog could not be reloaded; retrying');
        if (!this.#isClosed) this.#clock.after(SECOND, () => this.#recover());
      })
      .finally(() => (this.#recovery = undefined));
  }

  async #reload() {
    await this.#read((summaries) => {
      // Synchronous, so that a new index never coexists with old pages. The time does not go back either: a clock that
      // was set back must not hide posts that readers have seen.
      this.#setIndex(summaries, Math.max(this.#clock.now(), this.#index.now));
      this.#setChangedAt();
      this.#cache.resume('reset');
      this.#notify({ by: 'elsewhere', effects: [] });
    });
  }

  /** @param {FeedChange} change @param {ReturnType<typeof createRefresh>['refresh']} refresh */
  async #onChange(change, refresh) {
    if (!this.#isKnown(change)) await refresh(change);
  }

  /** Whether nothing has to be read for it: a feed that begins anew reports every record. @param {FeedChange} change */
  #isKnown({ kind, id, revision, removedAt }) {
    if (!shownKinds.has(kind)) return true;
    const known = this.#writer.known(kind, id);
    // Our own write, for example.
    if (revision !== null) return revision === known;
    if (!removedAt) return false;
    // Of files, not all are in the index.
    if (known === undefined) return kind !== 'media' || !this.#cache.hasDependents(media(id));
    // The record has been created again since then.
    return generation(known) > generation(removedAt);
  }

  #updateNextDue() {
    this.#cancelTimer();
    this.#nextDue = this.#index.nextDue();
    if (this.#nextDue === Infinity) return;
    this.#cancelTimer = this.#clock.after(Math.max(0, this.#nextDue - this.#clock.now()), () => {
      this.advance();
      // Timers are limited to 24.8 days, so this one may have fired early.
      this.#updateNextDue();
    });
  }
}

/** @param {Omit<Change, 'effects'>} change */
const idOf = ({ kind, id }) => ({ kind, id });
