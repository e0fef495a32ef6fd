import { LarderError } from '../base/errors.js';
import { authorsOf } from '../changes/index/public-lists.js';
import { startThread } from '../base/threads/thread.js';
import { digest } from '../base/digest.js';
/** @import { Change, Changes } from '../changes/changes.js' */
/** @import { Clock } from '../base/clock.js' */
/** @import { Derived } from '../base/derived.js' */
/** @import { BlogIndex } from '../changes/index/blog-index.js' */
/** @import { Log } from '../base/log.js' */
/** @import { TextWork } from '../markup/text-work.js' */
/** @import { Post, Store, Summary } from '../store/types.js' */
/** @import { Searched } from './search-index.js' */
/** @import { Methods } from './thread.js' */

/** @typedef {ReturnType<typeof startThread<Methods>>} Thread */

/** Memory limits of the thread, in MB. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };
/** Milliseconds without the search when it fails again at once, and until a record is read again. */
const RETRY_AFTER = 10_000;
const SECOND = 1000;
/** Milliseconds without a query after which the thread ends: it takes some 30 MB, and starts again in 0.1 s. */
const REST_AFTER = 60_000;
/** Posts that are compared in one message, in less than a millisecond, and posts that are read at once. */
const COMPARED_AT_ONCE = 200;
const READ_AT_ONCE = 5;
/** Posts whose comparison and whose adding a query waits for, and after which the index is worth tidying. */
const FEW = 500;
const MANY = 1000;
/** Changes that may wait for the thread: further ones are read again later, since each keeps a text in memory. */
const WAITING_AT_MOST = 50;

/**
 * Keeps the index of the search, which is in a thread, as the blog is. The thread is there as long as somebody
 * searches. A change of a post is told to it before the author has an answer, and it answers in order: so what was
 * changed is found by the next query. What changed while there was no thread is added before the next query. What this
 * process has not seen happen is found by comparing all posts; where they are many, queries are answered meanwhile from
 * what there is.
 *
 * Its thread is no `TaskThread`, which runs one task after the other, each for itself, and starts anew without a word:
 * this one has a file that is its own, is told of changes in the midst of a comparison, must be known by those who ask
 * it (after a failure another one, which has to be compared, is there), and is asked to close that file before it ends.
 */
export class Follower {
  /** Ids of posts that the index lacks. @type {Set<string>} */
  #missing = new Set();
  /** @type {Thread | null} */
  #thread = null;
  /** Resolves when the index was compared with the blog. @type {Promise<void>} */
  #compared = Promise.resolve();
  /** The mark of a file that lacks nothing but what is missing, or 0. */
  #mark = 0;
  /** How many posts the index lacks at least, until they are compared. */
  #lacking = 0;
  /** Resolves when what is missing was added. @type {Promise<void> | null} */
  #building = null;
  /** Resolves when the last thread has left its file to the next. */
  #ended = Promise.resolve();
  #failedAt = -Infinity;
  #retryAt = -Infinity;
  #cancelRest = () => {};
  /** Whether the next thread begins with an empty file. */
  #startsAnew = false;
  #isClosed = false;
  #folder;
  #index;
  #store;
  #texts;
  #derived;
  #clock;
  #log;

  /**
   * @param {object} deps
   * @param {string} deps.folder of the file
   * @param {BlogIndex} deps.index
   * @param {Store} deps.store
   * @param {Pick<TextWork, 'renderedIfValid'>} deps.texts
   * @param {Pick<Changes, 'subscribe'>} deps.changes
   * @param {Derived} deps.derived  decides when the file is thrown away
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor({ folder, index, store, texts, changes, derived, clock, log }) {
    this.#folder = folder;
    this.#index = index;
    this.#store = store;
    this.#texts = texts;
    this.#derived = derived;
    this.#clock = clock;
    this.#log = log;
    changes.subscribe('search', (change) => this.#notify(change));
  }

  /** @returns {number} posts that are not in the index yet, as far as it is known */
  get missing() {
    return Math.max(this.#missing.size, this.#lacking);
  }

  /**
   * @returns {Promise<Thread>} whose index knows of all posts, apart from those that are missing or not yet compared:
   *   some, only when they are many
   * @throws {LarderError} `unavailable` for a while after it has failed twice
   */
  async thread() {
    await this.#ended;
    const thread = this.#open();
    this.#restLater(thread);
    if (this.#mark || this.#index.size <= FEW) await this.#compared;
    if (this.missing <= FEW) await this.#building;
    return thread;
  }

  async close() {
    this.#isClosed = true;
    await this.#end();
  }

  #end() {
    this.#cancelRest();
    const thread = this.#thread;
    this.#thread = null;
    if (thread) this.#ended = close(thread);
    return this.#ended;
  }

  /** @param {Thread} thread */
  #restLater(thread) {
    this.#cancelRest();
    this.#cancelRest = this.#clock.after(REST_AFTER, () => {
      const isBusy = this.missing > 0 || this.#building || thread.waiting > 0;
      return isBusy ? this.#restLater(thread) : this.#end();
    });
  }

  #open() {
    if (this.#thread) return this.#thread;
    if (this.#isClosed || this.#clock.now() < this.#retryAt)
      throw new LarderError('unavailable', 'The search has failed');
    this.#thread = startThread(new URL('thread.js', import.meta.url), {
      resourceLimits: MEMORY,
      workerData: { folder: this.#folder, startsAnew: this.#startsAnew },
      onFailure: (error) => this.#fail(error),
    });
    this.#startsAnew = false;
    this.#compare(this.#thread, this.#mark);
    return this.#thread;
  }

  /** @param {Error} error */
  #fail(error) {
    this.#startsAnew = this.#derived.failed(error);
    this.#cancelRest();
    this.#thread = null;
    this.#mark = 0;
    this.#lacking = 0;
    this.#missing.clear();
    const now = this.#clock.now();
    if (!this.#startsAnew && now < this.#failedAt + RETRY_AFTER) this.#retryAt = now + RETRY_AFTER;
    this.#failedAt = now;
  }

  /** @param {Change} change */
  #notify({ by, kind, id = '', record }) {
    const thread = this.#thread;
    // All was read again.
    if (kind === undefined && by !== 'clock') {
      this.#mark = 0;
      if (thread) this.#compare(thread);
    }
    if (kind !== 'post') return;
    if (!thread) {
      if (this.#mark) this.#missing.add(id);
      return;
    }
    this.#missing.delete(id);
    const known = this.#index.post(id);
    if (!known) thread.call('remove', id).catch(ignore);
    else if (record && thread.waiting < WAITING_AT_MOST)
      thread.call('put', [searched(record, known)]).catch(ignore);
    else {
      this.#missing.add(id);
      this.#build(thread);
    }
  }

  /** @param {Thread} thread @param {number} [known]  the mark of a file that need not be compared */
  #compare(thread, known = 0) {
    // One after the other.
    this.#compared = this.#compared.catch(ignore).then(() => this.#findMissing(thread, known));
    this.#compared.then(() => this.#build(thread), ignore);
  }

  /** @param {Thread} thread @param {number} known */
  async #findMissing(thread, known) {
    const { before, mark, posts } = await thread.call('about');
    if (known === 0 || before !== known) await this.#compareAll(thread, posts);
    if (thread === this.#thread) this.#mark = mark;
  }

  /** @param {Thread} thread @param {number} had  how many posts it had */
  async #compareAll(thread, had) {
    this.#lacking = Math.max(0, this.#index.size - had);
    await thread.call('startComparing');
    /** @type {[id: string, stamp: string][]} */
    let some = [];
    const compare = async () => {
      for (const id of await thread.call('compare', some)) this.#missing.add(id);
      some = [];
    };
    for (const post of this.#index.posts())
      if (some.push([post.id, stampOf(post)]) === COMPARED_AT_ONCE) await compare();
    await compare();
    await thread.call('removeOthers');
    this.#lacking = 0;
  }

  /** Adds what is missing. @param {Thread} thread */
  #build(thread) {
    this.#building ??= this.#addAll(thread)
      .catch((error) => {
        if (thread === this.#thread)
          this.#log.warn({ err: error }, 'The search index cannot be completed; retrying');
      })
      .finally(() => {
        this.#building = null;
        const next = this.#thread;
        if (this.#missing.size === 0 || !next) return;
        if (next !== thread) this.#build(next);
        else this.#clock.after(SECOND, () => next === this.#thread && this.#build(next));
      });
  }

  /** Until the rest cannot be read: another node of a cluster may not have a change yet. @param {Thread} thread */
  async #addAll(thread) {
    let added = 0;
    for (let more = 1; more > 0 && this.#missing.size > 0; added += more) {
      more = 0;
      const ids = [...this.#missing];
      for (let at = 0; at < ids.length; at += READ_AT_ONCE)
        more += await this.#addSome(thread, ids.slice(at, at + READ_AT_ONCE));
    }
    if (added < MANY) return;
    for (let isFirst = true; await thread.call('merge', isFirst);) isFirst = false;
  }

  /** @param {Thread} thread @param {string[]} ids @returns {Promise<number>} how many were added */
  async #addSome(thread, ids) {
    const records = await this.#store.getMany('post', ids);
    const rendered = [];
    for (const record of records)
      if (record) rendered.push(await this.#texts.renderedIfValid(record));
    const posts = rendered.flatMap((record) => {
      const known = this.#index.post(record.id);
      // It may have been told meanwhile.
      const isCurrent = this.#missing.has(record.id) && known?.revision === record.revision;
      return known && isCurrent ? [searched(record, known)] : [];
    });
    for (const { id } of posts) this.#missing.delete(id);
    for (const id of ids)
      if (!this.#index.post(id) && this.#missing.delete(id)) await thread.call('remove', id);
    await thread.call('put', posts);
    return posts.length;
  }
}

/** @param {Post} post @param {Summary} known @returns {Searched} */
function searched({ html }, known) {
  const at = Date.parse(known.publishedAt ?? '');
  return {
    id: known.id,
    stamp: stampOf(known),
    title: known.title,
    tags: known.tags,
    // A date that a database tool wrote may be none.
    isPublished: known.status === 'published' && !Number.isNaN(at),
    at: at || 0,
    authors: authorsOf(known),
    html,
  };
}

/** @param {Summary} post @returns {string} the same as long as nothing changes that is searched */
export const stampOf = ({ revision, textDigest, title, tags, status, publishedAt, ...post }) =>
  digest(
    JSON.stringify([revision, textDigest, title, tags, status, publishedAt, ...authorsOf(post)]),
  );

/** The process would be aborted if a thread ended within a call of SQLite. @param {Thread} thread */
async function close(thread) {
  await thread.call('close').catch(ignore);
  await thread.close();
}

/** The thread has failed, which is reported elsewhere. */
const ignore = () => {};
