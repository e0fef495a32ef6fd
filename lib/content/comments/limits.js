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

/** @typedef {ReturnType<typeof createCommentLimits>} CommentLimits */

/**
 * Limits on what readers send, per IP address and in total. The counters are in memory, and bounded.
 * @param {{ clock: Clock }} deps
 */
export function createCommentLimits({ clock }) {
  /** When the last comments were published without approval. @type {number[]} */
  let shown = [];
  const time = steady(clock);
  const forms = new Attempts({ clock, ...limits.form });
  const comments = new Attempts({ clock, ...limits.comment });
  const subscriptions = new Attempts({ clock, ...limits.subscription });
  return { countForm, countComment, countSubscription, takeShown };

  /**
   * Counts an incoming form before its body is read.
   * @param {string} address of the client
   * @throws {LarderError} `tooMany`, with Retry-After
   */
  function countForm(address) {
    forms.take(networkOf(address));
  }

  /** Counts a valid comment. @param {string} address of the client @throws {LarderError} likewise */
  function countComment(address) {
    comments.take(networkOf(address));
  }

  /** Counts an address to be subscribed. @param {string} address of the client @throws {LarderError} likewise */
  function countSubscription(address) {
    subscriptions.take(networkOf(address));
  }

  /** @returns {boolean} whether one more comment may be published without approval; counts it */
  function takeShown() {
    const now = time();
    shown = shown.filter((at) => at > now - HOUR);
    if (shown.length >= SHOWN_IN_AN_HOUR) return false;
    shown.push(now);
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
