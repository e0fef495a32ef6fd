import { LRUCache } from 'lru-cache';
import { steady } from './clock.js';
import { LarderError } from './errors.js';
import { atMost } from './lru.js';
/** @import { Clock } from './clock.js' */
/** @import { Limit } from './limits.js' */

/** Milliseconds after which attempts are forgotten. */
const REMEMBERED = 60 * 60_000;
const SECOND = 1000;
const KEYS_AT_MOST = 10_000;

const AS_ATTEMPTS = {
  say: (/** @type {number} */ seconds) =>
    `Too many attempts. Please wait ${seconds} s and try again.`,
  word: 'tooManyAttempts',
};

/** Counts attempts by key, such as an account or an IP address. After the first few, each one doubles the wait. */
export class Attempts {
  /** @type {LRUCache<string, { count: number, last: number, until: number }>} */
  #entries = new LRUCache(atMost(KEYS_AT_MOST));
  #now;
  #limit;

  /** @param {Limit & { clock: Clock }} options */
  constructor({ clock, ...limit }) {
    this.#now = steady(clock);
    this.#limit = limit;
  }

  /** @param {string} key @returns {number} seconds to wait; 0: none */
  waitOf(key) {
    const wait = (this.#entries.get(key)?.until ?? 0) - this.#now();
    return Math.max(0, Math.ceil(wait / SECOND));
  }

  /**
   * @param {string} key
   * @throws {LarderError} `tooMany`, with Retry-After, while the wait lasts
   */
  check(key) {
    const seconds = this.waitOf(key);
    if (seconds > 0) throw tooMany(this.#limit, seconds);
  }

  /** Counts an attempt before its outcome is known, so that simultaneous ones count too. @param {string} key */
  count(key) {
    const { free, longestWait, perSecond = 0 } = this.#limit;
    const now = this.#now();
    const { count: before, last } = this.#entries.get(key) ?? { count: 0, last: now };
    const isForgotten = now - last >= REMEMBERED;
    const left = isForgotten ? 0 : Math.max(0, before - ((now - last) / SECOND) * perSecond);
    const over = left + 1 - free;
    const wait = over < 0 ? 0 : Math.min(SECOND * 2 ** over, longestWait);
    this.#entries.set(key, { count: left + 1, last: now, until: now + wait });
  }

  /** Counts one more. @param {string} key @throws {LarderError} `tooMany`, uncounted, while the wait lasts */
  take(key) {
    this.check(key);
    this.count(key);
  }

  /** Uncounts one attempt, because it succeeded. @param {string} key */
  forgive(key) {
    const known = this.#entries.get(key);
    if (known) this.#entries.set(key, { ...known, count: Math.max(0, known.count - 1), until: 0 });
  }

  /** @param {string} key */
  forget(key) {
    this.#entries.delete(key);
  }
}

/** @param {Limit} limit @param {number} seconds to wait */
export const tooMany = ({ refusal: { say, word } = AS_ATTEMPTS }, seconds) =>
  new LarderError('tooMany', say(seconds), {
    headers: ['Retry-After', String(seconds)],
    word: [word, { count: seconds }],
  });

/**
 * @param {string} address of a client
 * @param {number} [groups]  how many of IPv6 to keep, of 16 bits each
 * @returns {string} the IPv4 address, or the /64 network of IPv6: a household usually has a whole one
 */
export function networkOf(address, groups = 4) {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1];
  if (!address.includes(':')) return address;
  const [head, tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = tail ? Array(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return [...head, ...zeros, ...(tail ?? [])].slice(0, groups).join(':');
}
