import { messageOf } from '../../base/errors.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { VersionedWrite } from '../types.js' */
/** @import { PeerAnswer, Message } from './message.js' */

/**
 * @typedef {{ write: VersionedWrite, bytes: number, at: number, end: () => void }} Queued  `end`: nobody waits for it
 *   any longer
 */

/** What may be queued for a peer. Beyond it, all is dropped: the peer sees the gap, and starts empty. */
const MAX_WRITES = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_AGE = 60_000;
/** What one message may have; a larger write has one of its own. */
const BATCH_WRITES = 256;
const BATCH_BYTES = 1024 * 1024;
/** Bytes that each write takes besides its body. */
const OVERHEAD = 1000;

/** Milliseconds between two messages when there is nothing to say. */
const HEARTBEAT = 1000;
/** Milliseconds for which a write waits for a peer. */
const PATIENCE = 1000;
/** Milliseconds before the first retry; twice as many before each of the next. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;
/** One may be due to a kept connection that the peer has just closed. */
const FAILURES_OF_LOST = 2;

/**
 * Sends the writes of this node to one peer in their order, each until it has arrived; when there are none, a
 * heartbeat.
 */
export class Link {
  /** @type {Queued[]} */
  #queue = [];
  #bytes = 0;
  /** The number of the first write in the queue, or of the next to come. */
  #first = 1;
  /** @type {PeerAnswer | undefined} */
  #answer;
  /** Whether nothing waits for the peer, until it has all. */
  #isLost = true;
  /** The number of the last write that did not wait for it. */
  #skipped = 0;
  #failures = 0;
  #isClosed = false;
  #closing = new AbortController();
  #endSleep = () => {};
  #send;
  #maxWrites;
  #clock;
  #random;
  #log;

  /**
   * @param {object} deps
   * @param {string} deps.name  of the peer, for the log and /.cache/status
   * @param {(message: Pick<Message, 'first' | 'writes' | 'echo'>, signal: AbortSignal) => Promise<PeerAnswer>}
   *   deps.send
   * @param {number} [deps.maxWrites]  that are queued
   * @param {Clock} deps.clock
   * @param {() => number} deps.random  from 0 to 1
   * @param {Log} deps.log
   */
  constructor({ name, send, maxWrites = MAX_WRITES, clock, random, log }) {
    this.name = name;
    this.#send = send;
    this.#maxWrites = maxWrites;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
  }

  get isClosed() {
    return this.#isClosed;
  }

  /** The epoch of the peer that answered last; '' before the first answer. */
  get peer() {
    return this.#answer?.epoch ?? '';
  }

  /**
   * @returns {{ name: string, queued: number, lagMs: number, lost: boolean }} `lagMs`: the age of the oldest write that
   *   is queued
   */
  status() {
    const lagMs = this.#queue.length > 0 ? Math.max(0, this.#clock.now() - this.#queue[0].at) : 0;
    const lost = this.#isLost || this.#first <= this.#skipped;
    return { name: this.name, queued: this.#queue.length, lagMs, lost };
  }

  /**
   * @param {VersionedWrite} write
   * @returns {Promise<void>} resolves when the peer has it, or is lost
   */
  async pass(write) {
    if (this.#isClosed) return;
    const queued = { write, bytes: sizeOf(write), at: this.#clock.now(), end: () => {} };
    this.#queue.push(queued);
    this.#bytes += queued.bytes;
    this.#dropIfTooMuch();
    if (this.#failures === 0) this.#endSleep();
    await this.#arrival(queued);
  }

  /** @returns {Promise<void>} resolves when the peer has all, or is lost */
  async finish() {
    const last = this.#queue.at(-1);
    if (last) await this.#arrival(last);
  }

  /** Sends until the link is closed. */
  async run() {
    while (!this.#isClosed) {
      const writes = this.#nextBatch();
      const hasArrived = await this.#exchange(writes);
      if (!hasArrived) await this.#sleep(this.#pause());
      else if (this.#queue.length === 0 && !this.#isLost) await this.#sleep(HEARTBEAT);
    }
  }

  close() {
    this.#isClosed = true;
    this.#closing.abort();
    for (const { end } of this.#queue) end();
    this.#endSleep();
  }

  #nextBatch() {
    this.#dropIfTooMuch();
    let bytes = 0;
    const end = this.#queue.findIndex(
      (queued, i) => i === BATCH_WRITES || ((bytes += queued.bytes) > BATCH_BYTES && i > 0),
    );
    return this.#queue.slice(0, end < 0 ? undefined : end).map(({ write }) => write);
  }

  /** @param {VersionedWrite[]} writes  the first of the queue @returns {Promise<boolean>} whether they have arrived */
  async #exchange(writes) {
    const first = this.#first;
    const echo = writes.length === this.#queue.length ? this.#answer?.time : undefined;
    try {
      const answer = await this.#send({ first, writes, echo }, this.#closing.signal);
      if (this.#isClosed) return false;
      this.#answer = answer;
      this.#failures = 0;
      // Fewer, if the queue was dropped meanwhile.
      this.#shorten(Math.max(0, first + writes.length - this.#first));
      if (echo !== undefined) this.#find();
      return true;
    } catch (error) {
      this.#failures++;
      if (this.#failures >= FAILURES_OF_LOST) this.#lose(messageOf(error));
      return false;
    }
  }

  /** @param {Queued} queued */
  async #arrival(queued) {
    if (this.#isLost) return this.#skip();
    await new Promise((resolve) => {
      const late = () => this.#lose('It does not answer in time');
      const cancel = this.#clock.after(PATIENCE, late);
      const { end } = queued;
      queued.end = () => {
        cancel();
        end();
        resolve(undefined);
      };
    });
  }

  #dropIfTooMuch() {
    const isOld = this.#clock.now() - (this.#queue[0]?.at ?? Infinity) > MAX_AGE;
    if (this.#queue.length <= this.#maxWrites && this.#bytes <= MAX_BYTES && !isOld) return;
    this.#lose('Too much is queued for it: it will start empty');
    this.#shorten(this.#queue.length);
  }

  /** @param {number} count */
  #shorten(count) {
    this.#first += count;
    for (const { bytes, end } of this.#queue.splice(0, count)) {
      this.#bytes -= bytes;
      end();
    }
  }

  /** @param {string} reason */
  #lose(reason) {
    if (this.#isLost || this.#isClosed) return;
    this.#log.warn({ peer: this.name, reason }, 'A peer is lost');
    this.#isLost = true;
    this.#skip();
    for (const { end } of this.#queue) end();
  }

  #skip() {
    this.#skipped = this.#first + this.#queue.length - 1;
  }

  #find() {
    if (this.#isLost) this.#log.info({ peer: this.name }, 'A peer is found');
    this.#isLost = false;
  }

  /** @returns {number} milliseconds; some by chance, so that several nodes do not try all at once */
  #pause() {
    const doublings = Math.min(this.#failures - 1, 10);
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** doublings) * (0.5 + this.#random() / 2);
  }

  /** @param {number} ms */
  async #sleep(ms) {
    if (this.#isClosed) return;
    await new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => resolve(undefined));
      this.#endSleep = () => {
        cancel();
        resolve(undefined);
      };
    });
  }
}

/** @param {VersionedWrite} write @returns {number} bytes, nearly */
const sizeOf = (write) =>
  write.type === 'put'
    ? OVERHEAD + write.entry.variants[0].body.length
    : OVERHEAD + JSON.stringify(write).length;
