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
/** Of those that may not be kept any more, how many are looked at for each that comes: so they have gone before there are too many again. */
const SWEPT = 4;
/** Bytes of a hash, and of a span in a dump. */
export const HASH_BYTES = 8;
const SPAN_BYTES = HASH_BYTES + 8;

export class Visitors {
  #most;
  /** How many bits of a hash must be zero. */
  #level;
  /** By hash, as a string of one character for each byte. @type {Map<string, Span>} */
  #spans = new Map();
  /** Those of which some may not be kept any more. @type {Iterator<string> | null} */
  #rest = null;

  /** @param {number} most  visitors that are kept @param {number} [level]  0: all of them as long as there are no more */
  constructor(most, level = 0) {
    this.#most = most;
    this.#level = level;
  }

  /** @returns {number} of visitors */
  get count() {
    let count = this.#spans.size;
    if (this.#rest) for (const hash of this.#spans.keys()) if (!this.#isKept(hash)) count--;
    return count * 2 ** this.#level;
  }

  /** @returns {number} of visits */
  get visits() {
    let visits = 0;
    for (const [hash, span] of this.#spans) if (this.#isKept(hash)) visits += visitsOf(span);
    return visits * 2 ** this.#level;
  }

  /** @param {string} hash @returns {Span | undefined} */
  find(hash) {
    return this.#spans.get(hash);
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
    if (this.#rest) this.#sweep(SWEPT);
    else if (this.#spans.size > this.#most) this.#thin(this.#level + 1);
    return span;
  }

  /** @param {number} since  seconds since 1970 @returns {{ hash: string, page: string }[]} who was here since then, and where last */
  since(since) {
    const found = [];
    for (const [hash, { end, page = '' }] of this.#spans)
      if (end >= since) found.push({ hash, page });
    return found;
  }

  /** @returns {{ level: number, spans: string }} for JSON: Base64 of hash, start and end of each */
  dump() {
    this.#sweep(Infinity);
    let size = 0;
    for (const { earlier } of this.#spans.values()) size += 1 + (earlier?.length ?? 0);
    const bytes = Buffer.alloc(size * SPAN_BYTES);
    let at = 0;
    for (const [hash, span] of this.#spans)
      for (const { start, end } of [...(span.earlier ?? []), span]) {
        bytes.write(hash, at, 'latin1');
        bytes.writeUInt32BE(start, at + HASH_BYTES);
        bytes.writeUInt32BE(end, at + HASH_BYTES + 4);
        at += SPAN_BYTES;
      }
    return { level: this.#level, spans: bytes.toString('base64') };
  }

  /** @param {{ level: number, spans: string }} dumped */
  merge({ level, spans }) {
    if (this.#level < level) this.#thin(level);
    const bytes = Buffer.from(spans, 'base64');
    for (let at = 0; at + SPAN_BYTES <= bytes.length; at += SPAN_BYTES) {
      const hash = bytes.toString('latin1', at, at + HASH_BYTES);
      const start = bytes.readUInt32BE(at + HASH_BYTES);
      const end = bytes.readUInt32BE(at + HASH_BYTES + 4);
      const known = this.#spans.get(hash);
      if (known) (known.earlier ??= []).push({ start, end });
      else this.enter(hash, start).end = end;
    }
  }

  /** @param {string} hash */
  #isKept(hash) {
    const bits = (hash.charCodeAt(HASH_BYTES - 2) << 8) | hash.charCodeAt(HASH_BYTES - 1);
    return (bits & (2 ** this.#level - 1)) === 0;
  }

  /** @param {number} level */
  #thin(level) {
    this.#level = level;
    this.#rest = this.#spans.keys();
  }

  /** Deletes some that are not kept any more: all of a day at once would take 20 ms. @param {number} count  that are looked at */
  #sweep(count) {
    for (let seen = 0; this.#rest && seen < count; seen++) {
      const { value: hash, done } = this.#rest.next();
      if (done) this.#rest = null;
      else if (!this.#isKept(hash)) this.#spans.delete(hash);
    }
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
