import { Attempts, networkOf } from '../auth/attempts.js';
import { steady } from '../clock.js';
import { LarderError } from '../errors.js';
/** @import { Request } from 'express' */
/** @import { Clock } from '../clock.js' */

/** Forms that an address may send before it has to wait, whatever is in them. */
const FREE_TRIES = 30;
/** Comments that it may send before it has to wait. */
const FREE_COMMENTS = 5;
/** Milliseconds. */
const LONGEST_WAIT = 10 * 60_000;
const HOUR = 60 * 60_000;

/** Comments that may wait for approval. Where there are more, nobody reads them, and the disk is not endless. */
const WAITING_ON_A_POST = 200;
const WAITING_IN_ALL = 2000;
/** Comments that are shown without approval in one hour, on the whole blog; what comes after waits. */
const SHOWN_IN_AN_HOUR = 100;

/** How much readers may send: by address, and all together. All of it is in memory, and bounded. */
export class CommentLimits {
  #tries;
  #comments;
  #now;
  /** When each of the last ones was shown. @type {number[]} */
  #shown = [];

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
    this.#tries = new Attempts({ clock, free: FREE_TRIES, longestWait: LONGEST_WAIT });
    this.#comments = new Attempts({ clock, free: FREE_COMMENTS, longestWait: LONGEST_WAIT });
  }

  /**
   * Counts a form that comes in, before it is read.
   * @param {string} address of the client
   * @returns {number} seconds that it has to wait; 0: it may come in
   */
  countTry(address) {
    const key = networkOf(address);
    const wait = this.#tries.waitOf(key);
    if (wait === 0) this.#tries.count(key);
    return wait;
  }

  /**
   * Counts a comment that is about to be kept.
   * @param {string} address of the client
   * @throws {LarderError} `tooMany`, with Retry-After
   */
  countComment(address) {
    const key = networkOf(address);
    this.#comments.check(key);
    this.#comments.count(key);
  }

  /**
   * @param {ReadonlyMap<string, number>} waiting on each post
   * @param {string} postId
   * @throws {LarderError} `unavailable`, with Retry-After, when too many wait already
   */
  checkRoom(waiting, postId) {
    let all = 0;
    for (const count of waiting.values()) all += count;
    if (all < WAITING_IN_ALL && (waiting.get(postId) ?? 0) < WAITING_ON_A_POST) return;
    throw new LarderError(
      'unavailable',
      'Too many comments are awaiting approval. Please try again later.',
      { headers: ['Retry-After', String(HOUR / 1000)] },
    );
  }

  /** @returns {boolean} whether one more may be shown without approval; it is counted */
  takeShown() {
    const now = this.#now();
    this.#shown = this.#shown.filter((at) => at > now - HOUR);
    if (this.#shown.length >= SHOWN_IN_AN_HOUR) return false;
    this.#shown.push(now);
    return true;
  }
}

/**
 * Turns an address away that floods, before anything of what it sends is read.
 * @param {Request} request
 * @param {unknown} _response
 * @param {{ limits: CommentLimits }} services
 * @throws {LarderError} `tooMany`, with Retry-After
 */
export function slowDown({ ip = '' }, _response, { limits }) {
  const wait = limits.countTry(ip);
  if (wait === 0) return;
  throw new LarderError(
    'tooMany',
    `Too many requests from your address. Please wait ${wait} s, go back and try again.`,
    { headers: ['Retry-After', String(wait)] },
  );
}
