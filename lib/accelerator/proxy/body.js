/** @import { ServerResponse as Response } from 'node:http' */

/** Bytes that wait for a reader before the origin has to wait as well. */
const WAITING = 64 * 1024;

/** Bytes of a piece besides its content. */
const OVERHEAD = 128;

/**
 * @typedef {object} Budget  Of bodies that are kept while they come.
 * @property {number} largest  bytes of one
 * @property {number} total  bytes of all in memory together
 * @property {number} used  of these
 *
 * @typedef {'whole' | 'too-large' | 'given-up'} End  of a body that was kept
 *
 * @typedef {{ start: number, end: number }} Part  of a body, both ends included
 *
 * @typedef {{ response: Response, next: number, skip: number, left: number, mustWait: boolean }} Reader  `next`: the
 *   number of its next piece; `skip`: bytes before its part; `left`: bytes to be sent
 *
 * @typedef {{ bytes: Buffer, readers: number }} Piece  `readers`: that have yet to take it
 */

/**
 * The body of an origin's response, passed on as it comes to any number of readers, each at its own pace. While it is
 * kept, the origin waits for nobody, and new readers get all of it. Otherwise pieces are dropped as soon as all have
 * taken them, and the origin waits: for one reader soon, for the slowest of several when it is as far behind as could
 * have been kept.
 */
export class Body {
  #source;
  /** @type {Piece[]} */
  #pieces = [];
  /** Pieces that were dropped. */
  #dropped = 0;
  /** Bytes in memory. */
  #held = 0;
  /** @type {Set<Reader>} */
  #readers = new Set();
  /** @type {{ budget: Budget, mayGoOn: () => boolean, onEnd: (end: End) => void } | null} */
  #storing = null;
  /** What it counts for. @type {Budget | null} */
  #budget = null;
  #isPaused = false;
  /** Whether nobody will read what comes. */
  #isAbandoned = false;
  /** Bytes that have come. */
  length = 0;
  isComplete = false;
  /** Why it will never be complete. @type {unknown} */
  error = null;

  /** @param {{ resume: () => void, abort: () => void }} source  calls `push`, `complete` and `fail` */
  constructor(source) {
    this.#source = source;
  }

  /** Whether a new reader can get all of it. */
  get isJoinable() {
    return this.#dropped === 0 && this.error === null;
  }

  /** @param {Buffer} bytes @returns {boolean} false: the source has to wait until it is resumed */
  push(bytes) {
    if (this.#isSettled) return false;
    this.length += bytes.length;
    this.#pieces.push({ bytes, readers: this.#readers.size });
    this.#count(bytes.length + OVERHEAD);
    this.#checkStoring();
    for (const reader of this.#readers) if (!reader.mustWait) this.#serve(reader);
    this.#isPaused = this.#isFull();
    return !this.#isPaused;
  }

  complete() {
    if (this.#isSettled) return;
    this.isComplete = true;
    this.#stopStoring('whole');
    this.#count(-this.#held);
    for (const reader of this.#readers) if (!reader.mustWait) this.#serve(reader);
  }

  /** Closes the connections of all readers. @param {unknown} error */
  fail(error) {
    if (this.#isSettled) return;
    this.error = error;
    this.#stopStoring('given-up');
    this.#drop(this.#pieces.length);
    for (const { response } of this.#readers) response.destroy();
    this.#readers.clear();
  }

  /**
   * Has it kept until it is complete, too large, or `mayGoOn` is false when a piece comes.
   * @param {Budget} budget
   * @param {{ mayGoOn: () => boolean, onEnd: (end: End) => void }} options  `onEnd` is called once, before a reader
   *   learns that it is complete
   */
  keep(budget, { mayGoOn, onEnd }) {
    this.#budget = budget;
    budget.used += this.#held;
    this.#storing = { budget, mayGoOn, onEnd };
    this.#checkStoring();
    this.#resume();
  }

  /** @returns {Buffer} all of it, if it is complete and joinable */
  whole() {
    if (this.#pieces.length === 1) return this.#pieces[0].bytes;
    const all = Buffer.concat(this.#pieces.map(({ bytes }) => bytes));
    // Those who are still reading hold the same memory.
    let at = 0;
    for (const piece of this.#pieces) piece.bytes = all.subarray(at, (at += piece.bytes.length));
    return all;
  }

  /**
   * Sends it as it comes, and ends the response with it. The connection is closed when it cannot be completed.
   * @param {Response} response  whose headers were written
   * @param {Part} [part]
   */
  sendTo(response, { start, end } = { start: 0, end: Infinity }) {
    if (response.destroyed) return this.abandon();
    if (this.isComplete && this.isJoinable && this.#pieces.length === 1)
      return void response.end(this.#pieces[0].bytes.subarray(start, end + 1));
    const [next, left] = [this.#dropped, end + 1 - start];
    const reader = { response, next, skip: start, left, mustWait: false };
    for (const piece of this.#pieces) piece.readers++;
    this.#readers.add(reader);
    this.#isAbandoned = false;
    response.once('close', () => this.#leave(reader));
    this.#serve(reader);
    // The body may be long in coming, as that of a stream of events.
    if (this.length === 0) setImmediate(() => response.writableEnded || response.flushHeaders());
  }

  /** Nobody reads it, unless somebody does already: it goes on only to be kept. */
  abandon() {
    if (this.#readers.size > 0) return;
    this.#isAbandoned = true;
    if (!this.#storing) this.destroy();
  }

  /** Gives it up. */
  destroy() {
    if (this.#isSettled) return;
    this.fail(new Error('The response was given up'));
    this.#source.abort();
  }

  get #isSettled() {
    return this.isComplete || this.error !== null;
  }

  /** @param {Reader} reader */
  #serve(reader) {
    const { response } = reader;
    reader.mustWait = false;
    /** What ends the response, if it is there. */
    let last;
    while (!reader.mustWait && this.#hasMore(reader)) {
      const piece = this.#pieces[reader.next++ - this.#dropped];
      piece.readers--;
      const bytes = partOf(piece.bytes, reader);
      if (this.isComplete && !this.#hasMore(reader)) last = bytes;
      else if (bytes.length > 0) reader.mustWait = !response.write(bytes);
    }
    if (reader.left === 0 || (this.isComplete && !this.#hasMore(reader))) {
      response.end(last);
      this.#leave(reader);
    } else if (reader.mustWait) response.once('drain', () => this.#serve(reader));
    this.#dropTaken();
    this.#resume();
  }

  /** @param {Reader} reader */
  #hasMore({ next }) {
    return next < this.#dropped + this.#pieces.length;
  }

  /** @param {Reader} reader */
  #leave(reader) {
    if (!this.#readers.delete(reader)) return;
    for (const piece of this.#pieces.slice(Math.max(0, reader.next - this.#dropped)))
      piece.readers--;
    this.#dropTaken();
    this.#resume();
    this.abandon();
  }

  #dropTaken() {
    if (this.#storing || this.isComplete || this.#readers.size === 0) return;
    let taken = 0;
    while (this.#pieces[taken]?.readers === 0) taken++;
    this.#drop(taken);
  }

  /** @param {number} count of pieces */
  #drop(count) {
    if (count === 0) return;
    for (const { bytes } of this.#pieces.splice(0, count)) this.#count(-bytes.length - OVERHEAD);
    this.#dropped += count;
  }

  /** @param {number} bytes */
  #count(bytes) {
    this.#held += bytes;
    if (this.#budget) this.#budget.used += bytes;
  }

  #isFull() {
    if (this.#storing) return false;
    const { largest = 0, used = 0, total = 0 } = this.#budget ?? {};
    const most = this.#readers.size > 1 && used <= total ? largest : WAITING;
    return this.#held >= Math.max(most, WAITING);
  }

  #resume() {
    if (!this.#isPaused || this.#isSettled || this.#isFull()) return;
    this.#isPaused = false;
    this.#source.resume();
  }

  #checkStoring() {
    if (!this.#storing) return;
    const { budget, mayGoOn } = this.#storing;
    if (this.length > budget.largest) this.#stopStoring('too-large');
    else if (budget.used > budget.total || !mayGoOn()) this.#stopStoring('given-up');
  }

  /** @param {End} end */
  #stopStoring(end) {
    if (!this.#storing) return;
    const { onEnd } = this.#storing;
    this.#storing = null;
    onEnd(end);
    if (this.#isAbandoned) this.destroy();
    else this.#dropTaken();
  }
}

/** @param {Buffer} bytes @param {Reader} reader @returns {Buffer} what it wants of them */
function partOf(bytes, reader) {
  if (reader.skip === 0 && reader.left >= bytes.length) {
    reader.left -= bytes.length;
    return bytes;
  }
  const part = bytes.subarray(reader.skip, reader.skip + reader.left);
  reader.skip -= Math.min(reader.skip, bytes.length);
  reader.left -= part.length;
  return part;
}
