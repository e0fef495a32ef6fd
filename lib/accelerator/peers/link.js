import { messageOf } from '../../errors.js';
import { timeOf } from '../writes/hybrid-clock.js';
/** @import { Clock } from '../../clock.js' */
/** @import { Log } from '../../log.js' */
/** @import { Answer } from './message.js' */
/** @import { Batch, Positions, WriteLog } from './write-log.js' */

/** Milliseconds between two messages when there is nothing to say. */
const HEARTBEAT = 1000;
/** Milliseconds for which a write waits for a peer. */
const PATIENCE = 1000;
/** Milliseconds before the first retry; twice as many before each of the next. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5000;
/** One may be due to a kept connection that the peer has just closed. */
const FAILURES_OF_LOST = 2;

/**
 * Sends a peer what it lacks, one message after the other, until it has all; then a heartbeat a second. Each answer says what the
 * peer has: it alone decides what is sent next.
 */
export class Link {
  /** Of the peer; none: not known yet. @type {Positions | undefined} */
  #positions;
  #peer = '';
  /** The number of a write before which the peer has all. */
  #start = 0;
  #failures = 0;
  /** Whether writes no longer wait for it. */
  #isAway = false;
  /** The last write that did not wait for it. */
  #skipped = '';
  /** Sorted by version. @type {{ version: string, resolve: () => void }[]} */
  #waiting = [];
  #stopWaiting = () => {};
  #isWoken = false;
  #wakeUp = () => {};
  #endSleep = () => {};
  #closing = new AbortController();
  #writeLog;
  #node;
  #send;
  #clock;
  #random;
  #log;

  /**
   * @param {object} deps
   * @param {string} deps.name  of the peer, for the log and /.cache/status
   * @param {string} deps.node  this one
   * @param {WriteLog} deps.writeLog
   * @param {(batch: Batch, signal: AbortSignal) => Promise<Answer>} deps.send
   * @param {Clock} deps.clock
   * @param {() => number} deps.random  from 0 to 1
   * @param {Log} deps.log
   */
  constructor({ name, node, writeLog, send, clock, random, log }) {
    this.name = name;
    this.#node = node;
    this.#writeLog = writeLog;
    this.#send = send;
    this.#clock = clock;
    this.#random = random;
    this.#log = log;
  }

  get isClosed() {
    return this.#closing.signal.aborted;
  }

  /** The node that answered last; '' before the first answer. */
  get peer() {
    return this.#peer;
  }

  /** @returns {{ name: string, queued: number, lagMs: number, lost: boolean }} `lagMs`: the age of the oldest write that is queued */
  status() {
    const { count, oldest } = this.#writeLog.ownAfter(this.#ownPosition());
    const lagMs = oldest ? Math.max(0, this.#clock.now() - timeOf(oldest)) : 0;
    const lost = !this.#positions || this.#isAway || this.#ownPosition() < this.#skipped;
    return { name: this.name, queued: count, lagMs, lost };
  }

  /** Asks the peer what it has, without sending anything. @returns {Promise<void>} also when it does not answer */
  async greet() {
    await this.#exchange({ from: {}, forgotten: {}, writes: [] });
  }

  /** @returns {Positions} of the peer; empty as long as it has not answered */
  positions() {
    return this.#positions ?? {};
  }

  /** Sends until the link is closed. */
  async run() {
    while (!this.isClosed) {
      this.#isWoken = false;
      const { start, ...batch } = this.#nextBatch();
      this.#start = start;
      const before = this.#positions;
      const hasAnswered = await this.#exchange(batch);
      const isStuck = hasAnswered && before && !isEmpty(batch) && !this.#hasMoved(before);
      if (isStuck) this.#fail('It does not take what it is sent');
      if (!hasAnswered || isStuck) await this.#sleep(this.#pause());
      else if (isEmpty(batch) && !this.#isWoken) {
        this.#wakeUp = () => this.#endSleep();
        await this.#sleep(HEARTBEAT);
        this.#wakeUp = () => {};
      }
    }
  }

  /** Something new can be sent. */
  wake() {
    this.#isWoken = true;
    this.#wakeUp();
  }

  /**
   * @param {string} version  of a write of this node
   * @returns {Promise<void>} resolves when the peer has it, or is lost
   */
  async reached(version) {
    if (this.isClosed || this.#ownPosition() >= version) return;
    if (this.#isAway) {
      this.#skipped = version;
      return;
    }
    if (this.#waiting.length === 0) this.#limitWaiting();
    await new Promise((resolve) =>
      this.#waiting.push({ version, resolve: () => resolve(undefined) }),
    );
  }

  close() {
    this.#closing.abort();
    this.#release();
    this.#endSleep();
  }

  #nextBatch() {
    if (this.#positions) return this.#writeLog.lackedBy(this.#positions, this.#start);
    return { from: {}, forgotten: {}, writes: [], start: 0 };
  }

  /** @param {Batch} batch @returns {Promise<boolean>} whether the peer has answered */
  async #exchange(batch) {
    const ownBefore = this.#writeLog.position(this.#node);
    try {
      const answer = await this.#send(batch, this.#closing.signal);
      this.#take(answer, ownBefore);
      return true;
    } catch (error) {
      if (!this.isClosed) this.#fail(messageOf(error));
      return false;
    }
  }

  /** @param {Answer} answer @param {string} ownBefore this node's position when the message was sent */
  #take({ node, positions }, ownBefore) {
    if (node === this.#node) {
      this.#log.info({ peer: this.name }, 'This peer is this node itself');
      this.close();
      return;
    }
    if (node !== this.#peer) this.#start = 0;
    this.#peer = node;
    this.#positions = positions;
    this.#failures = 0;
    const own = this.#ownPosition();
    const arrived = this.#waiting.filter(({ version }) => version <= own);
    if (arrived.length > 0) {
      this.#waiting.splice(0, arrived.length);
      this.#stopWaiting();
      if (this.#waiting.length > 0) this.#limitWaiting();
      for (const { resolve } of arrived) resolve();
    }
    if (!this.#isAway || own < ownBefore) return;
    this.#isAway = false;
    this.#log.info({ peer: this.name }, 'A peer is back');
  }

  /** @param {string} reason */
  #fail(reason) {
    this.#failures++;
    // What it had may be gone when it answers again.
    this.#start = 0;
    if (this.#failures >= FAILURES_OF_LOST) this.#lose(reason);
  }

  /** @param {string} reason */
  #lose(reason) {
    if (!this.#isAway) this.#log.warn({ peer: this.name, reason }, 'A peer is lost');
    this.#isAway = true;
    this.#skipped = this.#waiting.at(-1)?.version ?? this.#skipped;
    this.#release();
  }

  #limitWaiting() {
    this.#stopWaiting = this.#clock.after(PATIENCE, () => this.#lose('It does not answer in time'));
  }

  #release() {
    this.#stopWaiting();
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #ownPosition() {
    return this.#positions?.[this.#node] ?? '';
  }

  /** @param {Positions} before */
  #hasMoved(before) {
    return Object.entries(this.positions()).some(([node, version]) => version !== before[node]);
  }

  /** @returns {number} milliseconds; some by chance, so that several nodes do not try all at once */
  #pause() {
    const doublings = Math.min(this.#failures - 1, 10);
    return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** doublings) * (0.5 + this.#random() / 2);
  }

  /** @param {number} ms */
  async #sleep(ms) {
    if (this.isClosed) return;
    await new Promise((resolve) => {
      const cancel = this.#clock.after(ms, () => resolve(undefined));
      this.#endSleep = () => {
        cancel();
        resolve(undefined);
      };
    });
  }
}

/** @param {Batch} batch */
const isEmpty = ({ forgotten, writes }) =>
  writes.length === 0 && Object.keys(forgotten).length === 0;
