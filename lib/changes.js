import {
  sparedByMedia,
  sparedBySettings,
  touchedByClosing,
  touchedByComment,
  touchedByMedia,
  touchedByPost,
  touchedBySettings,
  touchedByUser,
} from './cache/clearing.js';
import { media } from './cache/dependencies.js';
import { Feed } from './changes/feed.js';
import { createRefresh } from './changes/refresh.js';
import { differences } from './changes/replay.js';
import { isError } from './errors.js';
import { pathOf } from './index/blog-index.js';
import { summarise } from './index/summary.js';
import { encodedPath } from './paths.js';
import { generation } from './revision.js';

/**
 * @typedef {import('./types.js').Change} Change
 * @typedef {import('./types.js').Kind} Kind
 * @typedef {import('./types.js').Post} Post
 * @typedef {import('./index/public-lists.js').PostEffect & { commenting?: boolean }} PostEffect
 * @typedef {import('./cache/cache-manager.js').Cause} Cause
 * @typedef {{ clear: (cause: Cause, keys: Iterable<string>, about?: string, spares?: import('./cache/cache-manager.js').Spares) => number, clearAll: (cause: Cause) => number, hasDependents: (key: string) => boolean }} Clearing
 */

/** Milliseconds. */
const SECOND = 1000;

/** Kinds of records that readers can see. */
const shownKinds = /** @type {Set<Kind>} */ (
  new Set(['post', 'comment', 'user', 'settings', 'address', 'media'])
);

/**
 * Keeps the index true and the cache cleared. Every change comes through here, whoever made it: this
 * process calls `apply` after its own write, the store's feed tells of all the others, and the clock of
 * posts whose hour has come.
 */
export class Changes {
  /** When the blog last changed as far as this process knows; never goes back. Milliseconds since 1970. */
  changedAt;
  /** The place in the feed at which the index was last read from, or compared with, all that the store holds. */
  comparedUpTo = '';
  #store;
  #index;
  #cache;
  #texts;
  #clock;
  #feed;
  /** Reads a record again and takes note of it. */
  #refresh;
  /** Revisions that are known of files and addresses; the index keeps the others. @type {Map<string, string>} */
  #revisions = new Map();
  #applied = 0;
  /** @type {() => void} */
  #cancelTimer = () => {};
  /** @type {((path: string) => void)[]} */
  #publishListeners = [];

  /**
   * @param {object} parts
   * @param {import('./types.js').Store} parts.store
   * @param {import('./index/blog-index.js').BlogIndex} parts.index
   * @param {Clearing} parts.cache
   * @param {import('./content/text-work.js').TextWork} parts.texts
   * @param {import('./clock.js').Clock} parts.clock
   * @param {import('./log.js').Log} parts.log
   */
  constructor({ store, index, cache, texts, clock, log }) {
    this.#store = store;
    this.#index = index;
    this.#cache = cache;
    this.#texts = texts;
    this.#clock = clock;
    this.#feed = new Feed({ store, clock, log });
    this.#refresh = createRefresh({
      read: (kind, id) => this.#read(kind, id),
      clock,
      known: (kind, id) => this.#knownRevision(kind, id),
      take: (kind, id, record, revision) => this.#take(kind, id, record, revision),
    });
    this.changedAt = clock.now();
  }

  /**
   * Reads all summaries.
   * @returns {Promise<import('./types.js').Summaries>}
   */
  async load() {
    const summaries = await this.#readSummaries();
    this.#hold(summaries, this.#clock.now());
    return summaries;
  }

  /** @returns {Promise<import('./types.js').Summaries>} with what the suspects among the posts say by now */
  async #readSummaries() {
    for (;;) {
      const applied = this.#applied;
      const summaries = await this.#store.summaries();
      const suspects = await this.#store.getMany('post', summaries.suspects);
      /** @type {Map<string, import('./types.js').Summary>} */
      const mended = new Map();
      for (const post of suspects)
        if (post) mended.set(post.id, summarise(await this.#freshen(post)));
      // What this process wrote meanwhile may be missing from what it has read.
      if (applied !== this.#applied) continue;
      if (mended.size === 0) return summaries;
      return { ...summaries, posts: summaries.posts.map((post) => mended.get(post.id) ?? post) };
    }
  }

  /** @param {import('./types.js').Summaries} summaries @param {number} now in milliseconds since 1970 */
  #hold(summaries, now) {
    this.#index.load(summaries, now);
    this.comparedUpTo = summaries.sequence;
    this.#revisions = new Map();
    for (const { id, revision } of summaries.addresses) this.#know('address', id, revision);
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
   * @param {import('./types.js').Summaries} summaries read at this start
   */
  async replay(earlier, summaries) {
    this.#hold({ ...summaries, ...earlier }, Date.parse(earlier.now));
    this.changedAt = Math.max(this.changedAt, earlier.changedAt);
    await this.#catchUp(earlier, summaries);
    this.advance();
  }

  /** Compares the index with all that the store holds, and takes note of what differs, as if the feed had told of it. */
  async compare() {
    const summaries = await this.#readSummaries();
    await this.#catchUp(this.#index.dump(), summaries);
    this.comparedUpTo = summaries.sequence;
  }

  /** @param {Parameters<typeof differences>[0]} held @param {import('./types.js').Summaries} summaries */
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
      onReset: () => this.#onReset(),
    });
  }

  /** @param {(path: string) => void} listener told the path of each post or page that has become public, after the clearing */
  onPublish(listener) {
    this.#publishListeners.push(listener);
  }

  async close() {
    this.#cancelTimer();
    await this.#feed.close();
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
    this.#take(kind, id, record, revision);
  }

  /** @returns {number} milliseconds by which the feed trails our own writes, as last seen */
  feedLag() {
    return this.#feed.lag();
  }

  /** Whether the store can be reached. While it cannot, pages may be old. */
  get reachable() {
    return this.#feed.reachable;
  }

  /**
   * Puts a record in the index and clears what showed it. Does nothing when the index knows this revision or
   * a later one.
   * @param {Kind} kind
   * @param {string} id
   * @param {any | null} record
   * @param {string | null} revision
   */
  #take(kind, id, record, revision) {
    const known = this.#knownRevision(kind, id);
    if (generation(revision) < generation(known)) return;
    if (record && revision === known) return;
    this.#applied++;
    this.advance();
    this.#noteChange();
    if (kind === 'post') this.#applyPost(id, record);
    else if (kind === 'comment') this.#applyComment(id, record);
    else if (kind === 'media') this.#applyMedia(id, record ? revision : null, record === null);
    else this.#applyOther(kind, id, record, revision);
    this.#expectNextHour();
  }

  /** Does what is due. Called at its hour, and before anything that must not miss it. */
  advance() {
    const hour = this.#index.nextHour();
    // Nothing is to come in most blogs, and every request asks: not even the clock has to be read.
    if (hour === Infinity) return;
    const now = this.#clock.now();
    if (hour > now) return;
    this.#noteChange();
    this.#moveTo(now);
    this.#expectNextHour();
  }

  /** After a clock was set back, a change has a later second than what readers were told before, by that clock. */
  #noteChange() {
    const now = this.#clock.now();
    this.changedAt = now < this.changedAt ? this.changedAt + SECOND : now;
  }

  /** @param {number} now */
  #moveTo(now) {
    const { published, closed } = this.#index.advance(now);
    for (const effect of published) this.#clearPost(effect, 'scheduled');
    this.#clear('closed', touchedByClosing(closed));
  }

  /** @param {string} id @param {Post | null} record */
  #applyPost(id, record) {
    // What is published at this very moment is public.
    this.#moveTo(this.#clock.now());
    const known = this.#index.post(id);
    // Only the database's console makes a page of a post: it goes as the one and comes as the other.
    if (record && known && known.type !== record.type)
      this.#clearPost(this.#index.setPost(id, null));
    this.#clearPost(this.#index.setPost(id, record && summarise(record)));
  }

  /** @param {PostEffect} effect @param {Cause} [cause] */
  #clearPost(effect, cause = causeOf(effect)) {
    if (!effect.before && !effect.after) return;
    const isPage = (effect.before ?? effect.after)?.type === 'page';
    const keys = touchedByPost(effect, this.#index.layout);
    const { title } = /** @type {import('./types.js').Summary} */ (effect.after ?? effect.before);
    this.#clear(isPage ? 'page' : cause, keys, title);
    if (!effect.before && effect.after)
      for (const listener of this.#publishListeners) listener(encodedPath(pathOf(effect.after)));
  }

  /** @param {string} id @param {import('./types.js').Comment | null} record */
  #applyComment(id, record) {
    const post = this.#index.post(id.slice(0, id.indexOf(':')));
    this.#clear('comment', touchedByComment(this.#index.setComment(id, record)), post?.title);
  }

  /**
   * @param {string} id
   * @param {string | null} revision null: it was removed
   * @param {boolean} mayDiffer
   * @param {import('./cache/cache-manager.js').Spares} [spares]
   */
  #applyMedia(id, revision, mayDiffer, spares) {
    if (revision) this.#know('media', id, revision);
    else this.#revisions.delete(`media:${id}`);
    if (mayDiffer) this.#noteChange();
    this.#clear('media', touchedByMedia({ id, mayDiffer }), '', spares);
  }

  /** @param {Kind} kind @param {string} id @param {any | null} record @param {string | null} revision */
  #applyOther(kind, id, record, revision) {
    if (kind === 'address') {
      if (record) this.#know(kind, id, revision ?? '');
      else this.#revisions.delete(`${kind}:${id}`);
      this.#index.setAddress(id, record?.owner ?? null);
    }
    if (kind === 'user')
      this.#clear('settings', touchedByUser(this.#index.setUser(id, record)), record?.name ?? id);
    if (kind === 'settings') {
      // Which posts the new settings close to comments depends on the moment.
      this.#moveTo(this.#clock.now());
      const effect = this.#index.setSettings(record);
      this.#clear('settings', touchedBySettings(effect), '', sparedBySettings(effect));
    }
  }

  /**
   * @param {Cause} cause
   * @param {Set<string>} keys
   * @param {string} [about] a title or a name
   * @param {import('./cache/cache-manager.js').Spares} [spares]
   */
  #clear(cause, keys, about, spares) {
    if (keys.size > 0) this.#cache.clear(cause, keys, about, spares);
  }

  /** @param {Kind} kind @param {string} id @returns {Promise<any | null>} a post with the HTML of its Markdown */
  async #read(kind, id) {
    const record = await this.#store.get(kind, id);
    return kind === 'post' && record ? this.#freshen(record) : record;
  }

  /** @param {Post} record @returns {Promise<Post>} */
  async #freshen(record) {
    try {
      return await this.#texts.freshen(record);
    } catch (error) {
      // What cannot be rendered was edited past all checks: that shall not end the feed for all else.
      if (!isError(error, 'invalid')) throw error;
      return record;
    }
  }

  /** @param {Change} change */
  async #onChange({ kind, id, revision, removedAt }) {
    if (!shownKinds.has(kind)) return;
    const known = this.#knownRevision(kind, id);
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
    this.#applyMedia(id, revision, true, file ? sparedByMedia(file) : undefined);
  }

  async #onReset() {
    const summaries = await this.#readSummaries();
    // In one turn: else there were a moment in which pages of before stand beside an index of now. And no further back than
    // the index was: a clock that was set back hides nothing that readers have seen.
    this.#hold(summaries, Math.max(this.#clock.now(), this.#index.now));
    this.#noteChange();
    this.#cache.clearAll('reset');
  }

  /** @param {Kind} kind @param {string} id @returns {string | undefined} */
  #knownRevision(kind, id) {
    if (kind === 'post') return this.#index.post(id)?.revision;
    if (kind === 'comment') return this.#index.comments(id.slice(0, id.indexOf(':'))).get(id);
    if (kind === 'user') return this.#index.users.get(id)?.revision;
    if (kind === 'settings') return this.#index.settings.revision;
    return this.#revisions.get(`${kind}:${id}`);
  }

  /** @param {Kind} kind @param {string} id @param {string} [revision] */
  #know(kind, id, revision = '') {
    this.#revisions.set(`${kind}:${id}`, revision);
  }

  #expectNextHour() {
    this.#cancelTimer();
    const hour = this.#index.nextHour();
    if (hour === Infinity) return;
    this.#cancelTimer = this.#clock.after(Math.max(0, hour - this.#clock.now()), () => {
      this.advance();
      // A timer cannot wait longer than 24 days: it may have come before the hour.
      this.#expectNextHour();
    });
  }
}

/** @param {PostEffect} effect @returns {Cause} */
function causeOf({ before, after }) {
  if (before && after) return 'editPost';
  return after ? 'newPost' : 'removePost';
}
