import { randomInt } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/**
 * The visitors of some time: for each, when it was here. Any number of them can be merged, with an exact result: a
 * visit is a row of requests with less than half an hour between two, and two spans that are that close are one.
 *
 * Its memory is bounded. Beyond a number of visitors, only those whose hash ends in a zero bit are kept, and count
 * twice; then in two, and so on.
 *
 * They are in a hash table with open addressing, one array of numbers: nearly every request is by someone else, and
 * each object of theirs would be one more piece of memory that the processor does not have at hand.
 *
 * @typedef {{ high: number, low: number }} Hash  of 8 bytes, as two unsigned numbers
 * @typedef {{ start: number, end: number }} Span  milliseconds since the origin, so that they fit in 4 bytes
 * @typedef {{ level: number, spans: string, origin?: number }} DumpedVisitors  for JSON. `spans`: Base64 of hash, start
 *   and end of each. Without an origin, as an earlier version wrote them, they are seconds since 1970
 */

/** Milliseconds without a request after which a visit has ended. */
const PAUSE = 30 * 60_000;
/** Bytes of a hash, and of a span in a dump. */
const HASH_BYTES = 8;
const SPAN_BYTES = HASH_BYTES + 8;
/** Slots or spans after which others have their turn. */
const SLICE = 2000;

/**
 * What is in a slot: a hash, the last span, whose end is 0 if the slot is free, and the place in `#earlier` of those
 * before.
 */
const [HIGH, LOW, START, END, EARLIER] = [0, 1, 2, 3, 4];
/** Numbers of a slot, and those that it has room for: so it is never in two lines of the processor's cache. */
const [USED, WIDTH] = [5, 8];
const FIRST_SLOTS = 16;
/** Visitors that may be noted before `makeRoom` is called: as many as recorder.js counts at once. */
const SPARE = 32;

export class Visitors {
  #most;
  #origin;
  /** How many bits of a hash must be zero. */
  #level = 0;
  #size = 0;
  #slots = new Uint32Array(FIRST_SLOTS * WIDTH);
  /** Odd, and another one for each: a table that is filled in the order of another one's slots would get long runs. */
  #factor = 2 * randomInt(2 ** 31) + 1;
  /** The product's first bits are the number of a slot. */
  #shift = shiftFor(FIRST_SLOTS);
  /** The last one of each visitor, by slot. @type {(string | undefined)[]} */
  #pages = new Array(FIRST_SLOTS);
  /** @type {Span[][]} */
  #earlier = [[]];

  /**
   * @param {number} most  visitors up to which the figures are exact
   * @param {number} origin  milliseconds since 1970, before all that will be noted, by 49 days at most
   */
  constructor(most, origin) {
    this.#most = most;
    this.#origin = origin;
  }

  /** @returns {number} of visitors */
  get count() {
    return this.#size * 2 ** this.#level;
  }

  /** @returns {number} of visits */
  get visits() {
    const slots = this.#slots;
    let visits = this.#size;
    for (let at = 0; at < slots.length; at += WIDTH)
      if (slots[at + EARLIER] !== 0) visits += visitsOf(this.#spansAt(slots, at)) - 1;
    return visits * 2 ** this.#level;
  }

  /**
   * Notes a request. A clock may have been set back.
   * @param {Hash} visitor
   * @param {number} moment  milliseconds since 1970
   * @param {string} [page]
   */
  add(visitor, moment, page) {
    if (!isRetained(visitor.low, this.#level)) return;
    const time = moment - this.#origin;
    const at = this.#enter(visitor, time);
    const slots = this.#slots;
    const start = slots[at + START];
    const end = slots[at + END];
    if (time >= end + PAUSE || time <= start - PAUSE) {
      this.#addEarlier(at, { start, end });
      slots[at + START] = slots[at + END] = time;
    } else if (time > end) slots[at + END] = time;
    else if (time < start) slots[at + START] = time;
    this.#pages[at / WIDTH] = page;
    if (this.#size > this.#limit + SPARE) for (const _ of this.#rebuild());
  }

  /** Whether it is time to make room. With many more visitors it would happen at once, and hold the event loop. */
  get needsRoom() {
    return this.#size > this.#limit;
  }

  /** Nothing may be noted or merged meanwhile. */
  async makeRoom() {
    for (const _ of this.#rebuild()) await setImmediate();
  }

  /**
   * @param {number} moment  milliseconds since 1970
   * @returns {{ hash: string, page: string }[]} who was here since then, and where last
   */
  since(moment) {
    const since = moment - this.#origin;
    const slots = this.#slots;
    const found = [];
    for (const at of taken(slots))
      if (slots[at + END] >= since) {
        const hash = `${slots[at + HIGH]} ${slots[at + LOW]}`;
        found.push({ hash, page: this.#pages[at / WIDTH] ?? '' });
      }
    return found;
  }

  /** @returns {Promise<DumpedVisitors>} of those who come meanwhile, some */
  async dump() {
    const [level, slots] = [this.#level, this.#slots];
    const parts = [];
    for (let from = 0; from < slots.length; from += SLICE * WIDTH) {
      if (from > 0) await setImmediate();
      parts.push(this.#dumpPart(slots.subarray(from, from + SLICE * WIDTH)));
    }
    return { level, spans: Buffer.concat(parts).toString('base64'), origin: this.#origin };
  }

  /** Nothing else may be noted or merged meanwhile. @param {DumpedVisitors} dumped */
  async merge({ level, spans, origin }) {
    const timeOf = (/** @type {number} */ dumped) =>
      (origin === undefined ? dumped * 1000 : origin + dumped) - this.#origin;
    while (this.#level < level) for (const _ of this.#rebuild(true)) await setImmediate();
    const bytes = Buffer.from(spans, 'base64');
    for (let at = 0; at + SPAN_BYTES <= bytes.length; at += SPAN_BYTES) {
      const start = timeOf(bytes.readUInt32BE(at + HASH_BYTES));
      const end = timeOf(bytes.readUInt32BE(at + HASH_BYTES + 4));
      this.#mergeSpan(readHash(bytes, at), { start, end });
      if (this.needsRoom) await this.makeRoom();
      if (at % (SLICE * SPAN_BYTES) === 0) await setImmediate();
    }
  }

  /** @param {Hash} visitor @param {Span} span */
  #mergeSpan(visitor, span) {
    if (!isRetained(visitor.low, this.#level)) return;
    const size = this.#size;
    const at = this.#enter(visitor, span.start);
    if (this.#size === size) this.#addEarlier(at, span);
    else this.#slots[at + END] = span.end;
  }

  /**
   * @param {Hash} visitor
   * @param {number} time  of the first request, if it is a new one
   * @returns {number} where the slot begins
   */
  #enter(visitor, time) {
    const slots = this.#slots;
    const at = this.#slotOf(visitor.high, visitor.low, slots, this.#shift);
    if (slots[at + END] === 0) {
      slots[at + HIGH] = visitor.high;
      slots[at + LOW] = visitor.low;
      slots[at + START] = slots[at + END] = time;
      this.#size++;
    }
    return at;
  }

  /**
   * @param {number} high
   * @param {number} low
   * @param {Uint32Array} slots
   * @param {number} shift  for so many slots
   * @returns {number} where the slot of this hash begins, or the free one that it would have
   */
  #slotOf(high, low, slots, shift) {
    let at = (Math.imul(high, this.#factor) >>> shift) * WIDTH;
    while (slots[at + END] !== 0 && (slots[at + HIGH] !== high || slots[at + LOW] !== low))
      at = (at + WIDTH) % slots.length;
    return at;
  }

  /** @param {number} at @param {Span} span */
  #addEarlier(at, span) {
    const place = this.#slots[at + EARLIER];
    if (place > 0) this.#earlier[place].push(span);
    else this.#slots[at + EARLIER] = this.#earlier.push([span]) - 1;
  }

  /** @param {Uint32Array} slots @param {number} at @returns {Span[]} */
  #spansAt(slots, at) {
    return [
      ...this.#earlier[slots[at + EARLIER]],
      { start: slots[at + START], end: slots[at + END] },
    ];
  }

  /** @param {Uint32Array} slots */
  #dumpPart(slots) {
    const all = taken(slots);
    let count = all.length;
    for (const at of all) count += this.#earlier[slots[at + EARLIER]].length;
    const bytes = Buffer.alloc(count * SPAN_BYTES);
    let to = 0;
    for (const at of all)
      for (const { start, end } of this.#spansAt(slots, at)) {
        to = bytes.writeUInt32BE(slots[at + HIGH], to);
        to = bytes.writeUInt32BE(slots[at + LOW], to);
        to = bytes.writeUInt32BE(start, to);
        to = bytes.writeUInt32BE(end, to);
      }
    return bytes;
  }

  /**
   * Visitors up to which there is room for `SPARE` more: when more slots are taken, looking for a free one takes
   * longer.
   */
  get #limit() {
    return Math.min(this.#most, (this.#pages.length * 3) / 4 - SPARE);
  }

  /**
   * Makes the table anew: with twice as many slots, or with half of the visitors when they are too many.
   * @param {boolean} [isThinned]
   * @returns {Generator<void>} between its steps others may have their turn
   */
  *#rebuild(isThinned = this.#size > this.#most) {
    const level = this.#level + Number(isThinned);
    const count = this.#pages.length * (isThinned ? 1 : 2);
    const old = this.#slots;
    const slots = new Uint32Array(count * WIDTH);
    const pages = new Array(count);
    let size = 0;
    for (let from = 0; from < old.length; from += WIDTH) {
      if (from % (SLICE * WIDTH) === 0) yield;
      if (old[from + END] === 0 || !isRetained(old[from + LOW], level)) continue;
      const at = this.#slotOf(old[from + HIGH], old[from + LOW], slots, shiftFor(count));
      for (let place = 0; place < USED; place++) slots[at + place] = old[from + place];
      pages[at / WIDTH] = this.#pages[from / WIDTH];
      size++;
    }
    [this.#slots, this.#shift, this.#pages] = [slots, shiftFor(count), pages];
    [this.#size, this.#level] = [size, level];
  }
}

/** @param {number} low @param {number} level @returns {boolean} whether so many bits are zero */
const isRetained = (low, level) => (low & (2 ** level - 1)) === 0;

/** @param {number} count  of slots, a power of 2 */
const shiftFor = (count) => Math.clz32(count - 1);

/** @param {Buffer} bytes @param {number} [at] @returns {Hash} */
export const readHash = (bytes, at = 0) => ({
  high: bytes.readUInt32BE(at),
  low: bytes.readUInt32BE(at + 4),
});

/** @param {Uint32Array} slots @returns {number[]} where each slot that is not free begins */
function taken(slots) {
  const found = [];
  for (let at = 0; at < slots.length; at += WIDTH) if (slots[at + END] !== 0) found.push(at);
  return found;
}

/** @param {Span[]} spans */
function visitsOf(spans) {
  let visits = 0;
  let last = -Infinity;
  for (const { start, end } of spans.sort((one, other) => one.start - other.start)) {
    if (start >= last + PAUSE) visits++;
    last = Math.max(last, end);
  }
  return visits;
}
