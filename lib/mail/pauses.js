/** @import { NotSent } from '../people/notifications/smtp.js' */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds from one try to the next, two days in all. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, ...Array(11).fill(4 * HOUR), 2 * HOUR];
const LONGEST = 4 * HOUR;
/** Milliseconds after which a server that takes no mail is asked again, in the end always after the last one. */
const AWAY = [10_000, MINUTE, 5 * MINUTE, 15 * MINUTE];

/** How long mail is tried to be sent. */
export const GIVEN_UP_AFTER = 48 * HOUR;

/** How often a server gets what it had whole and did not answer: it may have taken none of it, or each. */
const UNANSWERED_AT_MOST = 3;

/**
 * @param {number} tries  so far
 * @param {NotSent['verdict']} verdict  on the last one
 * @returns {number | null} milliseconds until the next one; null: it is given up
 */
export const pauseAfter = (tries, verdict) =>
  verdict === 'refused' || (verdict === 'unknown' && tries >= UNANSWERED_AT_MOST)
    ? null
    : (PAUSES[tries - 1] ?? null);

/** @param {number} failures  in a row @returns {number} milliseconds */
export const pauseOfServer = (failures) => AWAY[Math.min(failures, AWAY.length) - 1];

/**
 * @param {number} notBefore @param {number} now  both in milliseconds since 1970
 * @returns {boolean} also of a time that was noted while a clock was wrong
 */
export const isDue = (notBefore, now) => notBefore <= now || notBefore > now + LONGEST;
