import { Attempts, networkOf } from '../../base/attempts.js';
import { steady } from '../../base/clock.js';
import { LarderError } from '../../base/errors.js';
/** @import { Request } from 'express' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Eventual } from '../../store/types.js' */

/** Forms that an IP address may send before it has to wait, valid or not. */
const FREE_TRIES = 30;
/** Valid comments that it may send before it has to wait. */
const FREE_COMMENTS = 5;
/** Milliseconds. */
const LONGEST_WAIT = 10 * 60_000;
const HOUR = 60 * 60_000;

/** How many comments may wait for approval: more would fill the disk. */
const WAITING_ON_A_POST = 200;
const WAITING_IN_ALL = 2000;
/** Comments published without approval per hour, on the whole blog; further ones wait for approval. */
const SHOWN_IN_AN_HOUR = 100;

/** Limits on what readers send, per IP address and in total. The counters are in memory, and bounded. */
export class CommentLimits {
  #tries;
  #comments;
  #now;
  /** When the last comments were published without approval. @type {number[]} */
  #shown = [];

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
    this.#tries = new Attempts({ clock, free: FREE_TRIES, longestWait: LONGEST_WAIT });
    this.#comments = new Attempts({ clock, free: FREE_COMMENTS, longestWait: LONGEST_WAIT });
  }

  /**
   * Counts an incoming form before its body is read.
   * @param {string} address of the client
   * @returns {number} seconds that the client has to wait; 0: none
   */
  countTry(address) {
    const key = networkOf(address);
    const wait = this.#tries.waitOf(key);
    if (wait === 0) this.#tries.count(key);
    return wait;
  }

  /**
   * Counts a valid comment.
   * @param {string} address of the client
   * @throws {LarderError} `tooMany`, with Retry-After
   */
  countComment(address) {
    const key = networkOf(address);
    this.#comments.check(key);
    this.#comments.count(key);
  }

  /** @returns {boolean} whether one more comment may be published without approval; counts it */
  takeShown() {
    const now = this.#now();
    this.#shown = this.#shown.filter((at) => at > now - HOUR);
    if (this.#shown.length >= SHOWN_IN_AN_HOUR) return false;
    this.#shown.push(now);
    return true;
  }
}

/**
 * @param {ReadonlyMap<string, number>} waiting number of comments awaiting approval, by post
 * @param {string} postId
 * @throws {LarderError} `unavailable`, with Retry-After, when too many wait already
 */
export function checkRoom(waiting, postId) {
  let all = 0;
  for (const count of waiting.values()) all += count;
  if (all < WAITING_IN_ALL && (waiting.get(postId) ?? 0) < WAITING_ON_A_POST) return;
  throw new LarderError(
    'unavailable',
    'Too many comments are awaiting approval. Please try again later.',
    { headers: ['Retry-After', String(HOUR / 1000)], word: ['tooManyWaiting'] },
  );
}

/**
 * Refuses requests from an IP address that sends too many, before the body is read.
 * @param {Request} request
 * @param {unknown} _response
 * @param {{ limits: Eventual<CommentLimits> }} services
 * @throws {LarderError} `tooMany`, with Retry-After
 */
export async function slowDown({ ip = '' }, _response, { limits }) {
  const wait = await limits.countTry(ip);
  if (wait === 0) return;
  throw new LarderError(
    'tooMany',
    `Too many requests from your address. Please wait ${wait} s, go back and try again.`,
    { headers: ['Retry-After', String(wait)], word: ['tooManyComments', { count: wait }] },
  );
}
