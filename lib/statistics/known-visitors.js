import { randomInt } from 'node:crypto';
/** @import { Hash } from './visitors.js' */

/** @typedef {Hash & { likeness: number }} Visitor  with the number of what it has in common with others */

/** Visitors that are remembered; when there are more, all are forgotten. */
const MOST = 16_000;
/** A power of 2. */
const SLOTS = 2 ** 15;

/** What is in a slot: a checksum of 8 bytes, a hash, and a number after adding 1: if it is 0, the slot is free. */
const [ONE, OTHER, HIGH, LOW, LIKENESS] = [0, 1, 2, 3, 4];
/** Numbers of a slot, as in visitors.js. */
const WIDTH = 8;

/** Of the texts that tell visitors apart; what is beyond is not looked at. */
const MOST_BYTES = 1024;
/** Of FNV-1a, and of MurmurHash3. */
const [PRIME, OTHER_PRIME] = [0x01000193, 0x85ebca6b];

/**
 * Remembers what was found out about visitors, so that most requests need no parsing. They are told apart by a
 * checksum, since comparing texts costs more than the rest of counting; it begins with random numbers, so that nobody
 * can aim at another one's.
 */
export class KnownVisitors {
  #slots = new Uint32Array(SLOTS * WIDTH);
  #size = 0;
  #seed = randomInt(2 ** 32);
  #otherSeed = randomInt(2 ** 32);
  #bytes = Buffer.alloc(MOST_BYTES);
  #words = new Int32Array(this.#bytes.buffer, this.#bytes.byteOffset, MOST_BYTES / 4);
  /** The checksum that was made last. */
  #one = 0;
  #other = 0;

  /**
   * @param {string} userAgent
   * @param {string} accepted  the beginning of Accept-Language
   * @param {string} key  from which the address follows
   * @returns {Visitor | null}
   */
  find(userAgent, accepted, key) {
    this.#sum(userAgent, accepted, key);
    const at = this.#slot();
    const slots = this.#slots;
    if (slots[at + LIKENESS] === 0) return null;
    return {
      high: slots[at + HIGH],
      low: slots[at + LOW],
      likeness: slots[at + LIKENESS] - 1,
    };
  }

  /**
   * @param {string} userAgent
   * @param {string} accepted
   * @param {string} key
   * @param {Visitor} visitor
   */
  add(userAgent, accepted, key, { high, low, likeness }) {
    if (this.#size === MOST) this.clear();
    this.#sum(userAgent, accepted, key);
    const at = this.#slot();
    if (this.#slots[at + LIKENESS] === 0) this.#size++;
    this.#slots.set([this.#one, this.#other, high, low, likeness + 1], at);
  }

  clear() {
    this.#slots.fill(0);
    this.#size = 0;
  }

  /** @param {string} userAgent @param {string} accepted @param {string} key */
  #sum(userAgent, accepted, key) {
    // Characters that are copied out at once cost a fraction of those that are read one by one.
    const length = this.#bytes.write(key + accepted + userAgent, 'latin1');
    this.#bytes[length] = this.#bytes[length + 1] = this.#bytes[length + 2] = 0;
    const lengths = (key.length << 16) | accepted.length;
    let one = this.#seed ^ lengths;
    let other = this.#otherSeed ^ lengths;
    for (let at = 0; at < length; at += 4) {
      const word = this.#words[at >> 2];
      one = Math.imul(one ^ word, PRIME);
      one ^= one >>> 15;
      other = Math.imul(((other << 5) | (other >>> 27)) ^ word, OTHER_PRIME);
    }
    this.#one = one >>> 0;
    this.#other = other >>> 0;
  }

  /** @returns {number} where the slot of this visitor begins, or the free one that it would have */
  #slot() {
    const slots = this.#slots;
    const one = this.#one;
    const other = this.#other;
    const mask = slots.length - 1;
    let at = Math.imul(one, WIDTH) & mask;
    while (slots[at + LIKENESS] !== 0 && (slots[at + ONE] !== one || slots[at + OTHER] !== other))
      at = (at + WIDTH) & mask;
    return at;
  }
}
