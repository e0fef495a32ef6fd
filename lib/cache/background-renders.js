import { setImmediate } from 'node:timers/promises';
import { steady } from '../base/clock.js';
import { isError } from '../base/errors.js';
import { PopularityQueue } from './popularity-queue.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Log } from '../base/log.js' */
/** @import { Encoding } from '../responses/encodings.js' */
/** @import { Entry } from '../responses/entry.js' */
/** @import { CacheManager, Slot } from './cache-manager.js' */

/**
 * @typedef {object} Task
 * @property {string} key
 * @property {number} popularity
 * @property {number} bytes  estimated from the previous entry with this key
 * @property {Encoding[]} encodings
 * @property {number} tries
 *
 * @typedef {(key: string) => Promise<{ entry?: Entry, isStored?: boolean }>} Render  renders and stores the page with
 *   that key
 * @typedef {(entry: Entry, encoding: Encoding) => Promise<unknown>} Encode  adds an encoding
 */

/** Milliseconds from a clear to the first render, so that the author's response goes first. */
const DELAY = 5;
/**
 * Milliseconds of rendering before readers are served again: half of them want the few most popular pages, and a miss
 * takes five times as long as a background render.
 */
const BURST = 8;
/**
 * Milliseconds that a change of the settings waits for its pages at most, while readers still get them as they were.
 */
const GRACE = 500;
/** Concurrent renders of all workers, or one of each: while one waits for the store, another is rendered. */
const AT_ONCE = 3;
/**
 * Up to this share of the cache, rendering precedes compressing: an uncompressed page already gives hits, but is
 * larger.
 */
const FULL = 7 / 8;
/** A page below this popularity is only rendered on request: one that one reader asked for, at its fifth clear. */
const MIN_POPULARITY = 1 / 8;
/** Attempts for a page that keeps changing while it is rendered. */
const TRIES = 3;
/** New pages that may be queued: an import adds more, but nobody is waiting for those. */
const MAX_NEW = 16;

/**
 * Renders cleared pages again, with the encodings that they had, most popular first, until all are back or the cache is
 * full. Readers are served after each render, and share renders in progress.
 */
export class BackgroundRenders {
  #cache;
  #atOnce;
  /** @type {Render} */
  #render = async () => ({});
  /** @type {Encode} */
  #encode = async () => {};
  #clock;
  #now;
  #burstEnds = 0;
  /** The last one that was waited for. @type {Promise<void>} */
  #turn = Promise.resolve();
  #log;
  #onBusy;
  /** @type {PopularityQueue<Task>} */
  #queue = new PopularityQueue();
  /** Rendered pages that lack encodings. @type {PopularityQueue<Pick<Task, 'key' | 'encodings'>>} */
  #plain = new PopularityQueue();
  /** Keys in the queue that are new pages. @type {Set<string>} */
  #newKeys = new Set();
  #running = 0;
  /** Of these, those that render a page and do not compress one. */
  #rendering = 0;
  #isStarted = false;
  /** @type {(() => void) | null} */
  #cancel = null;
  #counters = { renders: 0, used: 0, unused: 0 };

  /**
   * @param {object} deps
   * @param {CacheManager<Entry>} deps.cache
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   * @param {number} [deps.workers]  processes that share one bound
   * @param {(isBusy: boolean) => void} [deps.onBusy]  called when it begins, and when nothing is left
   */
  constructor({ cache, clock, log, workers = 1, onBusy = () => {} }) {
    this.#cache = cache;
    this.#atOnce = Math.max(1, Math.floor(AT_ONCE / workers));
    this.#clock = clock;
    this.#now = steady(clock);
    this.#log = log;
    this.#onBusy = onBusy;
    cache.onCleared((cleared) => this.#onCleared(cleared));
    // Others show the change at once: a reader would see it, and then not.
    if (workers === 1) cache.onGrace(() => this.#onGrace());
  }

  /**
   * Starts with the pages cleared since the constructor ran.
   * @param {{ render: Render, encode: Encode }} deps
   */
  start({ render, encode }) {
    this.#render = render;
    this.#encode = encode;
    this.#isStarted = true;
    this.#schedule();
  }

  stop() {
    this.#isStarted = false;
    this.#cancel?.();
    this.#clearQueues();
    this.#cache.endGrace();
  }

  /** Queues pages that an earlier process had cached. @param {Slot<Entry>[]} slots */
  renew(slots) {
    for (const { entry, ...counters } of slots)
      this.#onCleared([{ ...counters, entry: { ...entry, isPrerendered: false } }]);
  }

  /** Whether nothing is queued or rendered. */
  get isIdle() {
    return this.#queue.size + this.#plain.size + this.#running === 0;
  }

  /**
   * @returns {{ waiting: number, renders: number, used: number, unused: number }} `used`: requested before the next
   *   clear
   */
  statistics() {
    return { waiting: this.#queue.size, ...this.#counters };
  }

  /** Queues a new page before all others, with the encodings that browsers ask for. @param {string} key */
  add(key) {
    if (this.#newKeys.size === MAX_NEW) return;
    this.#newKeys.add(key);
    this.#enqueue({ key, popularity: 1, bytes: 0, encodings: ['br', 'gzip'], tries: 0 });
  }

  /** @param {Slot<Entry>[]} cleared */
  #onCleared(cleared) {
    for (const { entry, hits, popularity: before } of cleared) {
      const { key, bytes, encodings, isPrerendered, contentType } = entry;
      if (isPrerendered) this.#counters[hits > 0 ? 'used' : 'unused']++;
      const popularity = hits + (isPrerendered ? 0 : 1) + before / 2;
      // Drawing a picture takes as long as many pages.
      if (popularity < MIN_POPULARITY || contentType === 'image/png') continue;
      // The uncompressed body is last: it is decoded from a compressed one, and is then stored too.
      const present = /** @type {const} */ (['br', 'gzip', 'identity']).filter(
        (encoding) => encodings[encoding],
      );
      this.#enqueue({ key, popularity, bytes, encodings: present, tries: 0 });
    }
  }

  /** Begins at once: whoever made the change waits, and readers do not. */
  async #onGrace() {
    const cancel = this.#clock.after(GRACE, () => this.#cache.endGrace());
    void this.#cache.grace?.then(cancel);
    await setImmediate();
    if (!this.#isStarted) this.#cache.endGrace();
    else if (this.#running === 0) await this.#begin();
  }

  #clearQueues() {
    this.#queue.clear();
    this.#plain.clear();
    this.#newKeys.clear();
  }

  /** @param {Task} task */
  #enqueue(task) {
    this.#queue.add(task.key, this.#newKeys.has(task.key) ? Infinity : task.popularity, task);
    this.#schedule();
  }

  #schedule() {
    if (!this.#isStarted || this.#running > 0 || this.#queue.size === 0) return;
    this.#cancel ??= this.#clock.after(DELAY, () => this.#begin());
  }

  #begin() {
    this.#cancel?.();
    this.#cancel = null;
    // In a grace readers get the pages as they were: a burst would only keep them waiting.
    this.#burstEnds = this.#now() + (this.#cache.grace ? 0 : BURST);
    this.#onBusy(true);
    return Promise.all(Array.from({ length: this.#atOnce }, (_, place) => this.#work(place > 0)));
  }

  /** Lets requests be served, and others that wait here go on in turns of their own. @returns {Promise<void>} */
  #nextTurn() {
    this.#turn = this.#turn.then(() => setImmediate());
    return this.#turn;
  }

  /** @param {boolean} waits  whether it begins in another turn of the event loop */
  async #work(waits) {
    this.#running++;
    if (waits) await this.#nextTurn();
    while (this.#isStarted) {
      const isFull = this.#cache.count().bytes > this.#cache.maxBytes * FULL;
      const task = isFull && this.#plain.size > 0 ? undefined : this.#queue.take();
      const rendered = task ? undefined : this.#plain.take();
      if (!task && this.#rendering === 0) this.#cache.endGrace();
      if (task) await this.#try(task.key, () => this.#make(task));
      else if (rendered) await this.#try(rendered.key, () => this.#compress(rendered));
      else break;
      if (this.#now() < this.#burstEnds) continue;
      await this.#nextTurn();
    }
    this.#running--;
    if (this.#running === 0) this.#onBusy(false);
  }

  /** @param {string} key @param {() => Promise<void>} step */
  async #try(key, step) {
    try {
      await step();
    } catch (error) {
      // No retry: the next reader renders it, and an unavailable store is not flooded.
      if (isError(error, 'unavailable')) this.#clearQueues();
      this.#log.debug({ err: error, key }, 'A page could not be rendered in the background');
    }
  }

  /** @param {Task} task */
  async #make(task) {
    const { key, popularity, encodings } = task;
    const isNew = this.#newKeys.delete(key);
    if (this.#cache.peek(key)) return this.#cache.setPopularity(key, popularity);
    if (this.#cache.count().bytes + task.bytes > this.#cache.maxBytes) return;
    this.#rendering++;
    const { entry, isStored } = await this.#render(key).finally(() => this.#rendering--);
    if (!entry) return;
    if (!isStored) {
      if (++task.tries < TRIES) this.#enqueue(task);
      return;
    }
    this.#counters.renders++;
    this.#cache.setPopularity(key, popularity);
    this.#plain.add(key, isNew ? Infinity : popularity, { key, encodings });
  }

  /** @param {Pick<Task, 'key' | 'encodings'>} rendered */
  async #compress({ key, encodings }) {
    for (const encoding of encodings) {
      const entry = this.#cache.peek(key);
      if (entry?.compressible && !entry.encodings[encoding]) await this.#encode(entry, encoding);
    }
  }
}
