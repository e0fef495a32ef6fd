import { Attempts, networkOf } from '../../base/attempts.js';
import { steady } from '../../base/clock.js';
import { LarderError } from '../../base/errors.js';
import { limits } from '../../base/limits.js';
/** @import { Request } from 'express' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Eventual } from '../../store/types.js' */

const HOUR = 60 * 60_000;

/** How many comments may wait for approval: more would fill the disk. */
const WAITING_ON_A_POST = 200;
const WAITING_IN_ALL = 2000;
/** Comments published without approval per hour, on the whole blog; further ones wait for approval. */
const SHOWN_IN_AN_HOUR = 100;

/** Limits on what readers send, per IP address and in total. The counters are in memory, and bounded. */
export class CommentLimits {
  #forms;
  #comments;
  #now;
  /** When the last comments were published without approval. @type {number[]} */
  #shown = [];

  /** @param {{ clock: Clock }} deps */
  constructor({ clock }) {
    this.#now = steady(clock);
    this.#forms = new Attempts({ clock, ...limits.form });
    this.#comments = new Attempts({ clock, ...limits.comment });
  }

  /**
   * Counts an incoming form before its body is read.
   * @param {string} address of the client
   * @throws {LarderError} `tooMany`, with Retry-After
   */
  countForm(address) {
    this.#forms.take(networkOf(address));
  }

  /** Counts a valid comment. @param {string} address of the client @throws {LarderError} likewise */
  countComment(address) {
    this.#comments.take(networkOf(address));
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
  await limits.countForm(ip);
}
