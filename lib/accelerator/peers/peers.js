import { steady } from '../../clock.js';
import { LarderError, messageOf } from '../../errors.js';
import { Inbox } from './inbox.js';
import { Link } from './link.js';
import { decodeAnswer, decodeMessage, encodeMessage } from './message.js';
import { forPeers, WriteLog } from './write-log.js';
/** @import { Clock } from '../../clock.js' */
/** @import { Log } from '../../log.js' */
/** @import { VersionedWrite } from '../types.js' */
/** @import { Writes } from '../writes/writes.js' */
/** @import { HybridClock } from '../writes/hybrid-clock.js' */
/** @import { Answer } from './message.js' */
/** @import { StateFile } from './state-file.js' */
/** @import { Batch } from './write-log.js' */

/**
 * @typedef {object} Transport
 * @property {(url: string, body: Buffer, signal: AbortSignal) => Promise<Buffer>} send  to a peer; rejects unless it answers 200
 * @property {() => Promise<void>} close
 */

/** Milliseconds that a start waits for the peers' greetings, and a stop for what is queued. */
const GREETING_WITHIN = 1000;
/** Milliseconds between two records of the positions. One is written when it is that old: by then the disk has what it stands for. */
const RECORD_EVERY = 10_000;
/** Milliseconds after which a peer that sends nothing may have writes that this node lacks. */
const SILENCE = 3000;

/** The other nodes of a full mesh: passes on what this node writes, and takes in what they write. */
export class Peers {
  #isStarted = false;
  #inbox;
  #writeLog;
  /** @type {Link[]} */
  #links;
  /** When each peer sent something last. @type {Map<Link, number>} */
  #heard = new Map();
  #isSuspended = false;
  #isStopped = false;
  #transport;
  #writes;
  #told;
  #now;
  #hybridClock;
  #clock;
  #stateFile;
  #log;

  /**
   * @param {object} deps
   * @param {string[]} deps.urls  of the peers; this node's own may be among them
   * @param {Transport} deps.transport
   * @param {Writes} deps.writes
   * @param {{ suspend: () => void, resume: () => void }} deps.told
   * @param {HybridClock} deps.hybridClock
   * @param {Clock} deps.clock
   * @param {() => number} deps.random  from 0 to 1
   * @param {Pick<StateFile, 'load' | 'save' | 'remove'>} deps.stateFile
   * @param {Log} deps.log
   * @param {number} [deps.maxWrites]  that are remembered for peers that are away
   */
  constructor({
    urls,
    transport,
    writes,
    told,
    hybridClock,
    clock,
    random,
    stateFile,
    log,
    maxWrites,
  }) {
    const { node } = hybridClock;
    const writeLog = new WriteLog({ clock, node, maxWrites });
    this.#transport = transport;
    this.#writes = writes;
    this.#told = told;
    this.#now = steady(clock);
    this.#writeLog = writeLog;
    this.#hybridClock = hybridClock;
    this.#clock = clock;
    this.#stateFile = stateFile;
    this.#log = log;
    this.#inbox = new Inbox({ writes, writeLog, hybridClock, clock });
    this.#links = urls.map((url) => {
      const exchange = (/** @type {Batch} */ batch, /** @type {AbortSignal} */ signal) =>
        this.#exchange(batch, (body) => transport.send(url, body, signal));
      const name = new URL(url).host;
      return new Link({ name, node, writeLog, send: exchange, clock, random, log });
    });
  }

  /** Connects to the peers. Resolves when this node may serve: after a second at most, whoever answers. */
  async start() {
    const saved = this.#stateFile.load();
    await this.#greet();
    if (saved && this.#isPast(saved.floor)) {
      this.#writeLog.skipTo(saved.positions);
      this.#writes.resume(saved.floor);
      // The floor is of the last stop. The positions stay true: it does no harm to receive writes once more.
      this.#stateFile.save({ positions: saved.positions });
    } else {
      for (const link of this.#links) this.#writeLog.skipTo(link.positions());
      this.#writes.startEmpty();
      this.#stateFile.remove();
    }
    this.#writes.onPerformed((write) => this.#passOn(write));
    this.#isStarted = true;
    for (const link of this.#links) void link.run();
    this.#every(SILENCE / 3, () => this.#checkSilence());
    this.#every(RECORD_EVERY, this.#createRecorder());
  }

  /**
   * @param {Buffer} body  of a peer's request
   * @returns {Promise<Answer>}
   * @throws {LarderError} `badRequest`, `invalid`, `conflict` (its clock), `unavailable` (this node is starting)
   */
  async receive(body) {
    const message = decodeMessage(body);
    if (!this.#isStarted) throw new LarderError('unavailable', 'This node is starting');
    const link = this.#links.find(({ peer }) => peer === message.node);
    try {
      await this.#inbox.receive(message);
    } catch (error) {
      const peer = link?.name ?? message.node;
      this.#log.warn({ peer, reason: messageOf(error) }, 'The writes of a peer are refused');
      throw error;
    }
    if (link) this.#heard.set(link, this.#now());
    const { node } = this.#hybridClock;
    return { node, clock: this.#hybridClock.tick(), positions: this.#writeLog.positions() };
  }

  /** For /.cache/status. */
  status() {
    return this.#others().map((link) => link.status());
  }

  /** Waits a second at most until the peers have what is queued, and ends the links. */
  async stop() {
    this.#isStopped = true;
    const last = this.#writeLog.position(this.#hybridClock.node);
    await Promise.all(this.#links.map((link) => link.reached(last)));
    for (const link of this.#links) link.close();
    await this.#transport.close();
  }

  /** To be called after a stop, when the disk has all: so that the next start need not be empty. */
  save() {
    this.#stateFile.save({ positions: this.#writeLog.positions(), floor: this.#writes.floor() });
  }

  /** @param {string | undefined} floor @returns {boolean} whether the clock is not too far behind it, and now is after it */
  #isPast(floor) {
    try {
      if (floor) this.#hybridClock.receive(floor);
      return true;
    } catch {
      return false;
    }
  }

  async #greet() {
    const late = new Promise((resolve) => this.#clock.after(GREETING_WITHIN, () => resolve(null)));
    await Promise.race([late, Promise.all(this.#links.map((link) => link.greet()))]);
  }

  /** @param {VersionedWrite} write */
  async #passOn(write) {
    this.#writeLog.append(forPeers(write));
    for (const link of this.#links) link.wake();
    await Promise.all(this.#links.map((link) => link.reached(write.version)));
  }

  /** @param {Batch} batch @param {(body: Buffer) => Promise<Buffer>} send */
  async #exchange(batch, send) {
    const { node } = this.#hybridClock;
    const clock = this.#hybridClock.tick();
    const answer = decodeAnswer(await send(encodeMessage({ node, clock, ...batch })));
    this.#hybridClock.compare(answer.clock);
    return answer;
  }

  #others() {
    return this.#links.filter(({ isClosed }) => !isClosed);
  }

  /** What the origin tells is current until told otherwise, and that may be at a peer that is cut off. */
  #checkSilence() {
    const since = this.#now() - SILENCE;
    const isSilent = this.#others().some((link) => (this.#heard.get(link) ?? 0) < since);
    if (isSilent === this.#isSuspended) return;
    this.#isSuspended = isSilent;
    if (isSilent) this.#told.suspend();
    else this.#told.resume();
  }

  /** @returns {() => void} records the positions of the time at which it was last called */
  #createRecorder() {
    let positions = this.#writeLog.positions();
    return () => {
      this.#stateFile.save({ positions });
      positions = this.#writeLog.positions();
    };
  }

  /** @param {number} ms @param {() => void} callback until the stop */
  #every(ms, callback) {
    this.#clock.after(ms, () => {
      if (this.#isStopped) return;
      callback();
      this.#every(ms, callback);
    });
  }
}
