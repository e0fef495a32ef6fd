import { setImmediate } from 'node:timers/promises';

/**
 * The visitors of some time: for each, when it was here. Any number of them can be merged, with an exact result: a visit is a row of
 * requests with less than half an hour between two, and two spans that are that close are one.
 *
 * Its memory is bounded. Beyond a number of visitors, only those whose hash ends in a zero bit are kept, and count twice; then in two, and so on.
 *
 * @typedef {{ start: number, end: number, page?: string, earlier?: Span[] }} Span  seconds since 1970; `page`: the last one;
 *   `earlier`: its spans before this one
 */

/** Seconds without a request after which a visit has ended. */
const PAUSE = 30 * 60;
/** Bytes of a hash, and of a span in a dump. */
export const HASH_BYTES = 8;
const SPAN_BYTES = HASH_BYTES + 8;
/** Spans after which others have their turn. */
const SLICE = 2000;

export class Visitors {
  #most;
  /** How many bits of a hash must be zero. */
  #level = 0;
  /** By hash, as a string of one character for each byte. @type {Map<string, Span>} */
  #spans = new Map();

  /** @param {number} most  visitors up to which the figures are exact */
  constructor(most) {
    this.#most = most;
  }

  /** @returns {number} of visitors */
  get count() {
    return this.#spans.size * 2 ** this.#level;
  }

  /** @returns {number} of visits */
  get visits() {
    let visits = 0;
    for (const span of this.#spans.values()) visits += visitsOf(span);
    return visits * 2 ** this.#level;
  }

  /**
   * @param {string} hash
   * @param {number} second
   * @returns {Span} to be passed to `extend` at each further request
   */
  enter(hash, second) {
    const known = this.#spans.get(hash);
    if (known) return known;
    const span = { start: second, end: second };
    if (this.#isKept(hash)) this.#spans.set(hash, span);
    if (this.#spans.size > this.#most) this.#thin();
    return span;
  }

  /** @param {number} since  seconds since 1970 @returns {{ hash: string, page: string }[]} who was here since then, and where last */
  since(since) {
    const found = [];
    for (const [hash, { end, page = '' }] of this.#spans)
      if (end >= since) found.push({ hash, page });
    return found;
  }

  /** @returns {Promise<{ level: number, spans: string }>} for JSON: Base64 of hash, start and end of each */
  async dump() {
    let size = 0;
    for (const { earlier } of this.#spans.values()) size += 1 + (earlier?.length ?? 0);
    const bytes = Buffer.alloc(size * SPAN_BYTES);
    let at = 0;
    for (const [hash, span] of this.#spans)
      for (const { start, end } of [...(span.earlier ?? []), span]) {
        // Who came meanwhile is in the next one.
        if (at === bytes.length) break;
        for (let byte = 0; byte < HASH_BYTES; byte++) bytes[at + byte] = hash.charCodeAt(byte);
        bytes.writeUInt32BE(start, at + HASH_BYTES);
        bytes.writeUInt32BE(end, at + HASH_BYTES + 4);
        at += SPAN_BYTES;
        if (at % (SLICE * SPAN_BYTES) === 0) await setImmediate();
      }
    return { level: this.#level, spans: bytes.toString('base64', 0, at) };
  }

  /** @param {{ level: number, spans: string }} dumped */
  async merge({ level, spans }) {
    while (this.#level < level) this.#thin();
    const bytes = Buffer.from(spans, 'base64');
    for (let at = 0; at + SPAN_BYTES <= bytes.length; at += SPAN_BYTES) {
      const hash = bytes.toString('latin1', at, at + HASH_BYTES);
      const start = bytes.readUInt32BE(at + HASH_BYTES);
      const end = bytes.readUInt32BE(at + HASH_BYTES + 4);
      const known = this.#spans.get(hash);
      if (known) (known.earlier ??= []).push({ start, end });
      else this.enter(hash, start).end = end;
      if (at % (SLICE * SPAN_BYTES) === 0) await setImmediate();
    }
  }

  /** @param {string} hash */
  #isKept(hash) {
    const bits = (hash.charCodeAt(HASH_BYTES - 2) << 8) | hash.charCodeAt(HASH_BYTES - 1);
    return (bits & (2 ** this.#level - 1)) === 0;
  }

  #thin() {
    this.#level++;
    for (const hash of this.#spans.keys()) if (!this.#isKept(hash)) this.#spans.delete(hash);
  }
}

/**
 * Notes a further request of a visitor. A clock may have been set back.
 * @param {Span} span
 * @param {number} second  since 1970
 */
export function extend(span, second) {
  if (second >= span.end + PAUSE || second <= span.start - PAUSE) {
    (span.earlier ??= []).push({ start: span.start, end: span.end });
    span.start = span.end = second;
  } else if (second > span.end) span.end = second;
  else if (second < span.start) span.start = second;
}

/** @param {Span} span */
function visitsOf({ start, end, earlier }) {
  if (!earlier) return 1;
  const all = [...earlier, { start, end }].sort((one, other) => one.start - other.start);
  let visits = 0;
  let last = -Infinity;
  for (const each of all) {
    if (each.start >= last + PAUSE) visits++;
    last = Math.max(last, each.end);
  }
  return visits;
}
