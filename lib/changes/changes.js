import { generation } from '../util/revision.js';
import { Feed } from './feed.js';
import { IndexWriter } from './index-writer.js';
import { invalidatedBy } from './invalidation.js';
import { media } from './keys.js';
import { createReading } from './reading.js';
import { createRefresh } from './refresh.js';
import { differences } from './replay.js';
/** @import { CacheManager } from '../cache/cache-manager.js' */
/** @import { Clock } from '../clock.js' */
/** @import { BlogIndex } from '../index/blog-index.js' */
/** @import { Log } from '../log.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Change as TypesChange, Kind, Store, Summaries } from '../types.js' */
/** @import { Effect } from './index-writer.js' */

/**
 * @typedef {Pick<CacheManager<any>, 'clear' | 'hasDependents' | 'suspend' | 'resume'>} Clearing
 *
 * @typedef {object} Change  What subscribers get.
 * @property {Own | 'elsewhere' | 'clock'} by  this process; another one, or the database’s console; a scheduled time
 * @property {Kind} [kind]  of the record; none for `clock`
 * @property {string} [id]
 * @property {any | null} [record]  null when it was removed; missing for files that were written elsewhere
 * @property {Effect[]} effects  on what readers see; empty when the index failed
 *
 * @typedef {'here' | 'reader'} Own  a change of this process; `reader`: by a form on a page, and not by an author or a command
 *
 * @typedef {(change: Change) => void} Subscriber
 */

/** Milliseconds. */
const SECOND = 1000;

/** Kinds of records that readers can see. */
const shownKinds = new Set(['post', 'comment', 'user', 'settings', 'address', 'media']);

/**
 * Every change comes through here, whoever made it: this process calls `apply` after its own writes, the store's feed reports those
 * of others, and the clock those that were scheduled. Each is passed on once, synchronously and in this order: to the index, to the
 * cache, which clears, and to the subscribers in the order of their subscription.
 */
export class Changes {
  /** When the blog last changed, as far as this process knows; never decreases. Milliseconds since 1970. */
  changedAt;
  /** The place in the feed at which the index was last read from the store, or compared with it. */
  comparedUpTo = '';
  #index;
  #writer;
  #cache;
  #store;
  #clock;
  #log;
  #reading;
  #feed;
  /** Reads a record again and updates the index. */
  #refresh;
  #applied = 0;
  /** When the next post is published, or closed to comments. Milliseconds since 1970. */
  #nextHour = Infinity;
  /** @type {() => void} */
  #cancelTimer = () => {};
  /** @type {[name: string, subscriber: Subscriber][]} */
  #subscribers = [];
  /** Pending while the index is being reloaded. @type {Promise<void> | undefined} */
  #recovery;
  #isClosed = false;
  /** Of our own writes that are not answered yet. @type {Map<string, Own>} */
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
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#reading = createReading({ store, texts });
    this.#feed = new Feed({ store, clock, log });
    this.#refresh = createRefresh({
      read: this.#reading.readRecord,
      clock,
      known: (kind, id) => this.#writer.known(kind, id),
      take: (kind, id, record, revision) =>
        this.#take(this.#expected.get(`${kind}:${id}`) ?? 'elsewhere', kind, id, record, revision),
    });
    this.changedAt = clock.now();
  }

  /**
   * Reads all summaries.
   * @returns {Promise<Summaries>}
   */
  load() {
    return this.#read((summaries) => this.#hold(summaries, this.#clock.now()));
  }

  /** @param {(summaries: Summaries) => void} hold called synchronously once they are known to be complete */
  async #read(hold) {
    for (;;) {
      const applied = this.#applied;
      const summaries = await this.#reading.readSummaries();
      // Writes of this process during the read may be missing from the result.
      if (applied !== this.#applied) continue;
      hold(summaries);
      return summaries;
    }
  }

  /** @param {Summaries} summaries @param {number} now in milliseconds since 1970 */
  #hold(summaries, now) {
    this.#writer.load(summaries, now);
    this.comparedUpTo = summaries.sequence;
    // An earlier process may have had a fast clock, and sent readers its time.
    for (const { updatedAt } of summaries.posts)
      this.changedAt = Math.max(this.changedAt, Date.parse(updatedAt));
    this.#expectNextHour();
  }

  /**
   * What a later process needs to continue from here: the content of the index, and a place in the feed up to which it is
   * complete.
   */
  dump() {
    return { ...this.#index.dump(), place: this.#feed.place, changedAt: this.changedAt };
  }

  /**
   * Restores the index of an earlier process and applies all changes since, so that its saved pages are cleared as if that
   * process had never stopped.
   * @param {ReturnType<Changes['dump']>} earlier
   * @param {Summaries} summaries read at this start
   */
  async replay(earlier, summaries) {
    this.#hold({ ...summaries, ...earlier }, Date.parse(earlier.now));
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

  /** @param {Parameters<typeof differences>[0]} held @param {Summaries} summaries */
  async #catchUp(held, summaries) {
    for (const { kind, id, revision } of differences(held, summaries))
      await this.#refresh(kind, id, revision);
  }

  /**
   * Follows the store's feed until `close`.
   * @param {string} since the sequence of the summaries
   */
  follow(since) {
    this.#feed.follow(since, {
      onChange: (change) => this.#onChange(change),
      onReset: () => this.#readAnew(),
    });
  }

  /**
   * @param {string} name for the log
   * @param {Subscriber} subscriber called once for each change, after the clearing and before the author gets an answer. If it
   * throws, the error is logged
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
   * Announces a write of this process: the feed may report it before the store's answer is here.
   * @param {Kind} kind
   * @param {string} id
   * @param {Own} by
   * @returns {() => void} to be called when it was applied, or has failed
   */
  expect(kind, id, by) {
    const name = `${kind}:${id}`;
    this.#expected.set(name, by);
    return () => void this.#expected.delete(name);
  }

  /**
   * Applies a write of this process, before its author gets an answer: the feed would report it only some
   * milliseconds later.
   * @param {Kind} kind
   * @param {string} id
   * @param {any | null} record with its revision; null when it was removed
   * @param {string | null} revision of the record, or of the removed one
   * @param {Own} [by]
   */
  apply(kind, id, record, revision, by = 'here') {
    if (!shownKinds.has(kind)) return;
    if (record) this.#feed.expect(kind, id);
    this.#take(by, kind, id, record, revision);
  }

  /** Pending after the index or the clearing has failed, until the first attempt to reload the blog has ended. */
  get recovery() {
    return this.#recovery;
  }

  /** @returns {number} milliseconds by which the feed lags behind our own writes, as last measured */
  feedLag() {
    return this.#feed.lag();
  }

  /** Whether the store can be reached. While it cannot, pages may be old. */
  get reachable() {
    return this.#feed.reachable;
  }

  /** Publishes and closes posts that are due. Called by a timer, and before each response. */
  advance() {
    // Called for every request, and usually nothing is scheduled: do not even read the clock.
    if (this.#nextHour === Infinity) return;
    const now = this.#clock.now();
    if (this.#nextHour <= now) this.#tell({ by: 'clock' }, () => this.#writer.advance(now));
  }

  /**
   * Does nothing if the index knows this revision or a later one.
   * @param {Change['by']} by
   * @param {Kind} kind
   * @param {string} id
   * @param {any | null} record
   * @param {string | null} revision
   */
  #take(by, kind, id, record, revision) {
    const known = this.#writer.known(kind, id);
    if (generation(revision) < generation(known)) return;
    if (record && revision === known) return;
    this.#applied++;
    this.advance();
    this.#tell({ by, kind, id, record }, () =>
      this.#writer.put(kind, id, record, revision, this.#clock.now()),
    );
  }

  /** @param {Omit<Change, 'effects'>} change @param {() => Effect[]} update updates the index */
  #tell(change, update) {
    this.#noteChange();
    /** @type {Effect[]} */
    let effects = [];
    try {
      effects = update();
      for (const effect of effects) this.#clear(effect);
      this.#expectNextHour();
    } catch (error) {
      this.#log.error({ err: error, ...idOf(change) }, 'A change failed: all is read anew');
      this.#recover();
    }
    for (const [name, subscriber] of this.#subscribers) {
      try {
        subscriber({ ...change, effects });
      } catch (error) {
        this.#log.error({ err: error, ...idOf(change) }, `A change was lost on: ${name}`);
      }
    }
  }

  /** @param {Effect} effect */
  #clear(effect) {
    const { keys, spares } = invalidatedBy(effect);
    if (keys.size > 0) this.#cache.clear(effect.cause, keys, effect.about, spares);
  }

  /** Never goes back: after the clock was set back, a change still gets a later second than readers have seen. */
  #noteChange() {
    const now = this.#clock.now();
    this.changedAt = now < this.changedAt ? this.changedAt + SECOND : now;
  }

  /** Empties the cache and reloads the index, which may be wrong. The write itself is safe in the store, and stays acknowledged. */
  #recover() {
    this.#cache.suspend('reset');
    this.#cancelTimer();
    this.#nextHour = Infinity;
    this.#recovery ??= this.#readAnew()
      .catch((error) => {
        this.#log.error({ err: error }, 'The blog could not be read anew, and is tried again');
        if (!this.#isClosed) this.#clock.after(SECOND, () => this.#recover());
      })
      .finally(() => (this.#recovery = undefined));
  }

  async #readAnew() {
    await this.#read((summaries) => {
      // Synchronously, so that old pages never exist beside a new index. And not with an earlier time than the index had: a
      // // clock that was set back must not hide posts that readers have seen.
      this.#hold(summaries, Math.max(this.#clock.now(), this.#index.now));
      this.#noteChange();
      this.#cache.resume('reset');
    });
  }

  /** @param {TypesChange} change */
  async #onChange({ kind, id, revision, removedAt }) {
    if (!shownKinds.has(kind)) return;
    const known = this.#writer.known(kind, id);
    // The echo of our own write, recognised by id and revision.
    if (revision !== null && revision === known) return;
    // It was created again since.
    if (removedAt && generation(known) > generation(removedAt)) return;
    if (kind === 'media') await this.#onMedia(id, revision);
    else await this.#refresh(kind, id, revision);
  }

  /** @param {string} id @param {string | null} revision */
  async #onMedia(id, revision) {
    // A file may be large, and is not in the index: it is read only if cached entries depend on it.
    const isKept = revision !== null && this.#cache.hasDependents(media(id));
    const file = isKept ? await this.#store.get('media', id) : null;
    const effect = { id, mayDiffer: true, file };
    this.#tell({ by: 'elsewhere', kind: 'media', id }, () =>
      this.#writer.putMedia(effect, revision),
    );
  }

  #expectNextHour() {
    this.#cancelTimer();
    this.#nextHour = this.#index.nextHour();
    if (this.#nextHour === Infinity) return;
    this.#cancelTimer = this.#clock.after(Math.max(0, this.#nextHour - this.#clock.now()), () => {
      this.advance();
      // Timers are limited to 24 days, so this one may have fired early.
      this.#expectNextHour();
    });
  }
}

/** @param {Omit<Change, 'effects'>} change */
const idOf = ({ kind, id }) => ({ kind, id });
