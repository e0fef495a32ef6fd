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
 * @typedef {object} Change  What subscribers are told.
 * @property {'here' | 'elsewhere' | 'clock'} by  this process; another one, or the database’s console; the time that has come
 * @property {Kind} [kind]  of the record; none by the clock
 * @property {string} [id]
 * @property {any | null} [record]  null when it was removed; not for files that were written elsewhere
 * @property {Effect[]} effects  what it did to what readers see; none when the index failed
 *
 * @typedef {(change: Change) => void} Subscriber
 */

/** Milliseconds. */
const SECOND = 1000;

/** Kinds of records that readers can see. */
const shownKinds = new Set(['post', 'comment', 'user', 'settings', 'address', 'media']);

/**
 * Every change comes through here, whoever made it: this process calls `apply` after its own write, the store's feed tells of all
 * the others, and the clock of posts whose hour has come. Each is told once, in one turn and in this order: to the index, to the
 * cache that clears, to the subscribers as they came.
 */
export class Changes {
  /** When the blog last changed as far as this process knows; never goes back. Milliseconds since 1970. */
  changedAt;
  /** The place in the feed at which the index was last read from, or compared with, all that the store holds. */
  comparedUpTo = '';
  #index;
  #writer;
  #cache;
  #store;
  #clock;
  #log;
  #reading;
  #feed;
  /** Reads a record again and takes note of it. */
  #refresh;
  #applied = 0;
  /** When a post is next to be published, or to be closed. Milliseconds since 1970. */
  #nextHour = Infinity;
  /** @type {() => void} */
  #cancelTimer = () => {};
  /** @type {[name: string, subscriber: Subscriber][]} */
  #subscribers = [];
  /** While the index is read anew. @type {Promise<void> | undefined} */
  #recovery;
  #isClosed = false;

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
      take: (kind, id, record, revision) => this.#take('elsewhere', kind, id, record, revision),
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

  /** @param {(summaries: Summaries) => void} hold takes them in the turn in which they are known to be whole */
  async #read(hold) {
    for (;;) {
      const applied = this.#applied;
      const summaries = await this.#reading.readSummaries();
      // What this process wrote meanwhile may be missing from what it has read.
      if (applied !== this.#applied) continue;
      hold(summaries);
      return summaries;
    }
  }

  /** @param {Summaries} summaries @param {number} now in milliseconds since 1970 */
  #hold(summaries, now) {
    this.#writer.load(summaries, now);
    this.comparedUpTo = summaries.sequence;
    // A process that is no more may have had a clock that was fast, and told readers its time.
    for (const { updatedAt } of summaries.posts)
      this.changedAt = Math.max(this.changedAt, Date.parse(updatedAt));
    this.#expectNextHour();
  }

  /**
   * What a later process needs to go on from here: what the index holds, and the place in the feed up to which that is
   * so at least.
   */
  dump() {
    return { ...this.#index.dump(), place: this.#feed.place, changedAt: this.changedAt };
  }

  /**
   * Puts the index back to what it was at an earlier stop, and takes note of all that has changed since, so that the
   * pages kept from then are cleared as if this process had never been away.
   * @param {ReturnType<Changes['dump']>} earlier
   * @param {Summaries} summaries read at this start
   */
  async replay(earlier, summaries) {
    this.#hold({ ...summaries, ...earlier }, Date.parse(earlier.now));
    this.changedAt = Math.max(this.changedAt, earlier.changedAt);
    await this.#catchUp(earlier, summaries);
    this.advance();
  }

  /** Compares the index with all that the store holds, and takes note of what differs, as if the feed had told of it. */
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
   * @param {string} since the sequence that came with the summaries
   */
  follow(since) {
    this.#feed.follow(since, {
      onChange: (change) => this.#onChange(change),
      onReset: () => this.#readAnew(),
    });
  }

  /**
   * @param {string} name for the log
   * @param {Subscriber} subscriber told of each change once, after the clearing and before its author has an answer. When it
   *   throws, that is logged
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
   * Takes note of what this process has just written, before its author gets an answer: the feed tells of it
   * some milliseconds later.
   * @param {Kind} kind
   * @param {string} id
   * @param {any | null} record with its revision; null when it was removed
   * @param {string | null} revision of the record, or the one that was removed
   */
  apply(kind, id, record, revision) {
    if (!shownKinds.has(kind)) return;
    if (record) this.#feed.expect(kind, id);
    this.#take('here', kind, id, record, revision);
  }

  /** After a change was not understood: until the blog was read anew, or that has failed and is tried again. */
  get recovery() {
    return this.#recovery;
  }

  /** @returns {number} milliseconds by which the feed trails our own writes, as last seen */
  feedLag() {
    return this.#feed.lag();
  }

  /** Whether the store can be reached. While it cannot, pages may be old. */
  get reachable() {
    return this.#feed.reachable;
  }

  /** Does what is due. Called at its hour, and before anything that must not miss it. */
  advance() {
    // Nothing is to come in most blogs, and every request asks: not even the clock has to be read.
    if (this.#nextHour === Infinity) return;
    const now = this.#clock.now();
    if (this.#nextHour <= now) this.#tell({ by: 'clock' }, () => this.#writer.advance(now));
  }

  /**
   * Does nothing when the index knows this revision or a later one.
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

  /** @param {Omit<Change, 'effects'>} change @param {() => Effect[]} update puts it in the index */
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

  /** After a clock was set back, a change has a later second than what readers were told before, by that clock. */
  #noteChange() {
    const now = this.#clock.now();
    this.changedAt = now < this.changedAt ? this.changedAt + SECOND : now;
  }

  /** Nothing is kept of what an index shows that may be wrong. The write itself is safe in the store, and stays acknowledged. */
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
      // In one turn: else there were a moment in which pages of before stand beside an index of now. And no further back than
      // the index was: a clock that was set back hides nothing that readers have seen.
      this.#hold(summaries, Math.max(this.#clock.now(), this.#index.now));
      this.#noteChange();
      this.#cache.resume('reset');
    });
  }

  /** @param {TypesChange} change */
  async #onChange({ kind, id, revision, removedAt }) {
    if (!shownKinds.has(kind)) return;
    const known = this.#writer.known(kind, id);
    // The echo of our own write: known by id and revision.
    if (revision !== null && revision === known) return;
    // It was made anew since then.
    if (removedAt && generation(known) > generation(removedAt)) return;
    if (kind === 'media') await this.#onMedia(id, revision);
    else await this.#refresh(kind, id, revision);
  }

  /** @param {string} id @param {string | null} revision */
  async #onMedia(id, revision) {
    // A file may be large, and the index holds nothing of it: it is read only to see whether what is kept may stay.
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
      // A timer cannot wait longer than 24 days: it may have come before the hour.
      this.#expectNextHour();
    });
  }
}

/** @param {Omit<Change, 'effects'>} change */
const idOf = ({ kind, id }) => ({ kind, id });
