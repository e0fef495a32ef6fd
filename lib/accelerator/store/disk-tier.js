import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../base/errors.js';
import { BodyFiles, digestOf, SHARDS } from './body-files.js';
import { DiskIndex } from './disk-index.js';
import { concerns } from './selector.js';
import { isSendable } from './sendable.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Row } from './disk-index.js' */
/** @import { Selector, StoredEntry } from '../types.js' */

/** @typedef {{ entry: StoredEntry, bytes: number }} Queued */

/** Bytes of the entries that wait to be written. What comes when it is full is not written. */
const MAX_QUEUED_BYTES = 16 * 2 ** 20;
/** Bytes of an entry in memory besides its bodies. */
const OVERHEAD = 2048;
/**
 * Entries, and bytes of them, that are written in one transaction: a turn of the event loop stays at a few
 * milliseconds.
 */
const BATCH = { entries: 16, bytes: 2 ** 20 };
/** Entries or bodies deleted in one turn. */
const SLICE = 16;
/** Uses that are noted in one transaction. A process that is killed loses as many. */
const USES = 64;
/** Milliseconds until writing is tried again, after it has failed. */
const PAUSE = 60_000;

/**
 * Entries on disk: bodies in files, the rest in an index. What was written is there after a restart, also of a process
 * that was killed, and what was removed is not. It has a budget of its own, and deletes what was not used for longest.
 */
export class DiskTier {
  /** @type {DiskIndex | undefined} undefined: closed, or given up */
  #index;
  #files;
  #maxBytes;
  #isInMemory;
  #clock;
  #log;
  /** By key. @type {Map<string, Queued>} */
  #queue = new Map();
  #queuedBytes = 0;
  /** How often entries were removed or replaced, apart from those that had to make room. */
  #removals = 0;
  /** Keys of entries that were read, the last one most recently. @type {Set<string>} */
  #used = new Set();
  /** The next folder of bodies to be swept. */
  #shard = 0;
  #isWorking = false;
  #working = Promise.resolve();
  #isClosing = false;
  /** @type {(() => void) | undefined} ends the pause */
  #cancelPause;
  #hasWarned = false;
  #counters = { hits: 0, misses: 0, writes: 0, skipped: 0, evictions: 0, damaged: 0 };

  /**
   * @param {object} options
   * @param {string} options.folder  created when it is missing. Only `responses.db*` and `responses/` in it are used
   * @param {number} options.maxBytes  on disk. A body counts once, however many entries have it; a batch of writes may
   *   exceed it for a moment
   * @param {(key: string) => boolean} [options.isInMemory]  such entries stay on disk: they are in use, though they are
   *   not read from it
   * @param {Clock} options.clock
   * @param {Log} options.log
   * @param {string} [options.boot]  names the time since the machine was started
   * @returns {DiskTier | undefined} undefined, with a warning in the log, when the folder cannot be used: it is
   *   read-only, say, or another process uses it
   */
  static open({ boot = currentBoot(), ...options }) {
    const { folder, log } = options;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
      const index = new DiskIndex(join(folder, 'responses.db'), boot, (reason) =>
        log.warn({ folder }, `The disk cache starts empty, since ${reason}`),
      );
      try {
        return new DiskTier(index, new BodyFiles(join(folder, 'responses')), options);
      } catch (error) {
        index.close();
        throw error;
      }
    } catch (error) {
      log.warn(
        { err: error, folder },
        `Responses are kept in memory only, since the disk cache cannot be used: ${messageOf(error)}`,
      );
      return undefined;
    }
  }

  /**
   * @param {DiskIndex} index
   * @param {BodyFiles} files
   * @param {Omit<Parameters<typeof DiskTier.open>[0], 'boot'>} options
   */
  constructor(index, files, { folder, maxBytes, isInMemory = () => false, clock, log }) {
    this.#index = index;
    this.#files = files;
    /** It is this process's alone. */
    this.folder = folder;
    this.#maxBytes = maxBytes;
    this.#isInMemory = isInMemory;
    this.#clock = clock;
    this.#log = log;
    this.#start();
  }

  /**
   * @param {string} key
   * @returns {Promise<StoredEntry | undefined>} as it was written; undefined when it is missing, damaged or unreadable,
   *   or was removed or replaced while it was read
   */
  async read(key) {
    const entry = this.#queue.get(key)?.entry ?? (await this.#load(key));
    this.#counters[entry ? 'hits' : 'misses']++;
    return entry;
  }

  /**
   * Queues an entry to be written. The former one with this key is removed at once, so that it cannot come back; when
   * the queue is full or the disk fails, that is all.
   * @param {StoredEntry} entry
   */
  write(entry) {
    this.remove(entry.key);
    const bytes = OVERHEAD + entry.variants.reduce((sum, { body }) => sum + body.length, 0);
    const isFull = this.#queuedBytes > 0 && this.#queuedBytes + bytes > MAX_QUEUED_BYTES;
    if (isFull || bytes > this.#maxBytes || !this.#isWriting) return void this.#counters.skipped++;
    this.#queue.set(entry.key, { entry, bytes });
    this.#queuedBytes += bytes;
    this.#start();
  }

  /**
   * When it returns, the entry is gone from the index on disk, and a write of it that was queued is dropped.
   * @param {string} key
   * @returns {boolean} whether it was there
   */
  remove(key) {
    this.#removals++;
    const wasQueued = this.#dequeue(key);
    const wasStored = this.#ask((index) => index.delete(key), false);
    if (wasStored) this.#start();
    return wasQueued || wasStored;
  }

  /**
   * Removes what an invalidation concerns, however much it is, in the same sense as `remove`.
   * @param {Selector} selector
   */
  invalidate(selector) {
    this.#removals++;
    for (const key of this.#findQueued(selector)) this.#dequeue(key);
    this.#ask((index) => index.invalidate(selector, SLICE), undefined);
    this.#start();
  }

  /** @param {Selector} selector @returns {string[]} keys of the entries that it concerns */
  find(selector) {
    const stored = this.#ask((index) => index.find(selector), []);
    return [...new Set([...stored, ...this.#findQueued(selector)])];
  }

  /** @param {string} key @returns {string | undefined} version of the entry */
  versionOf(key) {
    return (this.#queue.get(key)?.entry ?? this.#find(key)?.row)?.version;
  }

  /** @returns {{ entries: number, bytes: number }} on disk; without those in the queue */
  count() {
    return this.#ask((index) => index.totals(), { entries: 0, bytes: 0 });
  }

  /** `skipped`: not written; `damaged`: not as written, and deleted; `isWriting`: false after an error. */
  statistics() {
    const queued = this.#queue.size;
    return { ...this.count(), ...this.#counters, queued, isWriting: this.#isWriting };
  }

  /** Writes what is queued, and lets another process use the folder. */
  async close() {
    this.#isClosing = true;
    await this.#working;
    this.#cancelPause?.();
    this.#recordUses();
    this.#ask((index) => index.close(), undefined);
    this.#index = undefined;
  }

  get #isWriting() {
    return this.#index !== undefined && !this.#cancelPause && !this.#isClosing;
  }

  /** @param {Selector} selector @returns {string[]} keys of queued entries */
  #findQueued(selector) {
    const entries = Array.from(this.#queue.values(), ({ entry }) => entry);
    return entries.filter((entry) => concerns(selector, entry)).map(({ key }) => key);
  }

  /** @param {string} key */
  #find(key) {
    return this.#ask((index) => index.get(key), undefined);
  }

  /** @param {string} key @returns {boolean} whether it was queued */
  #dequeue(key) {
    this.#queuedBytes -= this.#queue.get(key)?.bytes ?? 0;
    return this.#queue.delete(key);
  }

  /** @param {string} key @returns {Promise<StoredEntry | undefined>} */
  async #load(key) {
    const found = this.#find(key);
    if (!found) return undefined;
    const before = this.#removals;
    let entry;
    try {
      entry = found.row && (await this.#withBodies(found.row));
    } catch (error) {
      this.#log.debug({ err: error, key }, 'A response could not be read from disk');
      return undefined;
    }
    if ((!entry || this.#removals !== before) && this.#find(key)?.id !== found.id) return undefined;
    if (!entry) {
      this.#counters.damaged++;
      this.#log.warn({ path: key.split('?', 1)[0] }, 'A damaged response on disk is dropped');
      return void this.remove(key);
    }
    this.#used.delete(key);
    this.#used.add(key);
    if (this.#used.size >= USES) this.#recordUses();
    return entry;
  }

  /**
   * @param {Row} row
   * @returns {Promise<StoredEntry | undefined>} undefined when a body is missing or damaged, or it cannot be sent
   */
  async #withBodies(row) {
    const variants = [];
    for (const { digest, bytes, ...rest } of row.variants) {
      const body = await this.#files.read(digest, bytes);
      if (!body) {
        // Else the next write of the same body would take it for written.
        await this.#files.delete(digest);
        return undefined;
      }
      variants.push({ body, ...rest });
    }
    return variants.every(isSendable) ? { ...row, variants } : undefined;
  }

  #start() {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#working = this.#work();
  }

  /** The only one who writes and deletes files: so none is deleted that an entry has just begun to use. */
  async #work() {
    while (this.#hasWork()) {
      await setImmediate();
      try {
        await this.#writeBatch();
        this.#index?.deleteInvalidated(SLICE);
        await this.#evict();
        await this.#deleteUnused();
        if (this.#queue.size === 0) await this.#sweep();
      } catch (error) {
        this.#pause(error);
      }
    }
    this.#isWorking = false;
  }

  #hasWork() {
    if (!this.#index) return this.#shard < SHARDS && !this.#isClosing;
    if (this.#cancelPause) return false;
    if (this.#queue.size > 0) return true;
    // These can be left to the next start.
    if (!this.#isClosing && (this.#shard < SHARDS || this.#index.hasInvalidated)) return true;
    return this.#ask((index) => index.unusedBodies(1).length > 0, false);
  }

  async #writeBatch() {
    /** @type {Queued[]} */
    const batch = [];
    let bytes = 0;
    for (const queued of this.#queue.values()) {
      batch.push(queued);
      bytes += queued.bytes;
      if (batch.length === BATCH.entries || bytes >= BATCH.bytes) break;
    }
    if (batch.length === 0) return;
    /** @type {Map<string, Buffer>} */
    const bodies = new Map();
    const rows = [];
    for (const { entry } of batch) rows.push(await toRow(entry, bodies));
    await Promise.all(
      Array.from(bodies, ([digest, body]) =>
        this.#files.write(digest, body, this.#index?.hasBody(digest) ?? false),
      ),
    );
    if (!this.#index) return;
    // Without those that were removed or replaced meanwhile. Their bodies are deleted as unused.
    const current = rows.filter(({ key }, place) => this.#queue.get(key) === batch[place]);
    this.#index.insert(bodies, current);
    for (const { key } of current) this.#dequeue(key);
    this.#counters.writes += current.length;
    if (this.#hasWarned) this.#log.info({ folder: this.folder }, 'The disk cache works again');
    this.#hasWarned = false;
  }

  async #evict() {
    while (this.#index && this.#index.totals().bytes > this.#maxBytes) {
      this.#recordUses();
      const options = { atMost: SLICE, isSpared: this.#isInMemory };
      const evicted = this.#index.evict(this.#maxBytes, options);
      if (evicted === 0) return;
      this.#counters.evictions += evicted;
      await setImmediate();
    }
  }

  /** Deletes the files of bodies that no entry uses. */
  async #deleteUnused() {
    for (;;) {
      const digests = this.#index?.unusedBodies(SLICE) ?? [];
      if (digests.length === 0) return;
      await Promise.all(digests.map((digest) => this.#files.delete(digest)));
      this.#index?.deleteBodies(digests);
    }
  }

  async #sweep() {
    if (this.#shard === SHARDS || this.#isClosing) return;
    await this.#files.sweep(this.#shard, (digest) => this.#index?.hasBody(digest) ?? false);
    this.#shard++;
  }

  #recordUses() {
    try {
      this.#index?.touch(this.#used);
    } catch (error) {
      this.#pause(error);
    }
    this.#used.clear();
  }

  /**
   * Writes nothing for a while, since the disk is full, say. What is on disk stays: removals still work.
   * @param {unknown} error
   */
  #pause(error) {
    this.#queue.clear();
    this.#queuedBytes = 0;
    // Files may have been written that the index does not know.
    this.#shard = this.#index ? 0 : SHARDS;
    if (!this.#index || this.#cancelPause) return;
    if (!this.#hasWarned) this.#warn(error, 'cannot be written');
    this.#hasWarned = true;
    this.#cancelPause = this.#clock.after(PAUSE, () => {
      this.#cancelPause = undefined;
      this.#start();
    });
  }

  /**
   * Asks the index, and gives the cache up when it fails: it is deleted, since it would bring back at the next start
   * what cannot be removed from it, and to free the disk.
   * @template T, O
   * @param {(index: DiskIndex) => T} question
   * @param {O} otherwise
   * @returns {T | O} `otherwise` when there is no index
   */
  #ask(question, otherwise) {
    const index = this.#index;
    if (!index) return otherwise;
    try {
      return question(index);
    } catch (error) {
      this.#index = undefined;
      this.#warn(error, 'has failed and is not used until the next start');
      this.#queue.clear();
      this.#queuedBytes = 0;
      try {
        index.discard();
        this.#shard = 0;
        this.#start();
      } catch (failure) {
        const what = 'The disk cache must be deleted by hand before the next start';
        this.#log.error({ err: failure, folder: this.folder }, what);
      }
      return otherwise;
    }
  }

  /** @param {unknown} error @param {string} what */
  #warn(error, what) {
    this.#log.warn(
      { err: error, folder: this.folder },
      `Responses are kept in memory only, since the disk cache ${what}: ${messageOf(error)}`,
    );
  }
}

/**
 * @param {StoredEntry} entry
 * @param {Map<string, Buffer>} bodies  its bodies are added, by digest
 * @returns {Promise<Row>}
 */
async function toRow(entry, bodies) {
  const variants = [];
  for (const { body, ...fields } of entry.variants) {
    const digest = await digestOf(body);
    bodies.set(digest, body);
    variants.push({ digest, bytes: body.length, ...fields });
  }
  return { ...entry, variants };
}

/** @returns {string} changes with each start of the machine; empty when the system does not tell */
function currentBoot() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
