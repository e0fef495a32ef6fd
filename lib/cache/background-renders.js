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

/** @typedef {ReturnType<typeof createBackgroundRenders>} BackgroundRenders */

/**
 * Renders cleared pages again, with the encodings that they had, most popular first, until all are back or the cache is
 * full. Readers are served after each render, and share renders in progress.
 * @param {object} deps
 * @param {CacheManager<Entry>} deps.cache
 * @param {Clock} deps.clock
 * @param {Log} deps.log
 * @param {number} [deps.workers]  processes that share one bound
 * @param {(isBusy: boolean) => void} [deps.onBusy]  called when it begins, and when nothing is left
 */
export function createBackgroundRenders({ cache, clock, log, workers = 1, onBusy = () => {} }) {
  /** @type {Render} */
  let renderPage = async () => ({});
  /** @type {Encode} */
  let encodeEntry = async () => {};
  let burstEnds = 0;
  /** The last one that was waited for. @type {Promise<void>} */
  let turn = Promise.resolve();
  /** @type {PopularityQueue<Task>} */
  const queue = new PopularityQueue();
  /** Rendered pages that lack encodings. @type {PopularityQueue<Pick<Task, 'key' | 'encodings'>>} */
  const plain = new PopularityQueue();
  /** Keys in the queue that are new pages. @type {Set<string>} */
  const newKeys = new Set();
  let running = 0;
  /** Of these, those that render a page and do not compress one. */
  let rendering = 0;
  let isStarted = false;
  /** @type {(() => void) | null} */
  let cancel = null;
  const counters = { renders: 0, used: 0, unused: 0 };
  const atOnce = Math.max(1, Math.floor(AT_ONCE / workers));
  const now = steady(clock);
  cache.onCleared((cleared) => onCleared(cleared));
  // Others show the change at once: a reader would see it, and then not.
  if (workers === 1) cache.onGrace(() => onGrace());
  return {
    start,
    stop,
    renew,
    /** Whether nothing is queued or rendered. */
    get isIdle() {
      return queue.size + plain.size + running === 0;
    },
    statistics,
    add,
  };

  /**
   * Starts with the pages cleared since the constructor ran.
   * @param {{ render: Render, encode: Encode }} deps
   */
  function start({ render, encode }) {
    renderPage = render;
    encodeEntry = encode;
    isStarted = true;
    schedule();
  }

  function stop() {
    isStarted = false;
    cancel?.();
    clearQueues();
    cache.endGrace();
  }

  /** Queues pages that an earlier process had cached. @param {Slot<Entry>[]} slots */
  function renew(slots) {
    for (const { entry, ...counters } of slots)
      onCleared([{ ...counters, entry: { ...entry, isPrerendered: false } }]);
  }

  /**
   * @returns {{ waiting: number, renders: number, used: number, unused: number }} `used`: requested before the next
   *   clear
   */
  function statistics() {
    return { waiting: queue.size, ...counters };
  }

  /** Queues a new page before all others, with the encodings that browsers ask for. @param {string} key */
  function add(key) {
    if (newKeys.size === MAX_NEW) return;
    newKeys.add(key);
    enqueue({ key, popularity: 1, bytes: 0, encodings: ['br', 'gzip'], tries: 0 });
  }

  /** @param {Slot<Entry>[]} cleared */
  function onCleared(cleared) {
    for (const { entry, hits, popularity: before } of cleared) {
      const { key, bytes, encodings, isPrerendered, contentType } = entry;
      if (isPrerendered) counters[hits > 0 ? 'used' : 'unused']++;
      const popularity = hits + (isPrerendered ? 0 : 1) + before / 2;
      // Drawing a picture takes as long as many pages.
      if (popularity < MIN_POPULARITY || contentType === 'image/png') continue;
      // The uncompressed body is last: it is decoded from a compressed one, and is then stored too.
      const present = /** @type {const} */ (['br', 'gzip', 'identity']).filter(
        (encoding) => encodings[encoding],
      );
      enqueue({ key, popularity, bytes, encodings: present, tries: 0 });
    }
  }

  /** Begins at once: whoever made the change waits, and readers do not. */
  async function onGrace() {
    const cancel = clock.after(GRACE, () => cache.endGrace());
    void cache.grace?.then(cancel);
    await setImmediate();
    if (!isStarted) cache.endGrace();
    else if (running === 0) await begin();
  }

  function clearQueues() {
    queue.clear();
    plain.clear();
    newKeys.clear();
  }

  /** @param {Task} task */
  function enqueue(task) {
    queue.add(task.key, newKeys.has(task.key) ? Infinity : task.popularity, task);
    schedule();
  }

  function schedule() {
    if (!isStarted || running > 0 || queue.size === 0) return;
    cancel ??= clock.after(DELAY, () => begin());
  }

  function begin() {
    cancel?.();
    cancel = null;
    // In a grace readers get the pages as they were: a burst would only keep them waiting.
    burstEnds = now() + (cache.grace ? 0 : BURST);
    onBusy(true);
    return Promise.all(Array.from({ length: atOnce }, (_, place) => work(place > 0)));
  }

  /** Lets requests be served, and others that wait here go on in turns of their own. @returns {Promise<void>} */
  function nextTurn() {
    turn = turn.then(() => setImmediate());
    return turn;
  }

  /** @param {boolean} waits  whether it begins in another turn of the event loop */
  async function work(waits) {
    running++;
    if (waits) await nextTurn();
    while (isStarted) {
      const isFull = cache.count().bytes > cache.maxBytes * FULL;
      const task = isFull && plain.size > 0 ? undefined : queue.take();
      const rendered = task ? undefined : plain.take();
      if (!task && rendering === 0) cache.endGrace();
      if (task) await attempt(task.key, () => make(task));
      else if (rendered) await attempt(rendered.key, () => compress(rendered));
      else break;
      if (now() < burstEnds) continue;
      await nextTurn();
    }
    running--;
    if (running === 0) onBusy(false);
  }

  /** @param {string} key @param {() => Promise<void>} step */
  async function attempt(key, step) {
    try {
      await step();
    } catch (error) {
      // No retry: the next reader renders it, and an unavailable store is not flooded.
      if (isError(error, 'unavailable')) clearQueues();
      log.debug({ err: error, key }, 'A page could not be rendered in the background');
    }
  }

  /** @param {Task} task */
  async function make(task) {
    const { key, popularity, encodings } = task;
    const isNew = newKeys.delete(key);
    if (cache.peek(key)) return cache.setPopularity(key, popularity);
    if (cache.count().bytes + task.bytes > cache.maxBytes) return;
    rendering++;
    const { entry, isStored } = await renderPage(key).finally(() => rendering--);
    if (!entry) return;
    if (!isStored) {
      if (++task.tries < TRIES) enqueue(task);
      return;
    }
    counters.renders++;
    cache.setPopularity(key, popularity);
    plain.add(key, isNew ? Infinity : popularity, { key, encodings });
  }

  /** @param {Pick<Task, 'key' | 'encodings'>} rendered */
  async function compress({ key, encodings }) {
    for (const encoding of encodings) {
      const entry = cache.peek(key);
      if (entry?.compressible && !entry.encodings[encoding]) await encodeEntry(entry, encoding);
    }
  }
}
